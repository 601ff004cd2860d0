import { useEffect, useMemo } from 'react';
import { runningTotals } from '../../contract/money/money.ts';
import { useClock } from '../kit/useClock.ts';
import { topUpsQuestion, trendQuestion, trendSpan } from '../prefetch.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';

/** Balances older than this are read again while the overview is open. */
const usuallyAgedAfterMs = 5 * 60_000;

/** While a draft is open, its funds are computed from balances no older than this. */
export const fundsAgedAfterMs = 60_000;

const pageFirstMs = 500;

export function useStoredBalances(profileName: string) {
  return useOperation('balances.stored', { profileName });
}

/** Reads the balances from the gateway; an event then updates the screen. */
export function useRefreshBalances(onDone?: () => void) {
  return useOperationMutation('balances.read', { onDone: () => onDone?.() });
}

/**
 * Reads balances again when the stored ones are too old, while they are in view, but not before the page is rendered: stored ones can be
 * used at once. If the gateway cannot be reached, the page says so at the top.
 */
export function useFreshBalances(
  profileName: string,
  asOf: string | null | undefined,
  agedAfterMs = usuallyAgedAfterMs,
): boolean {
  const { mutate, isPending } = useOperationMutation('balances.read', { onFault: () => undefined });
  useEffect(() => {
    if (asOf === undefined) return undefined;
    const waitMs = asOf === null ? 0 : Math.max(pageFirstMs, agedAfterMs - (Date.now() - Date.parse(asOf)));
    const ask = () => {
      mutate({ profileName });
      timer = setTimeout(ask, agedAfterMs);
    };
    let timer = setTimeout(ask, waitMs);
    return () => clearTimeout(timer);
  }, [asOf, profileName, agedAfterMs, mutate]);
  return isPending;
}

/** The stored course of every balance over the last 30 days, and these days. */
export function useTrends(profileName: string) {
  // Its hours move on while the overview stays open, for days even; the previous answer is shown until the next is read.
  useClock('minute');
  const question = trendQuestion(profileName);
  const { data } = useOperation('balances.trend', question, { keepsPrevious: true });
  return { trends: data ?? [], span: trendSpan(question) };
}

/** The expected amount of unfinished top-ups, by currency; of very many only the newest. */
export function useTopUpsOnTheirWay(profileName: string): ReadonlyMap<string, string> {
  const { data } = useOperation('incoming.list', topUpsQuestion(profileName));
  return useMemo(() => {
    const totals = runningTotals();
    for (const { money } of data?.payments ?? []) totals.add(money);
    return new Map(totals.list().map(({ currencyCode, amount }) => [currencyCode, amount]));
  }, [data]);
}
