import { describe, expect, it } from 'vitest';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import { decisionsFor } from '../../../main/core/payments/person-decisions.ts';
import { dismissAll } from '../../kit/attention.ts';
import { openOffice } from '../../kit/office.ts';
import { claim, found } from '../../kit/samples.ts';
import { after, detail, moment, now, payment, refused } from './decisions.ts';

const restored = { ...payment, problem: { code: 'perhapsRetried' }, gatewaySentAt: now } as const;

describe('I11: a payout whose row may have been paid by a retry missing from the records', () => {
  it('is not sent again by itself when the gateway does not know it, but left to a person', () => {
    const { findings, sendAgain } = afterRead(restored, refused('gatewayNotFound', 410), moment);
    expect(sendAgain).toBe(false);
    expect(findings).toMatchObject([{ to: 'unknown', dueAt: null, problem: { code: 'perhapsRetried' } }]);
    expect(decisionsFor({ ...restored, dueAt: null })).toEqual(['sendAgain', 'notAccepted']);
  });

  it.each([
    ['cannot be asked', refused('gatewayServerError', 500)],
    ['refuses to be asked', refused('gatewayForbidden', 403)],
    ['answers without the money', detail({ money: null })],
  ])('stays so when the gateway %s', (_how, answer) => {
    const { findings, sendAgain } = afterRead(restored, answer, moment);
    expect(sendAgain).toBe(false);
    expect(findings).toMatchObject([{ to: 'unknown' }]);
    const failed = after(restored, { findings, sendAgain, usefulness: 'useful' });
    expect(afterRead(failed, refused('gatewayNotFound', 410), moment)).toMatchObject({
      sendAgain: false,
      findings: [{ to: 'unknown', dueAt: null, problem: { code: 'perhapsRetried' } }],
    });
  });

  it('stays so when a person has it sent again and takes that back before it leaves', async () => {
    const office = await openOffice();
    const { batchId } = await office.draft(['1.00']);
    expect(await office.release(batchId)).toMatchObject({ ok: true });
    const [{ payment: sent } = { payment }] = claim(office.store, batchId, 1);
    const { paymentId, idPayment } = sent;
    const left = { dueAt: null, problem: { code: 'perhapsRetried' } } as const;
    office.store.record([found(paymentId, 'sending', 'unknown', left)], Date.now());
    await office.get('payouts.decide', { idPayout: idPayment, decision: 'sendAgain' });
    expect(office.countOf(batchId, 'queued')).toBe(1);
    await office.get('batches.cancel', { batchId });
    const [stopped] = office.store.paymentsOf([paymentId]);
    expect(stopped).toMatchObject({ state: 'unknown', problem: { code: 'perhapsRetried' } });
    if (stopped === undefined) return;
    const answer = afterRead(stopped, refused('gatewayNotFound', 410), { ...moment, now: Date.now() });
    expect(answer).toMatchObject({ sendAgain: false, findings: [{ to: 'unknown', dueAt: null }] });
  });

  it('follows the gateway if it knows the payout', () => {
    const { findings } = afterRead(restored, detail({ status: 'SUCCESS' }), moment);
    expect(findings.at(-1)).toMatchObject({ to: 'paid', problem: null });
  });
});

it('I11: nothing is released while the records miss retries, until a person dismisses that specific notice', async () => {
  const office = await openOffice();
  const { batchId } = await office.draft(['1.00']);
  const older = { at: Date.UTC(2026, 0, 2), cause: 'restored', payments: 1, missesRetries: true } as const;
  let kept: typeof older | null = older;
  office.store.olderRecords = () => kept;
  office.store.dismissOlderRecords = () => {
    kept = null;
  };
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'recordsOlder' } });
  await dismissAll(office);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'recordsOlder' } });
  expect(office.store.countByState(batchId)).toEqual({ draft: 1 });
  await office.get('attention.dismissOlderRecords', {});
  expect(await office.release(batchId)).toMatchObject({ ok: true });
});
