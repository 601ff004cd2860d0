import { addDecimals, decimalOf, formatDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import type { CoreContext } from '../context.ts';
import type { CommittedPlace, StoredProfile } from '../ports/index.ts';
import type { PayoutGroup } from './estimated-fees.ts';

const readAtOnce = 1000;

/**
 * What released payouts of a profile will take from its balances and the gateway is not known to have accepted: queued, sending or
 * unknown, by method and currency. A payout that it has accepted is its own affair: the available balance that it reports is taken to be
 * without it.
 */
export async function committedBy(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
): Promise<PayoutGroup[]> {
  const groups = payoutGroups();
  let after: CommittedPlace | null = null;
  do {
    const page: ReturnType<typeof store.committedPayouts> = store.committedPayouts(keyId, {
      after,
      limit: readAtOnce,
    });
    for (const payout of page.payouts) groups.add(payout);
    after = page.next;
    await clock.turn();
  } while (after !== null);
  return groups.list();
}

/** Adds payouts up by method and currency. */
export function payoutGroups(): {
  /** How many payouts of this amount there are. */
  add(payout: Omit<PayoutGroup, 'count'>, count?: number): void;
  list(): PayoutGroup[];
} {
  const sums = new Map<string, PayoutGroup & { sum: Decimal; count: number }>();
  return {
    add: ({ paymentMethodCode, amount, currencyCode }, count = 1) => {
      const one = decimalOf(amount);
      const added = { digits: one.digits * BigInt(count), scale: one.scale };
      const key = JSON.stringify([paymentMethodCode, currencyCode]);
      const group = sums.get(key);
      if (group === undefined) sums.set(key, { paymentMethodCode, currencyCode, amount, sum: added, count });
      else {
        group.sum = addDecimals(group.sum, added);
        group.count += count;
      }
    },
    list: () => Array.from(sums.values(), ({ sum, ...group }) => ({ ...group, amount: formatDecimal(sum) })),
  };
}
