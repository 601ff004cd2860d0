import { dayMs } from '../../../contract/duration.ts';
import { readJson } from '../../../contract/json.ts';
import { z } from 'zod';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { Balance, type BalancesAsOf } from '../../../contract/treasury.ts';
import { isoTime } from '../payments/convert.ts';
import type { CoreContext } from '../context/context.ts';
import { clientOf } from '../context/subject.ts';
import type { CallOptions, NewSnapshot, Store, StoredProfile } from '../ports/index.ts';
import { availableOf } from '../../../contract/treasury/available.ts';
import { cleanUpPeriodically } from './cleanup.ts';
import { catchUpFlows } from './flows/read-flows.ts';
import { lastIncluded, snapshotTime } from './snapshot-time.ts';

/**
 * How long an unchanged balance is not stored again, unless anything was recorded in between: then it may show a difference. The first one of
 * a day is stored, because the statement of that day says whether one was read.
 */
const quietMs = 5 * 60 * 1000;
/** Pieces of the flows that are followed before a balance is requested: more would delay it. */
const patience = 20;

/**
 * A balance is as old as the moment before its request left: `readAt` (milliseconds since 1970), with the number of the last log
 * event at that time. `answeredAt` is when the answer came; the balance may or may not include events in between. Earlier versions stored only
 * the time of the answer as `readAt`, and up to version 0.4.0 one time for all balances.
 */
const StoredBalance = Balance.extend({
  readAt: z.number().int().optional(),
  answeredAt: z.number().int().optional(),
  lastEvent: z.number().int().optional(),
});
type StoredBalance = z.infer<typeof StoredBalance>;

/** The moments between which a balance was read, and which log events it certainly includes. */
type BalanceAge = { readonly readAt: number; readonly answeredAt: number; readonly lastEvent: number };

export type BalanceAges = {
  of(currencyCode: string): BalanceAge;
  /** Every `lastEvent` that `of` returns. */
  readonly lastEvents: ReadonlySet<number>;
};

/** Reads the balances from the gateway, all or the named ones, and stores them (operation `balances.read`); `priority`: who waits. */
export async function readBalances(
  context: CoreContext,
  profile: StoredProfile,
  currencyCodes: readonly string[],
  signal: AbortSignal,
  priority: CallOptions['priority'] = 'interactive',
): Promise<Result<BalancesAsOf>> {
  const { store, gateway, clock, emit, background } = context;
  const client = clientOf(gateway, profile);
  await catchUpFlows(context, signal, patience);
  const moment = () => ({
    included: lastIncluded(context, profile, client),
    at: clock.now(),
    lastEvent: store.lastEvent(),
  });
  let asked = moment();
  // It may have to wait, for as long as a run sends.
  const onDeparture = (): boolean => {
    asked = moment();
    return true;
  };
  const answer = await client.call('balances', { currencyCodes }, { priority, signal, onDeparture });
  if (!answer.ok) return answer;
  const { included, at, lastEvent } = asked;
  const answeredAt = clock.now();
  const balances = answer.value.value.map(({ currencyCode, amounts }) => ({
    currencyCode,
    amounts: [...amounts],
  }));
  const before = kept(store, profile);
  /** Whether a request that left after this one was answered sooner. A clock that was set back must not keep an old balance. */
  const isOvertakenBy = (readAt: number): boolean => readAt > at && readAt <= answeredAt;
  const isOvertaken = (currencyCode: string): boolean =>
    before !== null &&
    isOvertakenBy(
      before.balances.find((balance) => balance.currencyCode === currencyCode)?.readAt ?? before.asOf,
    );
  const news = balances.filter(({ currencyCode }) => !isOvertaken(currencyCode));
  const read = news.map((balance): StoredBalance => ({ ...balance, readAt: at, answeredAt, lastEvent }));
  const snapshotAt = snapshotTime(context, profile, client, {
    at,
    included,
    currencyCodes: news.map(({ currencyCode }) => currencyCode),
  });
  const isQuiet = (before?.balances ?? []).every((balance) => balance.lastEvent === lastEvent);
  const named = new Set([...currencyCodes, ...balances.map(({ currencyCode }) => currencyCode)]);
  const others = (before?.balances ?? []).filter(
    ({ currencyCode }) => isOvertaken(currencyCode) || (currencyCodes.length > 0 && !named.has(currencyCode)),
  );
  const isWhole = others.length === 0 && (before === null || !isOvertakenBy(before.asOf));
  // If only some were read, all of them count as no newer than the oldest.
  const asOf = isWhole ? at : (before?.asOf ?? at);
  store.saveBalances(
    profile.keyId,
    { asOf, json: JSON.stringify([...others, ...read]) },
    { at: snapshotAt, quietMs: isQuiet ? Math.min(quietMs, snapshotAt % dayMs) : 0, list: snapshotsOf(news) },
  );
  background?.worked('balances', { keyId: profile.keyId });
  emit({ kind: 'balances', id: profile.name });
  await cleanUpPeriodically(context);
  return succeed({ asOf: isoTime(at), balances });
}

/**
 * Reads all balances of a profile where nobody awaits them: a failure becomes an attention item until they are read. Returns whether
 * they were read. Never rejects.
 */
export async function watchedBalances(
  context: CoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
  priority?: CallOptions['priority'],
): Promise<boolean> {
  const { background } = context;
  const { keyId } = profile;
  try {
    const read = await readBalances(context, profile, [], signal, priority);
    if (!read.ok && !signal.aborted) background?.failed('balances', read.error, { keyId });
    return read.ok;
  } catch (thrown) {
    background?.failed('balances', thrown, { keyId });
    return false;
  }
}

/** The stored balances, offline; `asOf` in milliseconds since 1970, null if they were never read. */
export function storedBalances(
  store: Pick<Store, 'latestBalances'>,
  profile: Pick<StoredProfile, 'keyId'>,
): { asOf: number | null; balances: Balance[] } {
  const { asOf, balances } = kept(store, profile) ?? { asOf: null, balances: [] };
  return {
    asOf,
    balances: balances.map(({ currencyCode, amounts }) => ({ currencyCode, amounts })),
  };
}

/** The age of each currency's stored balance; a currency without one counts as old as the oldest. Null if none was ever read. */
export function balanceAges(
  store: Pick<Store, 'latestBalances' | 'lastEventBefore'>,
  profile: Pick<StoredProfile, 'keyId'>,
): BalanceAges | null {
  const latest = kept(store, profile);
  if (latest === null) return null;
  const { asOf, balances } = latest;
  const ages = new Map<string, BalanceAge>();
  for (const { currencyCode, readAt = asOf, answeredAt = readAt, lastEvent } of balances)
    ages.set(currencyCode, {
      readAt,
      answeredAt,
      lastEvent: lastEvent ?? store.lastEventBefore(readAt),
    });
  const all = [...ages.values()];
  const oldest =
    all.length === 0
      ? { readAt: asOf, answeredAt: asOf, lastEvent: store.lastEventBefore(asOf) }
      : {
          readAt: Math.min(...all.map(({ readAt }) => readAt)),
          answeredAt: Math.max(...all.map(({ answeredAt }) => answeredAt)),
          lastEvent: Math.min(...all.map(({ lastEvent }) => lastEvent)),
        };
  return {
    of: (currencyCode) => ages.get(currencyCode) ?? oldest,
    lastEvents: new Set([oldest, ...all].map((age) => age.lastEvent)),
  };
}

/** The recent history of each currency's available amount (operation `balances.trend`). */
export async function balanceTrend(
  { store, clock }: CoreContext,
  { keyId }: StoredProfile,
  { since, points }: Pick<ParsedInput<'balances.trend'>, 'since' | 'points'>,
): Promise<OperationOutput<'balances.trend'>> {
  const now = clock.now();
  const from = Math.min(Date.parse(since), now);
  const trend: OperationOutput<'balances.trend'> = [];
  for (const currencyCode of store.snapshotCurrencies(keyId)) {
    // The gateway's clock, which snapshots follow, may be ahead.
    const until = Math.max(now, store.snapshotBefore(keyId, currencyCode, now + dayMs)?.at ?? 0);
    const snapshots = store.snapshotsBetween(keyId, currencyCode, { since: from, until, parts: points });
    if (snapshots.length > 0)
      trend.push({
        currencyCode,
        points: snapshots.map(({ at, available }) => ({ at: isoTime(at), amount: available })),
      });
    await clock.turn();
  }
  return trend;
}

function kept(
  store: Pick<Store, 'latestBalances'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
): { asOf: number; balances: StoredBalance[] } | null {
  const latest = store.latestBalances(keyId);
  const balances = readJson(StoredBalance.array(), latest?.json ?? null);
  return latest === null || balances === null ? null : { asOf: latest.asOf, balances };
}

/** One snapshot per currency, with every amount named in any of its rows; a currency with no amount has none. */
function snapshotsOf(balances: readonly Balance[]): NewSnapshot[] {
  return Array.from(
    Map.groupBy(balances, ({ currencyCode }) => currencyCode),
    ([currencyCode, rows]) => ({ currencyCode, amounts: rows.flatMap(({ amounts }) => amounts) }),
  ).flatMap(({ currencyCode, amounts }) => {
    const available = availableOf({ amounts });
    return available === null ? [] : [{ currencyCode, available, amounts: JSON.stringify(amounts) }];
  });
}
