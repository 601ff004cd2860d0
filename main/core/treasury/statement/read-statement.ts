import { dayMs } from '../../../../contract/duration.ts';
import { compareAmounts, isZeroAmount } from '../../../../contract/money/amount.ts';
import type { Money } from '../../../../contract/money/money.ts';
import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import {
  hasArisen,
  daysWithCandidates,
  type Candidate,
  type Explanation,
  type Statement,
  type StatementDay,
} from '../../../../contract/treasury/statement.ts';
import { moneyText } from '../../../../contract/text/numbers.ts';
import { isPaidStill } from '../../../../contract/text/payment-meaning.ts';
import type { CoreContext, StoreContext } from '../../context/context.ts';
import { chooseProfile } from '../../context/subject.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredProfile, Store } from '../../ports/index.ts';
import { catchUpFlows, daysOf, stoppedReading } from '../flows/read-flows.ts';
import { heldMoney } from '../held-money.ts';
import { candidatesFor, nearMs } from './candidates.ts';
import { drawStatement, type DrawnStatement } from './draw-statement.ts';
import { flowPaymentPages, gatherFacts } from './gather-facts.ts';
import { movementOf, placeText, readPlace, withBalances } from './movements.ts';
import { actorStore } from '../../settings/actor.ts';

type Which = Pick<ParsedInput<'statement.read'>, 'profileName' | 'currencyCode' | 'from' | 'until'>;

/** The most payments read for one difference. */
const mostLookedAt = 2000;
const unfinished = ['unknown', 'sending', 'conflict', 'outside', 'accepted'] as const;
const suspects = [...unfinished, 'failed'] as const;

/** The booked balance day by day, and the gateway's reports (operation `statement.read`). */
export async function readStatement(
  context: StoreContext,
  which: Which,
  signal: AbortSignal,
): Promise<Result<Statement>> {
  const drawn = await drawFor(context, which, signal);
  if (!drawn.ok) return drawn;
  const { profile, statement } = drawn.value;
  const { currencyCode } = which;
  const explanations = context.store.explanations(profile.keyId, currencyCode);
  const days: StatementDay[] = [];
  let looked = 0;
  for (const { number, reportedAt: readAt, ...day } of statement.days) {
    const isOpen = hasArisen(day);
    if (isOpen) looked += 1;
    days.push({
      ...day,
      reportedAt: isoTime(readAt),
      explanation: explanationOf(explanations, day),
      candidates: !isOpen
        ? []
        : looked > daysWithCandidates
          ? null
          : await candidatesOf(context, profile, currencyCode, statement, {
              number,
              arisen: day.arisen ?? '0',
            }),
    });
    if (signal.aborted) return stoppedReading();
  }
  const { openingReadAt, reportedAt, ...others } = statement;
  return succeed({
    profileName: profile.name,
    environment: profile.environment,
    merchantCode: profile.merchantCode,
    currencyCode,
    from: which.from,
    until: days.at(-1)?.day ?? which.until,
    ...others,
    openingReadAt: isoTime(openingReadAt),
    reportedAt: isoTime(reportedAt),
    days,
  });
}

/** A page of movements (operation `statement.movements`). */
export async function readMovements(
  context: StoreContext,
  { after, limit, ...which }: ParsedInput<'statement.movements'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'statement.movements'>>> {
  const place = after === null ? null : readPlace(after);
  if (after !== null && place === null)
    return fail(
      'inputInvalid',
      'The list of movements cannot be continued from here. Start again with the first page.',
    );
  const begun = place === null ? await begin(context, which, signal) : profileOf(context, which);
  if (!begun.ok) return begun;
  const { profile, opening } = begun.value;
  const days = daysSoFar(context, which);
  if (!days.ok) return days;
  const { currencyCode } = which;
  const found = context.store.flowPayments(profile.keyId, {
    currencyCode,
    states: ['paid'],
    from: days.value.from * dayMs,
    until: (days.value.until + 1) * dayMs,
    after: place,
    limit,
  });
  const movements = withBalances(
    found.map((payment) => movementOf(payment, currencyCode)),
    place === null ? opening : place.balance,
  );
  const last = found.at(-1);
  const next =
    last === undefined || found.length < limit
      ? null
      : placeText({ at: last.at, paymentId: last.paymentId, balance: movements.at(-1)?.balance ?? null });
  return succeed({ movements, next });
}

/** Records why a difference arose; the difference must exist (operation `statement.explain`). */
export async function explainDifference(
  context: Pick<CoreContext, 'store' | 'clock' | 'emit' | 'actor'>,
  { profileName, currencyCode, day, amount, note }: ParsedInput<'statement.explain'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'statement.explain'>>> {
  const { clock, emit } = context;
  const drawn = await drawFor(context, { profileName, currencyCode, from: day, until: day }, signal);
  if (!drawn.ok) return drawn;
  const { profile, statement } = drawn.value;
  const arisen = statement.days[0]?.arisen ?? null;
  if (arisen === null || isZeroAmount(arisen))
    return fail(
      'inputInvalid',
      `No difference in ${currencyCode} arose on ${day}, so there is none to explain.`,
    );
  if (compareAmounts(arisen, amount) !== 0)
    return fail(
      'inputInvalid',
      `The difference that arose on ${day} is ${moneyText({ amount: arisen, currencyCode })}, not ${moneyText({ amount, currencyCode })}. Look at the statement again.`,
    );
  const at = clock.now();
  actorStore(context).explainDifference(profile.keyId, { currencyCode, day, amount, note }, at);
  emit({ kind: 'balances', id: profile.name });
  return succeed({ explanation: { at: isoTime(at), amount, note } });
}

type Begun = { readonly profile: StoredProfile; readonly opening: string | null };

function profileOf({ store }: StoreContext, { profileName }: Which): Result<Begun> {
  const profile = chooseProfile(store, profileName);
  return profile.ok ? succeed({ profile: profile.value, opening: null }) : profile;
}

async function begin(context: StoreContext, which: Which, signal: AbortSignal): Promise<Result<Begun>> {
  const drawn = await drawFor(context, which, signal);
  if (!drawn.ok) return drawn;
  const { profile, statement } = drawn.value;
  return succeed({ profile, opening: statement.opening });
}

/** The days of a period up to today: nothing is known of later ones, least of all a closing balance. */
function daysSoFar({ clock }: Pick<StoreContext, 'clock'>, which: Which): ReturnType<typeof daysOf> {
  const days = daysOf(which);
  if (!days.ok) return days;
  const today = Math.floor(clock.now() / dayMs);
  return days.value.from > today
    ? fail('inputInvalid', `${which.from} has not come yet (days are in UTC).`)
    : succeed({ from: days.value.from, until: Math.min(days.value.until, today) });
}

async function drawFor(
  context: StoreContext,
  which: Which,
  signal: AbortSignal,
): Promise<Result<{ profile: StoredProfile; statement: DrawnStatement }>> {
  const profile = chooseProfile(context.store, which.profileName);
  if (!profile.ok) return profile;
  const days = daysSoFar(context, which);
  if (!days.ok) return days;
  if (!(await catchUpFlows(context, signal))) return stoppedReading();
  const facts = await gatherFacts(context, profile.value, which.currencyCode, days.value, signal);
  return facts === null
    ? stoppedReading()
    : succeed({ profile: profile.value, statement: drawStatement(facts) });
}

/**
 * What may have caused a difference on a day: since the balance reported before, or during the day if there is none. Payments that were unfinished
 * by then may have ended in that time.
 */
async function candidatesOf(
  context: StoreContext,
  profile: StoredProfile,
  currencyCode: string,
  { days, openingReadAt }: DrawnStatement,
  { number, arisen }: { readonly number: number; readonly arisen: string },
): Promise<Candidate[]> {
  const earlier = days.findLast((day) => day.number < number && day.reportedAt !== null);
  const since = earlier?.reportedAt ?? openingReadAt ?? number * dayMs;
  const readAt = days.find((day) => day.number === number)?.reportedAt ?? (number + 1) * dayMs;
  const time = { from: since - nearMs, until: Math.max(readAt, since) + nearMs };
  const found = context.store
    .changedSincePaid(profile.keyId, currencyCode, mostLookedAt)
    .filter(({ at }) => at < time.until);
  const now = context.store.paymentsOf(found.map(({ paymentId }) => paymentId));
  const noLongerPaid = new Set(now.filter((each) => !isPaidStill(each)).map(({ paymentId }) => paymentId));
  for (const search of [
    { states: suspects, ...time },
    { states: unfinished, from: 0, until: time.from },
  ])
    for await (const page of flowPaymentPages(context, profile, { currencyCode, ...search })) {
      found.push(...page);
      if (found.length > mostLookedAt) break;
    }
  for (const near of new Set([since, readAt]))
    for await (const page of flowPaymentPages(context, profile, {
      currencyCode,
      states: ['paid'],
      from: near - nearMs,
      until: near + nearMs,
    })) {
      found.push(...page);
      if (found.length > mostLookedAt) break;
    }
  const conflicts = { states: ['conflict'], currencyCode: null, from: 0, until: time.until } as const;
  const held = new Map<number, Money>();
  for await (const page of flowPaymentPages(context, profile, conflicts)) {
    for (const [paymentId, money] of heldMoney(context.store, page))
      if (money.currencyCode === currencyCode) held.set(paymentId, money);
    found.push(...page.filter(({ paymentId }) => held.has(paymentId)));
    if (found.length > mostLookedAt) break;
  }
  const each = new Map(found.map((payment) => [payment.paymentId, payment])).values();
  return candidatesFor(arisen, [...each], { currencyCode, since, readAt, noLongerPaid, held });
}

/** The last note about a day's difference: a note about another amount does not apply. */
function explanationOf(
  explanations: ReturnType<Store['explanations']>,
  { day, arisen }: Pick<StatementDay, 'day' | 'arisen'>,
): Explanation | null {
  const match = explanations.findLast(
    (each) => each.day === day && arisen !== null && compareAmounts(each.amount, arisen) === 0,
  );
  return match === undefined ? null : { at: isoTime(match.at), amount: match.amount, note: match.note };
}
