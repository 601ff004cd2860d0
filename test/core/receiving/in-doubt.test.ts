import { expect, it } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { seenItem } from '../../../contract/treasury/attention.ts';
import { openOffice } from '../../kit/office.ts';
import { accepted, found } from '../../kit/samples.ts';
import { newPayin } from './quick-office.ts';

it('a payin that a person has to decide about, or for which the gateway holds other money, needs attention', async () => {
  const office = await openOffice();
  const { store, now, parts } = office;
  const ids = new Map<string, string>();
  const failure = { error: 'gatewayServerError' } as const;
  const silent = { dueAt: now(), problem: { code: 'couldNotAskForLong', failure } } as const;
  for (const idPayment of ['doubt', 'other', 'unanswered', 'failed', 'fine']) {
    const { batchId } = await office.get('payins.create', { ...newPayin, idPayment });
    ids.set(idPayment, batchId);
    const [intent] = store.claimQueued([batchId], 1, now(), parts.encode);
    if (intent === undefined) throw new Error('nothing to send');
    const { paymentId } = intent.payment;
    const left = { dueAt: null, problem: { code: 'olderThanADay' } } as const;
    const next = {
      doubt: [found(paymentId, 'sending', 'unknown', left)],
      other: [accepted(intent), found(paymentId, 'accepted', 'conflict', { dueAt: null })],
      unanswered: [accepted(intent), found(paymentId, 'accepted', 'accepted', silent)],
      failed: [accepted(intent), found(paymentId, 'accepted', 'failed', { dueAt: null })],
    }[idPayment];
    store.record(next ?? [accepted(intent)], now());
  }
  const listed = async () =>
    (await office.get('attention.list', {})).map((item) => [
      item.batchId,
      item.payment?.idPayment,
      item.kind,
    ]);
  const item = (idPayment: string, kind: string) => [ids.get(idPayment), idPayment, kind];
  expect(await listed()).toEqual([
    item('other', 'conflict'),
    item('doubt', 'unknown'),
    item('unanswered', 'unanswered'),
  ]);
  expect((await office.get('attention.list', {})).map(attentionText)).toEqual([
    'Payin other in conflict: the gateway holds a different amount or currency for the order ID.',
    'Payin doubt unknown, and Bursar cannot find out what became of it. A person has to decide.',
    expect.stringMatching(/^Payin unanswered accepted by the gateway, on .* what became of it\./),
  ]);
  const [conflict] = await office.get('attention.list', {});
  await office.get('attention.dismiss', { seen: conflict === undefined ? [] : [seenItem(conflict)] });
  await office.get('incoming.decide', { kind: 'payin', idPayment: 'doubt', decision: 'notAccepted' });
  expect(await listed()).toEqual([item('unanswered', 'unanswered')]);
});

it('a payout without an answer is listed before any number of payins', async () => {
  const office = await openOffice();
  const { store, now, parts } = office;
  const failure = { error: 'gatewayServerError' } as const;
  const silent = { dueAt: now(), problem: { code: 'couldNotAskForLong', failure } } as const;
  const { batchId } = await office.draft(['1.00']);
  expect((await office.release(batchId)).ok).toBe(true);
  const payin = await office.get('payins.create', { ...newPayin, idPayment: 'newer' });
  for (const intent of store.claimQueued([batchId, payin.batchId], 2, now(), parts.encode))
    store.record([accepted(intent), found(intent.payment.paymentId, 'accepted', 'accepted', silent)], now());
  expect(store.unanswered({ batchId: null, limit: 1 })).toMatchObject([{ batchId, payment: null }]);
  expect(store.unanswered({ batchId: null, limit: 2 })).toHaveLength(2);
});

it('payins and top-ups beyond the listed ones are summed, so that none is left out', async () => {
  const office = await openOffice();
  const { store, now, parts } = office;
  const failure = { error: 'gatewayServerError' } as const;
  const silent = { dueAt: now(), problem: { code: 'couldNotAskForLong', failure } } as const;
  for (let number = 1; number <= 103; number += 1)
    for (const end of ['conflict', 'silent'] as const) {
      const { batchId } = await office.get('payins.create', { ...newPayin, idPayment: `${end}-${number}` });
      const [intent] = store.claimQueued([batchId], 1, now(), parts.encode);
      if (intent === undefined) throw new Error('nothing to send');
      const { paymentId } = intent.payment;
      const next =
        end === 'silent'
          ? found(paymentId, 'accepted', 'accepted', silent)
          : found(paymentId, 'accepted', 'conflict', { dueAt: null });
      store.record([accepted(intent), next], now());
    }
  const items = await office.get('attention.list', {});
  expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(206);
  const sums = items.filter(({ batchId }) => batchId === null);
  expect(sums.map(attentionText)).toEqual([
    '3 more payins in conflict: the gateway holds a different amount or currency for the order IDs.',
    expect.stringMatching(/^3 more payins accepted by the gateway, the first on .* what became of them\./),
  ]);
  // Of what is counted together, no more is dismissed than was counted.
  await office.get('attention.dismiss', { seen: items.map(seenItem) });
  expect((await office.get('attention.list', {})).map(({ kind }) => kind)).not.toContain('conflict');
});
