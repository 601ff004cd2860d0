import { readJson } from '../../../contract/json.ts';
import { z } from 'zod';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { Balance, type BalancesAsOf } from '../../../contract/treasury.ts';
import { isoTime } from '../payments/convert.ts';
import { clientOf, type CoreContext } from '../context.ts';
import type { NewSnapshot, Store, StoredProfile } from '../ports/index.ts';
import { availableOf } from './available.ts';
import { cleanUpPeriodically } from './cleanup.ts';

/** An unchanged balance is written down again only after so long. */
const quietMs = 5 * 60 * 1000;

/**
 * A balance is as old as the moment before its request left: `readAt` (milliseconds since 1970), with the number of the last event of
 * the log then. `answeredAt` is when the answer came; what happened in between may be in the balance or not. Earlier versions kept the
 * time of the answer as `readAt` and nothing else, and up to version 0.4.0 one time for all balances.
 */
const KeptBalance = Balance.extend({
  readAt: z.number().int().optional(),
  answeredAt: z.number().int().optional(),
  lastEvent: z.number().int().optional(),
});
type KeptBalance = z.infer<typeof KeptBalance>;

/** Between which moments a balance is from, and which events of the log it surely has. */
type BalanceAge = { readonly readAt: number; readonly answeredAt: number; readonly lastEvent: number };

export type BalanceAges = {
  of(currencyCode: string): BalanceAge;
  /** Every `lastEvent` that `of` gives. */
  readonly lastEvents: ReadonlySet<number>;
};

/** Asks the gateway for the balances, all or those that are named, and keeps them (operation `balances.read`). */
export async function readBalances(
  context: CoreContext,
  profile: StoredProfile,
  currencyCodes: readonly string[],
  signal: AbortSignal,
): Promise<Result<BalancesAsOf>> {
  const { store, gateway, clock, emit } = context;
  const at = clock.now();
  const lastEvent = store.lastEvent();
  const answer = await clientOf(gateway, profile).call(
    'balances',
    { currencyCodes },
    {
      priority: 'interactive',
      signal,
    },
  );
  if (!answer.ok) return answer;
  const answeredAt = clock.now();
  const balances = answer.value.value.map(({ currencyCode, amounts }) => ({
    currencyCode,
    amounts: [...amounts],
  }));
  const read = balances.map((balance): KeptBalance => ({ ...balance, readAt: at, answeredAt, lastEvent }));
  const before = currencyCodes.length === 0 ? null : kept(store, profile);
  const named = new Set([...currencyCodes, ...balances.map(({ currencyCode }) => currencyCode)]);
  const others = (before?.balances ?? []).filter(({ currencyCode }) => !named.has(currencyCode));
  // Where some were read and others not, all of them count as no newer than the oldest.
  const asOf = others.length === 0 ? at : (before?.asOf ?? at);
  store.keepBalances(
    profile.keyId,
    { asOf, json: JSON.stringify([...others, ...read]) },
    { at, quietMs, list: snapshotsOf(balances) },
  );
  emit({ kind: 'balances', id: profile.name });
  await cleanUpPeriodically(context);
  return succeed({ asOf: isoTime(at), balances });
}

/** What the gateway said last, with no network; `asOf` in milliseconds since 1970, null where it was never asked. */
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

/** How old the stored balance of each currency is; a currency without one counts as old as the oldest. Null where none was ever read. */
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

/** How the available amount of each currency came to be what it is (operation `balances.trend`). */
export async function balanceTrend(
  { store, clock }: CoreContext,
  { keyId }: StoredProfile,
  { since, points }: Pick<ParsedInput<'balances.trend'>, 'since' | 'points'>,
): Promise<OperationOutput<'balances.trend'>> {
  const until = clock.now();
  const from = Math.min(Date.parse(since), until);
  const trend: OperationOutput<'balances.trend'> = [];
  for (const currencyCode of store.snapshotCurrencies(keyId)) {
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
): { asOf: number; balances: KeptBalance[] } | null {
  const latest = store.latestBalances(keyId);
  const balances = readJson(KeptBalance.array(), latest?.json ?? null);
  return latest === null || balances === null ? null : { asOf: latest.asOf, balances };
}

/** One snapshot a currency, with every amount that any row of it named; a currency with no amount has none. */
function snapshotsOf(balances: readonly Balance[]): NewSnapshot[] {
  return Array.from(
    Map.groupBy(balances, ({ currencyCode }) => currencyCode),
    ([currencyCode, rows]) => ({ currencyCode, amounts: rows.flatMap(({ amounts }) => amounts) }),
  ).flatMap(({ currencyCode, amounts }) => {
    const available = availableOf({ amounts });
    return available === null ? [] : [{ currencyCode, available, amounts: JSON.stringify(amounts) }];
  });
}
