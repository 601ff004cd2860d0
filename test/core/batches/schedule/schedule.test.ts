import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { attentionOf } from '../../../kit/attention.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const at = (afterMs: number): string => new Date(start + afterMs).toISOString();
const lateAfterMs = 2 * hourMs;

let office: VirtualOffice;

beforeEach(() => {
  office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
});

/** A draft of two payouts that is scheduled for an hour later. */
async function scheduled(fileName = 'payroll.csv', afterMs = hourMs): Promise<string> {
  const rows = [
    { amount: '10.00', account: `A-${fileName}` },
    { amount: '20.00', account: `B-${fileName}` },
  ];
  const { batchId } = await office.draft(rows, fileName);
  const kept = await office.release(batchId, at(afterMs));
  if (!kept.ok) throw new Error(kept.error.message);
  return batchId;
}

const runDue = (late = lateAfterMs) => office.get('batches.releaseDue', { lateAfterMs: late });
const summary = (batchId: string) => office.get('batches.summary', { batchId });
const attention = async () => (await attentionOf(office)).filter(({ kind }) => kind === 'schedule');
/** How often each payout was posted to the gateway. */
const posts = () => office.gateway.book().map(({ postsSeen }) => postsSeen);

async function send(): Promise<void> {
  await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: minuteMs });
}

describe('a scheduled release', () => {
  it('I5: is confirmed when it is scheduled, sends nothing before its time, and then exactly what was confirmed, once', async () => {
    const asked: (string | null)[] = [];
    office.isConfirmed = ({ scheduledFor }) => {
      asked.push(scheduledFor);
      return true;
    };
    const batchId = await scheduled();
    expect(asked).toEqual([at(hourMs)]);
    expect(await summary(batchId)).toMatchObject({ state: 'draft', scheduledFor: at(hourMs) });
    await office.pass(59 * minuteMs);
    expect(await runDue()).toMatchObject({ released: [], late: [], refused: [], next: at(hourMs) });
    expect(office.gateway.book()).toEqual([]);
    await office.pass(2 * minuteMs);
    office.isConfirmed = () => {
      throw new Error('nobody is there to be asked');
    };
    expect(await runDue()).toMatchObject({ released: [{ batchId }], next: null });
    expect(await runDue()).toMatchObject({ released: [], late: [], refused: [] });
    await send();
    expect(posts()).toEqual([1, 1]);
    expect(await summary(batchId)).toMatchObject({ byState: { paid: 2 }, scheduledFor: null });
  });

  it('is refused for a time without a zone, in the past or more than a year ahead, or if nobody confirms', async () => {
    const { batchId, rowsHash } = await office.draft([{ amount: '10.00', account: 'A' }]);
    const release = async (time: string) => {
      const result = await office.tell('batches.release', { batchId, rowsHash, at: time });
      return result.ok ? null : [result.error.code, result.error.message];
    };
    expect((await release('2026-03-02T10:00:00'))?.[1]).toContain('an offset');
    expect((await release('2026-03-02'))?.[0]).toBe('inputInvalid');
    expect((await release(at(0)))?.[1]).toContain('has passed');
    expect((await release(at(400 * 24 * hourMs)))?.[1]).toContain('more than a year ahead');
    office.isConfirmed = () => false;
    expect((await release(at(hourMs)))?.[0]).toBe('releaseDeclined');
    expect(await summary(batchId)).toMatchObject({ state: 'draft', scheduledFor: null });
    office.isConfirmed = () => true;
    expect(await release('2026-03-02T10:30:00+01:00')).toBeNull();
    expect((await summary(batchId)).scheduledFor).toBe('2026-03-02T09:30:00.000Z');
  });

  it('ends on unscheduling, cancelling or releasing now, and moves when it is scheduled again', async () => {
    const [first, second, third, fourth] = [
      await scheduled('one.csv'),
      await scheduled('two.csv'),
      await scheduled('three.csv'),
      await scheduled('four.csv'),
    ];
    expect(await office.get('batches.unschedule', { batchId: first })).toMatchObject({ scheduledFor: null });
    expect(await office.tell('batches.unschedule', { batchId: first })).toMatchObject({
      error: { code: 'notReleasable' },
    });
    await office.get('batches.cancel', { batchId: second });
    expect((await office.release(third)).ok).toBe(true);
    expect((await office.release(fourth, at(3 * hourMs))).ok).toBe(true);
    await office.pass(hourMs + minuteMs);
    expect(await runDue()).toMatchObject({ released: [], late: [], refused: [], next: at(3 * hourMs) });
    await office.pass(2 * hourMs);
    expect(await runDue()).toMatchObject({ released: [{ batchId: fourth }] });
    const { problems } = await office.get('audit.verify', {});
    expect(problems).toEqual([]);
  });

  it('is checked again at its time: new findings wait for a person, with the reason', async () => {
    const over = await scheduled('limit.csv');
    const blocked = await scheduled('blocked.csv');
    const twice = await scheduled('twice.csv');
    await office.get('settings.change', {
      releaseLimits: [{ currencyCode: 'EUR', largestPayout: null, largestBatch: '15.00' }],
    });
    const rows = [
      { amount: '10.00', account: 'A-twice.csv', payee: 'Payee A-twice.csv', reference: 'twice.csv' },
    ];
    const { batchId: other } = await office.draft(rows, 'other.csv');
    expect((await office.release(other)).ok).toBe(true);
    await office.pass(hourMs);
    const first = await runDue();
    expect(first.refused.map(({ batchId, error }) => [batchId, error])).toEqual([
      [over, 'limitExceeded'],
      [blocked, 'limitExceeded'],
      [twice, 'duplicateHeld'],
    ]);
    expect(await summary(over)).toMatchObject({
      state: 'draft',
      scheduledFor: null,
      heldSchedule: { scheduledFor: at(hourMs), error: 'limitExceeded' },
    });
    const items = await attention();
    expect(items.map(({ batchId }) => batchId)).toEqual([over, blocked, twice]);
    expect(items[2]?.message).toContain('Duplicates were found that nobody has confirmed.');
    await office.get('settings.change', { releaseLimits: [] });
    expect(await runDue()).toMatchObject({ released: [], refused: [] });
    // A person may release it, or schedule it again.
    expect((await office.release(over)).ok).toBe(true);
    expect((await office.release(twice, at(3 * hourMs))).ok).toBe(true);
    expect((await attention()).map(({ batchId }) => batchId)).toEqual([blocked]);
  });

  it('stays due while the gateway cannot be reached, and waits for a person once it is late', async () => {
    const batchId = await scheduled();
    await office.pass(hourMs);
    office.isDown = true;
    expect(await runDue()).toMatchObject({ refused: [{ batchId, isTriedAgain: true }] });
    expect(await summary(batchId)).toMatchObject({ scheduledFor: at(hourMs), heldSchedule: null });
    await office.pass(3 * hourMs);
    office.isDown = false;
    expect(await runDue()).toMatchObject({ released: [], late: [{ batchId }] });
    expect(await attention()).toMatchObject([
      { batchId, message: expect.stringContaining('has not released') },
    ]);
    expect(await runDue(24 * hourMs)).toMatchObject({ released: [{ batchId }] });
  });

  it('is made once both clocks say so: a clock set forward releases nothing early, and one set back nothing twice', async () => {
    const batchId = await scheduled();
    office.clock.set(2 * hourMs);
    expect(await runDue()).toMatchObject({ released: [], late: [], refused: [] });
    await office.restart();
    // After a restart nothing tells the gateway's time until it is asked.
    expect(await runDue(24 * hourMs)).toMatchObject({ released: [], late: [], refused: [] });
    expect(await summary(batchId)).toMatchObject({ scheduledFor: at(hourMs) });
    office.clock.set(-5 * hourMs);
    await office.pass(hourMs);
    expect(await runDue(24 * hourMs)).toMatchObject({ released: [], late: [], refused: [] });
    office.clock.set(3 * hourMs);
    expect(await runDue()).toMatchObject({ released: [{ batchId }] });
    await send();
    office.clock.set(-hourMs);
    expect(await runDue()).toMatchObject({ released: [], late: [], refused: [], next: null });
    expect(posts()).toEqual([1, 1]);
  });

  it('counts as committed money from then on, with its fees, and not against itself', async () => {
    await office.get('balances.read', {});
    const batchId = await scheduled();
    const lines = await office.get('position.read', {});
    const line = lines.find(({ currencyCode }) => currencyCode === 'EUR');
    expect([line?.committed, line?.projected]).toEqual(['30.00', '9999970.00']);
    const parts = await office.get('position.parts', { profileName: 'main', currencyCode: 'EUR' });
    expect(parts.filter(({ figure }) => figure === 'committed')).toMatchObject([
      { state: 'draft', count: 2, amount: '30.00' },
    ]);
    const limit = { profileName: 'main', currencyCode: 'EUR', amount: '9999980' };
    await office.get('settings.change', { lowBalanceLimits: [limit] });
    const [low] = await attentionOf(office);
    expect(low).toMatchObject({ kind: 'lowProjection', profileName: 'main', currencyCode: 'EUR' });
    expect(low?.message).toContain('9,999,970.00 EUR once all committed payouts are paid');
    const own = await office.get('batches.check', { batchId });
    expect(own.funds).toMatchObject([{ needed: '30.00', committed: '0' }]);
    const { batchId: other } = await office.draft([{ amount: '1.00', account: 'C' }], 'other.csv');
    const { funds } = await office.get('batches.check', { batchId: other });
    expect(funds).toMatchObject([{ needed: '1.00', committed: '30.00' }]);
    await office.get('batches.unschedule', { batchId });
    const after = await office.get('position.read', {});
    expect(after.find(({ currencyCode }) => currencyCode === 'EUR')?.committed).toBe('0');
    expect(await office.get('attention.list', {})).toEqual([]);
  });

  it('ends when the rows change, and says so until it is scheduled again or acknowledged', async () => {
    const bytes = new TextEncoder().encode(
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode\n10.00,EUR,BANK_TRANSFER,Ann,A-1,SANDBOX_BANK',
    );
    const opened = await office.get('sheets.open', {
      profileName: 'main',
      source: { kind: 'file', fileName: 'sheet.csv', bytes },
    });
    if (opened.kind !== 'opened') throw new Error('not opened');
    const { sheetId } = opened.sheet;
    const batch = await office.get('sheets.prepare', { sheetId });
    expect((await office.release(batch.batchId, at(hourMs))).ok).toBe(true);
    const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 1 });
    await office.get('sheets.change', {
      sheetId,
      change: { kind: 'set', rows: [{ rowId: rows[0]?.rowId ?? 0, cells: { amount: '99.00' } }] },
    });
    expect(await attention()).toMatchObject([
      { message: expect.stringContaining('ended because its rows changed') },
    ]);
    await office.pass(hourMs);
    expect(await runDue()).toMatchObject({ released: [], late: [], refused: [], next: null });
    expect((await office.get('audit.verify', {})).problems).toEqual([]);
    const again = await office.get('sheets.prepare', { sheetId });
    expect((await office.release(again.batchId, at(3 * hourMs))).ok).toBe(true);
    expect(await attention()).toEqual([]);
  });

  it('I10: of a restored backup, or of records older than what was sent, waits for a person', async () => {
    const batchId = await scheduled();
    const image = office.store.image();
    await office.pass(hourMs);
    await runDue();
    await send();
    for (const opening of [{ isRestored: true }, { isBehind: true }]) {
      await office.restart(opening, image);
      expect(await runDue()).toMatchObject({ released: [], late: [], refused: [] });
      await office.get('runner.start', {});
      await office.pass(10 * minuteMs);
      await office.get('runner.stop', {});
      expect(await summary(batchId)).toMatchObject({
        state: 'draft',
        heldSchedule: { error: 'recordsOlder' },
      });
      expect(await attention()).toMatchObject([
        { batchId, message: expect.stringContaining('A backup was restored') },
      ]);
    }
    expect(posts()).toEqual([1, 1]);
    expect((await office.get('audit.verify', {})).problems).toEqual([]);
  });

  it('is still due after a crash between its time and the release, and sent once', async () => {
    const batchId = await scheduled();
    const before = office.store.image();
    await office.pass(hourMs + minuteMs);
    await office.restart({}, before);
    expect(await runDue()).toMatchObject({ released: [{ batchId }] });
    await office.restart();
    expect(await runDue()).toMatchObject({ released: [] });
    await send();
    expect(posts()).toEqual([1, 1]);
  });

  it('I3: is released once however many processes try at the same time, a person among them', async () => {
    const batchId = await scheduled();
    const { rowsHash } = await summary(batchId);
    await office.pass(hourMs);
    const due = [runDue(), runDue()];
    const byPerson = office.tell('batches.release', { batchId, rowsHash });
    due.push(runDue());
    const rounds = await Promise.all(due);
    await byPerson;
    // Those that come too late find it released, and are not stopped by the database alone.
    expect(rounds.flatMap(({ refused }) => refused)).toEqual([]);
    expect(rounds.flatMap(({ released }) => released).length).toBeLessThanOrEqual(1);
    await send();
    expect(posts()).toEqual([1, 1]);
    expect(office.store.countReleases('key-main')).toBe(1);
  });

  it('is released in the background when it becomes due, unless Bursar was closed or asleep at its time', async () => {
    const toCome = async () => (await office.get('runner.unsent', {})).scheduledFor;
    const onTime = await scheduled('on-time.csv');
    const missed = await scheduled('missed.csv', 3 * hourMs);
    const asleep = await scheduled('asleep.csv', 6 * hourMs);
    expect(await toCome()).toEqual([]);
    await office.get('runner.start', {});
    expect(await toCome()).toEqual([1, 3, 6].map((hours) => at(hours * hourMs)));
    await office.pass(hourMs + minuteMs);
    expect((await summary(onTime)).state).toBe('released');
    expect(await toCome()).toEqual([3, 6].map((hours) => at(hours * hourMs)));
    await office.get('runner.stop', {});
    await office.pass(2.5 * hourMs);
    await office.get('runner.start', {});
    await office.pass(10 * minuteMs);
    expect(await summary(missed)).toMatchObject({ state: 'draft', scheduledFor: at(3 * hourMs) });
    expect((await attention()).map(({ batchId }) => batchId)).toEqual([missed]);
    expect(await toCome()).toEqual([at(6 * hourMs)]);
    office.clock.set(3 * hourMs);
    await office.pass(10 * minuteMs);
    expect((await summary(asleep)).state).toBe('draft');
    expect(await toCome()).toEqual([]);
    await office.get('runner.stop', {});
    expect(office.gateway.book()).toHaveLength(2);
  });

  it('is not released if its time or rows were edited in the database', async () => {
    const batchId = await scheduled();
    const database = new Sqlite(Buffer.from(office.store.image()));
    database.exec('UPDATE batches SET scheduledFor = scheduledFor - 600000');
    await office.restart({}, database.serialize());
    await office.pass(hourMs);
    expect(await runDue()).toMatchObject({ released: [], refused: [{ batchId, error: 'rowsTampered' }] });
    expect(await attention()).toMatchObject([
      { batchId, message: expect.stringContaining('not the one that a person confirmed') },
    ]);
    expect((await office.get('audit.verify', {})).problems).not.toEqual([]);
  });
});
