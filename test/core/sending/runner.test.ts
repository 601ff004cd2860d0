import { describe, expect, it } from 'vitest';
import { availableOf } from '../../../contract/treasury/available.ts';
import { atWork, merchantCode, openOffice, rowsOf } from '../../kit/office.ts';

describe('the runner', () => {
  it('sends what is released before it starts and what is released while it runs', async () => {
    const office = await openOffice(atWork);
    const early = await office.draftRows(rowsOf(12));
    await office.releaseAll(early);
    await office.get('runner.start', {});
    const late = await office.draftRows(rowsOf(8, 'LATE'));
    await office.releaseAll(late);
    await office.until(() => office.countOf(early, 'paid') === 12 && office.countOf(late, 'paid') === 8);
    expect(office.sandbox.gateway.book()).toHaveLength(20);
    expect(office.sandbox.gateway.book().every(({ acceptedCount }) => acceptedCount === 1)).toBe(true);
    await office.until(async () => (await office.get('runner.state', {})).batchIds.length === 0);
    expect(await office.get('runner.state', {})).toEqual({
      isRunning: true,
      batchIds: [],
      problems: [],
    });
  });

  it('records the end of a batch that it paid in a checkpoint', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(3));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'paid') === 3);
    await office.get('runner.stop', {});
    expect(JSON.parse(office.store.lastCheckpoint()?.content ?? '{}')).toMatchObject({ reason: 'batchEnd' });
  });

  it('sends what was paused before all of its rows were queued, once it is resumed', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(3));
    const { rowsHash = '' } = office.store.findBatch(batchId) ?? {};
    office.store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: Date.now() });
    office.store.queueRows(batchId, 1, Date.now());
    await office.get('batches.pause', { batchId });
    await office.get('batches.resume', { batchId });
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'paid') === 3 || office.store.isPaused(batchId));
    expect(await office.get('batches.summary', { batchId })).toMatchObject({
      isPaused: false,
      byState: { paid: 3 },
    });
  });

  it('sends nothing before it is started, and nothing after it was stopped', async () => {
    const office = await openOffice({ ...atWork, settleMs: 60_000 });
    const batchId = await office.draftRows(rowsOf(3));
    await office.releaseAll(batchId);
    expect(await office.get('runner.state', {})).toMatchObject({ isRunning: false, batchIds: [batchId] });
    expect(office.countOf(batchId, 'queued')).toBe(3);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'accepted') === 3);
    // What the gateway accepted is safe there, and keeps nobody from closing the window.
    expect(await office.get('runner.unsent', {})).toEqual({ count: 0, beingSent: 0, scheduledFor: [] });
    await office.get('runner.stop', {});
    const more = await office.draftRows(rowsOf(2, 'MORE'));
    await office.releaseAll(more);
    expect(office.countOf(batchId, 'sending')).toBe(0);
    expect(office.countOf(more, 'queued')).toBe(2);
    expect(await office.get('runner.state', {})).toMatchObject({ isRunning: false });
  });

  it('records requests in flight before it is stopped', async () => {
    const office = await openOffice({ ...atWork, settleMs: 60_000 });
    const batchId = await office.draftRows(rowsOf(60));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'accepted') > 0);
    await office.get('runner.stop', {});
    expect(office.countOf(batchId, 'sending')).toBe(0);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'accepted') === 60);
    expect(office.sandbox.gateway.book()).toHaveLength(60);
  });

  it('says why sending is paused while the gateway does not answer, leaves nothing in doubt, and continues by itself', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(5));
    await office.releaseAll(batchId);
    office.leave();
    await office.get('runner.start', {});
    await office.until(async () => (await office.get('runner.state', {})).problems.length > 0);
    const { problems } = await office.get('runner.state', {});
    expect(problems).toMatchObject([{ profileName: 'main', isIncoming: false, batchId: null }]);
    expect(problems[0]?.message).toContain('could not be reached');
    expect(office.countOf(batchId, 'queued')).toBe(5);
    office.comeBack();
    await office.until(() => office.countOf(batchId, 'paid') === 5);
    expect((await office.get('runner.state', {})).problems).toEqual([]);
  });

  it('continues at once when a person refreshes after an outage, and pays every row once', async () => {
    const office = await openOffice({ ...atWork, submissions: 2 });
    const batchId = await office.draftRows(rowsOf(30));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'accepted', 'paid') > 3);
    office.lose(true);
    await office.until(async () => (await office.get('runner.state', {})).problems.length > 0);
    expect(await office.get('gateway.state', {})).toMatchObject({ isReachable: false });
    expect(office.countOf(batchId, 'queued')).toBeGreaterThan(0);
    office.lose(false);
    await office.get('balances.read', {});
    await office.until(() => office.countOf(batchId, 'paid') === 30);
    expect((await office.get('runner.state', {})).problems).toEqual([]);
    const book = office.sandbox.gateway.book();
    expect(book.map(({ acceptedCount }) => acceptedCount)).toEqual(Array(30).fill(1));
  });

  it('does not spin on a merchant whose key is refused, says so, and sends once the key is registered', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(4));
    await office.releaseAll(batchId);
    await office.get('profiles.replaceKey', { name: 'main', key: { kind: 'generate', modulusBits: 2048 } });
    await office.get('runner.start', {});
    await office.until(async () => (await office.get('runner.state', {})).problems.length > 0);
    expect(office.countOf(batchId, 'queued')).toBe(4);
    const { publicKey } = await office.get('profiles.show', {});
    office.sandbox.gateway.registerMerchant({
      merchantCode,
      publicKeyPems: [publicKey?.pem ?? ''],
      secrets: [],
    });
    await office.until(() => office.countOf(batchId, 'paid') === 4);
  });

  it('I3: shares no batch with batches.run, which waits for the runner instead', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(10));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    const end = await office.get('batches.run', {
      batchIds: [batchId],
      until: 'final',
      silenceLimitMs: 60_000,
    });
    expect(end).toMatchObject({ outcome: 'done', batchIds: [batchId] });
    expect(office.countOf(batchId, 'paid')).toBe(10);
    expect(office.sandbox.gateway.book().every(({ postsSeen }) => postsSeen === 1)).toBe(true);
  });

  it('reads the balances once everything is paid, so that the shown ones are current', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(2));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(async () => {
      const { balances } = await office.get('balances.stored', {});
      const euro = balances.find(({ currencyCode }) => currencyCode === 'EUR');
      return availableOf({ amounts: euro?.amounts ?? [] }) === '9999996.97';
    });
    expect(office.countOf(batchId, 'paid')).toBe(2);
  });
});

describe('a paused batch', () => {
  it('sends nothing until it is resumed, and can still be cancelled', async () => {
    const office = await openOffice(atWork);
    const held = await office.draftRows(rowsOf(4));
    await office.releaseAll(held);
    expect(await office.get('batches.pause', { batchId: held })).toMatchObject({ isPaused: true });
    await office.get('runner.start', {});
    const other = await office.draftRows(rowsOf(3, 'OTHER'));
    await office.releaseAll(other);
    await office.until(() => office.countOf(other, 'paid') === 3);
    expect(office.countOf(held, 'queued')).toBe(4);
    expect(await office.get('batches.cancel', { batchId: held })).toEqual({
      cancelledRows: 4,
      state: 'released',
    });
    expect(office.countOf(held, 'cancelled')).toBe(4);
  });

  it('continues at once when resumed, without a call to the runner', async () => {
    const office = await openOffice(atWork);
    await office.get('runner.start', {});
    const batchId = await office.draftRows(rowsOf(40));
    await office.releaseAll(batchId);
    await office.get('batches.pause', { batchId });
    await office.until(() => office.countOf(batchId, 'sending', 'unknown') === 0);
    const queued = office.countOf(batchId, 'queued');
    const end = await office.get('batches.run', {
      batchIds: [batchId],
      until: 'sent',
      silenceLimitMs: 60_000,
    });
    expect(end.outcome).toBe('done');
    expect(office.countOf(batchId, 'queued')).toBe(queued);
    expect(await office.get('batches.resume', { batchId })).toMatchObject({ isPaused: false });
    await office.until(() => office.countOf(batchId, 'paid') === 40);
  });

  it('I6: records in the log who held it back, and the log agrees with the states', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(1));
    expect(await office.tell('batches.pause', { batchId })).toMatchObject({
      ok: false,
      error: { code: 'notReleasable' },
    });
    await office.releaseAll(batchId);
    for (const name of ['batches.pause', 'batches.pause', 'batches.resume', 'batches.resume'] as const)
      await office.get(name, { batchId });
    expect(await office.get('audit.verify', {})).toMatchObject({ problems: [] });
  });

  it('is not sent again until it is resumed, even though the gateway never received it', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(3));
    await office.releaseAll(batchId);
    await office.get('balances.read', {});
    office.lose(true);
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 1 });
    expect(office.countOf(batchId, 'unknown')).toBeGreaterThan(0);
    await office.get('batches.pause', { batchId });
    office.lose(false);
    await office.get('runner.start', {});
    await office.until(() =>
      office.store.problemPayments(batchId, 10).every(({ problem }) => problem?.code === 'heldBack'),
    );
    expect(office.sandbox.gateway.book()).toEqual([]);
    expect(await office.get('runner.unsent', {})).toMatchObject({
      count: office.countOf(batchId, 'unknown'),
      beingSent: 0,
    });
    await office.get('batches.resume', { batchId });
    await office.until(() => office.countOf(batchId, 'paid') === 3);
    expect(office.sandbox.gateway.book()).toHaveLength(3);
  });
});

describe('the state of a gateway', () => {
  it('is not known before the first query, then reachable, then not, with the reason and since when', async () => {
    const office = await openOffice(atWork);
    expect(await office.get('gateway.state', {})).toEqual({
      isReachable: null,
      since: null,
      message: null,
    });
    await office.get('balances.read', {});
    expect(await office.get('gateway.state', {})).toMatchObject({ isReachable: true, message: null });
    office.leave();
    await office.tell('balances.read', {});
    const state = await office.get('gateway.state', {});
    expect(state).toMatchObject({ isReachable: false });
    expect(state.message).toContain('could not be reached');
    office.comeBack();
    await office.get('balances.read', {});
    expect(await office.get('gateway.state', {})).toMatchObject({ isReachable: true, message: null });
    const told = office.events.filter(({ kind }) => kind === 'gateway');
    expect(told).toMatchObject([
      { id: 'main', message: '' },
      { id: 'main', message: expect.stringContaining('could not be reached') as string, isAway: true },
      { id: 'main', message: 'The gateway answers again.' },
    ]);
  });
});
