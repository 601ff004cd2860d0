import { expect } from 'vitest';
import { attentionText } from '../../contract/text/attention/attention-text.ts';
import { seenItem, type AttentionItem } from '../../contract/treasury/attention.ts';
import type { Office } from './office.ts';

/** The attention items, each with its text. */
export async function attentionOf(
  office: Pick<Office, 'get'>,
): Promise<(AttentionItem & { readonly message: string })[]> {
  const listed = await office.get('attention.list', {});
  return listed.map((item) => ({ ...item, message: attentionText(item) }));
}

/** Dismisses everything that is listed. */
export async function dismissAll({ get }: Pick<Office, 'get'>): Promise<void> {
  await get('attention.dismiss', { seen: (await get('attention.list', {})).map(seenItem) });
}

type Settled = 'failed' | 'rejected' | 'conflict' | 'outside' | 'unknown';

/** A released batch whose first row is in this state, and the others paid or queued. */
export async function batchWith(office: Office, state: Settled, amounts = ['1.00']) {
  const { batchId } = await office.draft(amounts, `${state} ${amounts.join(' ')}`);
  expect((await office.release(batchId)).ok).toBe(true);
  settle(office, batchId, state, 1);
  return batchId;
}

/** Leads this many queued rows of a batch into a state, as the engine would. */
export function settle({ store, parts, now }: Office, batchId: string, state: Settled, rows: number): void {
  const intents = store.claimQueued([batchId], rows, now(), parts.encode);
  for (const { payment, attemptNumber } of intents) {
    const finding = {
      paymentId: payment.paymentId,
      cause: { code: 'asked' as const },
      detail: null,
      polls: 0,
      dueAt: state === 'unknown' ? now() : null,
    };
    const attempt = { number: attemptNumber, status: null, answer: null };
    const problem = { code: 'finished', status: 'TEST' } as const;
    const first = state === 'unknown' || state === 'rejected' ? state : 'accepted';
    store.record([{ ...finding, from: 'sending', to: first, problem, attempt }], now());
    if (first === 'accepted') store.record([{ ...finding, from: 'accepted', to: state, problem }], now());
  }
  expect(intents).toHaveLength(rows);
}

/** What each listed item is, how many it counts and of which batch. */
export async function items({ get }: Office): Promise<Pick<AttentionItem, 'kind' | 'count' | 'batchId'>[]> {
  return (await get('attention.list', {})).map(({ kind, count, batchId }) => ({ kind, count, batchId }));
}
