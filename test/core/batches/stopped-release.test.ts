import { describe, expect, it, onTestFinished } from 'vitest';
import { releaseBatch } from '../../../main/core/batches/release.ts';
import { createReleaseDue } from '../../../main/core/batches/schedule/release-due.ts';
import { confirmedAll } from '../../kit/confirmed-all.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const hourMs = 3_600_000;
const failures = 40;

/** Failed payouts of 10 euro to one payee, and what happens once the gateway was asked about some of them again. */
async function openFailed() {
  const stopping = new AbortController();
  let asked = 0;
  let isWatched = false;
  const office = new VirtualOffice({
    start,
    onDeparture: ({ method, path }) => {
      if (!isWatched || method !== 'GET' || !path.startsWith('/payouts/')) return;
      asked += 1;
      if (asked === 5) stopping.abort();
    },
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  // The sandbox fails payouts to this account.
  const rows = Array.from({ length: failures }, (_, index) => ({
    amount: '10.00',
    account: '19001',
    reference: `invoice ${index}`,
  }));
  const { batchId: failed } = await office.draft(rows);
  await office.release(failed);
  await office.get('batches.run', { batchIds: [failed], until: 'final', silenceLimitMs: 60_000 });
  const { batchId, rowsHash } = await office.draft([{ amount: '10.00', account: '19001' }], 'again.csv');
  const confirmed = confirmedAll(await office.get('batches.duplicates', { batchId }));
  const watch = () => {
    isWatched = true;
  };
  return { office, stopping, watch, asked: () => asked, input: { batchId, rowsHash, confirmed, at: null } };
}

describe('a release that is stopped while the gateway is asked about the payouts that its row repeats', () => {
  it('ends there and leaves the batch a draft, without asking a person; the next one asks about all of them', async () => {
    const { office, stopping, watch, asked, input } = await openFailed();
    const confirm = () => {
      throw new Error('a person was asked about a release that was stopped');
    };
    watch();
    const ended = await office.until(releaseBatch(office.parts, input, { signal: stopping.signal, confirm }));
    expect(ended).toMatchObject({ ok: false, error: { code: 'stopped' } });
    expect(asked()).toBeLessThan(failures / 2);
    expect(office.store.findBatch(input.batchId)).toMatchObject({ state: 'draft' });
    const before = asked();
    expect(await office.tell('batches.release', input)).toMatchObject({ ok: true });
    expect(asked() - before).toBe(failures);
  });

  it('stays due where it was scheduled', async () => {
    const { office, stopping, watch, input } = await openFailed();
    const at = new Date(office.clock.now() + hourMs).toISOString();
    await office.get('batches.release', { ...input, at });
    await office.pass(hourMs + 60_000);
    watch();
    const releaseDue = createReleaseDue(office.parts);
    const found = await office.until(releaseDue({ lateAfterMs: hourMs }, stopping.signal));
    expect(found).toMatchObject({ released: [], refused: [{ error: 'stopped', isTriedAgain: true }] });
    expect(office.store.findBatch(input.batchId)).toMatchObject({ state: 'draft' });
    expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
      released: [{ batchId: input.batchId }],
    });
  });
});

it('a release that is stopped while a person considers it is not made, even if they agree', async () => {
  const { office, stopping, input } = await openFailed();
  const confirm = (): Promise<boolean> => {
    stopping.abort();
    return Promise.resolve(true);
  };
  const ended = await office.until(releaseBatch(office.parts, input, { signal: stopping.signal, confirm }));
  expect(ended).toMatchObject({ ok: false, error: { code: 'stopped' } });
  expect(office.store.findBatch(input.batchId)).toMatchObject({ state: 'draft' });
});
