import type { TableFormat } from '../../contract/operation.ts';
import { useMutation } from '@tanstack/react-query';
import type { Movement } from '../../contract/treasury/statement.ts';
import { isStopped, type CallError } from '../call-error.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { call, type CallInput, type CallOutput } from './wire/call.ts';
import { operationKey, useOperation, useOperationMutation, useShownInput } from './wire/operations.ts';
import { usePages } from './wire/pages.ts';

export type PositionLine = CallOutput<'position.read'>[number];
export type PositionPart = CallOutput<'position.parts'>[number];
export type Statement = CallOutput<'statement.read'>;
export type StatementDay = Statement['days'][number];
type StatementFormat = CallInput<'statement.export'>['format'];
export type FlowPeriod = CallOutput<'flows.read'>[number];
export type FlowStep = CallInput<'flows.read'>['by'];
export type BooksPreview = CallOutput<'books.preview'>;
export type BookExport = CallOutput<'books.list'>[number];
export type BalanceHistory = CallOutput<'balances.history'>;

export type Period = { readonly from: string; readonly until: string };
/** One statement: a profile, a currency and days in UTC. */
export type StatementInput = Period & { readonly profileName: string; readonly currencyCode: string };

/** Journal lines of the payments that were paid in some days. */
export type BooksInput = Period & { readonly profileName: string; readonly again: boolean };

/** Figures change with every payment. */
const shown = { keepsPrevious: true, isAlwaysStale: true } as const;

/** Movements that are read at once. */
const pageSize = 200;

export function usePosition() {
  return useOperation('position.read', {}, { isAlwaysStale: true });
}

type Refresh = { readonly profileNames: readonly string[]; readonly stopping: AbortController };

/**
 * Reads the balances of profiles and polls their top-ups, one request for each: a person may stop that. A profile that cannot be asked keeps
 * no other from being asked.
 */
export function useRefreshPosition(onDone: () => void) {
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation<unknown, CallError, Refresh>({
    mutationFn: ({ profileNames, stopping: { signal } }) =>
      Promise.all(
        profileNames.map((profileName) =>
          call('position.refresh', { profileName }, { signal }).catch((error: unknown) =>
            isStopped(error) ? undefined : toast.error(error),
          ),
        ),
      ),
    onSettled: onDone,
  });
  return {
    isPending,
    run: (profileNames: readonly string[]) => mutate({ profileNames, stopping: new AbortController() }),
    stop: () => variables?.stopping.abort(),
  };
}

export function usePositionParts(profileName: string, currencyCode: string) {
  return useOperation('position.parts', { profileName, currencyCode }, { isAlwaysStale: true });
}

export function useStatement(input: StatementInput) {
  return useOperation('statement.read', { ...input }, shown);
}

/** A movement with its currency: those of the previous statement are shown until the next are read. */
export type CurrencyMovement = Movement & Pick<StatementInput, 'currencyCode'>;

export function useMovements(statement: StatementInput) {
  const { currencyCode } = statement;
  const input = { ...statement, limit: pageSize };
  return usePages<{ movements: CurrencyMovement[]; next: string | null }, CurrencyMovement>({
    key: operationKey('statement.movements', input),
    read: async (after, signal) => {
      const { movements, next } = await call('statement.movements', { ...input, after }, { signal });
      return { movements: movements.map((movement) => ({ ...movement, currencyCode })), next };
    },
    rowsOf: ({ movements }) => movements,
    isAlwaysStale: true,
  });
}

export function exportStatement(statement: StatementInput, format: StatementFormat, signal: AbortSignal) {
  return call('statement.export', { ...statement, format }, { signal });
}

export function useExplain(onDone: () => void) {
  return useOperationMutation('statement.explain', { onDone });
}

export function useBooksPreview(input: BooksInput) {
  const preview = useOperation('books.preview', { ...input }, shown);
  return { preview, shownInput: useShownInput(input, preview.isPlaceholderData) };
}

/** Writes the file; call `keepBooks` when it is saved. */
export function exportBooks(input: BooksInput, format: TableFormat, signal: AbortSignal) {
  return call('books.export', { ...input, format }, { signal });
}

/** From now on the payments of this export are in no other. */
export function keepBooks(exportNumber: number) {
  return call('books.keep', { exportNumber });
}

export function useBookExports(profileName: string) {
  return useOperation('books.list', { profileName });
}

/** Money in and out of these days; `shownPeriod` has the days of the answer that is shown. */
export function useFlows(period: Period, by: FlowStep, profileName: string | null) {
  const flows = useOperation('flows.read', { ...period, by, profileName }, shown);
  const shownPeriod = useShownInput(period, flows.isPlaceholderData);
  return { flows, shownPeriod };
}

export function exportFlows(
  asked: Pick<CallInput<'flows.export'>, 'profileName' | 'currencyCode' | 'from' | 'until' | 'by' | 'format'>,
  signal: AbortSignal,
) {
  return call('flows.export', asked, { signal });
}

/** The stored balances of these days in one currency; `shownInput` has those of the answer that is shown. */
export function useBalanceHistory(period: Period, currencyCode: string, profileName: string) {
  const history = useOperation(
    'balances.history',
    { ...period, currencyCode, profileName },
    { ...shown, isEnabled: currencyCode !== '' },
  );
  const shownInput = useShownInput({ period, currencyCode }, history.isPlaceholderData);
  return { history, shownInput };
}

export function exportBalances(
  asked: Pick<CallInput<'balances.export'>, 'profileName' | 'currencyCode' | 'from' | 'until' | 'format'>,
  signal: AbortSignal,
) {
  return call('balances.export', asked, { signal });
}
