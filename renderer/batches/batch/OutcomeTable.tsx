import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CurrencyTotal } from '../../../contract/money/money.ts';
import { countText, counted } from '../../../contract/text/numbers.ts';
import {
  moneyOutcomes,
  outcomeHints,
  outcomeLabels,
  paidByRetryText,
  paidTwiceText,
  listedOutcomes,
  wholeLabel,
  type Outcome,
} from '../../../contract/text/outcome.ts';
import { Amount } from '../../kit/Amount.tsx';
import type { BatchReport, BatchSummary } from '../../queries/batches.ts';
import { SmallTable } from './SmallTable.tsx';

const alwaysListed: readonly Outcome[] = ['paid', 'inProgress', 'notPaid'];

type Props = {
  readonly batch: BatchSummary;
  readonly report: BatchReport | null;
  readonly isWatched: boolean;
};

/** The outcome in money of a batch, one line per currency; the released amounts alone, in the same place, until that is added up. */
export function OutcomeTable({ batch, report, isWatched }: Props) {
  const lines = moneyOutcomes(report ?? { ...batch, totalsByState: [], totalsPaidOutside: [], fees: [] });
  const columns = listedOutcomes(lines, alwaysListed);
  const twice = report === null ? null : paidTwiceText(report.paidTwice);
  const retried = report === null ? null : paidByRetryText(report);
  return (
    // Where the space is scarce, the code at the beginning of a line says it for the whole line.
    <Box sx={(theme) => ({ [theme.breakpoints.down('md')]: { '.amountCode': { display: 'none' } } })}>
      <SmallTable
        label="Outcome"
        isSteady={isWatched}
        head={[
          'Currency',
          wholeLabel(batch),
          ...columns.map((outcome) => outcomeLabels[outcome]),
          'Fees of paid payouts',
        ]}
        numeric={[1, ...columns.map((_, index) => index + 2), columns.length + 2]}
      >
        {lines.map((line) => (
          <tr key={line.currencyCode}>
            <td>{line.currencyCode}</td>
            <Sum total={line.total} />
            {columns.map((outcome) =>
              report === null ? (
                <td key={outcome} />
              ) : (
                <Sum key={outcome} total={line[outcome]} hint={outcomeHints[outcome]} />
              ),
            )}
            {report === null ? (
              <td />
            ) : line.fee === null ? (
              <Nothing />
            ) : (
              <td>
                <Amount {...line.fee} />
              </td>
            )}
          </tr>
        ))}
      </SmallTable>
      {twice !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {twice}
        </Alert>
      )}
      {retried !== null && <Typography sx={{ mt: 1, fontSize: 13 }}>{retried}</Typography>}
    </Box>
  );
}

function Nothing() {
  return (
    <Box component="td" sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}

function Sum({ total, hint }: { readonly total: CurrencyTotal | null; readonly hint?: string | undefined }) {
  if (total === null || total.count === 0) return <Nothing />;
  return (
    <td title={[counted(total.count, 'payout'), ...(hint === undefined ? [] : [hint])].join(': ')}>
      <Amount amount={total.amount} currencyCode={total.currencyCode} />
      {` · ${countText(total.count)}`}
    </td>
  );
}
