import MuiLink from '@mui/material/Link';
import { countText } from '../../../../contract/text/numbers.ts';
import { useGoOn } from '../../../kit/useGoOn.ts';
import { useOpenSheet } from '../../../queries/sheets.ts';

/** The number of a row of a draft, which links to the row in its sheet. */
export function RowLink({ batchId, rowNumber }: { readonly batchId: string; readonly rowNumber: number }) {
  const goOn = useGoOn();
  const open = useOpenSheet((opening) => {
    if (opening.kind === 'opened') goOn(`/sheets/${opening.sheet.sheetId}?row=${rowNumber}`);
  });
  return (
    <MuiLink
      component="button"
      sx={{ font: 'inherit', verticalAlign: 'baseline' }}
      aria-label={`Edit row ${rowNumber}`}
      disabled={open.isPending}
      onClick={() => open.mutate({ source: { kind: 'draft', batchId } })}
    >
      {countText(rowNumber)}
    </MuiLink>
  );
}
