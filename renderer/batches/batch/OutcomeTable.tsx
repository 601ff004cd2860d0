import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CurrencyTotal } from '../../../contract/money/money.ts';
import { countText, counted } from '../../../contract/text/numbers.ts';
import {
  moneyOutcomes,
  outcomeLabels,
  paidByRetryText,
  listedOutcomes,
  wholeLabel,
  type Outcome,
} from '../../../contract/text/outcome.ts';
import { Amount } from '../../kit/Amount.tsx';
import type { BatchReport, BatchSummary } from '../../queries/batches.ts';
import { BatchFigures } from './BatchFigures.tsx';
import { SmallTable } from './SmallTable.tsx';

const alwaysListed: readonly Outcome[] = ['paid', 'inProgress', 'notPaid'];

type Props = { readonly batch: BatchSummary; readonly report: BatchReport | null };

/** The outcome in money of a batch, one line per currency; the released amounts until that is added up. */
export function OutcomeTable({ batch, report }: Props) {
  if (report === null) return <BatchFigures batch={batch} />;
  const lines = moneyOutcomes(report);
  const columns = listedOutcomes(lines, alwaysListed);
  const retried = paidByRetryText(report);
  return (
    <>
      <SmallTable
        label="Outcome"
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
            {columns.map((outcome) => (
              <Sum key={outcome} total={line[outcome]} />
            ))}
            {line.fee === null ? (
              <Nothing />
            ) : (
              <td>
                <Amount {...line.fee} />
              </td>
            )}
          </tr>
        ))}
      </SmallTable>
      {retried !== null && <Typography sx={{ mt: 1, fontSize: 13 }}>{retried}</Typography>}
    </>
  );
}

function Nothing() {
  return (
    <Box component="td" sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}

function Sum({ total }: { total: CurrencyTotal | null }) {
  if (total === null || total.count === 0) return <Nothing />;
  return (
    <td title={counted(total.count, 'payout')}>
      <Amount amount={total.amount} currencyCode={total.currencyCode} />
      {` · ${countText(total.count)}`}
    </td>
  );
}
