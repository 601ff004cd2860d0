import type { TableFormat } from '../../contract/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import type { Payee, PayeeStanding } from '../../contract/payees/payee.ts';
import type { Environment } from '../../contract/profile.ts';
import { isStopped, type CallError } from '../call-error.ts';
import { useAfterEvents } from '../events.ts';
import { type CallOutput, call } from './wire/call.ts';
import { isDeclined, useDeclined } from './wire/declined.ts';
import { operationKey, useOperation, useOperationMutation } from './wire/operations.ts';
import { usePages } from './wire/pages.ts';

/** Rows that are read at once. */
const pageSize = 100;
/** How long after a payout changed an empty list is read again: by then an older answer on its way is there. */
const emptyAgainMs = 500;

export type PayeeFilter = { readonly search: string; readonly standing: PayeeStanding | null };

export type PayeeDetail = CallOutput<'payees.show'>;

/**
 * The filtered payees, page by page; read again whenever a payee's record changes, and as long as there is none also while payouts are
 * paid. A list with rows, which are ordered by their last payment, does not move meanwhile.
 */
export function usePayees(filter: PayeeFilter, environment: Environment) {
  const input = { ...filter, environment, limit: pageSize };
  const list = usePages<CallOutput<'payees.list'>, Payee>({
    key: operationKey('payees.list', input),
    read: (after, signal) => call('payees.list', { ...input, after }, { signal }),
    rowsOf: ({ payees }) => payees,
    // Payouts are paid all the time.
    isAlwaysStale: true,
  });
  const isEmpty = list.rows.length === 0;
  useAfterEvents(
    useCallback(({ kind }: AppEvent) => isEmpty && (kind === 'batch' || kind === 'payout'), [isEmpty]),
    emptyAgainMs,
    list.again,
  );
  return list;
}

/** How long after payouts changed the payee that is shown is read again, once for all changes until then. */
const payeeAgainMs = 2_000;

/** A payee, read again each time that it is opened, and while payouts change. */
export function usePayee(payeeId: string) {
  const payee = useOperation('payees.show', { payeeId }, { isAlwaysStale: true });
  useAfterEvents(isOfPayouts, payeeAgainMs, payee.refetch);
  return payee;
}

const isOfPayouts = ({ kind }: AppEvent): boolean => kind === 'batch' || kind === 'payout';

/** The name of a payee; undefined as long as it is not known. */
export function usePayeeName(payeeId: string | null): string | undefined {
  const { data } = useOperation('payees.show', { payeeId: payeeId ?? '' }, { isEnabled: payeeId !== null });
  return data?.names[0] ?? data?.accounts[0]?.account;
}

/** Records something about a payee; a person who declines outside the page changes nothing. */
export function useRecordPayee(onDone: (text: string) => void) {
  const queryClient = useQueryClient();
  const done = (text: string) => () => {
    void queryClient.invalidateQueries({ queryKey: ['payees.show'] });
    onDone(text);
  };
  const declined = useDeclined();
  const onFault = (error: CallError) => {
    if (!isStopped(error)) declined(error);
  };
  return {
    verify: useOperationMutation('payees.verify', { onDone: done('Verification recorded.'), onFault }),
    block: useOperationMutation('payees.block', {
      onDone: done('Payee blocked. Nothing is released or sent to it.'),
      onFault,
    }),
    unblock: useOperationMutation('payees.unblock', {
      onDone: done('Payee unblocked. It may be paid again.'),
      onFault,
    }),
  };
}

/** What is wrong with a list is shown beside its name, where another one is chosen. */
export function useImportPayees(onDone: (done: CallOutput<'payees.import'>) => void) {
  const declined = useDeclined();
  const { error, ...read } = useOperationMutation('payees.import', {
    onDone,
    onFault: (fault) => (isDeclined(fault) ? declined(fault) : undefined),
  });
  return { ...read, error: error === null || isDeclined(error) ? null : error };
}

/** The filtered payees as a file. */
export function exportPayees(
  filter: PayeeFilter,
  environment: Environment,
  format: TableFormat,
  signal: AbortSignal,
): Promise<CallOutput<'payees.export'>> {
  return call('payees.export', { ...filter, environment, format }, { signal });
}
