import { describe, expect, it } from 'vitest';
import { importBatch, release, temporaryFolder } from '../../kit/store.ts';
import { openRecords, twoBatches } from './records.ts';

describe('the verification', () => {
  it('reports its progress and total, and ends at the total', async () => {
    const office = openRecords(temporaryFolder());
    await twoBatches(office);
    const { events, payments } = await office.report();
    const steps = office.events.flatMap((event) => (event.kind === 'progress' ? [event] : []));
    const total = events + payments;
    expect(steps.every((step) => step.id === 'audit' && step.total === total)).toBe(true);
    expect(steps.at(-1)?.done).toBe(total);
  });

  it('can be stopped, and leaves nothing open', async () => {
    const office = openRecords(temporaryFolder());
    await twoBatches(office);
    const stopping = new AbortController();
    stopping.abort();
    expect(await office.verify(undefined, stopping.signal)).toMatchObject({
      ok: false,
      error: { code: 'stopped' },
    });
    expect((await office.report()).problems).toEqual([]);
  });

  it('sees one point in time, whatever is recorded meanwhile', async () => {
    const office = openRecords(temporaryFolder());
    await twoBatches(office);
    const verifying = office.verify();
    await expect.poll(() => office.events.map(({ kind }) => kind)).toContain('progress');
    importBatch(office.store, 'c', 3);
    release(office.store, 'c', 9000);
    expect(await verifying).toMatchObject({ ok: true, value: { problems: [], payments: 4 } });
    expect(await office.report()).toMatchObject({ problems: [], payments: 7 });
  });
});
