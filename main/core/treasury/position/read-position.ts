import { openStates, unresolvedStates } from '../../../../contract/payments/payment.ts';
import { negateAmount } from '../../../../contract/money/amount.ts';
import { runningTotals } from '../../../../contract/money/money.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import type { PositionLine, PositionPart } from '../../../../contract/treasury/position.ts';
import type { Handlers, StoreContext } from '../../context/context.ts';
import { noProfile } from '../../context/subject.ts';
import { isoTime } from '../../payments/convert.ts';
import type { OpenTopUp, StoredProfile } from '../../ports/index.ts';
import { balanceAges, storedBalances } from '../balances.ts';
import { plannedBatches } from '../committed.ts';
import { estimateFees } from '../estimated-fees.ts';
import { profilesNamed, stoppedReading } from '../flows/read-flows.ts';
import {
  groupPayments,
  positionLines,
  positionParts,
  withOtherSpellings,
  type PositionFacts,
  type PositionPayments,
} from './position.ts';
import { openTopUpPages } from './open-top-ups.ts';
import { sentSinceBalance } from './sent-since.ts';

/** A draft counts if it is scheduled, or waits for approvals. */
const unsettledStates: ReadonlySet<string> = new Set(['draft', ...unresolvedStates]);

const areOpen: ReadonlySet<string> = new Set(openStates);

/** Handlers for the current and projected position. */
export function positionHandlers(context: StoreContext): Pick<Handlers, 'position.read' | 'position.parts'> {
  return {
    'position.read': (input, { signal }) => readPosition(context, input, signal),
    'position.parts': (input, { signal }) => readParts(context, input, signal),
  };
}

/** By profile and currency (operation `position.read`). */
async function readPosition(
  context: StoreContext,
  { profileName }: ParsedInput<'position.read'>,
  signal: AbortSignal,
): Promise<Result<PositionLine[]>> {
  const profiles = profilesNamed(context, profileName);
  if (!profiles.ok) return profiles;
  const lines: PositionLine[] = [];
  for (const profile of profiles.value) {
    const ofProfile = await profilePosition(context, profile, signal);
    if (ofProfile === null) return stoppedReading();
    lines.push(...ofProfile);
  }
  return succeed(lines);
}

/** The lines of one profile; null if the read was stopped. */
async function profilePosition(
  context: StoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<PositionLine[] | null> {
  const facts = await factsOf(context, profile, signal);
  return facts === null ? null : positionLines(facts);
}

/** The lines of a profile, none if the read was stopped. */
export type PositionOf = (profile: StoredProfile) => Promise<readonly PositionLine[]>;

/** Reads the position of each profile once, however often it is asked for; see `withOtherSpellings`. */
export function positionsOnce(context: StoreContext, signal: AbortSignal): PositionOf {
  const read = new Map<string, Promise<PositionLine[] | null>>();
  return async (profile) => {
    const reading = read.get(profile.keyId) ?? profilePosition(context, profile, signal);
    read.set(profile.keyId, reading);
    return withOtherSpellings((await reading) ?? []);
  };
}

/** The parts of one line's figures (operation `position.parts`). */
async function readParts(
  context: StoreContext,
  { profileName, currencyCode }: ParsedInput<'position.parts'>,
  signal: AbortSignal,
): Promise<Result<PositionPart[]>> {
  const profile = context.store.findProfile(profileName);
  if (profile === null) return noProfile(context.store, profileName);
  const facts = await factsOf(context, profile, signal);
  return facts === null ? stoppedReading() : succeed(positionParts(facts, currencyCode));
}

async function factsOf(
  context: StoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<PositionFacts | null> {
  const { store } = context;
  const since = await sentSinceBalance(context, profile, signal);
  if (since === null) return null;
  const { asOf, balances } = storedBalances(store, profile);
  const ages = balanceAges(store, profile);
  const open = store.openFlows(profile.keyId).map((flow) => onItsWay(flow, asOf !== null));
  let notInYet: PositionPayments[] = [];
  const fees = runningTotals();
  /** By currency, top-ups without a reported fee. */
  const withoutFee = new Map<string, number>();
  const addWithoutFee = (currencyCode: string, count: number): void => {
    withoutFee.set(currencyCode, (withoutFee.get(currencyCode) ?? 0) + count);
  };
  for await (const page of openTopUpPages(context, profile)) {
    if (signal.aborted) return null;
    for (const { fee, currencyCode } of page)
      if (fee === null) addWithoutFee(currencyCode, 1);
      else fees.add(fee);
    const surely = page
      .filter((topUp) => isSurelyNotIn(topUp, ages?.of(topUp.currencyCode).answeredAt ?? null))
      .map((topUp) => onItsWay({ ...topUp, kind: 'topup', count: 1 }, true));
    notInYet = groupPayments([...notInYet, ...surely]);
  }
  const planned = (await plannedBatches(context, profile.keyId)).flatMap(({ payouts, ...batch }) =>
    payouts.map((payout): PositionPayments => ({
      ...payout,
      kind: 'payout',
      state: 'draft',
      isSinceBalance: false,
      isPerhapsInBalance: false,
      batch,
    })),
  );
  const payments = groupPayments([
    ...open,
    ...planned,
    ...since.payments,
    ...withoutThem(since.payments.map((payment) => onItsWay(payment, true))),
    ...since.unsettled,
    ...withoutThem(since.unsettled.map((payment) => onItsWay(payment, true))),
    ...notInYet.map((topUp) => ({ ...topUp, isPerhapsInBalance: false })),
    ...withoutThem(notInYet),
  ]).filter(({ count }) => count > 0);
  const unsettled = payments.filter(({ kind, state }) => kind === 'payout' && unsettledStates.has(state));
  const unpriced = Map.groupBy(since.withoutFee, ({ kind }) => kind);
  for (const { currencyCode, count } of unpriced.get('topup') ?? []) addWithoutFee(currencyCode, count);
  const estimate = await estimateFees(
    context,
    profile,
    [...unsettled, ...(unpriced.get('payout') ?? [])],
    signal,
  );
  for (const fee of [...estimate.fees, ...since.fees.payout, ...since.fees.topup]) fees.add(fee);
  return {
    profileName: profile.name,
    environment: profile.environment,
    balances,
    asOf: isoTime(asOf),
    payments,
    fees: new Map(fees.list().map(({ currencyCode, amount }) => [currencyCode, amount])),
    withoutEstimate: estimate.unknown,
    withoutFee,
  };
}

/** A payment that has not ended. If it was sent, the balance may already include it. */
function onItsWay(
  payment: Omit<PositionPayments, 'isSinceBalance' | 'isPerhapsInBalance' | 'batch'>,
  hasBalance: boolean,
): PositionPayments {
  const { kind, state, currencyCode, paymentMethodCode, count, amount } = payment;
  const isCounted = kind === 'topup' || (kind === 'payout' && state !== 'accepted');
  const isPerhapsInBalance = hasBalance && isCounted && state !== 'queued';
  return {
    kind,
    state,
    currencyCode,
    paymentMethodCode,
    count,
    amount,
    isSinceBalance: false,
    isPerhapsInBalance,
    batch: null,
  };
}

/**
 * Whether a balance from this moment certainly lacks an open top-up: the gateway said that it has not ended, to a question that left
 * later. Top-ups sent since are found by `sentSince`.
 */
function isSurelyNotIn({ firstSentAt, openAt }: OpenTopUp, balanceCameAt: number | null): boolean {
  if (balanceCameAt === null) return false;
  const isSentSince = firstSentAt !== null && firstSentAt > balanceCameAt;
  return !isSentSince && openAt !== null && openAt > balanceCameAt;
}

/** Removes open payments that are counted elsewhere. */
function withoutThem(payments: readonly PositionPayments[]): PositionPayments[] {
  return payments
    .filter(({ state }) => areOpen.has(state))
    .map((payment) => ({
      ...payment,
      count: -payment.count,
      amount: negateAmount(payment.amount),
    }));
}
