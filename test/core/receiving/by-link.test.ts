import { describe, expect, it } from 'vitest';
import { unchanged } from '../../../main/core/payments/decision.ts';
import { longestWaits } from '../../../main/core/payments/schedule.ts';
import { awaitPayin } from '../../../main/core/receiving/incoming/await-payin.ts';
import { openOffice } from '../../kit/office.ts';
import { auditProblems } from '../../kit/store.ts';
import { awaitedPayin, customerPays, dayMs, money, newPayin, openQuickly } from './quick-office.ts';

describe('a payin that a customer makes through a link', () => {
  it('I1: is only ever queried while the gateway does not know it (410), less and less often, until its time is over', async () => {
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

  it('is paid once the customer has paid, and records how, without a request that creates it', async () => {
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

  it('is asked about an hour later where that is due, also by a run that begins before', async () => {
    const { office } = await openQuickly();
    const { store } = office;
    const awaited = awaitPayin(office.parts, awaitedPayin(office));
    if (!awaited.ok) throw new Error(awaited.error.message);
    const { batchId, paymentId } = awaited.value;
    const inAnHour = office.now() + dayMs / 24;
    for (const payment of store.paymentsOf([paymentId]))
      store.record([{ ...unchanged(payment), dueAt: inAnHour }], office.now());
    store.pullDueTimes([batchId], office.now(), longestWaits);
    expect(store.nextDueAt([batchId], new Set())).toBe(inAnHour);
    // A due time of which no wait is that long was made by another clock.
    const yesterday = inAnHour - dayMs;
    store.pullDueTimes([batchId], yesterday, longestWaits);
    expect(store.nextDueAt([batchId], new Set())).toBe(yesterday);
  });

  it('is not given up while its link is valid, even if the clock of this computer is set past its end', async () => {
    const office = await openOffice();
    awaitPayin(office.parts, awaitedPayin(office));
    const which = { kind: 'payin', idPayment: 'link-1' } as const;
    office.wait(30 * dayMs);
    for (let times = 0; times < 8; times += 1) {
      expect(await office.get('incoming.refresh', which)).toMatchObject({ state: 'awaited' });
      office.wait(dayMs);
    }
    await customerPays(office, 'link-1');
    expect(await office.get('incoming.refresh', which)).toMatchObject({ state: 'paid' });
  });

  it('is a conflict if the customer was allowed to pay something else', async () => {
    const { office, run } = await openQuickly();
    const awaited = awaitPayin(office.parts, awaitedPayin(office));
    await customerPays(office, 'link-1', '1.00');
    await run(awaited.ok ? awaited.value.batchId : '');
    const detail = await office.get('incoming.show', { kind: 'payin', idPayment: 'link-1' });
    expect(detail).toMatchObject({ state: 'conflict', problemCode: 'otherMoney' });
    expect(detail.problemMessage).toContain('1.00 EUR');
  });

  it('is awaited for longer after another link for the same amount, and refused for another amount or a payment that Bursar created (I2)', async () => {
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

  it('is cancelled at a person’s request, and only while it is awaited', async () => {
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

  it.each(['incoming.refresh', 'incoming.follow'] as const)(
    'is found paid after it was cancelled, once a person asks by %s, with a notice',
    async (operation) => {
      const office = await openOffice();
      awaitPayin(office.parts, awaitedPayin(office));
      const which = { kind: 'payin', idPayment: 'link-1' } as const;
      await office.get('incoming.stopFollowing', which);
      expect(await office.get('incoming.refresh', which)).toMatchObject({ state: 'cancelled' });
      await customerPays(office, 'link-1');
      office.wait(dayMs);
      expect(await office.get(operation, which)).toMatchObject({ state: 'paid', wasSent: false });
      expect(await office.get('attention.list', {})).toMatchObject([
        { kind: 'endChanged', payment: { kind: 'payin', idPayment: 'link-1' } },
      ]);
      expect(auditProblems(office.store)).toEqual([]);
    },
  );

  it('does not keep a run of everything waiting: only a run that names a payin waits for its customer', async () => {
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
