import type { ReleaseSummary } from '../../../contract/batches/batch.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { retriedEndsText } from '../../../contract/text/payees.ts';
import type { StoreContext } from '../context/context.ts';
import { paysOther } from '../payees/pays-other.ts';
import { slicesOf } from '../payments/pages.ts';
import type { RowContent, StoredPayment, Store } from '../ports/index.ts';

const mostNamed = 5;
const readAtOnce = 500;

/**
 * With which statuses the gateway ended the payouts before these rows of a draft, which they retry, the most frequent first. The interface names no
 * status but SUCCESS, so a person sees what is about to be paid again: all of them, since a rare one may mean that a payout was paid.
 */
export async function retriedEnds(
  { store, clock }: StoreContext,
  retries: readonly Pick<StoredPayment, 'keyId' | 'idPayment' | 'retryOf'>[],
): Promise<ReleaseSummary['retried']> {
  const counts = new Map<string, number>();
  for await (const some of slicesOf(clock, retries, readAtOnce))
    for (const { keyId, idPayment, retryOf } of some) {
      const family = retryOf === null ? [] : store.familyOf(keyId, idPayment);
      const failed = family.filter(({ state }) => state === 'failed').map(({ paymentId }) => paymentId);
      for (const { gatewayStatus } of store.paymentsOf(failed)) {
        const status = gatewayStatus ?? '';
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }
  return Array.from(counts, ([status, count]) => ({ status, count })).toSorted(
    (left, right) => right.count - left.count,
  );
}

/** Which of these rows of a draft pay somebody else than the first payout for their row was to: that one is not paid then, though its row is. */
export async function otherPayeesOf(
  { store, clock }: StoreContext,
  retries: readonly RowContent[],
): Promise<ReleaseSummary['otherPayees']> {
  const found: ReleaseSummary['otherPayees']['first'] = [];
  let count = 0;
  for await (const some of slicesOf(clock, retries, readAtOnce))
    for (const retry of some) {
      const payout = firstPayoutOf(store, retry.keyId, retry.retryOf);
      if (payout === null || !paysOther(retry, payout)) continue;
      count += 1;
      if (found.length === mostNamed) continue;
      found.push({ rowNumber: retry.rowNumber, payee: payeeOf(retry), insteadOf: payeeOf(payout) });
    }
  return { count, first: found };
}

/** The first payout for the row of a payout that is retried; null if these records do not have it. */
export function firstPayoutOf(
  store: Pick<Store, 'familyOf' | 'paymentsOf'>,
  keyId: string,
  retryOf: string | null,
): StoredPayment | null {
  const first = retryOf === null ? undefined : store.familyOf(keyId, retryOf)[0];
  return first === undefined ? null : (store.paymentsOf([first.paymentId])[0] ?? null);
}

export function payeeOf({
  accountName,
  accountNumber,
  emailAddress,
}: Pick<StoredPayment, 'accountName' | 'accountNumber' | 'emailAddress'>) {
  return { accountName, account: accountNumber || emailAddress };
}

/** The refusal of a release if the payouts that its rows retry have other statuses by now than the records said before it, or the person saw who confirmed it. */
export async function refuseOtherEnds(
  context: StoreContext,
  batchId: string,
  retries: Parameters<typeof retriedEnds>[1],
  seen: ReleaseSummary['retried'],
): Promise<Failure | null> {
  const now = await retriedEnds(context, retries);
  if (JSON.stringify(now) === JSON.stringify(seen)) return null;
  const said = now.length === 0 ? '' : `: ${retriedEndsText(now)}`;
  const message = `The gateway now reports other statuses of the payouts that batch ${batchId} retries${said}. They may have been paid. Nothing was released. Review them, then release it again.`;
  return fail('retryOvertaken', message, { batchId });
}
