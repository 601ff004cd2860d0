import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { runningTotals } from '../../contract/money/money.ts';
import type { LowBalanceLimit } from '../../contract/treasury.ts';
import { topUpsQuestion, trendQuestion } from '../ahead.ts';
import { call, useAct, useOperation, type CallError, type CallOutput } from '../api.ts';
import { useChangeSettings } from './settings.ts';

/** Balances older than this are asked for again while the overview is open. */
const agedAfterMs = 5 * 60_000;
const pageFirstMs = 500;

export function useStoredBalances(profileName: string) {
  return useOperation('balances.stored', { profileName });
}

/** Asks the gateway for the balances; what comes is shown by its event. */
export function useRefreshBalances() {
  return useAct('balances.read');
}

/**
 * Asks the gateway whenever what is stored has aged, as long as it is looked at, but not before the page is there: what is stored can be
 * used at once. That the gateway cannot be reached, the page says at its top.
 */
export function useFreshBalances(profileName: string, asOf: string | null | undefined): boolean {
  const { mutate, isPending } = useAct('balances.read', { onFault: () => undefined });
  useEffect(() => {
    if (asOf === undefined) return undefined;
    const waitMs = asOf === null ? 0 : Math.max(pageFirstMs, agedAfterMs - (Date.now() - Date.parse(asOf)));
    const ask = () => {
      mutate({ profileName });
      timer = setTimeout(ask, agedAfterMs);
    };
    let timer = setTimeout(ask, waitMs);
    return () => clearTimeout(timer);
  }, [asOf, profileName, mutate]);
  return isPending;
}

/** The stored course of every balance over the last 30 days. */
export function useTrends(profileName: string) {
  const [question] = useState(() => trendQuestion(profileName));
  return useOperation('balances.trend', question);
}

/** What top-ups that are not finished will bring, by currency; of very many the newest. */
export function useTopUpsOnTheirWay(profileName: string): ReadonlyMap<string, string> {
  const { data } = useOperation('incoming.list', topUpsQuestion(profileName));
  return useMemo(() => {
    const totals = runningTotals();
    for (const { money } of data?.payments ?? []) totals.add(money);
    return new Map(totals.list().map(({ currencyCode, amount }) => [currencyCode, amount]));
  }, [data]);
}

export function useLowBalanceLimits(profileName: string) {
  const settings = useOperation('settings.read', {});
  const change = useChangeSettings();
  const all = settings.data?.lowBalanceLimits;
  const others = (currencyCode: string): LowBalanceLimit[] =>
    (all ?? []).filter((limit) => limit.profileName !== profileName || limit.currencyCode !== currencyCode);
  return {
    limitOf: (currencyCode: string): string | null =>
      all?.find((limit) => limit.profileName === profileName && limit.currencyCode === currencyCode)
        ?.amount ?? null,
    isReady: all !== undefined,
    set: (currencyCode: string, amount: string | null) =>
      change({
        lowBalanceLimits: [
          ...others(currencyCode),
          ...(amount === null ? [] : [{ profileName, currencyCode, amount }]),
        ],
      }),
  };
}

export function useAttention() {
  return useOperation('attention.list', {});
}

/** Acknowledges that the gateway's test flag contradicts the environment of a profile. */
export function useAcknowledgeTestFlag(
  profileName: string,
  onDone: () => void,
): { run(): void; readonly isBusy: boolean } {
  const settings = useOperation('settings.read', {}).data;
  const change = useChangeSettings(onDone);
  return {
    run: () => {
      const others = settings?.ignoredTestFlags.filter((name) => name !== profileName) ?? [];
      change({ ignoredTestFlags: [...others, profileName] });
    },
    isBusy: settings === undefined,
  };
}

export function useDismiss() {
  return useAct('attention.dismiss');
}

export function useDismissOlderRecords() {
  return useAct('attention.dismissOlderRecords');
}

/** Verifies the audit log when a person asks for it, until the end or until they stop it. */
export function useVerify() {
  const stopping = useRef<AbortController | null>(null);
  const { mutate, ...verify } = useMutation<CallOutput<'audit.verify'>, CallError, AbortSignal>({
    mutationFn: (signal) => call('audit.verify', {}, { signal }),
  });
  return {
    ...verify,
    run: () => {
      stopping.current = new AbortController();
      mutate(stopping.current.signal);
    },
    stop: () => stopping.current?.abort(),
  };
}

export function useDoctor() {
  return useAct('doctor.run', { onFault: () => undefined });
}

export function useRebuild(onDone: () => void) {
  return useAct('data.rebuild', { onDone });
}
