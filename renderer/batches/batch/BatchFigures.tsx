import Box from '@mui/material/Box';
import { countText } from '../../../contract/text/numbers.ts';
import { Amount } from '../../kit/Amount.tsx';
import type { BatchSummary } from '../../queries/batches.ts';

/** More currencies than these would push the actions out of the window. */
const mostProminent = 10;

/** The number of payouts, and their total per currency, in prominent figures; in smaller ones if there are many currencies. */
export function BatchFigures({ batch }: { batch: Pick<BatchSummary, 'rows' | 'totals'> }) {
  const isMany = batch.totals.length > mostProminent;
  return (
    <Box
      component="dl"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: isMany ? 3 : 5,
        rowGap: isMany ? 0.75 : 2,
        m: 0,
        '& dd': { m: 0, fontSize: isMany ? 14 : 20, fontWeight: 550, fontVariantNumeric: 'tabular-nums' },
        ...(isMany ? { '& > div': { minWidth: 104 } } : {}),
      }}
    >
      <Figure label="Payouts">{countText(batch.rows)}</Figure>
      {batch.totals.map(({ currencyCode, amount, count }) => (
        <Figure key={currencyCode} label={`${countText(count)} in ${currencyCode}`}>
          <Amount amount={amount} currencyCode={currencyCode} />
        </Figure>
      ))}
    </Box>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {label}
      </Box>
      <dd>{children}</dd>
    </div>
  );
}
