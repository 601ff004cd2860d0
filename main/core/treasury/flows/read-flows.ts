import { Environment } from '../../../../contract/profile.ts';
import type { FlowPeriod } from '../../../../contract/treasury/flows.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../../contract/result.ts';
import { daysReversedText } from '../../../../contract/text/clock.ts';
import type { StoreContext } from '../../context/context.ts';
import { noProfile } from '../../context/subject.ts';
import { catchUp } from '../../context/turns.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { dayNumberOf } from './days.ts';
import { foldFlows } from './fold-flows.ts';
import { compareText } from '../../../../contract/same-code.ts';

/** Events followed, and days read, per piece; a piece blocks the process for a few milliseconds. */
const eventsAtOnce = 200;
const daysAtOnce = 31;

/** Follows new records; once after an update of Bursar, the whole history. As `catchUp`. */
export function catchUpFlows(
  { store, clock }: StoreContext,
  signal: AbortSignal,
  patience?: number,
): Promise<boolean> {
  return catchUp(clock, () => store.indexFlows(eventsAtOnce) < eventsAtOnce, signal, patience);
}

/** The profile of that name, or all of them. */
export function profilesNamed(
  { store }: Pick<StoreContext, 'store'>,
  profileName: string | null,
): Result<StoredProfile[]> {
  if (profileName === null) return succeed(store.listProfiles());
  const profile = store.findProfile(profileName);
  return profile === null ? noProfile(store, profileName) : succeed([profile]);
}

/** The profile of that name; or all, removed ones included: their money moved, too. */
export function profilesOnRecord(
  context: Pick<StoreContext, 'store'>,
  profileName: string | null,
): Result<StoredProfile[]> {
  if (profileName !== null) return profilesNamed(context, profileName);
  const { store } = context;
  return succeed(
    Environment.options
      .flatMap((environment) => store.keyIdsIn(environment))
      .flatMap((keyId) => store.profileOfKey(keyId) ?? []),
  );
}

/** Twenty years: the answer has one entry per day. */
const mostDays = 7320;

/** The days that a call names, as numbers, inclusive. */
export function daysOf({
  from,
  until,
}: {
  readonly from: string;
  readonly until: string;
}): Result<{ from: number; until: number }> {
  const days = { from: dayNumberOf(from), until: dayNumberOf(until) };
  if (days.until < days.from) return fail('inputInvalid', daysReversedText);
  if (days.until - days.from >= mostDays)
    return fail(
      'inputInvalid',
      `From ${from} until ${until} is more than twenty years. Name a shorter period.`,
    );
  return succeed(days);
}

/** The result of a call that was stopped before its end. */
export function stoppedReading(): Failure {
  return fail('stopped', 'Reading was stopped. Nothing was changed.');
}

/** Money in and out per day, week or month and currency (operation `flows.read`). */
export async function readFlows(
  context: StoreContext,
  { profileName, by, ...asked }: ParsedInput<'flows.read'>,
  signal: AbortSignal,
): Promise<Result<FlowPeriod[]>> {
  const { store, clock } = context;
  const profiles = profilesOnRecord(context, profileName);
  if (!profiles.ok) return profiles;
  const days = daysOf(asked);
  if (!days.ok) return days;
  if (!(await catchUpFlows(context, signal))) return stoppedReading();
  const ofEnvironments = Map.groupBy(profiles.value, ({ environment }) => environment);
  const found: FlowPeriod[] = [];
  for (const [environment, ofEnvironment] of ofEnvironments) {
    const fold = foldFlows(environment, by, days.value);
    for (const { keyId } of ofEnvironment) {
      const first = store.firstFlowDay(keyId);
      if (first === null) continue;
      for (let day = Math.max(days.value.from, first); day <= days.value.until; day += daysAtOnce) {
        fold.add(
          store.flowsBetween(keyId, { from: day, until: Math.min(day + daysAtOnce, days.value.until + 1) }),
        );
        await clock.turn();
        if (signal.aborted) return stoppedReading();
      }
    }
    found.push(...fold.list());
  }
  return succeed(found.toSorted((left, right) => compareText(left.from, right.from)));
}
