import Box from '@mui/material/Box';
import type { BatchState } from '../../../contract/batches/batch.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import { toneOf } from './states.ts';

type StateDotProps = {
  readonly state: PaymentState | BatchState;
  /** Used instead of the label of the state. */
  readonly label?: string;
};

/** A state as a dot and its label, never as colour alone. */
export function StateDot({ state, label = stateLabel(state) }: StateDotProps) {
  const isHollow = state === 'draft' || state === 'queued' || state === 'cancelled';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '7px',
        whiteSpace: 'nowrap',
        maxWidth: '100%',
      }}
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
      <Box component="span" title={label} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {label}
      </Box>
    </Box>
  );
}
