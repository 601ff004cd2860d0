import MuiLink from '@mui/material/Link';
import { countText } from '../../../../contract/text/numbers.ts';
import { useShowSheet } from '../../useShowSheet.ts';

/** The number of a row of a draft, which links to the row in its sheet. */
export function RowLink({ batchId, rowNumber }: { readonly batchId: string; readonly rowNumber: number }) {
  const open = useShowSheet(rowNumber);
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
