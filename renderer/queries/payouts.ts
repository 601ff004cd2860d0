import type { TableFormat } from '../../contract/operation.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PayoutFilter, PayoutOrder } from '../../contract/payments/history.ts';
import type { PayoutDetail, PayoutSummary } from '../../contract/payments/payment.ts';
import type { CallError } from '../call-error.ts';
import type { HistoryPage } from '../payouts/history-pages.ts';
import { type CallInput, type CallOutput, call } from './wire/call.ts';
import { isReadBefore } from './payments.ts';
import { operationKey, useKeepAnswer, useOperationMutation, useOperation } from './wire/operations.ts';

/** Rows that are read at once. */
const pageSize = 200;

/** How many of the newest payouts are read to find new ones. */
export const newestLooked = 50;

/** A list of more than this many need not be counted to the end. */
const mostCounted = 1_000_000;

export function readHistoryPage(
  filter: PayoutFilter,
  order: PayoutOrder,
  after: string | null,
  signal: AbortSignal,
): Promise<HistoryPage> {
  return call('payouts.list', { filter, order, after, limit: pageSize }, { signal });
}

/** The newest filtered payouts, whatever the order of the list. */
export async function readNewest(filter: PayoutFilter, limit = newestLooked): Promise<PayoutSummary[]> {
  const { payouts } = await call('payouts.list', { filter, order: 'newest', limit });
  return payouts;
}

export function readPayout({ idPayout, profileName, batchId }: PayoutSummary): Promise<PayoutDetail> {
  return call('payouts.show', { idPayout, profileName, batchId });
}

/** A payout; without a profile the newest with its order ID, without a batch the newest of the profile. */
export type WhichPayout = CallInput<'payouts.show'>;

/** While payouts change, they are counted at most this often, and never concurrently. */
const countGapMs = 2000;
/** A count of a list that is not shown is not reused: no event reaches it until then. */
const forgottenAtOnce = 0;

/** Reads an answer again some time after payouts changed (`looks`); until then, the previous one is shown. */
function useAgain(looks: number, refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    if (looks === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void latest.current({ cancelRefetch: false });
    }, countGapMs);
  }, [looks]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}

/**
 * The number of filtered payouts; the page never waits for it. Counts again if the list was read again (`version`), or if
 * payouts changed (`looks`).
 */
export function useCount(filter: PayoutFilter, version: number, looks: number) {
  const input = { filter, most: mostCounted };
  const count = useQuery<CallOutput<'payouts.count'>, CallError>({
    queryKey: [...operationKey('payouts.count', input), version],
    queryFn: ({ signal }) => call('payouts.count', input, { signal }),
    gcTime: forgottenAtOnce,
  });
  useAgain(looks, count.refetch);
  return count;
}

/** The totals of the filtered payouts per currency, read as `useCount` counts; null totals if there are too many. */
export function useTotals(filter: PayoutFilter, version: number, looks: number) {
  const input = { filter, most: mostCounted };
  const totals = useQuery<CallOutput<'payouts.totals'>, CallError>({
    queryKey: [...operationKey('payouts.totals', input), version],
    queryFn: ({ signal }) => call('payouts.totals', input, { signal }),
    gcTime: forgottenAtOnce,
  });
  useAgain(looks, totals.refetch);
  return totals;
}

/** One payout, read again whenever it is opened, and whenever it or any batch changes. */
export function usePayout(input: WhichPayout) {
  const payout = useOperation('payouts.show', input, { isAlwaysStale: true, isOlder: isReadBefore });
  return { ...payout, keep: useKeepAnswer('payouts.show', input) };
}

export function useRefreshPayout(onDone: (detail: PayoutDetail) => void) {
  return useOperationMutation('payouts.refresh', { onDone });
}

export function exportPayouts(
  filter: PayoutFilter,
  order: PayoutOrder,
  format: TableFormat,
  signal: AbortSignal,
): Promise<CallOutput<'payouts.export'>> {
  return call('payouts.export', { filter, order, format }, { signal });
}

const payoutsShown = 5;

/** The newest payouts that contain a text, in any profile. */
export function useFoundPayouts(search: string) {
  const input = {
    filter: { search },
    order: 'newest',
    limit: payoutsShown,
  } as const;
  return useQuery<CallOutput<'payouts.list'>, CallError>({
    queryKey: [...operationKey('payouts.list', input), 'palette'],
    queryFn: ({ signal }) => call('payouts.list', input, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Payouts change all the time: earlier results are looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
}
