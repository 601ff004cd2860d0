import { expect, it, onTestFinished } from 'vitest';
import { payment } from '../payments/decisions.ts';
import { found } from '../../kit/store.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { clientOf } from '../../../main/core/context/subject.ts';
import { incomingScope } from '../../../main/core/payments/scope.ts';
import { newPayin } from './quick-office.ts';

const minuteMs = 60_000;

it('a payin in doubt is sent again once a person has acknowledged the test flag of another payin', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main', { name: 'real', environment: 'live' });
  const { store, parts } = office;
  const { batchId } = await office.get('payins.create', { ...newPayin, idPayment: 'in-doubt' });
  const [intent] = store.claimQueued([batchId], 1, office.clock.now(), parts.encode, office.time.now());
  store.interruptSending(1, office.clock.now());
  const later = { dueAt: office.clock.now() + minuteMs };
  store.record([found(intent?.payment.paymentId ?? 0, 'unknown', 'unknown', later)], office.clock.now());

  await office.get('payins.create', { ...newPayin, idPayment: 'test' });
  await office.get('runner.start', {});
  await office.pass(minuteMs / 2);
  const items = await office.get('attention.list', {});
  expect(items.map(({ kind }) => kind)).toContain('environmentContradicted');
  expect(store.countByState(batchId)).toEqual({ unknown: 1 });
  await office.get('settings.change', { ignoredTestFlags: ['real'] });
  await office.pass(10 * minuteMs);
  expect(store.countByState(batchId)).toEqual({ paid: 1 });
});

it('a finished test payin that a live profile begins to follow stops its payouts, and needs attention', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main', { name: 'real', environment: 'live' });
  const { store, parts } = office;
  const { batchId } = await office.draft([{ amount: '1.00', account: 'ACC-1' }], 'a.csv', 'real');
  await office.release(batchId);
  const profile = store.findProfile('real');
  if (profile === null) throw new Error('no profile');
  const which = { kind: 'payin', idPayment: 'elsewhere' } as const;
  const call = {
    ...which,
    body: parts.encode(payment),
    scope: incomingScope({ ...which, origin: 'created' }),
  };
  const made = await office.until(
    clientOf(parts.gateway, profile).call('createPayment', call, { priority: 'interactive' }),
  );
  expect(made).toMatchObject({ ok: true });
  await office.pass(minuteMs);

  expect(await office.get('incoming.follow', { ...which, profileName: 'real' })).toMatchObject({
    state: 'paid',
    isTest: true,
  });
  const items = await office.get('attention.list', {});
  expect(items.map(({ kind }) => kind)).toContain('environmentContradicted');
  expect(store.isPaused(batchId)).toBe(true);
});
