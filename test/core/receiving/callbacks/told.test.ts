import { describe, expect, it, vi } from 'vitest';
import { awaitPayin } from '../../../../main/core/receiving/incoming/await-payin.ts';
import { awaitedPayin, customerPays } from '../quick-office.ts';
import { neverMs, openListeningOffice, patient } from './listening-office.ts';

describe('a callback', () => {
  it('makes a payout paid at once, even when no query is due', async () => {
    const office = await openListeningOffice({ settleMs: 400 });
    await office.useAddress(await office.address());
    const idPayout = await office.sendOne();
    await office.untilState(idPayout, 'paid');
    expect(office.sandbox.gateway.callbacks()).toMatchObject([{ idEntity: idPayout, state: 'delivered' }]);
    const [delivery] = await office.get('callbacks.deliveries', { limit: 10 });
    expect(delivery).toMatchObject({
      profileName: 'main',
      outcome: 'asked',
      idEntity: idPayout,
      status: 200,
    });
    expect(office.events).toContainEqual({ kind: 'payout', id: idPayout });
    expect(office.events).toContainEqual({ kind: 'callbacks', id: 'callbacks' });
  });

  it('only ever causes a query: a forged one changes neither the state nor the schedule', async () => {
    const office = await openListeningOffice();
    const idPayout = await office.sendOne();
    const before = office.payment(idPayout);
    expect(before.state).toBe('accepted');
    const asked = office.asks(idPayout);
    expect(await office.tellOf(idPayout)).toBe(200);
    await vi.waitUntil(() => office.asks(idPayout) > asked, patient);
    await office.get('runner.stop', {});
    expect(office.payment(idPayout)).toEqual(before);
    expect(office.store.eventsOf(before.paymentId).at(-1)?.to).toBe('accepted');
  });

  it('never causes a send, not even of a payout that the gateway never received', async () => {
    const office = await openListeningOffice();
    const { batchId } = await office.draft(['1.00']);
    await office.release(batchId);
    const at = office.now();
    const [intent] = office.store.claimQueued([batchId], 1, at, () => new TextEncoder().encode('{}'));
    const paymentId = intent?.payment.paymentId ?? 0;
    const unknown = {
      paymentId,
      from: 'sending',
      to: 'unknown',
      cause: { code: 'notAnswered', error: 'gatewayNoAnswer' },
      detail: null,
    } as const;
    office.store.record([{ ...unknown, problem: null, dueAt: at + neverMs, polls: 0 }], at);
    const before = office.payment(`${batchId}-1`);
    expect(await office.tellOf(before.idPayment)).toBe(200);
    await vi.waitUntil(() => office.asks(before.idPayment) === 1, patient);
    await office.get('runner.stop', {});
    expect(office.asks(before.idPayment, 'POST')).toBe(0);
    expect(office.payment(before.idPayment)).toEqual(before);
    expect(office.sandbox.gateway.book()).toEqual([]);
  });

  it('about a finished payout causes a query and changes nothing while the gateway reports the same', async () => {
    const office = await openListeningOffice({ settleMs: 0 });
    const idPayout = await office.sendOne();
    await office.tellOf(idPayout);
    await office.untilState(idPayout, 'paid');
    const paid = office.payment(idPayout);
    const asked = office.asks(idPayout);
    for (let repeat = 0; repeat < 4; repeat += 1) {
      expect(await office.tellOf(idPayout)).toBe(200);
      await office.untilDelivered(repeat + 2);
    }
    await vi.waitUntil(() => office.asks(idPayout) > asked, patient);
    await office.get('runner.stop', {});
    expect(office.asks(idPayout)).toBeGreaterThan(asked);
    expect(office.payment(idPayout)).toEqual(paid);
    expect(await office.get('attention.list', {})).toEqual([]);
    const [last] = await office.get('callbacks.deliveries', { limit: 1 });
    expect(last).toMatchObject({ outcome: 'asked', message: null });
  });

  it('about a failed payout shows its current status at the gateway, and keeps the schedule', async () => {
    const office = await openListeningOffice({ settleMs: 0 });
    const batchId = await office.draftRows([['1.00', 'EUR', 'BANK_TRANSFER', 'FAILS-9001']]);
    await office.release(batchId, true);
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    const idPayout = `${batchId}-1`;
    const { gatewayStatus, dueAt, ...failed } = office.payment(idPayout);
    expect(failed.state).toBe('failed');
    const cause = { code: 'answered', status: 200 } as const;
    const problem = { code: 'finished', status: 'HELD' } as const;
    const before = { ...failed, from: 'failed', to: 'failed', cause, problem, detail: null, dueAt } as const;
    office.store.record([{ ...before, gatewayStatus: 'HELD' }], office.now());
    expect(await office.tellOf(idPayout)).toBe(200);
    await vi.waitUntil(() => office.payment(idPayout).gatewayStatus === gatewayStatus, patient);
    expect(office.payment(idPayout)).toMatchObject({ ...failed, gatewayStatus, dueAt });
  });

  it('about a paid payout stores the fee that the gateway has reported since', async () => {
    const office = await openListeningOffice({ settleMs: 0 });
    const idPayout = await office.sendOne();
    await office.tellOf(idPayout);
    await office.untilState(idPayout, 'paid');
    const { fee, ...paid } = office.payment(idPayout);
    expect(fee).not.toBeNull();
    const cause = { code: 'answered', status: 200 } as const;
    office.store.record(
      [{ ...paid, from: 'paid', to: 'paid', cause, detail: null, fee: null }],
      office.now(),
    );
    expect(office.payment(idPayout).fee).toBeNull();
    expect(await office.tellOf(idPayout)).toBe(200);
    await vi.waitUntil(() => office.payment(idPayout).fee !== null, patient);
    expect(office.payment(idPayout)).toMatchObject({ ...paid, fee });
    expect(await office.get('attention.list', {})).toEqual([]);
  });

  it('about a payout that waits to be sent again finds that the gateway paid it, and sends nothing', async () => {
    const office = await openListeningOffice({ settleMs: 0 });
    const idPayout = await office.sendOne();
    const { paymentId, batchId } = office.payment(idPayout);
    const found = { paymentId, detail: null, problem: null, dueAt: null, polls: 0 } as const;
    const decided = { code: 'decided', decision: 'sendAgain' } as const;
    office.store.record(
      [
        { ...found, from: 'accepted', to: 'unknown', cause: { code: 'olderRecords' } },
        { ...found, from: 'unknown', to: 'queued', cause: decided },
      ],
      office.now(),
    );
    await office.get('batches.pause', { batchId });
    expect(await office.tellOf(idPayout)).toBe(200);
    await office.untilState(idPayout, 'paid');
    const [delivery] = await office.get('callbacks.deliveries', { limit: 1 });
    expect(delivery).toMatchObject({ outcome: 'asked', message: null });
    expect(office.asks(idPayout, 'POST')).toBe(1);
  });

  it('about a cancelled payin finds what its customer has since paid', async () => {
    const office = await openListeningOffice({ settleMs: 0 });
    awaitPayin(office.parts, awaitedPayin(office));
    const which = { kind: 'payin', idPayment: 'link-1' } as const;
    await office.get('incoming.stopFollowing', which);
    await customerPays(office, 'link-1');
    expect(await office.tellOf('link-1')).toBe(200);
    await vi.waitUntil(async () => (await office.get('incoming.show', which)).state === 'paid', patient);
    expect(await office.get('attention.list', {})).toMatchObject([{ kind: 'endChanged' }]);
  });

  it('causes a handful of queries, however many arrive for one payout', async () => {
    const office = await openListeningOffice();
    const idPayout = await office.sendOne();
    const asked = office.asks(idPayout);
    const startedAt = Date.now();
    const address = await office.address();
    const body = JSON.stringify({ idEntity: idPayout });
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => fetch(address, { method: 'POST', body })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    await vi.waitUntil(() => office.asks(idPayout) > asked, patient);
    await office.get('runner.stop', {});
    // One at once, and one for each two seconds that this took.
    expect(office.asks(idPayout) - asked).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 2000);
  });

  it('for a payment that the profile does not have is answered 200 and asks nothing', async () => {
    const office = await openListeningOffice();
    const asked = office.asked.length;
    for (const idEntity of ['nobody-1', 'a', 'x'.repeat(250)])
      expect(await office.tellOf(idEntity)).toBe(200);
    const { batchId } = await office.draft(['1.00']);
    expect(await office.tellOf(`${batchId}-1`)).toBe(200);
    await office.untilDelivered(4);
    const deliveries = await office.get('callbacks.deliveries', { limit: 10 });
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unfamiliar'));
    const messageOf = (about: string) => deliveries.find(({ idEntity }) => idEntity === about)?.message;
    expect(messageOf('nobody-1')).toBe('The profile has no payment with this order ID.');
    expect(messageOf(`${batchId}-1`)).toBe(
      'By these records, the payment with this order ID was not sent from here. It may have been sent elsewhere.',
    );
    await office.get('runner.stop', {});
    expect(office.asked.length).toBe(asked);
  });

  it('at the address of one profile has no effect on the payouts of another', async () => {
    const office = await openListeningOffice();
    const idPayout = await office.sendOne();
    const asked = office.asks(idPayout);
    await office.get('profiles.add', {
      name: 'other',
      environment: 'sandbox',
      baseUrl: office.sandbox.url,
      merchantCode: 'OTHER',
      callbackUrl: 'https://merchant.example/callbacks',
      key: { kind: 'none' },
    });
    const { profiles } = await office.get('callbacks.state', {});
    const other = profiles.find(({ profileName }) => profileName === 'other')?.address ?? '';
    const body = JSON.stringify({ idEntity: idPayout });
    await vi.waitFor(
      async () => expect((await fetch(other, { method: 'POST', body })).status).toBe(200),
      patient,
    );
    await office.untilDelivered(1);
    const [delivery] = await office.get('callbacks.deliveries', { limit: 1 });
    expect(delivery).toMatchObject({ profileName: 'other', outcome: 'unfamiliar' });
    await office.get('runner.stop', {});
    expect(office.asks(idPayout)).toBe(asked);
  });
});
