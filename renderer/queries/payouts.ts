import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import type { PayoutFilter, PayoutOrder } from '../../contract/payments/history.ts';
import type { PayoutDetail, PayoutSummary } from '../../contract/payments/payment.ts';
import type { CallError } from '../call-error.ts';
import { useEvents } from '../events.ts';
import type { HistoryPage } from '../payouts/history-pages.ts';
import { isEnded } from '../payouts/payout-labels.ts';
import { type CallOutput, call } from './wire/call.ts';
import { operationKey, useOperationMutation, useOperation } from './wire/operations.ts';

/** Rows that are read at once. */
const pageSize = 200;

/** How many of the newest payouts are looked at to find those that are new. */
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

/** The newest payouts that a filter finds, whatever order the list has. */
export async function readNewest(filter: PayoutFilter, limit = newestLooked): Promise<PayoutSummary[]> {
  const { payouts } = await call('payouts.list', { filter, order: 'newest', limit });
  return payouts;
}

export function readPayout({ idPayout, profileName }: PayoutSummary): Promise<PayoutDetail> {
  return call('payouts.show', { idPayout, profileName });
}

/** While payouts change, they are counted again at most so often, and never twice at once. */
const countGapMs = 2000;
/** What was counted for a list that nobody sees says nothing about the next time: no event reaches it until then. */
const forgottenAtOnce = 0;

/** Reads an answer again some time after payouts changed (`looks`); until then, and meanwhile, the one before is shown. */
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
 * How many payouts a filter finds; the page never waits for it. A list that was read again (`version`) counts again, and so does one whose
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

/** What the payouts under a filter come to per currency, read as `useCount` counts; null totals where they are too many. */
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

/** One payout, read again whenever it is opened, and while it is shown whenever it, or anything of its batch, changes. */
export function usePayout(idPayout: string, profileName: string | null) {
  const input = profileName === null ? { idPayout } : { idPayout, profileName };
  const queryClient = useQueryClient();
  // The events of a run name its batch alone, so none reaches a payout that nobody looks at.
  const payout = useOperation('payouts.show', input, { isAlwaysStale: true });
  const batchId = payout.data?.batchId;
  const isMoving = payout.data !== undefined && !isEnded(payout.data.state);
  const { refetch } = payout;
  useEvents(
    useCallback(
      ({ kind, id }: AppEvent) => {
        if (kind === 'batch' && id === batchId && isMoving) void refetch();
      },
      [batchId, isMoving, refetch],
    ),
  );
  const keep = (detail: PayoutDetail) =>
    queryClient.setQueryData(operationKey('payouts.show', input), detail);
  return { ...payout, keep };
}

export function useRefreshPayout(onDone: (detail: PayoutDetail) => void) {
  return useOperationMutation('payouts.refresh', { onDone });
}

export function exportPayouts(
  filter: PayoutFilter,
  order: PayoutOrder,
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
): Promise<CallOutput<'payouts.export'>> {
  return call('payouts.export', { filter, order, format }, { signal });
}

const payoutsShown = 5;

/** The newest payouts in which a text occurs, in any profile. */
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
    // Payouts change all the time: what was found a moment ago is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
}
