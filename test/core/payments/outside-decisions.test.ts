import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { dismissAll } from '../../kit/attention.ts';
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
  sendOutside(office, batchId, rows, state);
  return batchId;
}

/** The gateway had the order IDs of the next queued payouts of a batch before Bursar's requests. */
function sendOutside(
  { store, parts, now }: Office,
  batchId: string,
  rows: number,
  state: 'outside' | 'paid' = 'outside',
) {
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
}

const statesOf = async ({ get }: Office, batchId: string): Promise<Partial<Record<PaymentState, number>>> =>
  (await get('batches.summary', { batchId })).byState;

it('one decision adopts every payout of a batch that was sent outside Bursar, and no other', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'outside', ['1.00', '2.00', '3.00'], 2);
  const { problems, retriable, outsideHash } = await office.get('batches.show', { batchId });
  expect(problems.map(({ decisions }) => decisions)).toEqual([
    ['adopt', 'payAgain'],
    ['adopt', 'payAgain'],
  ]);
  expect(retriable).toBe(0);
  const seen = { batchId, decision: 'adopt', outsideHash } as const;
  expect(await office.get('batches.decide', seen)).toEqual({ decidedRows: 2 });
  expect(await statesOf(office, batchId)).toEqual({ accepted: 2, queued: 1 });
  expect(await office.tell('batches.decide', { batchId, decision: 'adopt' })).toMatchObject({
    error: { code: 'notDecidable' },
  });
});

it('a decision about all payouts sent outside covers only those that were shown, however many there are by now', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'outside', ['1.00', '2.00', '3.00'], 2);
  const { outsideHash } = await office.get('batches.show', { batchId });
  const payAll = () => office.tell('batches.decide', { batchId, decision: 'payAgain', outsideHash });
  const refused = {
    error: {
      code: 'notDecidable',
      message:
        'The payouts of this batch that were sent outside this history are not those that were shown. Nothing was decided. Look at them, then decide.',
    },
  };
  sendOutside(office, batchId, 1);
  expect(await payAll()).toMatchObject(refused);
  // Somebody decides about one of those that were shown: there are as many again.
  const idPayout = `${batchId}-1`;
  await office.get('payouts.decide', { idPayout, batchId, decision: 'adopt' });
  expect(await payAll()).toMatchObject(refused);
  expect(await statesOf(office, batchId)).toEqual({ outside: 2, accepted: 1 });
});

it('the profile of a payout that was sent outside is not removed before a person has decided', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'outside', ['1.00'], 1);
  const remove = () => office.tell('profiles.remove', { name: 'main' });
  // Only what is true is named.
  const message =
    'Profile main has payments that were sent outside this history. To remove it, first decide about payouts from outside (on the command line: bursar batch decide ID).';
  expect(await remove()).toMatchObject({ error: { code: 'profileInUse', message } });
  const draft = await office.draft(['2.00']);
  expect(await remove()).toMatchObject({
    error: { message: expect.stringContaining('main has drafts and payments that were sent outside') },
  });
  await office.get('batches.cancel', { batchId: draft.batchId });
  await office.get('batches.decide', { batchId, decision: 'payAgain' });
  expect(await remove()).toMatchObject({ ok: true });
});

it('nothing is decided about a payout whose profile an older Bursar removed before, since nobody could ask about it', async () => {
  const office = await openOffice({ isOnDisk: true });
  const batchId = await batchWith(office, 'outside', ['1.00'], 1);
  const { idPayment: idPayout } = onlyPayment(office.store, batchId);
  const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
  database.exec('UPDATE profiles SET removedAt = 1');
  database.close();
  const removed = { error: { code: 'notFound', message: expect.stringContaining('Add the profile again') } };
  for (const decision of ['adopt', 'payAgain'] as const) {
    expect(await office.tell('payouts.decide', { idPayout, batchId, decision })).toMatchObject(removed);
    expect(await office.tell('batches.decide', { batchId, decision })).toMatchObject(removed);
  }
  expect(await office.get('payouts.show', { idPayout, batchId })).toMatchObject({ decisions: [] });
  expect((await office.get('batches.show', { batchId })).problems).toMatchObject([{ decisions: [] }]);
  expect(await statesOf(office, batchId)).toEqual({ outside: 1 });
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
  await dismissAll(office);
  expect(await office.get('attention.list', {})).toEqual([]);
});

function onlyPayment(store: Store, batchId: string) {
  const [payment] = store.rowsOfBatch(batchId, 0, 1);
  if (payment === undefined) throw new Error(`batch ${batchId} has no row`);
  return payment;
}
