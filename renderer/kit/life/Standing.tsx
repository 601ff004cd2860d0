import Box from '@mui/material/Box';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { Amount } from '../Amount.tsx';
import { StateDot } from '../states/StateDot.tsx';

type StandingProps = {
  readonly money: { readonly amount: string; readonly currencyCode: string };
  readonly state: PaymentState;
  /** What the state means for the money, and what Bursar does about it. */
  readonly meaning: string;
  /** The problem; shown if the meaning does not already say it. */
  readonly problem: string | null;
};

/** The amount and the state, at the head of the details. */
export function Standing({ money, state, meaning, problem }: StandingProps) {
  // For a failed payment the meaning names the same status.
  const isShown = problem !== null && state !== 'failed' && !meaning.includes(problem);
  return (
    <Box>
      <Box
        sx={{
          fontSize: 28,
          fontWeight: 600,
          lineHeight: 1.3,
          // Beside a list there is no room for 18 decimals and a code: it wraps, and nothing is beyond the edge.
          '.amount': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
          '.amountCode': { whiteSpace: 'nowrap' },
        }}
      >
        <Amount {...money} />
      </Box>
      <Box sx={{ marginTop: 1, fontWeight: 500 }}>
        <StateDot state={state} />
      </Box>
      {/* Room for two lines, as most meanings have: what is below stays in place when the state changes. */}
      <Box sx={{ color: 'text.secondary', marginTop: 0.5, minHeight: '3em' }}>{meaning}</Box>
      {isShown ? <Box sx={{ marginTop: 1, overflowWrap: 'anywhere' }}>{problem}</Box> : null}
    </Box>
  );
}
