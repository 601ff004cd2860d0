import { addDecimals, decimalOf, formatDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import type { CoreContext } from '../context.ts';
import type { CommittedPlace, StoredProfile } from '../ports/index.ts';
import type { PayoutGroup } from './estimated-fees.ts';

const readAtOnce = 1000;

/**
 * What payouts of a profile will take from its balances and the gateway is not known to have accepted: released ones that are queued,
 * sending or unknown, and those that are scheduled, by method and currency. A payout that it has accepted is its own affair: the available balance that it reports is taken to be
 * without it.
 */
export async function committedBy(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  /** A batch that is not counted. */
  except: string | null = null,
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
  for (const { batchId, payouts } of scheduledPayouts(store, keyId))
    if (batchId !== except) for (const group of payouts) groups.join(group);
  return groups.list();
}

/** What the scheduled drafts of a profile pay; one that waits for a person is not going to be released by itself. */
export function scheduledPayouts(
  store: Pick<CoreContext['store'], 'schedules'>,
  keyId: string,
): { readonly batchId: string; readonly payouts: readonly PayoutGroup[] }[] {
  return store
    .schedules()
    .filter((schedule) => schedule.keyId === keyId && schedule.error === null)
    .map(({ batchId, confirmation }) => ({ batchId, payouts: confirmation?.payouts ?? [] }));
}

/** Adds payouts up by method and currency. */
export function payoutGroups(): {
  /** How many payouts of this amount there are. */
  add(payout: Omit<PayoutGroup, 'count'>, count?: number): void;
  /** All payouts of a group. */
  join(group: PayoutGroup): void;
  list(): PayoutGroup[];
} {
  const sums = new Map<string, PayoutGroup & { sum: Decimal; count: number }>();
  const put = (payouts: PayoutGroup, added: Decimal): void => {
    const { paymentMethodCode, currencyCode } = payouts;
    const key = JSON.stringify([paymentMethodCode, currencyCode]);
    const group = sums.get(key);
    if (group === undefined) sums.set(key, { ...payouts, paymentMethodCode, currencyCode, sum: added });
    else {
      group.sum = addDecimals(group.sum, added);
      group.count += payouts.count;
    }
  };
  return {
    add: (payout, count = 1) => {
      const { digits, scale } = decimalOf(payout.amount);
      put({ ...payout, count }, { digits: digits * BigInt(count), scale });
    },
    join: (group) => put(group, decimalOf(group.amount)),
    list: () =>
      Array.from(sums.values(), ({ sum, paymentMethodCode, currencyCode, count }) => ({
        paymentMethodCode,
        currencyCode,
        count,
        amount: formatDecimal(sum),
      })),
  };
}
