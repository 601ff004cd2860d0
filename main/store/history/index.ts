import type { HistoryFilter, StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { findPaymentOf } from '../payments/read-payment.ts';
import { conditionsOf } from './conditions.ts';
import { isHistoryIndexed } from './index-history.ts';

export { countOfFacet, indexProblems } from './check-index.ts';
export {
  changeHistory,
  dropFromHistory,
  indexHistory,
  isHistoryIndexed,
  rebuildHistory,
} from './index-history.ts';
export { memoryOf } from './memory.ts';
export { walkHistory } from './walk.ts';

export function countIndexed(context: Context, filter: HistoryFilter): number | null {
  if (!isHistoryIndexed(context)) return null;
  const { batchId, fromMs, untilMs, amountFrom, amountUntil, search } = filter;
  const others = [batchId, fromMs, untilMs, amountFrom, amountUntil, search];
  return others.every((condition) => condition === null) ? conditionsOf(context, filter).count : null;
}

/** See Store. */
export function paymentsOf(context: Context, paymentIds: readonly number[]): StoredPayment[] {
  const payments = paymentIds.map((paymentId) => findPaymentOf(context, paymentId));
  return payments.filter((payment) => payment !== null);
}
