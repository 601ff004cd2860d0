import type { TableFormat } from '../../contract/operation.ts';
import { useEffect } from 'react';
import type { IncomingDetail, IncomingKind, IncomingSummary } from '../../contract/receiving/incoming.ts';
import { incomingFilterOf, type ReceiveFilter } from '../receive/filter.ts';
import { type CallInput, type CallOutput, call } from './wire/call.ts';
import { isReadBefore } from './payments.ts';
import { operationKey, useKeepAnswer, useOperationMutation, useOperation } from './wire/operations.ts';
import { usePages } from './wire/pages.ts';

/** Rows that are read at once. */
const pageSize = 200;

/** One payin or top-up. Order IDs belong to the merchant, so the profile is part of the identity. */
export type WhichIncoming = {
  readonly kind: IncomingKind;
  readonly idPayment: string;
  readonly profileName?: string;
  /** Tells it apart from the one with the same order ID in a removed profile of that name. */
  readonly batchId?: string;
};

/** The filtered payments, newest first, page by page; read again whenever one of them changes. */
export function useIncomingList(filter: ReceiveFilter, profileName: string) {
  const input = { ...incomingFilterOf(filter, profileName), limit: pageSize };
  return usePages<CallOutput<'incoming.list'>, IncomingSummary>({
    key: operationKey('incoming.list', input),
    read: (after, signal) => call('incoming.list', { ...input, after }, { signal }),
    rowsOf: ({ payments }) => payments,
  });
}

export function exportIncoming(
  filter: ReceiveFilter,
  profileName: string,
  format: TableFormat,
  signal: AbortSignal,
): Promise<CallOutput<'incoming.export'>> {
  return call('incoming.export', { ...incomingFilterOf(filter, profileName), format }, { signal });
}

/** One payin or top-up, read again whenever it changes. */
export function useIncoming(which: WhichIncoming, isWanted = true) {
  const read = useOperation('incoming.show', which, { isEnabled: isWanted, isOlder: isReadBefore });
  return { ...read, keep: useKeepAnswer('incoming.show', which) };
}

export function useRefreshIncoming(onDone: (detail: IncomingDetail) => void) {
  return useOperationMutation('incoming.refresh', { onDone });
}

export function useStopFollowing(onDone: (detail: IncomingDetail) => void) {
  return useOperationMutation('incoming.stopFollowing', { onDone });
}

/** The customer's account as given and as seen; an error is shown where it was requested. */
export function usePaymentAccounts() {
  return useOperationMutation('payins.accounts', { onFault: () => undefined });
}

/** Sends the gateway a reference for a payin; the form shows an error. */
export function useSetReference(
  onDone: (detail: IncomingDetail, sent: CallInput<'payins.setReference'>) => void,
) {
  return useOperationMutation('payins.setReference', { onDone, onFault: () => undefined });
}

/** Stores and queues a payin or top-up; the form shows an error. */
export function useCreateIncoming(
  kind: IncomingKind,
  onDone: (detail: IncomingDetail) => void,
  onFault: () => void,
) {
  const act = { onDone, onFault };
  const payin = useOperationMutation('payins.create', act);
  const topup = useOperationMutation('topups.create', act);
  return kind === 'topup' ? topup : payin;
}

/** Looks up an order ID from elsewhere and follows it; the form shows an error. */
export function useFollow(onDone: (detail: IncomingDetail) => void, onFault: () => void) {
  return useOperationMutation('incoming.follow', { onDone, onFault });
}

/**
 * Polls a payment once when it is opened and nothing was read yet: its creator waits for the payment instructions, and that has priority
 * over scheduled polling, however much is being sent.
 */
export function useFirstAnswer(
  payment: IncomingDetail | undefined,
  onFresh: (detail: IncomingDetail) => void,
) {
  const { mutate } = useOperationMutation('incoming.refresh', { onDone: onFresh, onFault: () => undefined });
  const isWaiting = payment?.state === 'accepted' && payment.lastAnswer === null;
  const { kind, idPayment, profileName, batchId } = payment ?? {};
  useEffect(() => {
    if (isWaiting && kind !== undefined && idPayment !== undefined)
      mutate({ kind, idPayment, profileName, batchId });
  }, [isWaiting, kind, idPayment, profileName, batchId, mutate]);
}
