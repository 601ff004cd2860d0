import { readJson } from '../../../../contract/json.ts';
import { dayMs } from '../../../../contract/duration.ts';
import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import { Balance } from '../../../../contract/treasury.ts';
import type { StoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredSnapshot, StoredProfile } from '../../ports/index.ts';
import { availableOf, bookedOf, reservedOf } from '../../../../contract/treasury/available.ts';
import { daysOf, profilesNamed, stoppedReading } from './read-flows.ts';
import { pagesOf } from '../../payments/pages.ts';
import { compareText } from '../../../../contract/same-code.ts';

type History = OperationOutput<'balances.history'>;

const snapshotsAtOnce = 500;

/** A parsed stored balance; null if it names no amount. */
export type Reading = {
  readonly at: number;
  readonly available: string | null;
  readonly reserved: string | null;
  readonly booked: string;
};

/** Parses the amounts of a stored balance; null if none is a booked amount. */
export function readSnapshot({ at, amounts }: StoredSnapshot): Reading | null {
  const read = readJson(Balance.shape.amounts, amounts);
  const booked = read === null ? null : bookedOf({ amounts: read });
  if (read === null || booked === null) return null;
  return { at, available: availableOf({ amounts: read }), reserved: reservedOf({ amounts: read }), booked };
}

/** Stored balances of one profile and currency after one moment and before another, oldest first; null where the signal aborted. */
export async function readingsBetween(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  currencyCode: string,
  { after, until }: { readonly after: number; readonly until: number },
  signal: AbortSignal,
): Promise<Reading[] | null> {
  const found: Reading[] = [];
  const pages = pagesOf<StoredSnapshot>(clock, snapshotsAtOnce, (last) =>
    store.snapshotsAfter(keyId, currencyCode, { after: last?.at ?? after, until, limit: snapshotsAtOnce }),
  );
  for await (const page of pages) {
    if (signal.aborted) return null;
    found.push(...page.flatMap((snapshot) => readSnapshot(snapshot) ?? []));
  }
  return found;
}

/** Every stored balance of one currency, and the gaps (operation `balances.history`). */
export async function balanceHistory(
  context: StoreContext,
  { profileName, currencyCode, ...asked }: ParsedInput<'balances.history'>,
  signal: AbortSignal,
): Promise<Result<History>> {
  const profiles = profilesNamed(context, profileName);
  if (!profiles.ok) return profiles;
  const days = daysOf(asked);
  if (!days.ok) return days;
  const history: History = { points: [], gaps: [] };
  const time = { after: days.value.from * dayMs - 1, until: (days.value.until + 1) * dayMs };
  for (const profile of profiles.value) {
    const readings = await readingsBetween(context, profile, currencyCode, time, signal);
    if (readings === null) return stoppedReading();
    const { name } = profile;
    history.points.push(
      ...readings.map(({ at, ...amounts }) => ({
        profileName: name,
        currencyCode,
        at: isoTime(at),
        ...amounts,
      })),
    );
    const edges = edgesOf(context, profile, currencyCode, time);
    const moments = [...edges.before, ...readings.map(({ at }) => at), ...edges.after];
    history.gaps.push(...gapsIn(moments, days.value).map((gap) => ({ profileName: name, ...gap })));
  }
  history.points.sort((left, right) => compareText(left.at, right.at));
  return succeed(history);
}

/** The times of the last stored balance before a time and the first after it; now, if there is none after it. Null if none was ever stored. */
function edgesOf(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  currencyCode: string,
  { after, until }: { readonly after: number; readonly until: number },
): { before: number[]; after: number[] } {
  const now = clock.now();
  const earlier = store.snapshotBefore(keyId, currencyCode, after + 1);
  if (earlier === null && store.snapshotBefore(keyId, currencyCode, until) === null)
    return { before: [], after: [] };
  const [later] = store.snapshotsAfter(keyId, currencyCode, { after: until - 1, until: now + 1, limit: 1 });
  return { before: earlier === null ? [] : [earlier.at], after: [later?.at ?? now] };
}

/** A gap is where at least one whole day (UTC) of the period lies between two of these moments. */
function gapsIn(
  moments: readonly number[],
  days: { readonly from: number; readonly until: number },
): { after: string; before: string }[] {
  const dayOf = (at: number): number =>
    Math.min(Math.max(Math.floor(at / dayMs), days.from - 1), days.until + 1);
  return moments.flatMap((at, index) => {
    const next = moments[index + 1];
    if (next === undefined || dayOf(next) - dayOf(at) <= 1) return [];
    return [{ after: isoTime(at), before: isoTime(next) }];
  });
}
