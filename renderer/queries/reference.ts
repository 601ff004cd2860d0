import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type CodeList, CodeListName, type KnownCode, type MerchantAsOf } from '../../contract/reference.ts';
import type { CallError } from '../call-error.ts';
import { type ProgressSoFar, useProgress } from '../events.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';

type Reference = {
  /** Each stored list; absent while it is not read yet. */
  readonly lists: Partial<Record<CodeListName, CodeList>>;
  readonly storedError: CallError | null;
  readonly again: () => void;
};

/** The four stored lists, offline. */
export function useCodeLists(profileName: string): Reference {
  const currencies = useOperation('codes.stored', { profileName, list: 'currencies' });
  const segments = useOperation('codes.stored', { profileName, list: 'segments' });
  const operators = useOperation('codes.stored', { profileName, list: 'operators' });
  const methods = useOperation('codes.stored', { profileName, list: 'methods' });
  const all = [currencies, segments, operators, methods];
  const lists = Object.fromEntries(
    all.flatMap(({ data }) => (data === undefined ? [] : [[data.list, data]])),
  );
  return {
    lists,
    storedError: all.find(({ error }) => error !== null)?.error ?? null,
    again: () => all.forEach((one) => void one.refetch()),
  };
}

export function useStoredMerchant(profileName: string) {
  return useOperation('merchant.stored', { profileName });
}

type Refresh = {
  readonly ask: () => void;
  readonly isAsking: boolean;
  readonly progress: ProgressSoFar | null;
  /** Why something failed to load the last time; stored data stays. */
  readonly error: CallError | null;
};

/**
 * Loads all lists and the merchant from the gateway; events then update the screen. By itself it loads, once, only what was never stored,
 * so that the marks of new codes stay until a person has seen them.
 */
export function useRefreshReference(
  profileName: string,
  { lists }: Reference,
  merchant: MerchantAsOf | undefined,
): Refresh {
  const { mutate: askCodes, ...codes } = useOperationMutation('codes.refresh', { onFault: () => undefined });
  const { mutate: askMerchant, ...asked } = useOperationMutation('merchant.refresh', {
    onFault: () => undefined,
  });
  const isFirst = useRef(true);
  const isRead = merchant !== undefined && CodeListName.options.every((list) => lists[list] !== undefined);
  useEffect(() => {
    if (!isRead || !isFirst.current) return;
    isFirst.current = false;
    const missing = CodeListName.options.filter((list) => lists[list]?.asOf === null);
    if (missing.length > 0) askCodes({ profileName, lists: missing });
    if (merchant.asOf === null) askMerchant({ profileName });
  }, [isRead, lists, merchant, profileName, askCodes, askMerchant]);
  const ask = useCallback(() => {
    askCodes({ profileName, lists: [] });
    askMerchant({ profileName });
  }, [askCodes, askMerchant, profileName]);
  const isAsking = codes.isPending || asked.isPending;
  return {
    ask,
    isAsking,
    progress: useProgress(`codes:${profileName}`, isAsking),
    error: codes.error ?? asked.error,
  };
}

type KnownCodes = {
  /** What is stored of the list; codes that the gateway no longer lists are left out. */
  readonly codes: readonly KnownCode[];
  /** When the list was last loaded; null: never, or not read yet. */
  readonly asOf: string | null;
};

/** Lists that this page has loaded by itself: once each, whether or not the gateway answered. */
const asked = new Set<string>();

/**
 * The stored codes to suggest. A list that was never stored is loaded once, silently: without it
 * any text can be typed. `isWanted` false reads and loads nothing.
 */
export function useKnownCodes(profileName: string | null, list: CodeListName, isWanted = true): KnownCodes {
  const isEnabled = isWanted && profileName !== null;
  const { data } = useOperation('codes.stored', { profileName: profileName ?? '', list }, { isEnabled });
  const { mutate } = useOperationMutation('codes.refresh', { onFault: () => undefined });
  const isNeverAsked = isEnabled && data?.asOf === null;
  useEffect(() => {
    const key = `${profileName} ${list}`;
    if (!isNeverAsked || profileName === null || asked.has(key)) return;
    asked.add(key);
    mutate({ profileName, lists: [list] });
  }, [isNeverAsked, profileName, list, mutate]);
  return useMemo(
    () => ({ codes: (data?.codes ?? []).filter(({ isGone }) => !isGone), asOf: data?.asOf ?? null }),
    [data],
  );
}
