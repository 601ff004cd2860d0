import { describe, expect, it } from 'vitest';
import { openBook, type Desk } from './book-desk.ts';
import type { BookGateway } from './book-gateway.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const hour = 3_600_000;
const provisional = ['WAITING_FOR_CONFIRMATION', 'PENDING', 'ON_HOLD', 'FAILED', 'REVERSED'];

/** What a person reads about a payout. */
async function wordsOf(desk: Desk, idPayout: string): Promise<string> {
  return (await desk.get('payouts.show', { idPayout })).problemMessage ?? '';
}

async function attention(desk: Desk): Promise<string[]> {
  return (await desk.get('attention.list', {})).map(({ kind }) => kind);
}

/** Releases a file and sends it until nothing more happens by itself. */
async function send(desk: Desk): Promise<string> {
  const batchId = await desk.draft([ada]);
  await desk.release(batchId);
  await desk.run(batchId);
  return batchId;
}

function requestsFor(gateway: BookGateway, idPayment: string, method: string): number {
  return gateway.requests().filter((request) => request.method === method && request.idPayment === idPayment)
    .length;
}

describe('a final status that changes later', () => {
  it.each(provisional)('%s and SUCCESS later: the row is paid once and shown as paid', async (status) => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status, isProcessed: true });
    const batchId = await desk.pay([ada]);
    const idPayout = desk.idOf(batchId);
    expect(desk.states(batchId)).toEqual(['failed']);
    expect(await wordsOf(desk, idPayout)).toContain(status);
    expect(await wordsOf(desk, idPayout)).not.toMatch(/not paid/i);

    gateway.treat('A-1', {});
    expect(await desk.retry(batchId)).toEqual({ refused: 'notReleasable' });
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(await wordsOf(desk, idPayout)).toBe('');
    expect(await attention(desk)).toEqual(['endChanged']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('without a status is not a failure: the payout is queried, not retried, and paid once the gateway reports SUCCESS', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status: null, isProcessed: true });
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    const payout = { idPayout: desk.idOf(batchId) };
    await desk.get('payouts.refresh', payout);
    expect(desk.states(batchId)).toEqual(['accepted']);
    expect(await wordsOf(desk, payout.idPayout)).toContain('with no status');
    expect(await desk.retry(batchId)).toEqual({ refused: 'notReleasable' });
    gateway.treat('A-1', { status: 'success', isProcessed: true });
    await desk.run(batchId);
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('and lies ahead is when the end is expected: the payout is not called failed, and its row is not paid by a retry', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'PENDING', endsAfterMs: 4 * hour });
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) });
    expect(desk.states(batchId)).toEqual(['accepted']);
    expect(await desk.retry(batchId)).toEqual({ refused: 'notReleasable' });
    time.pass(4 * hour);
    gateway.treat('A-1', { endsAfterMs: 4 * hour });
    await desk.run(batchId);
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('that the gateway no longer reports holds a retry', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
    const batchId = await desk.pay([ada]);
    gateway.treat('A-1', { status: null, isProcessed: true });
    expect(await desk.retry(batchId)).toEqual({ refused: 'gatewayAnswerUnreadable' });
    expect(desk.states(batchId)).toEqual(['failed']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('does not allow a retry while the gateway answers about the rejected payout without its amount', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 406 }], hasMoney: false });
    const batchId = await desk.pay([ada]);
    expect(desk.states(batchId)).toEqual(['rejected']);
    expect(await desk.retry(batchId)).toEqual({ refused: 'gatewayAnswerUnreadable' });
    gateway.treat('A-1', {});
    expect(await desk.retry(batchId)).toEqual({ refused: 'notReleasable' });
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is queried by resume once it is due, and pay does not wait for that', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const batchId = await desk.pay([ada]);
    const idPayout = desk.idOf(batchId);
    const asked = requestsFor(gateway, idPayout, 'GET');
    expect((await desk.run()).outcome).toBe('done');
    expect(requestsFor(gateway, idPayout, 'GET')).toBe(asked);
    time.pass(12 * 60_000);
    expect((await desk.run()).batchIds).toEqual([batchId]);
    expect(requestsFor(gateway, idPayout, 'GET')).toBe(asked + 1);
    expect(desk.states(batchId)).toEqual(['failed']);
    gateway.treat('A-1', {});
    time.pass(2 * hour);
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
  });

  it('of SUCCESS, then something else, leaves it paid with an attention item', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.pay([ada]);
    const problems = async () => (await desk.get('batches.show', { batchId })).problems;
    expect(await problems()).toEqual([]);
    gateway.treat('A-1', { status: 'REVERSED', isProcessed: true });
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) });
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(await attention(desk)).toEqual(['statusChanged']);
    expect(await problems()).toMatchObject([{ state: 'paid', code: 'REVERSED', decisions: [] }]);
    expect(await desk.retry(batchId)).toHaveProperty('refused');
    gateway.treat('A-1', {});
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) });
    expect(await problems()).toEqual([]);
    expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
  });
});

describe('a retry that waited after its release', () => {
  async function releasedRetry(waitedMs = 72 * hour) {
    const opened = await openBook();
    const { gateway, desk, time } = opened;
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const batchId = await desk.pay([ada]);
    const retry = (await desk.get('batches.retry', { batchId })).batchId;
    expect(await desk.release(retry)).toMatchObject({ ok: true });
    time.pass(waitedMs);
    return { ...opened, batchId, retry, idPayout: desk.idOf(batchId) };
  }

  it.each([
    ['named', 72],
    ['named', 0.2],
    ['among all', 72],
  ])('is not sent if the old payout was paid, run %s after %d hours', async (run, hours) => {
    const { gateway, desk, batchId, retry } = await releasedRetry(hours * hour);
    gateway.treat('A-1', {});
    await desk.run(...(run === 'named' ? [retry] : []));
    expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['paid', 'cancelled']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('waits, and says why, while the gateway cannot be asked about the old payout', async () => {
    const { gateway, desk, batchId, retry, idPayout } = await releasedRetry();
    gateway.treat('A-1', {});
    for (const getStatus of [403, 500]) {
      gateway.treat(idPayout, { getStatus });
      const end = await desk.run(retry);
      expect(end).toMatchObject({ outcome: 'silent', message: expect.stringContaining(idPayout) });
      expect(desk.states(retry)).toEqual(['queued']);
    }
    gateway.treat(idPayout, { status: 'ON_HOLD', isProcessed: true });
    await desk.run(retry);
    expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['failed', 'paid']);
  });

  it('holds up no other batch, however many rows it has', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const many = Array.from({ length: 25 }, (_, index) => ({ ...ada, reference: `invoice ${index}` }));
    const batchId = await desk.pay(many, true);
    const retry = (await desk.get('batches.retry', { batchId })).batchId;
    expect(await desk.release(retry, true)).toMatchObject({ ok: true });
    time.pass(72 * hour);
    gateway.treat('A-1', {});
    gateway.treat(desk.idOf(batchId), { getStatus: 403 });
    const other = await desk.draft([{ ...ada, accountNumber: 'A-2', amount: '20.00' }]);
    expect(await desk.release(other)).toMatchObject({ ok: true });
    const end = await desk.tell('batches.run', {
      batchIds: [retry, other],
      until: 'sent',
      silenceLimitMs: 90_000,
    });
    expect(end).toMatchObject({ ok: true, value: { outcome: 'silent' } });
    expect(desk.states(other)).toEqual(['paid']);
    // Those asked about beside the first are known to be paid by now; the rest waits behind the first.
    const overtaken = Array.from({ length: 3 }, () => 'cancelled');
    expect(desk.states(retry)).toEqual([
      'queued',
      ...overtaken,
      ...Array.from({ length: 21 }, () => 'queued'),
    ]);
  });
});

it.each([0.2, 2])(
  'a retry is not released if the old payout was paid while a person considered it for %d hours',
  async (hours) => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const batchId = await desk.pay([ada]);
    desk.whileConfirming(() => {
      time.pass(hours * hour);
      gateway.treat('A-1', {});
    });
    expect(await desk.retry(batchId)).toEqual({ refused: 'notReleasable' });
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  },
);

describe('an effect that nobody saw', () => {
  it.each([404, 403, 400, 406, 422])(
    'and a repetition refused with %i: unknown, never rejected, and paid once',
    async (answer) => {
      const { gateway, desk } = await openBook();
      gateway.treat('A-1', {
        posts: [
          { isEffective: true, answer: 500 },
          { isEffective: false, answer },
        ],
        getStatus: 500,
      });
      const batchId = await send(desk);
      const idPayout = desk.idOf(batchId);
      gateway.treat('A-1', { posts: [null, { isEffective: false, answer }] });
      gateway.treat(idPayout, { hiddenGets: 2 });
      await desk.run();
      const { events } = await desk.get('payouts.show', { idPayout });
      expect(events.map(({ to }) => to)).not.toContain('rejected');
      expect(desk.states(batchId)).toEqual(['paid']);
      expect(await desk.retry(batchId)).toHaveProperty('refused');
      expect(requestsFor(gateway, idPayout, 'POST')).toBeGreaterThan(1);
      expect(gateway.timesPaid('A-1')).toBe(1);
    },
  );

  it('leaves the payout unknown and not retried while the gateway refuses every repetition and does not know it', async () => {
    const { gateway, desk } = await openBook();
    const posts = [500, 404, 403, 400, 406, 422].map((answer) => ({ isEffective: false, answer }));
    gateway.treat('A-1', { posts, getStatus: 410 });
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    const end = await desk.get('batches.run', {
      batchIds: [batchId],
      until: 'sent',
      silenceLimitMs: 60_000,
      mustReach: false,
    });
    expect(end.outcome).toBe('done');
    const { events } = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    expect(events.map(({ to }) => to)).not.toContain('rejected');
    expect(desk.states(batchId)).toEqual(['accepted']);
  });

  it.each(['reset', 500] as const)('and a lost answer (%s): found and paid once', async (answer) => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer }] });
    const batchId = await send(desk);
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(requestsFor(gateway, desk.idOf(batchId), 'POST')).toBe(1);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is ruled out only by a refusal of the very first request, which alone allows a retry', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 406 }] });
    const batchId = await send(desk);
    expect(desk.states(batchId)).toEqual(['rejected']);
    gateway.treat('A-1', {});
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is found before the retry of a payout that was rejected but arrived after all', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 400 }] });
    const batchId = await send(desk);
    expect(desk.states(batchId)).toEqual(['rejected']);
    expect(await desk.retry(batchId)).toHaveProperty('refused');
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it.each([403, 404, 500])('and a query answered %i changes no state', async (getStatus) => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.pay([ada]);
    const idPaid = desk.idOf(batchId);
    gateway.treat('A-2', { status: 'ON_HOLD', isProcessed: true });
    const failed = await desk.pay([{ ...ada, accountNumber: 'A-2', amount: '11.00', reference: 'two' }]);
    gateway.treat('A-1', { getStatus });
    gateway.treat('A-2', { getStatus });
    for (const idPayout of [idPaid, desk.idOf(failed)])
      expect(await desk.tell('payouts.refresh', { idPayout })).toMatchObject({ ok: false });
    expect([...desk.states(batchId), ...desk.states(failed)]).toEqual(['paid', 'failed']);
    expect(await wordsOf(desk, idPaid)).toBe('');
    expect(await wordsOf(desk, desk.idOf(failed))).toContain('ON_HOLD');
  });

  it('leaves the payout unknown if it is cancelled before a repetition that a person ordered has left', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 500 }], getStatus: 500 });
    const batchId = await send(desk);
    const idPayout = desk.idOf(batchId);
    time.pass(30 * hour);
    gateway.treat('A-1', {});
    gateway.treat(idPayout, { hiddenGets: 2 });
    await desk.run();
    await desk.get('payouts.decide', { idPayout, decision: 'sendAgain' });
    expect(await desk.get('batches.cancel', { batchId })).toEqual({ cancelledRows: 0, state: 'released' });
    expect(desk.states(batchId)).toEqual(['unknown']);
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});
