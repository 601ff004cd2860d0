import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/system.ts';
import { openBook, openDesk, type Desk } from './book-desk.ts';
import type { BookGateway } from './book-gateway.ts';

const hour = 3_600_000;
const refused = { isEffective: false, answer: 406 } as const;

function lines(count: number, prefix = 'A') {
  return Array.from({ length: count }, (_, index) => ({
    accountNumber: `${prefix}-${index + 1}`,
    amount: `${10 + index}.00`,
    accountName: `Payee ${'xyzwvutsrq'[index] ?? ''}`,
    reference: `invoice ${prefix} ${index + 1}`,
  }));
}

/** Pays a file of which the gateway refuses these rows, then retries them; it refuses the retries of some, too, and so knows nothing of them. */
async function payAndRetry(
  { gateway, desk }: { readonly gateway: BookGateway; readonly desk: Desk },
  file: ReturnType<typeof lines>,
  rows: { readonly refused: readonly number[]; readonly refusedAgain: readonly number[] },
): Promise<void> {
  const treat = (row: number, posts: readonly (typeof refused)[]): void =>
    gateway.treat(file[row - 1]?.accountNumber ?? '', { posts });
  for (const row of rows.refused) treat(row, [refused]);
  const batchId = await desk.pay(file);
  for (const row of rows.refused) treat(row, rows.refusedAgain.includes(row) ? [refused] : []);
  await desk.retry(batchId);
  for (const row of rows.refused) treat(row, []);
}

function timesPaid(gateway: BookGateway, file: ReturnType<typeof lines>): number[] {
  return file.map(({ accountNumber }) => gateway.timesPaid(accountNumber));
}

describe('a file that others have sent is not paid again through rows that were rejected there and retried', () => {
  it('if the first row and its retry were rejected there, and later rows were accepted', async () => {
    const { gateway, time, desk } = await openBook();
    const file = lines(5);
    await payAndRetry({ gateway, desk }, file, { refused: [1, 2, 3], refusedAgain: [1] });
    expect(timesPaid(gateway, file)).toEqual([0, 1, 1, 1, 1]);
    time.pass(hour);
    const colleague = await openDesk(gateway, time);
    const theirs = await colleague.pay(file);
    expect(timesPaid(gateway, file)).toEqual([1, 1, 1, 1, 1]);
    expect(colleague.states(theirs).slice(0, 4)).toEqual(['paid', 'cancelled', 'cancelled', 'outside']);
  });

  it('if the gateway accepted only the first row, and several rows leave at once in a run that has sent another file before', async () => {
    const { gateway, time, desk } = await openBook();
    const file = lines(4);
    await payAndRetry({ gateway, desk }, file, { refused: [2, 3, 4], refusedAgain: [] });
    time.pass(hour);
    const colleague = await openDesk(gateway, time);
    const other = await colleague.draft(lines(2, 'B'));
    const theirs = await colleague.draft(file);
    for (const batchId of [other, theirs])
      expect(await colleague.release(batchId, true)).toMatchObject({ ok: true });
    await colleague.run(other, theirs);
    expect(colleague.states(other)).toEqual(['paid', 'paid']);
    expect(timesPaid(gateway, file)).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ['cancelled for its retry', [1, 2, 3, 4], 'cancelled'],
    ['outside', [2, 3, 4], 'outside'],
  ])(
    'if the program ended after a row was %s, and the gateway does not know the next',
    async (_how, rows, first) => {
      const { gateway, time, desk } = await openBook();
      const file = lines(4);
      await payAndRetry({ gateway, desk }, file, { refused: rows, refusedAgain: [2] });
      time.pass(hour);
      const colleague = await openDesk(gateway, time);
      const theirs = await colleague.draft(file);
      await colleague.release(theirs);
      for (const row of [2, 3, 4]) gateway.treat(colleague.idOf(theirs, row), { getStatus: 503 });
      await colleague.get('batches.run', {
        batchIds: [theirs],
        until: 'sent',
        silenceLimitMs: 60_000,
        mustReach: true,
      });
      expect(colleague.states(theirs)).toEqual([first, 'queued', 'queued', 'queued']);
      for (const row of [2, 3, 4]) gateway.treat(colleague.idOf(theirs, row), {});
      await colleague.restart();
      await colleague.run(theirs);
      expect(colleague.states(theirs)).toEqual([first, 'paid', 'cancelled', 'cancelled']);
      expect(timesPaid(gateway, file)).toEqual([1, 1, 1, 1]);
    },
  );

  it('if the batch waited for hours in the middle, while its run followed the payouts that had left', async () => {
    const { gateway, time, desk: colleague } = await openBook();
    // Time passes here only as it really does, and where the test says so.
    const desk = await openDesk(gateway, { ...time, sleep: systemClock.sleep });
    const file = lines(3);
    gateway.treat('A-1', { status: 'PENDING', isProcessed: false });
    const ours = await desk.draft(file);
    expect(await desk.release(ours)).toMatchObject({ ok: true });
    const paused = new Promise((resolve) => {
      gateway.onAccepted(() => resolve(desk.get('batches.pause', { batchId: ours })));
    });
    await desk.get('runner.start', {});
    await paused;
    gateway.onAccepted(() => undefined);
    time.pass(hour);
    await payAndRetry({ gateway, desk: colleague }, file, { refused: [2, 3], refusedAgain: [] });
    expect(timesPaid(gateway, file)).toEqual([1, 1, 1]);
    expect(desk.states(ours)).toEqual(['accepted', 'queued', 'queued']);
    time.pass(2 * hour);
    await desk.get('batches.resume', { batchId: ours });
    await expect.poll(() => desk.states(ours)).toEqual(['accepted', 'cancelled', 'cancelled']);
    expect(timesPaid(gateway, file)).toEqual([1, 1, 1]);
  });
});
