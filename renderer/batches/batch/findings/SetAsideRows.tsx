import Button from '@mui/material/Button';
import { counted } from '../../../../contract/text/numbers.ts';
import { useGoOn } from '../../../kit/useGoOn.ts';
import { useToast } from '../../../kit/messages/useToast.tsx';
import { useSetAsideOfDraft } from '../../../queries/sheets.ts';

type Props = { readonly batchId: string; readonly rowNumbers: readonly number[] };

/** Sets the rows of a finding aside and continues with a draft of the others. */
export function SetAsideRows({ batchId, rowNumbers }: Props) {
  const goOn = useGoOn();
  const toast = useToast();
  const setAside = useSetAsideOfDraft((path, rows) => {
    toast.show(`${counted(rows, 'row')} set aside.`);
    goOn(path, { replace: true });
  });
  const chosen = [...new Set(rowNumbers)];
  if (chosen.length === 0) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      sx={{ mt: 1 }}
      disabled={setAside.isPending}
      onClick={() => setAside.mutate({ batchId, rowNumbers: chosen })}
    >
      Set aside {counted(chosen.length, 'row')}
    </Button>
  );
}
