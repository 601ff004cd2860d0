import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import type { SheetFindings } from '../../contract/batches/sheet-findings.ts';
import type { SheetSummary } from '../../contract/batches/sheet.ts';
import { appErrorOf, type CallError, isStopped } from '../call-error.ts';
import { onEvent } from '../events.ts';
import { useFreshBalances, useStoredBalances } from './balances.ts';
import { useAfterReleases } from './batches.ts';
import { useKnownCodes } from './reference.ts';
import { findInSheet, useSheetCache } from './sheets.ts';
import { useOperationMutation } from './wire/operations.ts';

/** Events after which the findings of the same rows may change. */
const changesFindings: ReadonlySet<AppEvent['kind']> = new Set(['payee', 'settings', 'codes']);

/** The pause after changes before the rows are searched. */
const restMs = 300;

/** The key of the findings about a sheet, whatever its version. */
const findingsKey = (sheetId: string) => ['sheets.findings', { sheetId }] as const;

type FindingsOfSheet = {
  /** The last findings; null before that. */
  readonly found: SheetFindings | null;
  /** Whether they match the current rows. */
  readonly isCurrent: boolean;
  readonly error: CallError | null;
  /** Rows with a finding that does more than inform. */
  readonly toReview: number;
  /** Searches the rows as they are stored now; resolves once their marks are on the screen. */
  readonly search: () => Promise<unknown>;
  /** Asks the gateway about unknown methods. */
  readonly checkMethods: () => void;
  /** Why the last attempt to ask ended before its end; searches of the rows meanwhile do not know. */
  readonly stoppedBecause: string | null;
  /** Stops asking; null while nothing is asked. */
  readonly stop: (() => void) | null;
};

/** Keeps the findings of a sheet up to date with its rows, and with payees, settings, balances and other releases. */
export function useSheetFindings({
  sheetId,
  profileName,
  version,
  markedRows,
}: SheetSummary): FindingsOfSheet {
  const queryClient = useQueryClient();
  const cache = useSheetCache(sheetId);
  const isFresh = useRef(true);
  const hasFailed = useRef(false);
  const [outside, setOutside] = useState(0);
  const [control, setControl] = useState<AbortController | null>(null);
  const [stoppedBecause, setStoppedBecause] = useState<string | null>(null);
  const hasMarks = markedRows > 0;
  useEffect(
    () =>
      onEvent(({ kind }) => {
        // A mark about another draft may disappear with that draft; balances change shortfalls, and nothing about a row.
        if (kind === 'balances' || (kind === 'batch' && hasMarks)) setOutside((count) => count + 1);
        if (!changesFindings.has(kind)) return;
        isFresh.current = true;
        setOutside((count) => count + 1);
      }),
    [hasMarks],
  );
  useAfterReleases(useCallback(() => setOutside((count) => count + 1), []));
  useEffect(() => () => control?.abort(), [control]);
  useFreshBalances(profileName, useStoredBalances(profileName).data?.asOf);
  // Without the list no currency can be missing from it.
  useKnownCodes(profileName, 'currencies');
  const look = async (input: { withMethods?: boolean; isFresh?: boolean }, signal: AbortSignal) => {
    const found = await findInSheet({ sheetId, ...input }, signal);
    if (found.isComplete) await cache.readAgain();
    return found;
  };
  const { data, error } = useQuery<SheetFindings, CallError>({
    queryKey: [...findingsKey(sheetId), version, outside],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, isFresh.current ? 0 : restMs));
      signal.throwIfAborted();
      const looking = look({ isFresh: isFresh.current }, signal);
      const found = await looking.catch((thrown: unknown) => {
        hasFailed.current ||= !signal.aborted;
        throw thrown;
      });
      isFresh.current = false;
      hasFailed.current = false;
      return found;
    },
    // After a failure nobody knows whether what was found before it still holds.
    placeholderData: (before) => (hasFailed.current ? undefined : before),
    gcTime: 0,
  });
  const checkMethods = async () => {
    const mine = new AbortController();
    setControl(mine);
    setStoppedBecause(null);
    let isOfTheseRows = false;
    try {
      const found = await look({ withMethods: true }, mine.signal);
      isOfTheseRows = found.isComplete;
      setStoppedBecause(found.methods.stoppedBecause);
      // Any change from outside meanwhile.
      queryClient.setQueriesData({ queryKey: [...findingsKey(sheetId), found.version] }, found);
    } catch (thrown) {
      // A stop by the person needs no reason.
      if (!isStopped(thrown)) setStoppedBecause(appErrorOf(thrown).message);
    } finally {
      setControl(null);
      // Stopped, or superseded by a change: the answers so far still count.
      if (!isOfTheseRows) isFresh.current = true;
      // A search that began before the methods were known may end after this one.
      setOutside((count) => count + 1);
    }
  };
  const found = data ?? null;
  const isCurrent = found !== null && found.isComplete && found.version === version;
  return {
    found,
    isCurrent,
    error,
    stoppedBecause,
    toReview: found === null ? 0 : found.toConfirm + found.blocking + found.warnings,
    search: () => look({}, new AbortController().signal),
    checkMethods: () => void checkMethods(),
    stop: control === null ? null : () => control.abort(),
  };
}

/**
 * Makes a draft of a sheet. The draft is checked for the same findings, so a search of the sheet for them, which would take as long again,
 * ends. Without a draft it starts again.
 */
export function usePrepare(
  sheetId: string,
  onDone: (batchId: string) => void,
  onFault: (error: CallError) => void,
) {
  const queryClient = useQueryClient();
  const search = { queryKey: findingsKey(sheetId) };
  const { isPending, mutate } = useOperationMutation('sheets.prepare', {
    onDone: ({ batchId }) => onDone(batchId),
    onFault: (error) => {
      void queryClient.invalidateQueries(search);
      onFault(error);
    },
  });
  const prepare = () => {
    void queryClient.cancelQueries(search);
    mutate({ sheetId });
  };
  return { isPending, prepare };
}
