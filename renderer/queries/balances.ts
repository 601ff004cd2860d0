import { useEffect, useState } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import type { OperationOutput } from '../../contract/operations.ts';
import type { CallError } from '../call-error.ts';
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

const keyFaults: ReadonlySet<ErrorCode> = new Set(['keyMissing', 'keychainLocked', 'keychainUnavailable']);

/**
 * Reads balances again when the stored ones are too old, while they are in view, but not before the page is rendered: stored ones can be
 * used at once. If the gateway cannot be reached, the page says so at the top. `keyFault`: the last attempt found that the key of the profile
 * cannot be used here.
 */
export function useFreshBalances(
  profileName: string,
  asOf: string | null | undefined,
  agedAfterMs = usuallyAgedAfterMs,
): { readonly isPending: boolean; readonly keyFault: CallError | null; readonly again: () => void } {
  const [keyFault, setKeyFault] = useState<CallError | null>(null);
  const { mutate, isPending } = useOperationMutation('balances.read', {
    onFault: (error) => setKeyFault(keyFaults.has(error.appError.code) ? error : null),
  });
  useEffect(() => {
    // Since balances came, what prevented it before is over.
    setKeyFault(null);
    if (asOf === undefined) return undefined;
    const waitMs = asOf === null ? 0 : Math.max(pageFirstMs, agedAfterMs - (Date.now() - Date.parse(asOf)));
    const ask = () => {
      mutate({ profileName });
      timer = setTimeout(ask, agedAfterMs);
    };
    let timer = setTimeout(ask, waitMs);
    return () => clearTimeout(timer);
  }, [asOf, profileName, agedAfterMs, mutate]);
  return { isPending, keyFault, again: () => mutate({ profileName }) };
}

/** The stored course of every balance over the last 30 days, and these days. */
export function useTrends(profileName: string) {
  // Its hours move on while the overview stays open, for days even; the previous answer is shown until the next is read.
  useClock('minute');
  const question = trendQuestion(profileName);
  const { data } = useOperation('balances.trend', question, { keepsPrevious: true });
  return { trends: data ?? [], span: trendSpan(question) };
}

/** A page of the unfinished top-ups, the newest first. */
export function useTopUpsOnTheirWay(profileName: string) {
  return useOperation('incoming.list', topUpsQuestion(profileName)).data ?? noTopUps;
}

const noTopUps: OperationOutput<'incoming.list'> = { payments: [], next: null };
