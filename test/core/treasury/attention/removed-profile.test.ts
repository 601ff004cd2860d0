import { expect, it } from 'vitest';
import { openOffice } from '../../../kit/office.ts';
import { accepted, claim, found } from '../../../kit/samples.ts';

it('keeps what was noticed about a payout until it is dismissed, also once its profile is removed', async () => {
  const office = await openOffice();
  const { store, now } = office;
  const { batchId } = await office.draft(['1.00', '2.00']);
  expect((await office.release(batchId)).ok).toBe(true);
  const [one, other] = claim(store, batchId, 2, now());
  if (one === undefined || other === undefined) throw new Error('nothing to send');
  const { paymentId, idPayment } = one.payment;
  const paid = found(paymentId, 'accepted', 'paid', { dueAt: null, notice: 'paidTwice' });
  const failed = found(other.payment.paymentId, 'accepted', 'failed', { dueAt: null });
  store.record([accepted(one), accepted(other), paid, failed], now());
  const listed = async () => (await office.get('attention.list', {})).map(({ kind }) => kind);
  expect(await listed()).toEqual(['paidTwice', 'failed']);
  await office.get('profiles.remove', { name: 'main' });
  expect(await listed()).toEqual(['paidTwice']);
  expect(await office.get('payouts.show', { idPayout: idPayment, profileName: 'main' })).toMatchObject({
    state: 'paid',
  });
  await office.get('attention.dismiss', { batchId });
  expect(await listed()).toEqual([]);
});
