import Box from '@mui/material/Box';
import { countText } from '../../../contract/text/numbers.ts';
import { Amount } from '../../kit/Amount.tsx';
import type { BatchSummary } from '../../queries/batches.ts';

/** The number of payouts, and their total per currency, in prominent figures. */
export function BatchFigures({ batch }: { batch: Pick<BatchSummary, 'rows' | 'totals'> }) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 2, m: 0 }}>
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
      <Box component="dd" sx={{ m: 0, fontSize: 20, fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
    </div>
  );
}
