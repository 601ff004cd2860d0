import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const until = { until: 'sent', silenceLimitMs: 60_000 } as const;

/** An office whose live profile is, by mistake, one of a sandbox. */
function openLive(options: { readonly settleMs?: number } = {}): VirtualOffice {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8), ...options });
  onTestFinished(() => office.close());
  office.addProfile('main', { name: 'real', environment: 'live' });
  return office;
}

it('a test flag that contradicts a profile stops its batches and the next release, also if a refresh brought it', async () => {
  const office = openLive();
  const [first, second, third] = [
    await office.draft([{ amount: '1.00', account: 'ACC-1' }], 'a.csv', 'real'),
    await office.draft([{ amount: '2.00', account: 'ACC-2' }], 'b.csv', 'real'),
    await office.draft([{ amount: '3.00', account: 'ACC-3' }], 'c.csv', 'real'),
  ];
  await office.release(first.batchId);
  await office.get('batches.run', { batchIds: [first.batchId], ...until });
  await office.release(second.batchId);
  expect(await office.get('attention.list', {})).toEqual([]);

  const { isTest } = await office.get('payouts.refresh', { idPayout: `${first.batchId}-1` });
  expect(isTest).toBe(true);
  const items = await office.get('attention.list', {});
  expect(items.map(({ kind }) => kind)).toContain('environmentContradicted');
  await office.get('batches.run', { batchIds: [second.batchId], ...until });
  expect(office.store.countByState(second.batchId)).toEqual({ queued: 1 });
  expect(await office.release(third.batchId)).toMatchObject({ error: { code: 'environmentContradicted' } });
});

it('a test flag that contradicts a profile during a run stops everything of the profile, with one notice', async () => {
  const office = openLive();
  const { batchId: other } = await office.draft([{ amount: '2.00', account: 'ACC-2' }], 'b.csv', 'real');
  await office.release(other);
  const { batchId } = await office.draft(
    [1, 2, 3].map((row) => ({ amount: '1.00', account: `ACC-${row}` })),
    'a.csv',
    'real',
  );
  await office.release(batchId);
  const run = await office.get('batches.run', { batchIds: [batchId], ...until });
  expect(run).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining('Its batches are paused'),
  });
  expect(office.gateway.book()).toHaveLength(1);
  expect((await office.get('attention.list', {})).map(({ kind }) => kind)).toEqual([
    'environmentContradicted',
  ]);
  expect([batchId, other].map((id) => office.store.isPaused(id))).toEqual([true, true]);
  await office.get('batches.run', { batchIds: [other], ...until });
  expect(office.store.countByState(other)).toEqual({ queued: 1 });
});

it.each([
  ['none had been sent', 0],
  ['requests for all may have left', 30],
])(
  'after a restore only one request leaves before the gateway has said whether it is a test, if %s',
  async (_which, claimed) => {
    const office = openLive({ settleMs: 60_000 });
    const { batchId } = await office.draft(
      Array.from({ length: 30 }, (_, row) => ({ amount: '1.00', account: `ACC-${row}` })),
      'a.csv',
      'real',
    );
    await office.release(batchId);
    if (claimed > 0) office.store.claimQueued([batchId], claimed, office.clock.now(), office.parts.encode);
    await office.restart({ isRestored: true });
    expect(office.store.countByState(batchId)).toEqual({ unknown: 30 });
    await office.get('batches.run', { batchIds: [batchId], ...until });
    expect(office.gateway.book()).toHaveLength(1);
    expect(office.store.isPaused(batchId)).toBe(true);
  },
);

it('a top-up that a live profile reports as a test stops its payouts', async () => {
  const office = openLive();
  const { batchId } = await office.draft([{ amount: '1.00', account: 'ACC-1' }], 'a.csv', 'real');
  await office.release(batchId);
  const topUp = await office.get('topups.create', {
    profileName: 'real',
    money: { amount: '5.00', currencyCode: 'EUR' },
    paymentMethodCode: 'BANK_TRANSFER',
  });
  await office.get('batches.run', { batchIds: [topUp.batchId], ...until });
  await office.get('incoming.refresh', { kind: 'topup', idPayment: topUp.idPayment });
  expect(office.store.isPaused(batchId)).toBe(true);
});

it('a test flag that a person has acknowledged stops nothing', async () => {
  const office = openLive();
  await office.get('settings.change', { ignoredTestFlags: ['real'] });
  const { batchId } = await office.draft([{ amount: '1.00', account: 'ACC-1' }], 'a.csv', 'real');
  await office.release(batchId);
  await office.get('batches.run', { batchIds: [batchId], ...until });
  await office.get('payouts.refresh', { idPayout: `${batchId}-1` });
  expect(await office.get('attention.list', {})).toEqual([]);
});

it('a test flag that a person has acknowledged stops nothing if the profile is renamed while its payouts are followed', async () => {
  const office = openLive({ settleMs: 60_000 });
  await office.get('settings.change', { ignoredTestFlags: ['real'] });
  const { batchId } = await office.draft([{ amount: '1.00', account: 'ACC-1' }], 'a.csv', 'real');
  await office.release(batchId);
  await office.get('runner.start', {});
  await office.pass(1000);
  expect(office.store.countByState(batchId)).toEqual({ accepted: 1 });
  await office.get('profiles.edit', { name: 'real', newName: 'renamed' });
  await office.pass(180_000);
  expect(office.store.countByState(batchId)).toEqual({ paid: 1 });
  expect(office.store.isPaused(batchId)).toBe(false);
});

it('a test flag stops a release if the profile was renamed while a person considered it', async () => {
  const office = openLive();
  const { batchId: first } = await office.draft([{ amount: '1.00', account: 'ACC-1' }], 'a.csv', 'real');
  await office.release(first);
  await office.get('batches.run', { batchIds: [first], ...until });
  const { batchId } = await office.draft([{ amount: '2.00', account: 'ACC-2' }], 'b.csv', 'real');
  office.isConfirmed = async () => {
    await office.get('profiles.edit', { name: 'real', newName: 'renamed' });
    await office.get('payouts.refresh', { idPayout: `${first}-1` });
    return true;
  };
  expect(await office.release(batchId)).toMatchObject({ error: { code: 'environmentContradicted' } });
});
