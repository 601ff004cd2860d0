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

/** With the time when this one was read (milliseconds since 1970); up to version 0.4.0 there was one time for all of them. */
const KeptBalance = Balance.extend({ readAt: z.number().int().optional() });
type KeptBalance = z.infer<typeof KeptBalance>;

/** Asks the gateway for the balances, all or those that are named, and keeps them (operation `balances.read`). */
export async function readBalances(
  context: CoreContext,
  profile: StoredProfile,
  currencyCodes: readonly string[],
  signal: AbortSignal,
): Promise<Result<BalancesAsOf>> {
  const { store, gateway, clock, emit } = context;
  const answer = await clientOf(gateway, profile).call(
    'balances',
    { currencyCodes },
    {
      priority: 'interactive',
      signal,
    },
  );
  if (!answer.ok) return answer;
  const at = clock.now();
  const balances = answer.value.value.map(({ currencyCode, amounts }) => ({
    currencyCode,
    amounts: [...amounts],
  }));
  const read = balances.map((balance): KeptBalance => ({ ...balance, readAt: at }));
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
): { asOf: number | null; balances: Balance[]; readAt: ReadonlyMap<string, number> } {
  const { asOf, balances } = kept(store, profile) ?? { asOf: null, balances: [] };
  return {
    asOf,
    balances: balances.map(({ readAt: _readAt, ...balance }) => balance),
    readAt: new Map(balances.map(({ currencyCode, readAt }) => [currencyCode, readAt ?? asOf ?? 0])),
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
  if (latest === null) return null;
  const balances = KeptBalance.array().safeParse(JSON.parse(latest.json));
  return balances.success ? { asOf: latest.asOf, balances: balances.data } : null;
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
