import { addDecimals, decimalOf, formatDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import { hasOpenRequest } from '../approvals/open-request.ts';
import type { StoreContext } from '../context/context.ts';
import { dropOldest } from '../context/turns.ts';
import { contentPagesOfBatch, pagesFrom } from '../payments/pages.ts';
import type { AwaitingDraft, CommittedPlace, StoredProfile } from '../ports/index.ts';
import type { PayoutGroup } from './estimated-fees.ts';

const readAtOnce = 1000;

/**
 * What payouts will take from a profile's balances, if the gateway is not known to have accepted them: released ones that are queued,
 * sending or unknown, and those that are scheduled or wait for approvals, by method and currency. `sentSinceBalance` finds payouts accepted since the balance was read; earlier ones
 * are in that balance.
 */
export async function committedBy(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  /** A batch that is not counted. */
  except: string | null = null,
): Promise<PayoutGroup[]> {
  const groups = payoutGroups();
  const pages = pagesFrom(clock, null, (after: CommittedPlace | null) =>
    store.committedPayouts(keyId, { after, limit: readAtOnce }),
  );
  for await (const page of pages) for (const payout of page.payouts) groups.add(payout);
  for (const { batchId, payouts } of await plannedBatches({ store, clock }, keyId))
    if (batchId !== except) for (const group of payouts) groups.join(group);
  return groups.list();
}

/** Drafts that will be paid, as far as people have said. */
type PlannedBatch = {
  readonly batchId: string;
  readonly fileName: string;
  readonly plan: 'scheduled' | 'awaitingApproval';
  readonly payouts: readonly PayoutGroup[];
};

/**
 * The amounts of a profile's drafts that are scheduled, or wait for approvals. Schedules that wait for a person do not count, nor do
 * drafts that nobody can release without a new request.
 */
export async function plannedBatches(context: StoreContext, keyId: string): Promise<PlannedBatch[]> {
  const { store, clock } = context;
  const planned = store
    .schedules()
    .filter((schedule) => schedule.keyId === keyId && schedule.error === null)
    .map(({ batchId, fileName, confirmation }): PlannedBatch => ({
      batchId,
      fileName,
      plan: 'scheduled',
      payouts: confirmation?.payouts ?? [],
    }));
  for (const draft of store.draftsAwaitingApproval()) {
    if (draft.keyId !== keyId || !hasOpenRequest(store, draft, clock.now())) continue;
    const { batchId, fileName } = draft;
    planned.push({ batchId, fileName, plan: 'awaitingApproval', payouts: await payoutsOf(context, draft) });
  }
  return planned;
}

/** Cached by the hash of the rows, which never change under it: a large draft is added up once. */
const known = new Map<string, readonly PayoutGroup[]>();
const mostKnown = 100;

async function payoutsOf(
  { store, clock }: StoreContext,
  { batchId, rowsHash }: AwaitingDraft,
): Promise<readonly PayoutGroup[]> {
  const before = known.get(rowsHash);
  if (before !== undefined) return before;
  const groups = payoutGroups();
  for await (const payouts of contentPagesOfBatch(store, clock, batchId))
    for (const payout of payouts) groups.add(payout);
  const found = groups.list();
  known.set(rowsHash, found);
  dropOldest(known, mostKnown);
  return found;
}

/** Adds up payouts by method and currency. */
export function payoutGroups(): {
  /** How many payouts of this amount there are. */
  add(payout: Omit<PayoutGroup, 'count'>, count?: number): void;
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
