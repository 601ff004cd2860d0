import Box from '@mui/material/Box';
import type { CurrencyTotal } from '../../contract/money/money.ts';
import { moneyText } from '../../contract/text/numbers.ts';
import { Amount } from '../kit/Amount.tsx';

/** In letters, what `Totals` shows of the first of them and of how many it leaves out. */
export function totalText([first, ...others]: readonly CurrencyTotal[]): string {
  if (first === undefined) return '';
  return others.length === 0 ? moneyText(first) : `${moneyText(first)} and ${others.length} more`;
}

/** Totals per currency side by side; those beyond the first few are counted. */
export function Totals({ totals, most = 4 }: { totals: readonly CurrencyTotal[]; most?: number }) {
  const leftOut = totals.length - most;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: most === 1 ? 'nowrap' : 'wrap',
        columnGap: most === 1 ? 1 : 2,
        justifyContent: 'flex-end',
        minWidth: 0,
      }}
    >
      {totals.slice(0, most).map(({ currencyCode, amount }) => (
        <Amount key={currencyCode} amount={amount} currencyCode={currencyCode} />
      ))}
      {leftOut > 0 && (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          and {leftOut} more
        </Box>
      )}
    </Box>
  );
}
