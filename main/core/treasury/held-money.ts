import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { FlowPayment, Store } from '../ports/index.ts';

/** By payment ID, the money that the gateway holds for those of these payments that are in conflict. */
export function heldMoney(
  store: Pick<Store, 'paymentsOf'>,
  payments: readonly Pick<FlowPayment, 'paymentId' | 'state'>[],
): ReadonlyMap<number, ReportedMoney> {
  const conflicts = payments.filter(({ state }) => state === 'conflict').map(({ paymentId }) => paymentId);
  if (conflicts.length === 0) return new Map();
  return new Map(
    store
      .paymentsOf(conflicts)
      .flatMap(({ paymentId, problem }) =>
        problem?.code === 'otherMoney' ? [[paymentId, problem.held]] : [],
      ),
  );
}
