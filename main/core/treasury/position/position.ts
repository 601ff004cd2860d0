import {
  unresolvedStates,
  type PaymentKind,
  type PaymentState,
} from '../../../../contract/payments/payment.ts';
import { addAmounts, negateAmount, sumAmounts } from '../../../../contract/money/amount.ts';
import { isSameCode } from '../../../../contract/same-code.ts';
import type { PositionLine, PositionPart } from '../../../../contract/treasury/position.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { Balance } from '../../../../contract/treasury.ts';
import type { Flow } from '../../ports/index.ts';
import {
  availableOf,
  availableParts,
  reservedOf,
  reservedParts,
} from '../../../../contract/treasury/available.ts';

/** The payments that make up one part of a figure. */
export type PositionPayments = Pick<
  Flow,
  'kind' | 'state' | 'currencyCode' | 'paymentMethodCode' | 'count' | 'amount'
> &
  Pick<PositionPart, 'isSinceBalance' | 'isPerhapsInBalance' | 'batch'>;

/** The inputs of a position, all of one profile. */
export type PositionFacts = {
  readonly profileName: string;
  readonly environment: Environment;
  readonly balances: readonly Balance[];
  /** ISO 8601; null: no balance was ever read. */
  readonly asOf: string | null;
  /** Payments that have not ended, and those that the balance may not include. */
  readonly payments: readonly PositionPayments[];
  /** Estimated fees of the committed payouts, and reported ones of what the balance may not include, per currency of the fee. */
  readonly fees: ReadonlyMap<string, string>;
  /** By currency, committed payouts of which the fees cannot be estimated. */
  readonly withoutEstimate: ReadonlyMap<string, number>;
  /** By currency, expected top-ups of which the gateway has reported no fee. */
  readonly withoutFee: ReadonlyMap<string, number>;
};

/** One line for each currency with a balance or a payment in progress. */
export function positionLines(facts: PositionFacts): PositionLine[] {
  const { profileName, environment, balances, asOf, payments, fees, withoutEstimate, withoutFee } = facts;
  const currencyCodes = new Set([
    ...balances.map(({ currencyCode }) => currencyCode),
    ...payments.flatMap((each) => (figureOf(each) === null ? [] : [each.currencyCode])),
    ...fees.keys(),
  ]);
  return Array.from(currencyCodes, (currencyCode) => {
    const amounts = amountsIn(balances, currencyCode);
    const available = availableOf({ amounts });
    const counted = (figure: 'committed' | 'expectedIn'): PositionPayments[] =>
      payments.filter((each) => each.currencyCode === currencyCode && figureOf(each) === figure);
    const committed = sumOf(counted('committed'));
    const expectedIn = sumOf(counted('expectedIn'));
    const isNoneKnown = withoutEstimate.has(currencyCode) || withoutFee.has(currencyCode);
    const estimatedFees = fees.get(currencyCode) ?? (isNoneKnown ? null : '0');
    return {
      profileName,
      environment,
      currencyCode,
      available,
      reserved: reservedOf({ amounts }),
      committed,
      expectedIn,
      perhapsCountedTwice: sumOf(
        counted('expectedIn').filter(({ isPerhapsInBalance }) => isPerhapsInBalance),
      ),
      perhapsTakenTwice: sumOf(counted('committed').filter(({ isPerhapsInBalance }) => isPerhapsInBalance)),
      estimatedFees,
      committedWithoutEstimate: withoutEstimate.get(currencyCode) ?? 0,
      expectedWithoutFee: withoutFee.get(currencyCode) ?? 0,
      projected:
        available === null
          ? null
          : sumAmounts([available, negateAmount(committed), negateAmount(estimatedFees ?? '0'), expectedIn]),
      asOf: amounts.length === 0 ? null : asOf,
    };
  });
}

/**
 * These lines, with what is projected of a balance counting payments whose currency is spelled otherwise and has no balance of its own: only
 * the gateway knows whether these are one, and a warning too many does no harm.
 */
export function withOtherSpellings(lines: readonly PositionLine[]): PositionLine[] {
  return lines.map((line) => {
    if (line.projected === null) return line;
    const others = lines.filter(
      ({ available, currencyCode }) => available === null && isSameCode(currencyCode, line.currencyCode),
    );
    const changes = others.flatMap(({ committed, estimatedFees, expectedIn }) => [
      negateAmount(committed),
      negateAmount(estimatedFees ?? '0'),
      expectedIn,
    ]);
    return { ...line, projected: sumAmounts([line.projected, ...changes]) };
  });
}

function sumOf(payments: readonly PositionPayments[]): string {
  return sumAmounts(payments.map(({ amount }) => amount));
}

/** The parts of one currency's figures. */
export function positionParts(facts: PositionFacts, currencyCode: string): PositionPart[] {
  const amounts = amountsIn(facts.balances, currencyCode);
  const named = (figure: 'available' | 'reserved', name: string, amount: string): PositionPart => ({
    ...blank,
    figure,
    name,
    amount,
  });
  const fee = facts.fees.get(currencyCode);
  return [
    ...availableParts({ amounts }).map(({ name, amount }) => named('available', name, amount)),
    ...reservedParts({ amounts }).map(({ name, amount }) => named('reserved', name, amount)),
    ...facts.payments
      .filter((each) => each.currencyCode === currencyCode)
      .map(({ currencyCode: _same, ...payment }) => ({
        ...blank,
        ...payment,
        figure: figureOf(payment) ?? ('notCounted' as const),
      })),
    ...(fee === undefined ? [] : [{ ...blank, figure: 'estimatedFees' as const, amount: fee }]),
  ];
}

const blank = {
  name: null,
  kind: null,
  state: null,
  paymentMethodCode: null,
  count: null,
  amount: null,
  isSinceBalance: false,
  isPerhapsInBalance: false,
  batch: null,
} as const;

/**
 * The figure that counts a payment. Only scheduled drafts and those that wait for approvals reach this. A payout known as accepted before the balance was requested is already in that balance. Payins are
 * not counted: it is unknown whether a customer pays.
 */
function figureOf({
  kind,
  state,
  isSinceBalance,
}: Pick<PositionPayments, 'kind' | 'state' | 'isSinceBalance'>): 'committed' | 'expectedIn' | null {
  const isUnresolved = unresolvedStates.some((each) => each === state);
  const isPlanned = state === 'draft';
  const isTaken = isSinceBalance && takenStates[kind].has(state);
  if (kind === 'payout') return isUnresolved || isPlanned || isTaken ? 'committed' : null;
  if (kind === 'topup') return isUnresolved || state === 'accepted' || isTaken ? 'expectedIn' : null;
  return null;
}

const moved: readonly PaymentState[] = ['accepted', 'paid'];
/** States in which the gateway moves, or has moved, the money of a payment. Of a payout in conflict it is other money, which leaves all the same. */
export const takenStates: Readonly<Record<PaymentKind, ReadonlySet<PaymentState>>> = {
  payout: new Set([...moved, 'conflict']),
  payin: new Set(moved),
  topup: new Set(moved),
};

function amountsIn(balances: readonly Balance[], currencyCode: string): Balance['amounts'] {
  return balances
    .filter((balance) => balance.currencyCode === currencyCode)
    .flatMap(({ amounts }) => amounts);
}

/** Adds up payments of one kind, state, currency and method; those of drafts separately. */
export function groupPayments(payments: readonly PositionPayments[]): PositionPayments[] {
  const groups = new Map<string, PositionPayments>();
  for (const each of payments) {
    const { kind, state, currencyCode, paymentMethodCode, isSinceBalance, isPerhapsInBalance, batch } = each;
    const key = [
      kind,
      state,
      currencyCode,
      paymentMethodCode,
      isSinceBalance,
      isPerhapsInBalance,
      batch?.batchId,
    ].join('\u001f');
    const known = groups.get(key);
    groups.set(key, {
      ...each,
      count: (known?.count ?? 0) + each.count,
      amount: addAmounts(known?.amount ?? '0', each.amount),
    });
  }
  return [...groups.values()];
}
