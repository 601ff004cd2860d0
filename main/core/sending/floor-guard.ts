import { compareAmounts, subtractAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import type { AppError } from '../../../contract/errors.ts';
import { fail } from '../../../contract/result.ts';
import { moneyText } from '../../../contract/text/numbers.ts';
import type { BalanceFloor } from '../../../contract/treasury.ts';
import type { CoreContext } from '../context.ts';
import type { CommittedPlace, StoredPayment, StoredProfile } from '../ports/index.ts';
import { isDamaged, readSetting } from '../settings/settings.ts';
import { availableOf } from '../treasury/available.ts';
import { readBalances } from '../treasury/balances.ts';
import { feesOf, type PaidFee } from '../treasury/estimated-fees.ts';

/** So often a balance is read again while a batch is held by a floor. */
const lookAgainMs = 60 * 1000;
const feesLearnedFrom = 200;
const readAtOnce = 1000;

/** Keeps the available balance of a profile from falling below its floors: what would cross one is not claimed. */
export type FloorGuard = {
  /**
   * Call before rows are claimed, with the number of create requests in flight. Reads the balance where it is not known or a batch is held;
   * what is in flight may or may not be in it, so it is read only while nothing is.
   */
  prepare(sending: number, signal: AbortSignal): Promise<void>;
  /** Whether this payout may be sent. The first one that may not holds its batch. Rows that are claimed are taken off what may be spent. */
  mayClaim(payment: StoredPayment): boolean;
  isHeld(batchId: string): boolean;
  /** The first row that is held, in words; null while none is, or while the balance that holds it is to be read again at once. */
  problem(): AppError | null;
  /** When the balance is to be read again; null: not until something happens. */
  lookAgainAt(): number | null;
  /** Reads the balance again before the next claim, since it may have changed. */
  lookAgain(): void;
};

type Budget = { readonly floor: string; readonly available: string | null; left: string };
type Hold = { readonly batchId: string; readonly error: AppError };

/** For one run of one profile. */
export function createFloorGuard(context: CoreContext, profile: StoredProfile): FloorGuard {
  const { store, clock } = context;
  const holds = new Map<string, Hold>();
  const paidFees = new Map<string, PaidFee[]>();
  let budgets: Map<string, Budget> | null = null;
  let readAt: number | null = null;
  /** Whether the balance that holds a batch was read while nothing was in flight. */
  let isCertain = false;

  const floors = (): BalanceFloor[] =>
    readSetting(store, 'floors').filter(({ profileName }) => profileName === profile.name);

  async function look(signal: AbortSignal): Promise<void> {
    // Fees are learned from the index of the history.
    while (!signal.aborted && !store.indexHistory()) await clock.turn();
    paidFees.clear();
    const read = await readBalances(context, profile, [], signal);
    readAt = clock.now();
    holds.clear();
    isCertain = true;
    const unsettled = await unsettledMoney();
    budgets = new Map(
      floors().map(({ currencyCode, amount }) => {
        const amounts = read.ok
          ? read.value.balances
              .filter((each) => each.currencyCode === currencyCode)
              .flatMap((each) => each.amounts)
          : [];
        const available = availableOf({ amounts });
        // What is in doubt may be in the balance or not; it counts as if it were still to be taken.
        const taken = sumAmounts(
          unsettled.filter((each) => each.currencyCode === currencyCode).map((each) => each.amount),
        );
        const left = available === null ? '0' : subtractAmounts(subtractAmounts(available, amount), taken);
        return [currencyCode, { floor: amount, available, left }];
      }),
    );
  }

  /** Payouts whose outcome is not known. */
  async function unsettledMoney(): Promise<{ currencyCode: string; amount: string }[]> {
    const found: { currencyCode: string; amount: string }[] = [];
    let after: CommittedPlace | null = { state: 'sending', paymentId: 0 };
    do {
      const page: ReturnType<typeof store.committedPayouts> = store.committedPayouts(profile.keyId, {
        after,
        limit: readAtOnce,
      });
      found.push(...page.payouts);
      after = page.next;
      await clock.turn();
    } while (after !== null);
    return found;
  }

  /** What this payout takes with its fee, as far as the fee can be estimated in its currency. */
  function costOf({ paymentMethodCode, currencyCode, amount }: StoredPayment): string {
    const key = JSON.stringify([paymentMethodCode, currencyCode]);
    const paid =
      paidFees.get(key) ??
      store.paidFees(profile.keyId, { paymentMethodCode, currencyCode }, feesLearnedFrom);
    paidFees.set(key, paid);
    const fees = feesOf(paid, { amount, count: 1 }) ?? [];
    return sumAmounts([
      amount,
      ...fees.filter((fee) => fee.currencyCode === currencyCode).map((fee) => fee.amount),
    ]);
  }

  function hold(payment: StoredPayment, message: string, missing: string | null): false {
    const { batchId, rowNumber, currencyCode, idPayment } = payment;
    const { error } = fail('floorReached', message, {
      batchId,
      idPayout: idPayment,
      rowNumber,
      currencyCode,
      ...(missing === null ? {} : { missing }),
    });
    holds.set(batchId, { batchId, error });
    return false;
  }

  return {
    async prepare(sending, signal) {
      if (!isDamaged(store, 'floors') && floors().length === 0) {
        holds.clear();
        budgets = null;
        return;
      }
      const isDue =
        readAt === null || (holds.size > 0 && (!isCertain || clock.now() - readAt >= lookAgainMs));
      if (isDue && sending === 0) await look(signal);
    },
    mayClaim(payment) {
      const { kind, currencyCode, rowNumber, batchId } = payment;
      if (kind !== 'payout') return true;
      const before = `Batch ${batchId} is held before row ${rowNumber}`;
      if (isDamaged(store, 'floors'))
        return hold(
          payment,
          `${before}: the floors that are set cannot be read. Set them again in the settings.`,
          null,
        );
      const floor = floors().find((each) => each.currencyCode === currencyCode);
      if (floor === undefined) return true;
      const budget = budgets?.get(currencyCode);
      // A floor that was set during the run: nothing is sent in its currency before the balance is known.
      if (budget === undefined || compareAmounts(budget.floor, floor.amount) !== 0) {
        isCertain = false;
        return hold(payment, `${before}: the balance is being read.`, null);
      }
      if (budget.available === null)
        return hold(
          payment,
          `${before}: a floor is set for ${currencyCode}, and the available balance is not known. Bursar reads it again.`,
          null,
        );
      // Within a currency nothing overtakes a row that is held.
      const isOvertaking = [...holds.values()].some(
        ({ error }) => error.details.currencyCode === currencyCode,
      );
      const cost = costOf(payment);
      if (!isOvertaking && compareAmounts(cost, budget.left) <= 0) {
        budget.left = subtractAmounts(budget.left, cost);
        isCertain = false;
        return true;
      }
      const missing = subtractAmounts(cost, budget.left);
      const short = compareAmounts(missing, '0') > 0 ? missing : cost;
      return hold(
        payment,
        `${before}: ${moneyText({ amount: cost, currencyCode })} with fees would take the balance below the floor of ${moneyText({ amount: floor.amount, currencyCode })}. Short by ${moneyText({ amount: short, currencyCode })}. Top up, or lower the floor.`,
        short,
      );
    },
    isHeld: (batchId) => holds.has(batchId),
    problem: () => (isCertain ? ([...holds.values()][0]?.error ?? null) : null),
    lookAgainAt: () =>
      holds.size === 0 || readAt === null ? null : isCertain ? readAt + lookAgainMs : clock.now(),
    lookAgain() {
      if (holds.size > 0) isCertain = false;
    },
  };
}
