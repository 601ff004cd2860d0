import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import type { PayoutFilter, PayoutOrder, SavedView } from '../../contract/payments/history.ts';
import type { PayoutDetail, PayoutSummary } from '../../contract/payments/payment.ts';
import { call, operationKey, useAct, useOperation, type CallError, type CallOutput } from '../api.ts';
import { useEvents } from '../events.ts';
import { useSettings } from './settings.ts';
import type { HistoryPage } from '../payouts/history-pages.ts';
import { isEnded } from '../payouts/payout-labels.ts';

/** Rows that are read at once. */
const pageSize = 200;
/** How many of the newest payouts are looked at to find those that are new. */
export const newestLooked = 50;
/** A list of more than so many need not be counted to the end. */
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

/** How many payouts a filter finds; the page never waits for it. A list that was read anew (`version`) counts anew. */
export function useCount(filter: PayoutFilter, version: number) {
  const input = { filter, most: mostCounted };
  return useQuery<CallOutput<'payouts.count'>, CallError>({
    queryKey: [...operationKey('payouts.count', input), version],
    queryFn: ({ signal }) => call('payouts.count', input, { signal }),
  });
}

/** One payout, read again whenever it, or anything of its batch, changes. */
export function usePayout(idPayout: string, profileName: string | null) {
  const input = profileName === null ? { idPayout } : { idPayout, profileName };
  const queryClient = useQueryClient();
  const payout = useOperation('payouts.show', input);
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
  return useAct('payouts.refresh', { onDone });
}

/** The saved views, and how to put others in their place. */
export function useSavedViews() {
  const views = useSettings().data?.savedViews ?? [];
  const queryClient = useQueryClient();
  const change = useAct('settings.change', {
    onDone: (settings) => queryClient.setQueryData(operationKey('settings.read', {}), settings),
  });
  const save = (next: readonly SavedView[], onDone?: () => void) =>
    change.mutate({ savedViews: [...next] }, { onSuccess: () => onDone?.() });
  return { views, save };
}

export function exportPayouts(
  filter: PayoutFilter,
  order: PayoutOrder,
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
): Promise<CallOutput<'payouts.export'>> {
  return call('payouts.export', { filter, order, format }, { signal });
}

export function useSavePdf(onDone: (path: string | null) => void) {
  return useAct('host.savePdf', { onDone: (saved) => onDone(saved?.path ?? null) });
}
