import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { attentionOf } from '../../../kit/attention.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let office: VirtualOffice;

beforeEach(() => {
  office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
});

/** A draft that is scheduled for this much later, by the clock of the computer. */
async function scheduledIn(waitMs: number): Promise<string> {
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A' }]);
  const kept = await office.release(batchId, new Date(office.clock.now() + waitMs).toISOString());
  if (!kept.ok) throw new Error(kept.error.message);
  return batchId;
}

const runDue = (lateAfterMs = 2 * hourMs) => office.get('batches.releaseDue', { lateAfterMs });
const attention = async () =>
  (await attentionOf(office)).flatMap(({ kind, message }) => (kind === 'schedule' ? [message] : []));
const isReleased = (batchId: string): boolean => office.store.findBatch(batchId)?.releasedAt != null;

/** Leaves the program open for this long. */
async function watchFor(durationMs: number): Promise<void> {
  await office.get('runner.start', {});
  await office.pass(durationMs);
  await office.get('runner.stop', {});
}

describe('a scheduled release, with a gateway and a computer whose clocks differ,', () => {
  it('is not made a month early by a gateway that is a month ahead, which is reported as soon as it is known', async () => {
    office.clock.set(-30 * dayMs);
    const batchId = await scheduledIn(31 * dayMs);
    expect(await attention()).toEqual([
      expect.stringContaining("The gateway's clock is 30 days ahead of this computer's"),
    ]);
    await office.pass(2 * dayMs);
    await watchFor(5 * minuteMs);
    expect(await runDue(90 * dayMs)).toMatchObject({ released: [], late: [] });
    expect(await runDue()).toMatchObject({
      released: [],
      late: [{ batchId, clockDifferenceSeconds: 30 * 24 * 3600 }],
    });
    expect(isReleased(batchId)).toBe(false);
  });

  it('is made at its time if one answer of the gateway had a wrong time', async () => {
    const batchId = await scheduledIn(3 * dayMs);
    office.clock.set(-30 * dayMs);
    await office.get('balances.read', {});
    await watchFor(5 * minuteMs);
    expect(isReleased(batchId)).toBe(false);
    office.clock.set(30 * dayMs);
    await office.pass(3 * dayMs);
    expect(await runDue()).toMatchObject({ released: [{ batchId }] });
  });

  it('is reported on a computer that is a year behind, and never silently left', async () => {
    const batchId = await scheduledIn(dayMs);
    office.clock.set(-365 * dayMs);
    await office.restart();
    // `run-due` is the only program that runs, and asks the gateway for its time.
    expect(await runDue()).toMatchObject({ released: [], late: [] });
    expect(await attention()).toEqual([
      expect.stringContaining("The gateway's clock is 365 days ahead of this computer's"),
    ]);
    await office.pass(2 * dayMs);
    expect(await runDue()).toMatchObject({ late: [{ batchId, clockDifferenceSeconds: 365 * 24 * 3600 }] });
    expect(isReleased(batchId)).toBe(false);
  });

  it('is reported as not released once both have passed its time, with how far they are apart', async () => {
    await scheduledIn(hourMs);
    office.clock.set(-10 * minuteMs);
    await office.get('balances.read', {});
    const apart = "The gateway's clock is 10 minutes ahead of this computer's";
    await office.pass(hourMs + 5 * minuteMs);
    expect(await attention()).toEqual([expect.stringContaining(`payroll.csv is scheduled for`)]);
    await office.pass(7 * minuteMs);
    const [message] = await attention();
    expect(message).toContain('and Bursar has not released it');
    expect(message).toContain(apart);
  });

  it('is made once the later of the two has come, if they differ by minutes', async () => {
    const batchId = await scheduledIn(hourMs);
    office.clock.set(-4 * minuteMs);
    await office.get('balances.read', {});
    await office.get('runner.start', {});
    await office.pass(hourMs + 3 * minuteMs);
    expect(isReleased(batchId)).toBe(false);
    expect(await attention()).toEqual([]);
    await office.pass(2 * minuteMs);
    await office.get('runner.stop', {});
    expect(isReleased(batchId)).toBe(true);
  });

  it('is not made by a program that was opened after its time by the clock of the gateway', async () => {
    const batchId = await scheduledIn(hourMs);
    office.clock.set(-4 * minuteMs);
    await office.pass(hourMs + 2 * minuteMs);
    await office.get('balances.read', {});
    await watchFor(10 * minuteMs);
    expect(isReleased(batchId)).toBe(false);
    expect(await attention()).toEqual([expect.stringContaining('has not released it')]);
  });

  it('is late by the clock of the computer only if the gateway cannot be asked', async () => {
    const batchId = await scheduledIn(dayMs);
    office.clock.set(2 * dayMs);
    await office.restart();
    expect(await runDue()).toMatchObject({
      late: [{ batchId, clockDifferenceSeconds: -2 * 24 * 3600 }],
    });
    await office.restart();
    office.isDown = true;
    expect(await runDue()).toMatchObject({ late: [{ batchId, clockDifferenceSeconds: null }] });
  });
});

it('scheduling for a time that only the gateway’s clock has passed says so', async () => {
  office.clock.set(-30 * dayMs);
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A' }]);
  const at = new Date(office.clock.now() + dayMs).toISOString();
  const result = await office.release(batchId, at);
  expect(result).toMatchObject({
    error: { code: 'inputInvalid', message: expect.stringContaining("by the gateway's clock") },
  });
});
