import type { CallInput, CallOutput } from './wire/call.ts';
import { useDeclined } from './wire/declined.ts';
import { useOperation, useOperationMutation } from './wire/operations.ts';

type ShownFile = CallOutput<'approvals.show'>;
export type ShownRequest = Extract<ShownFile, { kind: 'request' }>;
export type ShownChange = Extract<ShownFile, { kind: 'controlRequest' }>;
export type ShownAnswer = Extract<ShownFile, { kind: 'decision' | 'withdrawal' }>;
export type ApprovalStatus = CallOutput<'approvals.status'>;

/** The approvals that a draft needs and has, read again when an approval or the request expires. */
export function useApprovalStatus(batchId: string) {
  return useOperation(
    'approvals.status',
    { batchId },
    {
      changesAt: ({ decisions, request }) => [
        ...decisions.filter(({ counts }) => counts).map(({ expiresAt }) => expiresAt),
        ...(request === null || request.isExpired ? [] : [request.expiresAt]),
      ],
    },
  );
}

export function useRequestApproval(
  onDone: (requested: CallOutput<'approvals.request'>, input: CallInput<'approvals.request'>) => void,
) {
  return useOperationMutation('approvals.request', { onDone });
}

export function useWithdrawRequest(
  onDone: (withdrawn: CallOutput<'approvals.withdraw'>, input: CallInput<'approvals.withdraw'>) => void,
) {
  return useOperationMutation('approvals.withdraw', { onDone });
}

export function useImportSignedFile(onDone: (imported: CallOutput<'approvals.import'>) => void) {
  return useOperationMutation('approvals.import', { onDone });
}

/** The files that wait for a person in the shared folder. */
export function useApprovalFolder(isEnabled = true) {
  return useOperation('approvals.folder', {}, { isEnabled });
}

/** The bytes of a file that waits. */
export function useOpenWaiting(onDone: (bytes: Uint8Array) => void) {
  return useOperationMutation('approvals.openWaiting', { onDone: ({ bytes }) => onDone(bytes) });
}

export function useDismissWaiting() {
  return useOperationMutation('approvals.dismissWaiting');
}

/** Saves a file that was signed here to the shared folder. */
export function useShareSigned() {
  return useOperationMutation('approvals.share');
}

/** Verifies a signed file that a person opened. */
export function useShowFile() {
  return useOperationMutation('approvals.show', { onFault: () => undefined });
}

export function useDecideRequest(onDone: (decided: CallOutput<'approvals.decide'>) => void) {
  return useOperationMutation('approvals.decide', { onDone, onFault: useDeclined() });
}

export function useApprovers() {
  return useOperation('approvers.list', {});
}

export function useApproverCard(onDone: (card: CallOutput<'approvers.card'>) => void) {
  return useOperationMutation('approvers.card', { onDone, onFault: useDeclined() });
}

export function useAddApprover(onDone: (added: CallOutput<'approvers.add'>) => void) {
  return useOperationMutation('approvers.add', { onDone, onFault: useDeclined() });
}

export function useRemoveApprover(onDone: (removed: CallOutput<'approvers.remove'>) => void) {
  return useOperationMutation('approvers.remove', { onDone, onFault: useDeclined() });
}

export function useApprovalPolicy(profileName: string) {
  return useOperation('policies.show', { profileName });
}

export function useSetApprovalPolicy(onDone: (set: CallOutput<'policies.set'>) => void) {
  return useOperationMutation('policies.set', { onDone, onFault: useDeclined() });
}
