import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import type { PaymentState } from '../../contract/payments/payment.ts';
import type { CallError } from '../call-error.ts';
import { useAfterEvents, useEvents } from '../events.ts';
import { fundsAgedAfterMs, useFreshBalances, useStoredBalances } from './balances.ts';
import { type CallOutput, call } from './wire/call.ts';
import { useDeclined } from './wire/declined.ts';
import { isInvalidatedBy } from './wire/invalidations.ts';
import { operationKey, useOperationMutation, useOperation } from './wire/operations.ts';
import { usePages } from './wire/pages.ts';

/** A batch; without an ID none. */
export function useBatch(batchId: string | null) {
  return useOperation('batches.summary', { batchId: batchId ?? '' }, { isEnabled: batchId !== null });
}

/** The file name of a batch; undefined as long as it is not known. */
export function useBatchName(batchId: string | null): string | undefined {
  return useBatch(batchId).data?.fileName;
}

export function usePause() {
  const onFault = useDeclined();
  return {
    pause: useOperationMutation('batches.pause'),
    resume: useOperationMutation('batches.resume', { onFault }),
  };
}

/** What is being sent in the background, and what blocks it. */
export function useRunner() {
  return useOperation('runner.state', {});
}

export type BatchSummary = CallOutput<'batches.summary'>;

export type BatchReport = CallOutput<'batches.show'>;

export type CheckReport = CallOutput<'batches.check'>;

export type PayoutSummary = CallOutput<'payouts.list'>['payouts'][number];

/** Batches and payouts that are read at once. */
const pageSize = 100;

/** The newest batches of all profiles with this text in their file name or ID, this many of them. */
export function useNewestBatches(limit: number, { search = '', isEnabled = true } = {}) {
  return useOperation('batches.list', { search, limit }, { isEnabled });
}

/** Every batch with this text in its file name or ID, newest first, page after page. */
export function useBatches(search: string) {
  const input = { search, limit: pageSize };
  return usePages<{ readonly batches: BatchSummary[]; readonly next: string | null }, BatchSummary>({
    key: operationKey('batches.list', input),
    read: async (after) => {
      const batches = await call('batches.list', { ...input, after });
      return { batches, next: batches.length < pageSize ? null : (batches.at(-1)?.batchId ?? null) };
    },
    rowsOf: ({ batches }) => batches,
  });
}

/** The report of a batch with more rows is not read at each change. */
const smallBatch = 2000;
/** How long after a change it is read, together with all changes until then. */
const largeReportAfterMs = 4000;

/**
 * Outcome of a batch, its payouts with a problem, and how many of them can be retried. Reading them reads the whole batch. Any batch may
 * change it: the one that retries its payouts, too. Counts beside it come from the same read.
 */
export function useBatchReport({ batchId, rows }: BatchSummary) {
  const isLarge = rows > smallBatch;
  const queryKey = operationKey('batches.show', { batchId });
  const report = useQuery<BatchReport, CallError>({
    // Under the name of its operation, it would be read at each change.
    queryKey: isLarge ? ['report of a large batch', ...queryKey] : queryKey,
    queryFn: () => call('batches.show', { batchId }),
    refetchOnMount: 'always',
  });
  useAfterEvents(
    useCallback(
      (event: AppEvent) => isLarge && isInvalidatedBy(operationKey('batches.show', { batchId }), event),
      [isLarge, batchId],
    ),
    largeReportAfterMs,
    report.refetch,
  );
  return report;
}

/** Calls `again`, which should be stable (`useCallback`), when a batch was released or has ended: what others pay is another then. */
export function useAfterReleases(again: () => void): void {
  const { data } = useRunner();
  const unfinished = data === undefined ? null : JSON.stringify(data.batchIds);
  const before = useRef(unfinished);
  useEffect(() => {
    const isOther = before.current !== null && unfinished !== null && before.current !== unfinished;
    before.current = unfinished ?? before.current;
    if (isOther) again();
  }, [unfinished, again]);
}

/** Reads the findings about a draft again when another batch was released or has ended, so that they do not wait for its balances. */
export function useFollowReleases(batchId: string): void {
  const queryClient = useQueryClient();
  useAfterReleases(
    useCallback(() => {
      const findings = [
        operationKey('batches.check', { batchId, withOptions: false }),
        operationKey('batches.duplicates', { batchId }),
        operationKey('batches.comparison', { batchId }),
        operationKey('payees.findings', { batchId }),
      ];
      for (const queryKey of findings) void queryClient.invalidateQueries({ queryKey });
    }, [queryClient, batchId]),
  );
}

/** What a draft may pay again, compared again each time it is shown. */
export function useDuplicates(batchId: string) {
  const compared = useOperation('batches.duplicates', { batchId }, { isAlwaysStale: true });
  // Findings from an earlier view do not include what was paid since.
  return { ...compared, data: compared.isFetchedAfterMount ? compared.data : undefined };
}

/** Findings about a draft's payees, compared again each time they are shown: payments and verifications change them. */
export function usePayeeFindings(batchId: string) {
  return useOperation('payees.findings', { batchId }, { isAlwaysStale: true });
}

/** The difference from the last comparable batch, compared again each time it is shown; null if there is none. */
export function useComparison(batchId: string) {
  return useOperation('batches.comparison', { batchId }, { isAlwaysStale: true });
}

/**
 * Findings without asking the gateway: funds by the last balance, duplicates, payees, limits. Updated each time they are
 * shown, when settings or payees change, and when balances were read, which happens if they are too old. A check that is running ends first,
 * because two at once would delay each other.
 */
export function useQuickCheck(batchId: string, profileName: string) {
  const { data: stored, isError } = useStoredBalances(profileName);
  const asOf = stored?.asOf;
  useFreshBalances(profileName, asOf, fundsAgedAfterMs);
  const input = { batchId, withOptions: false };
  const check = useQuery<{ report: CheckReport; asOf: string | null | undefined }, CallError>({
    queryKey: operationKey('batches.check', input),
    queryFn: async () => ({ asOf, report: await call('batches.check', input) }),
    enabled: asOf !== undefined || isError,
    staleTime: 0,
  });
  const { data, refetch, isFetching } = check;
  const isBehind = data !== undefined && data.asOf !== asOf && !isFetching;
  // Once for each, so that a check which fails is not repeated without end.
  const repeatedFor = useRef(asOf);
  useEffect(() => {
    if (!isBehind || repeatedFor.current === asOf) return;
    repeatedFor.current = asOf;
    void refetch({ cancelRefetch: false });
  }, [isBehind, asOf, refetch]);
  useEvents(
    useCallback(
      ({ kind }: AppEvent) => {
        if (kind === 'settings' || kind === 'payee') void refetch();
      },
      [refetch],
    ),
  );
  return { ...check, data: data?.report };
}

/** The result of the last check with the gateway, and how to check: stopping by the signal returns the findings so far. */
export function useFullCheck(batchId: string) {
  const queryClient = useQueryClient();
  const input = { batchId, withOptions: true };
  const queryKey = operationKey('batches.check', input);
  const { data } = useQuery<CheckReport, CallError>({
    queryKey,
    queryFn: () => call('batches.check', input),
    enabled: false,
  });
  const [isRunning, setRunning] = useState(false);
  const run = async (signal: AbortSignal): Promise<void> => {
    setRunning(true);
    try {
      queryClient.setQueryData(queryKey, await call('batches.check', input, { signal }));
    } finally {
      setRunning(false);
    }
  };
  return { report: data ?? null, isRunning, run };
}

export function useRelease(onDone: (batch: BatchSummary) => void, onFault: (error: CallError) => void) {
  return useOperationMutation('batches.release', { onDone, onFault });
}

/** Scheduled drafts, earliest first. */
export function useScheduledBatches() {
  return useOperation('batches.scheduled', {});
}

export function useUnschedule(onDone: () => void) {
  return useOperationMutation('batches.unschedule', { onDone });
}

export function useCancelBatch(onDone: (done: CallOutput<'batches.cancel'>) => void) {
  return useOperationMutation('batches.cancel', { onDone });
}

/** A batch as a report or as a table, every row with its outcome. */
export function exportReport(
  batchId: string,
  format: 'pdf' | 'xlsx' | 'csv' | 'pain.002',
  signal: AbortSignal,
): Promise<CallOutput<'batches.export'>> {
  return call('batches.export', { batchId, format }, { signal });
}

/** The payouts of a batch in these states (none: all), page after page. */
export function useBatchPayouts(batchId: string, states: readonly PaymentState[]) {
  const filter = { batchId, states: [...states] };
  return useInfiniteQuery<
    CallOutput<'payouts.list'>,
    CallError,
    { pages: CallOutput<'payouts.list'>[] },
    readonly unknown[],
    string | null
  >({
    queryKey: [...operationKey('payouts.list', { filter, order: 'oldest', limit: pageSize }), 'pages'],
    queryFn: ({ pageParam }) =>
      call('payouts.list', { filter, order: 'oldest', after: pageParam, limit: pageSize }),
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
  });
}

/** Saves one decision about all payouts of a batch that were sent outside Bursar. */
export function useDecideBatch(onDone: (decidedRows: number) => void) {
  return useOperationMutation('batches.decide', { onDone: ({ decidedRows }) => onDone(decidedRows) });
}
