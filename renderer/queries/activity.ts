import type { TableFormat } from '../../contract/operation.ts';
import { type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { AuditEvent, AuditFilter } from '../../contract/audit.ts';
import type { EvidenceSubject } from '../../contract/evidence/evidence.ts';
import type { CallError } from '../call-error.ts';
import { type CallOutput, call } from './wire/call.ts';
import { operationKey, useOperation, useOperationMutation } from './wire/operations.ts';
import { usePages } from './wire/pages.ts';

/** Rows that are read at once. */
const pageSize = 100;

/** The filtered events, page by page, newest first. */
export function useActivity(filter: AuditFilter) {
  const input = { ...filter, limit: pageSize };
  return usePages<{ events: AuditEvent[]; next: string | null }, AuditEvent>({
    key: operationKey('audit.list', input),
    read: async (after, signal) => {
      const before = after === null ? null : Number(after);
      const { events, next } = await call('audit.list', { ...input, before }, { signal });
      return { events, next: next === null ? null : String(next) };
    },
    rowsOf: ({ events }) => events,
    // Nearly every change is an event.
    isAlwaysStale: true,
  });
}

export function useAuditStatus() {
  return useOperation('audit.status', {});
}

/** Everyone whom an event names. */
export function useActors() {
  return useOperation('audit.people', {});
}

export function exportEvents(
  filter: AuditFilter,
  format: TableFormat,
  signal: AbortSignal,
): Promise<CallOutput<'audit.export'>> {
  return call('audit.export', { filter, format }, { signal });
}

const verification = ['audit.verify'];
type Verification = MutationState<CallOutput<'audit.verify'>, CallError, AbortController>;

/**
 * Verifies the audit log on request, until the end or until the person stops it. It continues while they look at another screen,
 * so the verification that is shown and stopped is the one that the window started last, from any screen.
 */
export function useVerify() {
  const client = useQueryClient();
  const { mutate } = useMutation<CallOutput<'audit.verify'>, CallError, AbortController>({
    mutationKey: verification,
    mutationFn: ({ signal }) => call('audit.verify', {}, { signal }),
    gcTime: Infinity,
  });
  const last = useMutationState<Verification>({ filters: { mutationKey: verification } }).at(-1);
  return {
    isPending: last?.status === 'pending',
    data: last?.data,
    error: last?.error ?? null,
    // The second click of a double click arrives before the button is disabled.
    run: () => {
      if (client.isMutating({ mutationKey: verification }) === 0) mutate(new AbortController());
    },
    stop: () => last?.variables?.abort(),
  };
}

export type EvidenceVerdict = CallOutput<'evidence.verify'>;

/** Writes evidence as a ZIP archive that anyone can verify without Bursar. */
export function createEvidence(
  subject: EvidenceSubject,
  signal: AbortSignal,
): Promise<CallOutput<'evidence.create'>> {
  return call('evidence.create', { subject }, { signal });
}

export function useVerifyEvidence(onDone: (verdict: EvidenceVerdict) => void) {
  return useOperationMutation('evidence.verify', { onDone });
}
