import { expect, it } from 'vitest';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { openOffice, type Office } from '../../kit/office.ts';

/** A released batch of which as many payouts are in the last state as are named, and the rest queued. */
async function batchWith(
  office: Office,
  state: 'outside' | 'paid',
  amounts: readonly string[],
  rows: number,
) {
  const { batchId } = await office.draft(amounts);
  expect((await office.release(batchId)).ok).toBe(true);
  const { store, parts, now } = office;
  for (const { payment, attemptNumber } of store.claimQueued([batchId], rows, now(), parts.encode)) {
    const finding = {
      paymentId: payment.paymentId,
      cause: { code: 'asked' as const },
      detail: null,
      polls: 0,
      dueAt: null,
    };
    const attempt = { number: attemptNumber, status: 409, answer: '' };
    const problem = { code: 'paidOutside', isPaid: false, createdAt: null } as const;
    store.record([{ ...finding, from: 'sending', to: 'accepted', problem: null, attempt }], now());
    store.record(
      [{ ...finding, from: 'accepted', to: state, problem: state === 'paid' ? null : problem }],
      now(),
    );
  }
  return batchId;
}

const statesOf = async ({ get }: Office, batchId: string): Promise<Partial<Record<PaymentState, number>>> =>
  (await get('batches.summary', { batchId })).byState;

it('one decision adopts every payout of a batch that was sent outside Bursar, and no other', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'outside', ['1.00', '2.00', '3.00'], 2);
  const { problems, retriable } = await office.get('batches.show', { batchId });
  expect(problems.map(({ decisions }) => decisions)).toEqual([
    ['adopt', 'payAgain'],
    ['adopt', 'payAgain'],
  ]);
  expect(retriable).toBe(0);
  expect(await office.get('batches.decide', { batchId, decision: 'adopt' })).toEqual({ decidedRows: 2 });
  expect(await statesOf(office, batchId)).toEqual({ accepted: 2, queued: 1 });
  expect(await office.tell('batches.decide', { batchId, decision: 'adopt' })).toMatchObject({
    error: { code: 'notDecidable' },
  });
});

it('one decision to pay again makes them retriable, and a retry links both ways', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'outside', ['1.00', '2.00'], 2);
  expect(await office.get('batches.decide', { batchId, decision: 'payAgain' })).toEqual({ decidedRows: 2 });
  expect((await office.get('batches.show', { batchId })).retriable).toBe(2);
  const retry = await office.get('batches.retry', { batchId });
  // A draft stands for both now, so nothing is left to retry.
  expect((await office.get('batches.show', { batchId })).retriable).toBe(0);
  const { problems } = await office.get('batches.show', { batchId });
  const idPayout = problems[0]?.idPayout ?? '';
  const old = await office.get('payouts.show', { idPayout });
  expect(old).toMatchObject({ isRetriable: false, retriedBy: { batchId: retry.batchId, state: 'draft' } });
  const next = await office.get('payouts.show', { idPayout: old.retriedBy?.idPayout ?? '' });
  expect(next.retryOf).toBe(idPayout);
});

it('a notice names its payment, and a test flag that a person acknowledged is no longer listed', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'paid', ['1.00'], 1);
  const { idPayment, paymentId } = onlyPayment(office.store, batchId);
  const paid = office.store.paymentsOf([paymentId])[0];
  expect(paid?.state).toBe('paid');
  const finding = {
    paymentId,
    cause: { code: 'asked' as const },
    detail: null,
    polls: 0,
    dueAt: null,
    problem: null,
  };
  office.store.record([{ ...finding, from: 'paid', to: 'paid', notice: 'statusChanged' }], office.now());
  office.store.addNotice('environmentContradicted', batchId, office.now());
  const attention = await office.get('attention.list', {});
  expect(attention).toMatchObject([
    { kind: 'environmentContradicted', batchId, payment: null },
    { kind: 'statusChanged', batchId, payment: { kind: 'payout', idPayment } },
  ]);
  await office.get('settings.change', { ignoredTestFlags: ['main'] });
  expect(await office.get('attention.list', {})).toMatchObject([{ kind: 'statusChanged' }]);
  await office.get('attention.dismiss', { batchId: null });
  expect(await office.get('attention.list', {})).toEqual([]);
});

function onlyPayment(store: Store, batchId: string) {
  const [payment] = store.rowsOfBatch(batchId, 0, 1);
  if (payment === undefined) throw new Error(`batch ${batchId} has no row`);
  return payment;
}
