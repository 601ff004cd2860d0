import { addAmounts, compareAmounts, subtractAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { CoreContext } from '../context/context.ts';
import { profileNow } from '../context/subject.ts';
import { catchUpHistory } from '../context/turns.ts';
import type { CommittedPlace, StoredPayment, StoredProfile } from '../ports/index.ts';
import { silenceWaitMs } from '../payments/schedule.ts';
import { isDamaged } from '../settings/settings.ts';
import { availableOf } from '../../../contract/treasury/available.ts';
import { readBalances } from '../treasury/balances.ts';
import { learnFees } from '../treasury/estimated-fees.ts';
import { floorFor, floorsOf } from '../treasury/floors.ts';
import { currenciesWaiting, heldError, type StoredHold } from '../treasury/floor-holds.ts';

/** How often a balance is read again while a batch is held by a floor, or while payouts are sent. */
const rereadMs = 60 * 1000;
const feesLearnedFrom = 200;
const readAtOnce = 1000;
/** The balance counts as unknown after this many failures in a row, or after this time. */
const mostFailures = 4;
const asksAgainForMs = 10 * 1000;

/** Keeps the available balance of a profile from falling below its floors: a row that would cross one is not claimed. */
export type FloorGuard = {
  /**
   * Call before rows are claimed, with the number of create requests in flight. Reads the balance if it is unknown or old, or a batch is
   * held; requests in flight may or may not be in it, so it is read only when there are none.
   */
  prepare(sending: number, signal: AbortSignal): Promise<void>;
  /** Whether the balance is too old to claim by: nothing is claimed until the requests in flight have ended and it was read again. */
  isTooOld(): boolean;
  /**
   * Whether this payout may be sent. The first one that may not holds its batch. Claimed rows are deducted from the spendable amount.
   * `isFree`: whether nothing else holds it. Asked last, because the gateway has to be asked for that, and a floor may hold for days.
   */
  mayClaim(payment: StoredPayment, isFree: () => boolean): boolean;
  isHeld(batchId: string): boolean;
  /** Why the first batch is held; null if none is, or if the balance that holds it is about to be read again. */
  problem(): AppError | null;
  /** Findings about batches since the last call: what holds each, or null if it continues. Leaves out uncertain ones. */
  found(): ReadonlyMap<string, StoredHold | null>;
  /** A payment changed, which may change the balance and the known fees. */
  noteChange(): void;
  /** Whether a batch is held by a balance from before the last change of a payment. */
  isOutdated(): boolean;
  /** When the balance must be read again; null: not until something happens. */
  rereadAt(): number | null;
  /** Reads the balance again before the next claim, since it may have changed. */
  reread(): void;
};

const unknown = { floor: null, missing: null, missingForAll: null, available: null } as const;

type Budget = {
  readonly floor: string;
  readonly available: string | null;
  left: string;
  /** The amount that the queued payouts of these batches take, with fees. */
  queued: string;
};

/** What a payout takes in one currency: its amount, its amount with its fee, or only its fee (`isFee`). */
type Cost = Pick<StoredHold, 'currencyCode' | 'amount' | 'withFee' | 'isFee'>;

/** For one run of one profile, with these batches. */
export function createFloorGuard(
  context: CoreContext,
  profile: StoredProfile,
  batchIds: () => readonly string[],
): FloorGuard {
  const { store, clock } = context;
  const holds = new Map<string, StoredHold>();
  /** Batches of which a row was claimed since `found` was called. */
  const claimed = new Set<string>();
  /** Batches that were found to be held, and not to continue since. */
  const told = new Set<string>();
  const estimates = new Map<string, ReturnType<typeof learnFees>>();
  let budgets: Map<string, Budget> | null = null;
  /** Currencies in which batches of earlier runs wait, which this one must not overtake. */
  let waiting: ReadonlySet<string> = new Set();
  let readAt: number | null = null;
  /** Whether the balance that holds a batch was read with nothing in flight. */
  let isCertain = false;
  let isOutdated = false;

  /** Floors follow the profile when it is renamed, and so does this run. */
  const nameNow = (): string => profileNow(store, profile).name;
  const floors = (): ReadonlyMap<string, string> => floorsOf(store, nameNow());

  const isOld = (): boolean => readAt === null || Math.abs(clock.now() - readAt) >= rereadMs;

  async function look(signal: AbortSignal): Promise<void> {
    // Fees are learned from the index of the history.
    await catchUpHistory(context, signal);
    estimates.clear();
    isOutdated = false;
    const set = floors();
    // Before the balance: a payout whose request arrives once it was read is not in it, and may be accepted by the time it is here.
    const { unsettled, queued } = await committedMoney(set);
    const read = await readSurely(signal);
    readAt = clock.now();
    holds.clear();
    waiting = currenciesWaiting(store, nameNow(), new Set(batchIds()));
    isCertain = true;
    // Payouts may spell a currency otherwise than its floor.
    const codes = new Set([...set.keys(), ...unsettled.keys(), ...queued.keys()]);
    budgets = new Map(
      Array.from(codes, (currencyCode) => {
        const amount = floorFor(set, currencyCode) ?? '0';
        const amounts = read.ok
          ? read.value.balances
              .filter((each) => each.currencyCode === currencyCode)
              .flatMap((each) => each.amounts)
          : [];
        const available = availableOf({ amounts });
        // Payouts in doubt may or may not be in the balance; they count as not yet deducted.
        const taken = unsettled.get(currencyCode) ?? '0';
        const left = available === null ? '0' : subtractAmounts(subtractAmounts(available, amount), taken);
        return [currencyCode, { floor: amount, available, left, queued: queued.get(currencyCode) ?? '0' }];
      }),
    );
  }

  /** Retries for a while: a single failure is no reason to hold a batch. */
  async function readSurely(signal: AbortSignal): ReturnType<typeof readBalances> {
    const startedAt = clock.now();
    for (let failures = 1; ; failures += 1) {
      const read = await readBalances(context, profile, [], signal);
      const isLate = Math.abs(clock.now() - startedAt) >= asksAgainForMs;
      if (read.ok || isLate || failures === mostFailures || signal.aborted) return read;
      await clock.sleep(silenceWaitMs(failures), signal);
    }
  }

  /** By currency, the amount of payouts with an unknown outcome, and of the queued ones of these batches, with fees. */
  async function committedMoney(
    withFloor: ReadonlyMap<string, string>,
  ): Promise<Record<'unsettled' | 'queued', Map<string, string>>> {
    const found = { unsettled: new Map<string, string>(), queued: new Map<string, string>() };
    const ownIds = new Set(batchIds().filter((batchId) => !store.isPaused(batchId)));
    let after: CommittedPlace | null = { state: 'queued', paymentId: 0 };
    do {
      const isQueued: boolean = after.state === 'queued';
      const page: ReturnType<typeof store.committedPayouts> = store.committedPayouts(profile.keyId, {
        after,
        limit: readAtOnce,
      });
      for (const payout of page.payouts) {
        if (isQueued && !ownIds.has(payout.batchId)) continue;
        const sums = isQueued ? found.queued : found.unsettled;
        for (const { currencyCode, amount } of costsOf(payout))
          if (floorFor(withFloor, currencyCode) !== undefined)
            sums.set(currencyCode, addAmounts(sums.get(currencyCode) ?? '0', amount));
      }
      after = page.next;
      await clock.turn();
    } while (after !== null);
    return found;
  }

  /** What this payout takes, as far as its fees can be estimated: its own currency first, then others of its fees. */
  function costsOf({
    paymentMethodCode,
    currencyCode,
    amount,
  }: Pick<StoredPayment, 'paymentMethodCode' | 'currencyCode' | 'amount'>): readonly [Cost, ...Cost[]] {
    const key = JSON.stringify([paymentMethodCode, currencyCode]);
    const known = estimates.get(key);
    const estimate =
      known === undefined
        ? learnFees(store.paidFees(profile.keyId, { paymentMethodCode, currencyCode }, feesLearnedFrom))
        : known;
    estimates.set(key, estimate);
    const fees = estimate?.({ amount, count: 1 }).filter((fee) => compareAmounts(fee.amount, '0') > 0) ?? [];
    const own = fees.filter((fee) => fee.currencyCode === currencyCode);
    const withOwn = sumAmounts([amount, ...own.map((fee) => fee.amount)]);
    return [
      { currencyCode, amount: withOwn, withFee: own.length > 0, isFee: false },
      ...fees
        .filter((fee) => fee.currencyCode !== currencyCode)
        .map((fee) => ({ ...fee, withFee: false, isFee: true })),
    ];
  }

  function hold(
    { batchId, rowNumber, idPayment }: StoredPayment,
    cost: Cost,
    why: Pick<StoredHold, 'reason' | 'floor' | 'missing' | 'missingForAll' | 'available'>,
  ): false {
    const profileName = nameNow();
    holds.set(batchId, { batchId, row: rowNumber, ...cost, ...why, profileName, idPayment });
    return false;
  }

  return {
    async prepare(sending, signal) {
      if (!isDamaged(store, 'floors') && floors().size === 0) {
        holds.clear();
        budgets = null;
        return;
      }
      if (sending > 0) return;
      const isDue = holds.size > 0 ? isOld() || !isCertain : isOld() && store.hasQueued(batchIds());
      if (isDue) await look(signal);
    },
    isTooOld: () => floors().size > 0 && isOld(),
    mayClaim(payment, isFree) {
      const { kind, batchId } = payment;
      if (kind !== 'payout') return isFree();
      if (isDamaged(store, 'floors'))
        return hold(payment, costsOf(payment)[0], { ...unknown, reason: 'floorsUnreadable' });
      const set = floors();
      const taken: { readonly budget: Budget; readonly amount: string }[] = [];
      // Most runs have no floors, and learn no fees.
      for (const cost of set.size === 0 ? [] : costsOf(payment)) {
        const { currencyCode, amount } = cost;
        const floor = floorFor(set, currencyCode);
        if (floor === undefined) continue;
        const budget = budgets?.get(currencyCode);
        // A floor was set during the run: nothing is sent in its currency until the balance is known.
        if (budget === undefined || compareAmounts(budget.floor, floor) !== 0) {
          isCertain = false;
          return hold(payment, cost, { ...unknown, floor, reason: 'balanceUnknown' });
        }
        const { available, left } = budget;
        if (available === null) return hold(payment, cost, { ...unknown, floor, reason: 'balanceUnknown' });
        // Within a currency nothing overtakes a row that is held.
        if (
          waiting.has(currencyCode) ||
          [...holds.values()].some((each) => each.currencyCode === currencyCode)
        )
          return hold(payment, cost, { ...unknown, floor, available, reason: 'behind' });
        if (compareAmounts(amount, left) > 0) {
          const missing = subtractAmounts(amount, left);
          const ofAll = subtractAmounts(budget.queued, left);
          // Payouts queued since then count from the next read on.
          const missingForAll = compareAmounts(ofAll, missing) > 0 ? ofAll : missing;
          return hold(payment, cost, { floor, missing, missingForAll, available, reason: 'short' });
        }
        taken.push({ budget, amount });
      }
      if (!isFree()) return false;
      for (const { budget, amount } of taken) {
        budget.left = subtractAmounts(budget.left, amount);
        budget.queued = subtractAmounts(budget.queued, amount);
        isCertain = false;
      }
      claimed.add(batchId);
      return true;
    },
    isHeld: (batchId) => holds.has(batchId),
    problem() {
      const [first] = holds.values();
      return isCertain && first !== undefined ? heldError(first) : null;
    },
    found() {
      const known = new Map<string, StoredHold | null>();
      for (const batchId of claimed) if (!holds.has(batchId)) known.set(batchId, null);
      claimed.clear();
      if (isCertain)
        for (const [batchId, each] of holds) {
          known.set(batchId, each);
          told.add(batchId);
        }
      for (const batchId of told) {
        // Cancelled or paused meanwhile: nothing of it waits for money.
        if (!store.hasQueued([batchId])) {
          holds.delete(batchId);
          known.set(batchId, null);
        }
        if (known.get(batchId) === null) told.delete(batchId);
      }
      return known;
    },
    noteChange() {
      isOutdated = true;
    },
    isOutdated: () => holds.size > 0 && isOutdated,
    rereadAt: () =>
      holds.size === 0 || readAt === null ? null : isCertain ? readAt + rereadMs : clock.now(),
    reread() {
      if (holds.size > 0) isCertain = false;
    },
  };
}
