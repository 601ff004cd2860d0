import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../contract/operations.ts';
import { subjectText } from '../../../renderer/activity/activity-labels.ts';
import { incomingScope } from '../../../main/core/payments/scope.ts';
import { atWork, openOffice } from '../../kit/office.ts';
import { customerPays, money, newPayin, openQuickly, profileOf } from './quick-office.ts';

describe('a payin that Bursar creates', () => {
  it('is sent in the background, reports its order ID, and causes a new reading of the balance', async () => {
    const office = await openOffice(atWork);
    await office.get('runner.start', {});
    const { idPayment, batchId } = await office.get('payins.create', newPayin);
    await office.until(() => office.countOf(batchId, 'paid') === 1);
    await office.until(() => office.events.some(({ kind }) => kind === 'balances'));
    expect(office.events).toContainEqual({ kind: 'incoming', id: idPayment });
    expect(office.events).not.toContainEqual({ kind: 'batch', id: batchId });
    const steps = (await office.get('audit.list', { batchId, limit: 50 })).events
      .filter(({ entity }) => entity === 'batch')
      .map(({ cause, detail: step, ...event }) => [
        subjectText({ ...event, cause, detail: step }),
        cause,
        step,
      ]);
    // Three lines that read the same would look like one payin too many.
    expect(steps.toReversed()).toEqual(
      ['draft', 'releasing', 'released'].map((state) => [
        'Payin',
        expect.stringContaining('created it'),
        `Now ${state}`,
      ]),
    );
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment });
    expect(detail).toMatchObject({ state: 'paid', gatewayStatus: 'SUCCESS', awaitedUntil: null });
    expect(detail.attempts[0]?.body).toContain('"amount":120.50');
    expect(detail.instructions).toMatchObject({ bankName: 'Sandbox Bank' });
  });

  it('reads the balance again even when a refresh learned of the payment first', async () => {
    let idPayment = '';
    const { office, run } = await openQuickly({}, async ({ get }) => {
      if (idPayment !== '') await get('incoming.refresh', { kind: 'payin', idPayment });
    });
    const created = await office.get('payins.create', newPayin);
    idPayment = created.idPayment;
    expect(await run(created.batchId)).toMatchObject({ value: { outcome: 'done' } });
    expect(office.countOf(created.batchId, 'paid')).toBe(1);
    expect(office.events.some(({ kind }) => kind === 'balances')).toBe(true);
  });

  it('binds its order ID to everything that is sent to the gateway (I2)', async () => {
    const office = await openOffice();
    const input = { ...newPayin, idPayment: 'order-1', returnUrl: 'https://shop.example/a', note: 'one' };
    const first = await office.get('payins.create', input);
    const again = await office.get('payins.create', {
      ...input,
      note: 'another',
      money: { ...money, amount: '120.5' },
    });
    expect(again).toEqual(first);
    const others: Partial<OperationInput<'payins.create'>>[] = [
      { money: { ...money, amount: '120.51' } },
      { money: { ...money, currencyCode: 'USD' } },
      { paymentMethodCode: 'CARD' },
      { paymentOperatorCode: 'SANDBOX_BANK' },
      { accountName: 'Ada' },
      { accountNumber: 'DE5' },
      { emailAddress: 'ada@example.com' },
      { returnUrl: '' },
    ];
    for (const other of others)
      expect(await office.tell('payins.create', { ...input, ...other })).toMatchObject({
        error: { code: 'orderIdUsed' },
      });
    expect(await office.tell('topups.create', input)).toMatchObject({ ok: true });
    const made = await Promise.all([1, 2, 3].map(() => office.get('payins.create', newPayin)));
    expect(new Set(made.map(({ idPayment }) => idPayment)).size).toBe(3);
    for (const { idPayment } of made) expect(idPayment).toMatch(/^[a-z0-9]{32}$/);
  });

  it('is answered, sent and exported as it was typed, also with text that turns its reading direction', async () => {
    const office = await openOffice(atWork);
    const odd = { accountName: 'Ada\u202E', accountNumber: '1\u2066\u200B2', note: 'Invoice \u202E321\n' };
    const { idPayment, batchId } = await office.get('payins.create', { ...newPayin, ...odd });
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'paid') === 1);
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment });
    expect(detail).toMatchObject(odd);
    expect((await office.get('incoming.list', { limit: 10 })).payments).toMatchObject([odd]);
    expect(detail.attempts[0]?.body).toContain(odd.accountName);
    const { bytes } = await office.get('incoming.export', { format: 'csv' });
    expect(new TextDecoder().decode(bytes)).toContain(odd.note);
  });

  it('has an amount that its currency allows, like a link and the options for it', async () => {
    const office = await openOffice();
    const beyond = { amount: '120.505', currencyCode: 'EUR' };
    const refusal = {
      error: { code: 'inputInvalid', message: expect.stringContaining('EUR has at most 2 decimals') },
    };
    expect(await office.tell('payins.create', { ...newPayin, money: beyond })).toMatchObject(refusal);
    expect(await office.tell('topups.create', { ...newPayin, money: beyond })).toMatchObject(refusal);
    const link = {
      returnUrl: 'https://shop.example/a',
      validitySeconds: 60,
      method: { kind: 'choose' },
    } as const;
    expect(await office.tell('links.create', { ...link, money: beyond })).toMatchObject(refusal);
    expect(await office.tell('options.read', { kind: 'payin', money: beyond })).toMatchObject(refusal);
    const yen = { amount: '0.5', currencyCode: 'JPY' };
    expect(await office.tell('payins.create', { ...newPayin, money: yen })).toMatchObject({
      error: { message: expect.stringContaining('JPY has no decimals') },
    });
    for (const { amount, currencyCode } of [
      { amount: '120.500', currencyCode: 'EUR' },
      { amount: '0.000000000000000001', currencyCode: 'ETH' },
    ])
      expect(
        await office.tell('payins.create', { ...newPayin, money: { amount, currencyCode } }),
      ).toMatchObject({ ok: true });
  });

  it('has its return address in its body, and its token permits only that payin', async () => {
    const { office, run } = await openQuickly();
    const { batchId, idPayment } = await office.get('payins.create', {
      ...newPayin,
      idPayment: 'order-1',
      returnUrl: 'https://shop.example/thanks?a=1',
    });
    await run(batchId);
    const { attempts } = await office.get('incoming.show', { kind: 'payin', idPayment });
    expect(JSON.parse(attempts[0]?.body ?? '')).toMatchObject({
      returnUrl: 'https://shop.example/thanks?a=1',
      callbackUrl: profileOf(office).callbackUrl,
    });
    expect(incomingScope({ kind: 'payin', idPayment, origin: 'created' })).toEqual([
      'POST /payins/order-1',
      'GET /payins/order-1',
    ]);
    expect(incomingScope({ kind: 'topup', idPayment, origin: 'followed' })).toEqual(['GET /topups/order-1']);
  });

  it('is neither a batch nor a payout for any call that asks for one', async () => {
    const { office, run } = await openQuickly();
    const refused = await office.get('payins.create', { ...newPayin, accountName: 'No 9002' });
    await run(refused.batchId);
    const { batchId, idPayment } = await office.get('payins.create', newPayin);
    const calls = await Promise.all([
      office.tell('batches.summary', { batchId }),
      office.tell('batches.show', { batchId }),
      office.tell('batches.cancel', { batchId }),
      office.tell('batches.retry', { batchId: refused.batchId }),
      office.tell('batches.export', { batchId }),
      office.tell('batches.duplicates', { batchId }),
      office.tell('batches.check', { batchId, withOptions: false }),
      office.tell('batches.pause', { batchId }),
      office.tell('batches.resume', { batchId }),
      office.tell('batches.release', { batchId, rowsHash: 'x' }),
      office.tell('payouts.show', { idPayout: idPayment }),
      office.tell('payouts.refresh', { idPayout: idPayment }),
      office.tell('payouts.decide', { idPayout: idPayment, decision: 'sendAgain' }),
    ]);
    for (const call of calls) expect(call).toMatchObject({ error: { code: 'notFound' } });
    expect(await office.get('batches.list', { limit: 10 })).toEqual([]);
    expect(await office.get('payouts.list', { limit: 10 })).toEqual({ payouts: [], next: null });
    expect(await office.get('payouts.count', {})).toEqual({ count: 0, isComplete: true });
    expect((await office.get('payouts.export', { format: 'csv' })).rows).toBe(0);
    expect(await office.get('attention.list', {})).toEqual([]);
    expect(await office.get('runner.state', {})).toMatchObject({ batchIds: [] });
    expect(await office.get('audit.verify', {})).toMatchObject({ problems: [] });
  });
});

describe('a payment that is followed', () => {
  it('is looked up, and not stored if the gateway does not know it', async () => {
    const office = await openOffice();
    const which = { kind: 'payin', idPayment: 'theirs' } as const;
    expect(await office.tell('incoming.follow', which)).toMatchObject({ error: { code: 'gatewayNotFound' } });
    expect(await office.get('incoming.list', { limit: 10 })).toEqual({ payments: [], next: null });
    await customerPays(office, 'theirs');
    const followed = await office.get('incoming.follow', { ...which, note: 'from the shop' });
    expect(followed).toMatchObject({ origin: 'followed', money, note: 'from the shop', attempts: [] });
    expect(followed.paymentMethodCode).toBe('BANK_TRANSFER');
    expect(['accepted', 'paid']).toContain(followed.state);
    office.asked.length = 0;
    expect(await office.get('incoming.follow', which)).toEqual(followed);
    expect(office.asked).toEqual([]);
    expect(await office.get('audit.verify', {})).toMatchObject({ problems: [] });
  });
});
