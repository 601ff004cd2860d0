import { expect, it } from 'vitest';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  found,
  importBatch,
  newIncoming,
  newRow,
  openIn,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

it('I11: a payin removes no payout of the same order ID from the queue, and is not a second payment of its row', () => {
  const store = openIn(temporaryFolder());
  addProfile(store);
  importBatch(store, 'b', [newRow('b', 1, { idPayment: 'order', idPayout: 'order' })]);
  release(store, 'b');
  const { paymentId } = store.addIncoming(newIncoming({ batchId: 'payin', idPayment: 'order' }));
  const [payin] = claim(store, 'payin');
  if (payin === undefined) throw new Error('no intent');
  store.record([accepted(payin, { to: 'rejected', problem: { code: 'finished', status: 'X' } })], 5000);
  store.record([found(paymentId, 'rejected', 'accepted')], 6000);
  expect(store.findPayment('order')?.state).toBe('queued');
  const [payout] = claim(store, 'b');
  if (payout === undefined) throw new Error('no intent');
  store.record([accepted(payout), found(payout.payment.paymentId, 'accepted', 'paid')], 7000);
  store.record([found(paymentId, 'accepted', 'paid')], 8000);
  expect(store.notices(10)).toEqual([]);
  expect(auditProblems(store)).toEqual([]);
});
