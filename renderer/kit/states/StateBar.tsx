import Box from '@mui/material/Box';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { statesText } from '../../../contract/text/states.ts';
import { statesInOrder, toneOf } from './states.ts';

type StateBarProps = {
  readonly byState: Partial<Record<PaymentState, number>>;
  readonly rows: number;
};

/** The states of a batch's rows, as one stacked bar; the counts are its text for screen readers. */
export function StateBar({ byState, rows }: StateBarProps) {
  const parts = statesInOrder
    .map((state) => ({ state, count: byState[state] ?? 0 }))
    .filter(({ count }) => count > 0);
  const text = statesText(byState, statesInOrder);
  return (
    <Box
      role="img"
      aria-label={text === '' ? 'no rows' : text}
      title={text}
      sx={{
        display: 'flex',
        gap: '1px',
        height: 8,
        width: '100%',
        minWidth: 48,
        borderRadius: 1,
        overflow: 'hidden',
        // The colours are the picture, also in a contrast theme of the system.
        forcedColorAdjust: 'none',
        backgroundColor: 'action.hover',
      }}
    >
      {parts.map(({ state, count }) => (
        <Box
          key={state}
          sx={(theme) => ({
            minWidth: 2,
            backgroundColor: theme.vars?.palette.tone[toneOf(state)].fill,
            opacity: state === 'sending' ? 0.7 : state === 'cancelled' || state === 'draft' ? 0.45 : 1,
          })}
          style={{ flexGrow: count / Math.max(rows, 1), flexBasis: 0 }}
        />
      ))}
    </Box>
  );
}
