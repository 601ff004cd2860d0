import { deadStates } from '../../../../contract/payments/life.ts';
import { longestRecheckingMs } from '../../payments/schedule.ts';
import type { StoreContext } from '../../context/context.ts';
import type { DoubtfulPayout, PaymentHashes, StoredBatch, StoredPayment } from '../../ports/index.ts';
import { pagesFrom, slicesOf } from '../../payments/pages.ts';

type Draft = Pick<StoredBatch, 'batchId' | 'keyId'>;

const readAtOnce = 500;
const matchesPerTurn = 100;

/**
 * Of the payouts that ended unpaid and may be paid, those that rows of a draft repeat. A finding names the latest payout that a row repeats,
 * and an active one rather than one that failed; the others may have been paid since, too. What a row retries is asked about as such, and
 * left out.
 */
export async function endedRepeatsOf(context: StoreContext, draft: Draft): Promise<ReadonlySet<number>> {
  const { store, clock } = context;
  const repeated = new Set<number>();
  const byKey = await doubtfulByKey(context, draft);
  const pages = pagesFrom(clock, 0, (afterRowNumber: number) =>
    store.compareRows(draft.batchId, null, { afterRowNumber, limit: readAtOnce }),
  );
  for await (const page of byKey.size === 0 ? [] : pages) {
    for (const row of page.rows)
      for (const key of keysOf(row)) {
        const isReference = key.startsWith('reference');
        for (const { paymentId, moneyHash } of byKey.get(key) ?? [])
          if (!isReference || moneyHash !== row.moneyHash) repeated.add(paymentId);
        // Once is enough: rows that agree in this repeat the same payouts.
        if (!isReference) byKey.delete(key);
      }
    if (byKey.size === 0) break;
  }
  for await (const some of slicesOf(clock, [...repeated], matchesPerTurn))
    for (const paymentId of some) {
      for (const { keyId, idPayment } of store.paymentsOf([paymentId]))
        if (store.familyOf(keyId, idPayment).some(({ batchId }) => batchId === draft.batchId))
          repeated.delete(paymentId);
    }
  return repeated;
}

/** One of these payouts that no longer counts as ended unpaid; null if there is none. */
export async function backAmong(
  { store, clock }: StoreContext,
  paymentIds: ReadonlySet<number>,
): Promise<StoredPayment | null> {
  for await (const some of slicesOf(clock, [...paymentIds], matchesPerTurn)) {
    const back = store.paymentsOf(some).find(({ state }) => !deadStates.has(state));
    if (back !== undefined) return back;
  }
  return null;
}

/** There are few of them beside the rows, so they are read once. */
async function doubtfulByKey(
  { store, clock }: StoreContext,
  { keyId }: Draft,
): Promise<Map<string, DoubtfulPayout[]>> {
  const byKey = new Map<string, DoubtfulPayout[]>();
  const decidedSince = clock.now() - longestRecheckingMs;
  const doubtful = (state: 'failed' | 'rejected') =>
    pagesFrom(clock, 0, (after: number) =>
      store.doubtfulPayouts(keyId, { decidedSince, state, after, limit: readAtOnce }),
    );
  for (const state of ['failed', 'rejected'] as const)
    for await (const { payouts } of doubtful(state))
      for (const payout of payouts)
        for (const key of keysOf(payout)) {
          const equal = byKey.get(key);
          if (equal === undefined) byKey.set(key, [payout]);
          else equal.push(payout);
        }
  return byKey;
}

/** What two payouts have in common if one may repeat the other (docs/decisions/0005). */
function keysOf({ payeeHash, moneyHash, nameHash, referenceHash }: PaymentHashes): string[] {
  return [
    `money ${payeeHash} ${moneyHash}`,
    ...(nameHash === 0 ? [] : [`name ${nameHash} ${moneyHash}`]),
    ...(referenceHash === 0 ? [] : [`reference ${payeeHash} ${referenceHash}`]),
  ];
}
