import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { IncomingDetail, IncomingKind, IncomingSummary } from '../../contract/receiving/incoming.ts';
import { incomingFilterOf, type ReceiveFilter } from '../receive/filter.ts';
import { type CallOutput, call } from './wire/call.ts';
import { operationKey, useOperationMutation, useOperation } from './wire/operations.ts';
import { usePages } from './wire/pages.ts';

/** Rows that are read at once. */
const pageSize = 200;

/** One payin or top-up. Order IDs are the merchant's own, so the profile is part of what tells them apart. */
export type WhichIncoming = {
  readonly kind: IncomingKind;
  readonly idPayment: string;
  readonly profileName?: string;
};

/** What a filter finds, newest first, page after page; read again whenever one of them changes. */
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
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
): Promise<CallOutput<'incoming.export'>> {
  return call('incoming.export', { ...incomingFilterOf(filter, profileName), format }, { signal });
}

/** One payin or top-up, read again whenever it changes. */
export function useIncoming(which: WhichIncoming, isWanted = true) {
  const queryClient = useQueryClient();
  const read = useOperation('incoming.show', which, { isEnabled: isWanted });
  const keep = (detail: IncomingDetail) =>
    queryClient.setQueryData(operationKey('incoming.show', which), detail);
  return { ...read, keep };
}

export function useRefreshIncoming(onDone: (detail: IncomingDetail) => void) {
  return useOperationMutation('incoming.refresh', { onDone });
}

export function useStopFollowing(onDone: (detail: IncomingDetail) => void) {
  return useOperationMutation('incoming.stopFollowing', { onDone });
}

/** The customer's account as asked and as seen; a fault is shown where it was asked for. */
export function usePaymentAccounts() {
  return useOperationMutation('payins.accounts', { onFault: () => undefined });
}

/** Gives the gateway a reference for a payin; a fault is shown by the form. */
export function useSetReference(onDone: (detail: IncomingDetail) => void) {
  return useOperationMutation('payins.setReference', { onDone, onFault: () => undefined });
}

/** Keeps a payin or top-up and lets it be sent; a fault is shown by the form. */
export function useCreateIncoming(kind: IncomingKind, onDone: (detail: IncomingDetail) => void) {
  const act = { onDone, onFault: () => undefined };
  const payin = useOperationMutation('payins.create', act);
  const topup = useOperationMutation('topups.create', act);
  return kind === 'topup' ? topup : payin;
}

/** Looks up an order ID from elsewhere and follows it; a fault is shown by the form. */
export function useFollow(onDone: (detail: IncomingDetail) => void) {
  return useOperationMutation('incoming.follow', { onDone, onFault: () => undefined });
}

/**
 * Asks once about a payment that is looked at and of which nothing was read yet: its creator waits for how to pay it, and that goes
 * before what is asked on schedule, however much is being sent.
 */
export function useFirstAnswer(
  payment: IncomingDetail | undefined,
  onFresh: (detail: IncomingDetail) => void,
) {
  const { mutate } = useOperationMutation('incoming.refresh', { onDone: onFresh, onFault: () => undefined });
  const isWaiting = payment?.state === 'accepted' && payment.lastAnswer === null;
  const { kind, idPayment, profileName } = payment ?? {};
  useEffect(() => {
    if (isWaiting && kind !== undefined && idPayment !== undefined) mutate({ kind, idPayment, profileName });
  }, [isWaiting, kind, idPayment, profileName, mutate]);
}
