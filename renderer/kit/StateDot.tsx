import Box from '@mui/material/Box';
import type { BatchState } from '../../contract/batch.ts';
import type { PaymentState } from '../../contract/payment.ts';
import { toneOf } from './states.ts';

type StateDotProps = {
  readonly state: PaymentState | BatchState;
  /** What to call it; the state's own name where nothing is said. */
  readonly word?: string;
};

/** A state as a dot and its word, never as colour alone. */
export function StateDot({ state, word = state }: StateDotProps) {
  const isHollow = state === 'draft' || state === 'queued' || state === 'cancelled';
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '7px', whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden
        sx={(theme) => ({
          width: 8,
          height: 8,
          flex: 'none',
          borderRadius: '50%',
          boxSizing: 'border-box',
          border: `2px solid ${theme.vars?.palette.tone[toneOf(state)].fill}`,
          backgroundColor: isHollow ? 'transparent' : theme.vars?.palette.tone[toneOf(state)].fill,
        })}
      />
      {word}
    </Box>
  );
}
