import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBook } from '../pay-once/book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };

/** A released batch that is not sent yet, and a way to put back the database of that moment. */
async function openReleased() {
  const { gateway, desk } = await openBook();
  await desk.pay([{ ...ada, reference: 'invoice 0' }]);
  const batchId = await desk.draft([ada]);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  const older = await desk.backup();
  const putBack = () => desk.restart(() => copyFileSync(older, path.join(desk.directory, 'bursar.sqlite')));
  return { gateway, desk, batchId, putBack };
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
