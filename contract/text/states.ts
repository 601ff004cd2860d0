import type { BatchState } from '../batches/batch.ts';
import type { PaymentKind, PaymentState } from '../payments/payment.ts';
import type { Environment } from '../profile.ts';
import { countText } from './numbers.ts';

/** The name of a kind of payment in a sentence. */
export function kindText(kind: PaymentKind): string {
  return kind === 'topup' ? 'top-up' : kind;
}

/** A state in a sentence: `3 paid`, `now failed`. */
export function stateText(state: PaymentState | BatchState): string {
  return state === 'outside' ? 'sent outside Bursar' : state;
}

/** What a refresh brought: whether the state changed, and what it is now. */
export function refreshedText(before: PaymentState, now: PaymentState): string {
  return `${before === now ? 'No change' : 'Updated'}: ${stateText(now)}.`;
}

/** A state on its own, as beside its dot: `Paid`. */
export function stateLabel(state: PaymentState | BatchState): string {
  return capitalised(stateText(state));
}

/** How many payments are in each state: `1,200 paid, 4 rejected`; only the named states, in their order. */
export function statesText(
  byState: Partial<Record<PaymentState, number>>,
  states: readonly PaymentState[],
): string {
  return states
    .flatMap((state) => {
      const count = byState[state] ?? 0;
      return count === 0 ? [] : [`${countText(count)} ${stateText(state)}`];
    })
    .join(', ');
}

/** The states that a sum over filtered payouts includes; none named: all. */
export function statesIncluded({
  states,
  batchId,
  dateOf,
}: {
  readonly states: readonly PaymentState[];
  readonly batchId: string | null;
  /** Only paid payouts have a date of payment. */
  readonly dateOf: 'created' | 'paid';
}): string {
  const named: readonly PaymentState[] = dateOf === 'paid' ? ['paid'] : states;
  return named.length === 0
    ? `Includes payouts in every state${batchId === null ? ' but draft' : ''}.`
    : `Includes only these states: ${named.map(stateText).join(', ')}.`;
}

/** The environment where money is about to move, so that nobody confuses the two. */
export function environmentText(environment: Environment): string {
  return environment === 'live' ? 'LIVE: real money' : 'SANDBOX: test data';
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The name of a field in readable form: `availableBalance` becomes `Available balance`. */
export function fieldTitle(name: string): string {
  return capitalised(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .toLowerCase(),
  );
}

/** A text before another sentence: the gateway's own words often end without a full stop. */
export function asSentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
