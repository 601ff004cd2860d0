import { longestRecheckingMs } from '../../payments/schedule.ts';
import type { CoreContext } from '../../context.ts';
import type { ComparedRow, DoubtfulPayout, StoredBatch } from '../../ports/index.ts';

const readAtOnce = 500;
const matchesPerTurn = 100;

/** Of the payouts that ended unpaid and may be paid, those that rows of a draft repeat: `see` each row, then take them all. */
type RepeatedEnds = { see(row: ComparedRow): void; all(): Promise<ReadonlySet<number>> };

/**
 * A finding names the latest payout that a row repeats, and an active one rather than one that failed; the others may have been paid since,
 * too. There are few of them beside the rows, so they are read once. What a row retries is asked about as such, and left out.
 */
export async function repeatedEnds(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { batchId, keyId }: Pick<StoredBatch, 'batchId' | 'keyId'>,
): Promise<RepeatedEnds> {
  const byKey = new Map<string, DoubtfulPayout[]>();
  const decidedSince = clock.now() - longestRecheckingMs;
  for (const state of ['failed', 'rejected'] as const)
    for (let after: number | null = 0; after !== null;) {
      const query = { decidedSince, state, after, limit: readAtOnce };
      const page: ReturnType<typeof store.doubtfulPayouts> = store.doubtfulPayouts(keyId, query);
      for (const payout of page.payouts)
        for (const key of keysOf(payout)) {
          const equal = byKey.get(key);
          if (equal === undefined) byKey.set(key, [payout]);
          else equal.push(payout);
        }
      after = page.next;
      await clock.turn();
    }
  const repeated = new Set<number>();
  return {
    see(row) {
      if (byKey.size === 0) return;
      for (const key of keysOf(row)) {
        const isReference = key.startsWith('reference');
        for (const { paymentId, moneyHash } of byKey.get(key) ?? [])
          if (!isReference || moneyHash !== row.moneyHash) repeated.add(paymentId);
        // Once is enough: rows that agree in this repeat the same payouts.
        if (!isReference) byKey.delete(key);
      }
    },
    async all() {
      for (const [index, paymentId] of [...repeated].entries()) {
        for (const { keyId: ofProfile, idPayment } of store.paymentsOf([paymentId]))
          if (store.familyOf(ofProfile, idPayment).some((member) => member.batchId === batchId))
            repeated.delete(paymentId);
        if (index % matchesPerTurn === matchesPerTurn - 1) await clock.turn();
      }
      return repeated;
    },
  };
}

/** What two payouts have in common if one may repeat the other (docs/decisions/0005). */
function keysOf({
  payeeHash,
  moneyHash,
  nameHash,
  referenceHash,
}: Pick<ComparedRow, 'payeeHash' | 'moneyHash' | 'nameHash' | 'referenceHash'>): string[] {
  return [
    `money ${payeeHash} ${moneyHash}`,
    ...(nameHash === 0 ? [] : [`name ${nameHash} ${moneyHash}`]),
    ...(referenceHash === 0 ? [] : [`reference ${payeeHash} ${referenceHash}`]),
  ];
}
