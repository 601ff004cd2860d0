import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../contract/operations.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/core/dispatch.ts';
import { awaitPayin, type AwaitedPayin } from '../../../main/core/receiving/incoming/await-payin.ts';
import { clientOf } from '../../../main/core/context.ts';
import type { Clock, StoredProfile } from '../../../main/core/ports/index.ts';
import { incomingScope } from '../../../main/core/payments/scope.ts';
import { encodePaymentBody } from '../../../main/gateway/index.ts';
import { atWork, openOffice, type Office } from '../../kit/office.ts';

const dayMs = 86_400_000;
const money = { amount: '120.50', currencyCode: 'EUR' };
const newPayin: OperationInput<'payins.create'> = { money, paymentMethodCode: 'BANK_TRANSFER' };

/** The office with a clock on which waiting takes no time, so that days of asking pass at once. */
async function openQuickly(options: Parameters<typeof openOffice>[0] = {}) {
  const office = await openOffice(options);
  const clock: Clock = {
    now: () => office.now(),
    sleep: async (durationMs, signal) => {
      if (signal?.aborted !== true) office.wait(durationMs);
      await office.parts.clock.turn();
    },
    turn: () => office.parts.clock.turn(),
  };
  const dispatch = createDispatch(await createCore({ ...office.parts, clock }));
  const run = (batchId: string) =>
    dispatch(
      'batches.run',
      { batchIds: [batchId], until: 'final', silenceLimitMs: dayMs },
      { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(false) },
    );
  return { office, run };
}

function profileOf({ store }: Office): StoredProfile {
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('no profile');
  return profile;
}

function awaitedPayin(office: Office, changes: Partial<AwaitedPayin> = {}): AwaitedPayin {
  return {
    profile: profileOf(office),
    idPayment: 'link-1',
    money,
    awaitedUntil: office.now() + dayMs,
    paymentMethodCode: '',
    paymentOperatorCode: '',
    accountName: '',
    accountNumber: '',
    emailAddress: '',
    returnUrl: 'https://shop.example/thanks',
    note: '',
    ...changes,
  };
}

/** What the hosted payment page does for a customer: it creates the payin, and not Bursar. */
async function customerPays(office: Office, idPayment: string, amount = money.amount): Promise<void> {
  const profile = profileOf(office);
  const body = encodePaymentBody({
    kind: 'payin',
    amount,
    currencyCode: 'EUR',
    paymentMethodCode: 'BANK_TRANSFER',
    accountName: '',
    accountNumber: '',
    paymentOperatorCode: '',
    emailAddress: '',
    callbackUrl: profile.callbackUrl,
    returnUrl: '',
  });
  const scope = incomingScope({ kind: 'payin', idPayment, origin: 'created' });
  const client = clientOf(office.parts.gateway, profile);
  const created = await client.call(
    'createPayment',
    { kind: 'payin', idPayment, body, scope },
    { priority: 'interactive' },
  );
  if (!created.ok) throw new Error(created.error.message);
}

describe('a payin that is created', () => {
  it('is sent in the background, tells of itself by its order ID, and lets the balance be read again', async () => {
    const office = await openOffice(atWork);
    await office.get('runner.start', {});
    const { idPayment, batchId } = await office.get('payins.create', newPayin);
    await office.until(() => office.countOf(batchId, 'paid') === 1);
    await office.until(() => office.events.some(({ kind }) => kind === 'balances'));
    expect(office.events).toContainEqual({ kind: 'incoming', id: idPayment });
    expect(office.events).not.toContainEqual({ kind: 'batch', id: batchId });
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment });
    expect(detail).toMatchObject({ state: 'paid', gatewayStatus: 'SUCCESS', awaitedUntil: null });
    expect(detail.attempts[0]?.body).toContain('"amount":120.50');
    expect(detail.instructions).toMatchObject({ bankName: 'Sandbox Bank' });
  });

  it('is bound to its order ID with everything that the gateway is told (I2)', async () => {
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
    for (const { idPayment } of made) expect(idPayment).toMatch(/^[A-Za-z0-9_-]{27}$/);
  });

  it('says where the customer returns to in its body, and its token permits it alone', async () => {
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

  it('is no batch and no payout to whoever asks for one', async () => {
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

describe('a payin that a customer makes by a link', () => {
  it('I1: is only ever asked about while the gateway does not know it (410), ever more seldom, until its time is over', async () => {
    const { office, run } = await openQuickly();
    const awaited = awaitPayin(
      office.parts,
      awaitedPayin(office, { awaitedUntil: office.now() + 3 * dayMs }),
    );
    if (!awaited.ok) throw new Error(awaited.error.message);
    expect(awaited.value.state).toBe('awaited');
    expect(await run(awaited.value.batchId)).toMatchObject({ value: { outcome: 'done' } });
    const requests = office.asked.filter((request) => !request.startsWith('POST /auth-tokens'));
    expect(new Set(requests)).toEqual(new Set(['GET /payins/link-1']));
    // Hourly after the first hours: three days are about a hundred questions.
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.length).toBeLessThan(200);
    expect(office.sandbox.gateway.book()).toEqual([]);
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment: 'link-1' });
    expect(detail).toMatchObject({ state: 'cancelled', attempts: [], awaitedUntil: null, lastAnswer: null });
    expect(detail.events.at(-1)).toMatchObject({
      from: 'awaited',
      to: 'cancelled',
      reason: { code: 'nobodyCame' },
    });
  });

  it('is paid once the customer has paid, and keeps how, with no request that creates it', async () => {
    const { office, run } = await openQuickly();
    const awaited = awaitPayin(office.parts, awaitedPayin(office));
    await customerPays(office, 'link-1', '120.5');
    office.asked.length = 0;
    await run(awaited.ok ? awaited.value.batchId : '');
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment: 'link-1' });
    expect(detail).toMatchObject({ state: 'paid', origin: 'link', attempts: [] });
    expect(detail.events.map(({ to }) => to)).toEqual(['awaited', 'accepted', 'paid']);
    expect(detail.instructions).toMatchObject({ bankName: 'Sandbox Bank', money: { amount: '120.5' } });
    const { process } = JSON.parse(detail.lastAnswer?.raw ?? '');
    expect(process).toMatchObject({ status: 'SUCCESS', isTest: true });
    expect(detail).toMatchObject({
      gatewayCreatedAt: process.createdAt,
      processedAt: process.processedAt,
      isTest: true,
    });
    expect(office.asked.some((request) => request === 'POST /payins/link-1')).toBe(false);
  });

  it('is a conflict where the customer was let pay something else', async () => {
    const { office, run } = await openQuickly();
    const awaited = awaitPayin(office.parts, awaitedPayin(office));
    await customerPays(office, 'link-1', '1.00');
    await run(awaited.ok ? awaited.value.batchId : '');
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment: 'link-1' });
    expect(detail).toMatchObject({ state: 'conflict', problemCode: 'otherMoney' });
    expect(detail.problemMessage).toContain('1.00 EUR');
  });

  it('is awaited for longer by another link for the same money, and refused for other money or what Bursar created (I2)', async () => {
    const office = await openOffice();
    const first = awaitPayin(office.parts, awaitedPayin(office));
    const until = office.now() + 9 * dayMs;
    const again = awaitPayin(
      office.parts,
      awaitedPayin(office, { awaitedUntil: until, money: { ...money, amount: '120.5' } }),
    );
    expect(again).toMatchObject({
      value: { awaitedUntil: until, paymentId: first.ok ? first.value.paymentId : 0 },
    });
    const other = awaitedPayin(office, { money: { ...money, amount: '1' } });
    expect(awaitPayin(office.parts, other)).toMatchObject({ error: { code: 'orderIdUsed' } });
    await office.get('payins.create', { ...newPayin, idPayment: 'ours' });
    expect(awaitPayin(office.parts, awaitedPayin(office, { idPayment: 'ours' }))).toMatchObject({
      error: { code: 'orderIdUsed' },
    });
    expect(await office.tell('payins.create', { ...newPayin, idPayment: 'link-1' })).toMatchObject({
      error: { code: 'orderIdUsed' },
    });
  });

  it('is given up when a person says so, and only while it is awaited', async () => {
    const { office, run } = await openQuickly();
    const awaited = awaitPayin(office.parts, awaitedPayin(office));
    const which = { kind: 'payin', idPayment: 'link-1' } as const;
    expect(await office.get('incoming.refresh', which)).toMatchObject({ state: 'awaited' });
    expect(await office.get('incoming.stopFollowing', which)).toMatchObject({ state: 'cancelled' });
    expect(await office.tell('incoming.stopFollowing', which)).toMatchObject({
      error: { code: 'notDecidable' },
    });
    office.asked.length = 0;
    await run(awaited.ok ? awaited.value.batchId : '');
    expect(office.asked).toEqual([]);
  });

  it('keeps no run of everything waiting: customers are waited for by name alone', async () => {
    const office = await openOffice({ settleMs: 3_600_000 });
    awaitPayin(office.parts, awaitedPayin(office));
    await office.get('payins.create', { ...newPayin, idPayment: 'slow' });
    const end = await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 60_000 });
    expect(end).toMatchObject({ outcome: 'done', batchIds: [] });
    expect(end.incoming).toEqual([{ kind: 'payin', idPayment: 'slow', profileName: 'main' }]);
    expect(await office.get('incoming.show', { kind: 'payin', idPayment: 'slow' })).toMatchObject({
      state: 'accepted',
    });
  });
});

describe('a payment that is followed', () => {
  it('is looked up, and not kept where the gateway does not know it', async () => {
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
