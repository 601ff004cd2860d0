import { describe, expect, it } from 'vitest';
import { openDesk, rowsOf } from '../../kit/desk.ts';

const timeout = 60_000;

describe('the runner', () => {
  it(
    'sends what is released before it starts and what is released while it is at work',
    { timeout },
    async () => {
      const desk = await openDesk();
      const early = await desk.draft(rowsOf(12));
      await desk.release(early);
      await desk.get('runner.start', {});
      const late = await desk.draft(rowsOf(8, 'LATE'));
      await desk.release(late);
      await desk.until(() => desk.countOf(early, 'paid') === 12 && desk.countOf(late, 'paid') === 8);
      expect(desk.sandbox().gateway.book()).toHaveLength(20);
      expect(
        desk
          .sandbox()
          .gateway.book()
          .every(({ acceptedCount }) => acceptedCount === 1),
      ).toBe(true);
      await desk.until(async () => (await desk.get('runner.state', {})).batchIds.length === 0);
      expect(await desk.get('runner.state', {})).toEqual({
        isRunning: true,
        batchIds: [],
        problems: [],
      });
    },
  );

  it('lets the end of a batch that it has paid be noted in a checkpoint', { timeout }, async () => {
    const desk = await openDesk();
    const batchId = await desk.draft(rowsOf(3));
    await desk.release(batchId);
    await desk.get('runner.start', {});
    await desk.until(() => desk.countOf(batchId, 'paid') === 3);
    await desk.get('runner.stop', {});
    expect(JSON.parse(desk.store.lastCheckpoint()?.content ?? '{}')).toMatchObject({ reason: 'batchEnd' });
  });

  it('sends nothing before it is started, and nothing after it was stopped', { timeout }, async () => {
    const desk = await openDesk({ settleMs: 60_000 });
    const batchId = await desk.draft(rowsOf(3));
    await desk.release(batchId);
    expect(await desk.get('runner.state', {})).toMatchObject({ isRunning: false, batchIds: [batchId] });
    expect(desk.countOf(batchId, 'queued')).toBe(3);
    await desk.get('runner.start', {});
    await desk.until(() => desk.countOf(batchId, 'accepted') === 3);
    // What the gateway accepted is safe there, and keeps nobody from closing the window.
    expect(await desk.get('runner.unsent', {})).toEqual({ count: 0 });
    await desk.get('runner.stop', {});
    const more = await desk.draft(rowsOf(2, 'MORE'));
    await desk.release(more);
    expect(desk.countOf(batchId, 'sending')).toBe(0);
    expect(desk.countOf(more, 'queued')).toBe(2);
    expect(await desk.get('runner.state', {})).toMatchObject({ isRunning: false });
  });

  it('records what is on its way before it is stopped', { timeout }, async () => {
    const desk = await openDesk({ settleMs: 60_000 });
    const batchId = await desk.draft(rowsOf(60));
    await desk.release(batchId);
    await desk.get('runner.start', {});
    await desk.until(() => desk.countOf(batchId, 'accepted') > 0);
    await desk.get('runner.stop', {});
    expect(desk.countOf(batchId, 'sending')).toBe(0);
    await desk.get('runner.start', {});
    await desk.until(() => desk.countOf(batchId, 'accepted') === 60);
    expect(desk.sandbox().gateway.book()).toHaveLength(60);
  });

  it(
    'says why sending stands still while nobody answers, leaves nothing in doubt, and goes on by itself',
    { timeout },
    async () => {
      const desk = await openDesk();
      const batchId = await desk.draft(rowsOf(5));
      await desk.release(batchId);
      await desk.leave();
      await desk.get('runner.start', {});
      await desk.until(async () => (await desk.get('runner.state', {})).problems.length > 0);
      const { problems } = await desk.get('runner.state', {});
      expect(problems).toMatchObject([{ profileName: 'desk' }]);
      expect(problems[0]?.message).toContain('could not be reached');
      expect(desk.countOf(batchId, 'queued')).toBe(5);
      await desk.comeBack();
      await desk.until(() => desk.countOf(batchId, 'paid') === 5);
      expect((await desk.get('runner.state', {})).problems).toEqual([]);
    },
  );

  it(
    'goes on at once when a person refreshes after the gateway was silent, and pays every row once',
    { timeout },
    async () => {
      const desk = await openDesk({ submissions: 2 });
      const batchId = await desk.draft(rowsOf(30));
      await desk.release(batchId);
      await desk.get('runner.start', {});
      await desk.until(() => desk.countOf(batchId, 'accepted', 'paid') > 3);
      desk.lose(true);
      await desk.until(async () => (await desk.get('runner.state', {})).problems.length > 0);
      expect(await desk.get('gateway.state', {})).toMatchObject({ isReachable: false });
      expect(desk.countOf(batchId, 'queued')).toBeGreaterThan(0);
      desk.lose(false);
      await desk.get('balances.read', {});
      await desk.until(() => desk.countOf(batchId, 'paid') === 30);
      expect((await desk.get('runner.state', {})).problems).toEqual([]);
      const book = desk.sandbox().gateway.book();
      expect(book.map(({ acceptedCount }) => acceptedCount)).toEqual(Array(30).fill(1));
    },
  );

  it(
    'does not spin on a merchant that is refused, says so, and sends once the key is registered',
    { timeout },
    async () => {
      const desk = await openDesk();
      const batchId = await desk.draft(rowsOf(4));
      await desk.release(batchId);
      await desk.get('profiles.replaceKey', { name: 'desk', key: { kind: 'generate', modulusBits: 2048 } });
      await desk.get('runner.start', {});
      await desk.until(async () => (await desk.get('runner.state', {})).problems.length > 0);
      expect(desk.countOf(batchId, 'queued')).toBe(4);
      const { publicKey } = await desk.get('profiles.show', {});
      desk.sandbox().gateway.registerMerchant({
        merchantCode: 'DESK',
        publicKeyPems: [publicKey?.pem ?? ''],
        secrets: [],
      });
      await desk.until(() => desk.countOf(batchId, 'paid') === 4);
    },
  );

  it('I3: shares no batch with batches.run, which waits for the runner instead', { timeout }, async () => {
    const desk = await openDesk();
    const batchId = await desk.draft(rowsOf(10));
    await desk.release(batchId);
    await desk.get('runner.start', {});
    const end = await desk.get('batches.run', {
      batchIds: [batchId],
      until: 'final',
      silenceLimitMs: 60_000,
    });
    expect(end).toMatchObject({ outcome: 'done', batchIds: [batchId] });
    expect(desk.countOf(batchId, 'paid')).toBe(10);
    expect(
      desk
        .sandbox()
        .gateway.book()
        .every(({ postsSeen }) => postsSeen === 1),
    ).toBe(true);
  });

  it('reads the balances once everything is paid, so that what is shown is true', { timeout }, async () => {
    const desk = await openDesk();
    const batchId = await desk.draft(rowsOf(2));
    await desk.release(batchId);
    await desk.get('runner.start', {});
    await desk.until(() => desk.events.some(({ kind }) => kind === 'balances'));
    const { balances } = await desk.get('balances.stored', {});
    const euro = balances.find(({ currencyCode }) => currencyCode === 'EUR');
    expect(euro?.amounts).toContainEqual({ name: 'available', amount: '9999996.97' });
  });
});

describe('a paused batch', () => {
  it('sends nothing until it is resumed, and is cancelled all the same', { timeout }, async () => {
    const desk = await openDesk();
    const held = await desk.draft(rowsOf(4));
    await desk.release(held);
    expect(await desk.get('batches.pause', { batchId: held })).toMatchObject({ isPaused: true });
    await desk.get('runner.start', {});
    const other = await desk.draft(rowsOf(3, 'OTHER'));
    await desk.release(other);
    await desk.until(() => desk.countOf(other, 'paid') === 3);
    expect(desk.countOf(held, 'queued')).toBe(4);
    expect(await desk.get('batches.cancel', { batchId: held })).toEqual({ cancelledRows: 4 });
    expect(desk.countOf(held, 'cancelled')).toBe(4);
  });

  it('goes on at once when it is resumed, with nobody calling the runner', { timeout }, async () => {
    const desk = await openDesk();
    await desk.get('runner.start', {});
    const batchId = await desk.draft(rowsOf(40));
    await desk.release(batchId);
    await desk.get('batches.pause', { batchId });
    await desk.until(() => desk.countOf(batchId, 'sending', 'unknown') === 0);
    const queued = desk.countOf(batchId, 'queued');
    const end = await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect(end.outcome).toBe('done');
    expect(desk.countOf(batchId, 'queued')).toBe(queued);
    expect(await desk.get('batches.resume', { batchId })).toMatchObject({ isPaused: false });
    await desk.until(() => desk.countOf(batchId, 'paid') === 40);
  });

  it('I6: leaves who held it back in the log, and the log agrees with the states', { timeout }, async () => {
    const desk = await openDesk();
    const batchId = await desk.draft(rowsOf(1));
    expect(await desk.tell('batches.pause', { batchId })).toMatchObject({
      ok: false,
      error: { code: 'notReleasable' },
    });
    await desk.release(batchId);
    for (const name of ['batches.pause', 'batches.pause', 'batches.resume', 'batches.resume'] as const)
      await desk.get(name, { batchId });
    expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
  });

  it(
    'is not sent again although the gateway never heard of it, until it is resumed',
    { timeout },
    async () => {
      const desk = await openDesk();
      const batchId = await desk.draft(rowsOf(3));
      await desk.release(batchId);
      await desk.get('balances.read', {});
      desk.lose(true);
      await desk.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 1 });
      expect(desk.countOf(batchId, 'unknown')).toBeGreaterThan(0);
      await desk.get('batches.pause', { batchId });
      desk.lose(false);
      await desk.get('runner.start', {});
      await desk.until(() =>
        desk.store.problemPayments(batchId, 10).every(({ problem }) => problem?.code === 'heldBack'),
      );
      expect(desk.sandbox().gateway.book()).toEqual([]);
      await desk.get('batches.resume', { batchId });
      await desk.until(() => desk.countOf(batchId, 'paid') === 3);
      expect(desk.sandbox().gateway.book()).toHaveLength(3);
    },
  );
});

describe('the state of a gateway', () => {
  it(
    'is not known before it is asked, then reachable, then not, with the reason and since when',
    { timeout },
    async () => {
      const desk = await openDesk();
      expect(await desk.get('gateway.state', {})).toEqual({ isReachable: null, since: null, message: null });
      await desk.get('balances.read', {});
      expect(await desk.get('gateway.state', {})).toMatchObject({ isReachable: true, message: null });
      await desk.leave();
      await desk.tell('balances.read', {});
      const state = await desk.get('gateway.state', {});
      expect(state).toMatchObject({ isReachable: false });
      expect(state.message).toContain('could not be reached');
      await desk.comeBack();
      await desk.get('balances.read', {});
      expect(await desk.get('gateway.state', {})).toMatchObject({ isReachable: true, message: null });
      const told = desk.events.filter(({ kind }) => kind === 'gateway');
      expect(told).toMatchObject([
        { id: 'desk', message: '' },
        { id: 'desk', message: expect.stringContaining('Bursar keeps trying') as string },
        { id: 'desk', message: 'The gateway answers again.' },
      ]);
    },
  );
});
