import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Computer } from '../computer.ts';

/** States of which something has to become before a run is over. */
export const openStates = ['queued', 'sending', 'unknown', 'accepted'] as const satisfies PaymentState[];

/** What is not final on a computer, and why. */
export function stuckWords({ store, clock }: Pick<Computer, 'store' | 'clock'>): string {
  const payments = store
    .listBatches({ after: null, limit: 100 })
    .flatMap(({ batchId }) => store.rowsOfBatch(batchId, 0, 1000))
    .filter(({ state }) => openStates.some((waiting) => waiting === state));
  return payments
    .map(({ batchId, idPayment, state, problem, dueAt }) => {
      const due = dueAt === null ? 'never due' : `due in ${dueAt - clock.now()} ms`;
      const paused = store.isPaused(batchId) ? ', paused' : '';
      return `${idPayment} ${state} (${problem?.code ?? 'no problem'}, ${due}${paused})`;
    })
    .join(', ');
}
