import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBook } from '../pay-once/book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };

/** A released batch that is not sent yet, and a way to put back the database of that moment. */
async function openReleased() {
  const { gateway, desk } = await openBook();
  await desk.pay([{ ...ada, reference: 'invoice 0' }]);
  const oldest = await desk.backup();
  const batchId = await desk.draft([ada]);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  const older = await desk.backup();
  const put = (file: string) => copyFileSync(file, path.join(desk.directory, 'bursar.sqlite'));
  const putBack = (file = older) => desk.restart(() => put(file));
  return { gateway, desk, batchId, oldest, older, put, putBack };
}

describe('I10: once an older database was put back, a batch', () => {
  it.each(['batches.cancel', 'batches.pause', 'payees.block'] as const)(
    'that was stopped since (%s) is not sent until a person resumes it',
    async (stop) => {
      const { gateway, desk, batchId, putBack } = await openReleased();
      if (stop === 'payees.block') {
        const { payees } = await desk.get('payees.list', { limit: 1 });
        await desk.get(stop, { payeeId: payees[0]?.payeeId ?? '' });
      } else await desk.get(stop, { batchId });
      await putBack();
      expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
      await desk.run();
      expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['unknown'], 1]);
      await desk.get('batches.resume', { batchId });
      await desk.run();
      expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['paid'], 2]);
      expect((await desk.get('audit.verify', {})).problems).toEqual([]);
    },
  );

  it('of which a payout was rejected since is not sent: a corrected row may have been paid', async () => {
    const { gateway, desk, batchId, putBack } = await openReleased();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 406 }] });
    await desk.run();
    expect(desk.states(batchId)).toEqual(['rejected']);
    gateway.treat('A-1', {});
    await desk.pay([{ ...ada, reference: 'invoice 1 corrected' }], true);
    await putBack();
    await desk.run();
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['unknown'], 2]);
  });

  it('that was cancelled since is not sent either if one from before its release was put back first, by mistake', async () => {
    const { gateway, desk, batchId, oldest, putBack } = await openReleased();
    await desk.get('batches.cancel', { batchId });
    await putBack(oldest);
    await putBack();
    expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
    await desk.run();
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['unknown'], 1]);
  });

  it.each(['before its release', 'after its release'] as const)(
    'that was cancelled since is not sent either once a backup is restored in place of one from %s',
    async (when) => {
      const { gateway, desk, batchId, oldest, older, put, putBack } = await openReleased();
      await desk.get('batches.cancel', { batchId });
      if (when === 'before its release') await putBack(oldest);
      const restored = await desk.restore(older, () => {
        if (when === 'after its release') put(older);
      });
      expect(restored).toMatchObject({ keptBlocks: null, keptStops: 1 });
      await desk.run();
      expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['unknown'], 1]);
    },
  );

  it('that was cancelled since is not sent either if a restore finds no database but one that was set aside long before', async () => {
    const { gateway, desk, batchId, older } = await openReleased();
    await desk.restore(older);
    const again = await desk.backup();
    await desk.get('batches.cancel', { batchId });
    const restored = await desk.restore(again, () => rmSync(path.join(desk.directory, 'bursar.sqlite')));
    expect(restored).toMatchObject({ keptBlocks: null, keptStops: 1 });
    await desk.run();
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['unknown'], 1]);
  });

  it('continues by itself if nothing was stopped since', async () => {
    const { gateway, desk, batchId, putBack } = await openReleased();
    await desk.run();
    await desk.get('batches.cancel', { batchId: await desk.draft([{ ...ada, accountNumber: 'B-2' }]) });
    await putBack();
    expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: false });
    await desk.run();
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['paid'], 2]);
  });
});
