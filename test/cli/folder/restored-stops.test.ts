import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBook } from '../pay-once/book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const refused = { posts: [{ isEffective: false, answer: 406 }] } as const;

const stops = ['batches.cancel', 'batches.pause'] as const;

/** A released batch that a person stopped after a backup. */
async function stoppedSince(stop: (typeof stops)[number]) {
  const opened = await openBook();
  const { desk, time } = opened;
  const batchId = await desk.draft([ada]);
  expect(await desk.release(batchId)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  time.pass(60_000);
  await desk.get(stop, { batchId });
  return { ...opened, batchId, backup };
}

it.each(stops)(
  'a batch that a person stopped after the backup (%s) is not sent once the backup is restored, until it is resumed',
  async (stop) => {
    const { gateway, desk, batchId, backup } = await stoppedSince(stop);
    await desk.restore(backup);
    expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
    await desk.run();
    expect(desk.states(batchId)).toEqual(['unknown']);
    expect(gateway.accepted()).toEqual([]);
    await desk.get('batches.resume', { batchId });
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect((await desk.get('audit.verify', {})).problems).toEqual([]);
  },
);

it.each(stops)(
  'a batch that a person stopped after the backup (%s) is not sent once it is restored in place of a damaged database',
  async (stop) => {
    const { gateway, desk, batchId, backup } = await stoppedSince(stop);
    const database = path.join(desk.directory, 'bursar.sqlite');
    const restored = await desk.restore(backup, () => writeFileSync(database, 'damaged'));
    expect(restored).toMatchObject({ keptBlocks: null, keptStops: 1 });
    await desk.run();
    expect([desk.states(batchId), gateway.accepted()]).toEqual([['unknown'], []]);
    await desk.get('batches.resume', { batchId });
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
  },
);

it('a row that was not sent because what it repeats came back is not sent once a backup from before that is restored', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
  const first = await desk.pay([ada]);
  const batchId = await desk.draft([ada]);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  gateway.treat('A-1', {});
  await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
  await desk.run();
  expect(desk.states(batchId)).toEqual(['cancelled']);
  await desk.restore(backup);
  expect([desk.states(first), await desk.get('batches.summary', { batchId })]).toMatchObject([
    ['failed'],
    { isPaused: true },
  ]);
  // The gateway is asked at once about what had failed.
  await desk.run();
  expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['unknown']]);
  await desk.get('batches.resume', { batchId });
  await desk.run();
  expect(desk.states(batchId)).toEqual(['unknown']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it('a row that was rejected after the backup is not sent once the backup is restored, because a corrected row may have been paid since', async () => {
  const { gateway, desk } = await openBook();
  const batchId = await desk.draft([ada, { ...ada, accountNumber: 'B-2' }]);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  gateway.treat('A-1', refused);
  await desk.run();
  expect(desk.states(batchId)).toEqual(['rejected', 'paid']);
  gateway.treat('A-1', {});
  await desk.pay([{ ...ada, reference: 'invoice 1 corrected' }], true);
  await desk.restore(backup);
  expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
  await desk.run();
  expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['unknown', 'paid'], 1]);
});

it('a row that had been rejected before the backup does not pause its batch once the backup is restored', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', refused);
  gateway.treat('B-2', { isProcessed: false });
  const batchId = await desk.draft([ada, { ...ada, accountNumber: 'B-2' }]);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
  expect(desk.states(batchId)).toEqual(['rejected', 'accepted']);
  await desk.restore(await desk.backup());
  expect(desk.states(batchId)).toEqual(['rejected', 'unknown']);
  expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: false });
});

it('a batch that a person cancelled is not sent if an older backup is restored by mistake, and then one from before the cancellation', async () => {
  const { gateway, desk, time } = await openBook();
  const older = await desk.backup();
  const batchId = await desk.draft([ada]);
  expect(await desk.release(batchId)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  time.pass(60_000);
  await desk.get('batches.cancel', { batchId });
  for (const file of [older, older, backup]) {
    time.pass(60_000);
    await desk.restore(file);
  }
  await desk.run();
  expect(desk.states(batchId)).toEqual(['unknown']);
  expect(gateway.accepted()).toEqual([]);
});

it('the last database that knows of a batch says whether it is stopped: a discarded draft is, and what was resumed is not', async () => {
  const { gateway, desk } = await openBook();
  const older = await desk.backup();
  const [discarded, resumed] = [
    await desk.draft([ada]),
    await desk.draft([{ ...ada, accountNumber: 'B-2' }]),
  ];
  for (const batchId of [discarded, resumed])
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  await desk.get('batches.pause', { batchId: resumed });
  await desk.restore(backup);
  await desk.get('batches.resume', { batchId: resumed });
  await desk.restore(older);
  await desk.get('batches.cancel', { batchId: await desk.draft([ada]) });
  await desk.restore(backup);
  await desk.run();
  expect([desk.states(discarded), desk.states(resumed)]).toEqual([['unknown'], ['paid']]);
  expect(gateway.timesPaid('A-1')).toBe(0);
});

it('a batch that nobody stopped continues once a backup is restored', async () => {
  const { gateway, desk } = await openBook();
  const batchId = await desk.draft([ada]);
  expect(await desk.release(batchId)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  await desk.restore(backup);
  expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: false });
  await desk.run();
  expect(desk.states(batchId)).toEqual(['paid']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

describe('a row that equals a payout which was rejected in the backup', () => {
  const again = { ...ada, reference: 'invoice 1, second try' };

  it('is held if that turned out to be paid before the backup was restored', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 406 }] });
    const first = await desk.pay([ada]);
    const backup = await desk.backup();
    await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
    expect(desk.states(first)).toEqual(['paid']);
    await desk.restore(backup);
    expect(desk.states(first)).toEqual(['rejected']);
    const batchId = await desk.draft([again]);
    expect(await desk.release(batchId, true)).toMatchObject({ ok: false, error: { code: 'duplicateHeld' } });
    expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['draft']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is not sent if that turns out to be paid while it waits', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 406 }], getStatus: 403 });
    const first = await desk.pay([ada]);
    await desk.restore(await desk.backup());
    const batchId = await desk.draft([again]);
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
    gateway.treat('A-1', {});
    gateway.treat(desk.idOf(first), {});
    time.pass(2 * 3_600_000);
    await desk.run(batchId);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['cancelled']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is sent if the gateway does not know that one', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 406 }] });
    const first = await desk.pay([ada]);
    await desk.restore(await desk.backup());
    gateway.treat('A-1', {});
    const batchId = await desk.draft([again]);
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
    await desk.run(batchId);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['rejected'], ['paid']]);
  });
});
