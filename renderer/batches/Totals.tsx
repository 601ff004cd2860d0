import Box from '@mui/material/Box';
import type { CurrencyTotal } from '../../contract/money/money.ts';
import { moneyText } from '../../contract/text/numbers.ts';
import { Amount } from '../kit/Amount.tsx';
import { notInTotals } from './totals-text.ts';

type Props = {
  readonly totals: readonly CurrencyTotal[];
  readonly most?: number;
  /** The number of rows of a sheet: rows that are in no total are counted. */
  readonly rows?: number;
};

/** Totals per currency side by side; those beyond the first few are counted, and shown on hover. */
export function Totals({ totals, most = 4, rows = 0 }: Props) {
  const leftOut = totals.length - most;
  const unread = notInTotals(rows, totals);
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
        <Box
          component="span"
          title={totals.slice(most).map(moneyText).join('\n')}
          sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}
        >
          {most === 1 ? `+${leftOut}` : `and ${leftOut} more`}
        </Box>
      )}
      {unread !== null && (
        <Box component="span" sx={{ color: 'error.main', whiteSpace: 'nowrap' }}>
          {unread}
        </Box>
      )}
    </Box>
  );
}
