import { describe, expect, it } from 'vitest';
import { createAskedFirst } from '../../../main/core/sending/asked-first.ts';
import { fail, succeed } from '../../../contract/result.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { addProfile, importBatch, newRow, release } from '../../kit/store.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 5);

it('asks again at once if the clock was set back after a failed query about the old payout', async () => {
  const store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'old', 1);
  importBatch(store, 'batch', [newRow('batch', 1, { retryOf: 'old-1' })]);
  release(store, 'batch', start);
  const [retry] = store.rowsOfBatch('batch', 0, 1);
  if (retry === undefined) throw new Error('the batch has no payment');
  let now = start + dayMs;
  let answers = 0;
  const { mayClaim, isHeld, ask, nextAt } = createAskedFirst({
    store,
    client: { gatewayNow: () => null },
    clock: { now: () => now, turn: () => Promise.resolve() },
    repeats: { hasDoubtful: () => false, hasOtherStatus: () => false },
    askOld: () => {
      answers += 1;
      return Promise.resolve(answers === 1 ? fail('gatewayNoAnswer', 'No answer.') : succeed(false));
    },
    askIfThere: () => Promise.resolve(succeed(false)),
    onWait: () => undefined,
  });
  const { signal } = new AbortController();
  expect([mayClaim(retry), isHeld('batch')]).toEqual([false, true]);
  // It names the batch that waits: others are sent.
  const waits = { code: 'retryWaits', details: { batchId: 'batch' } };
  expect(await ask(signal)).toMatchObject({ answer: { error: waits } });
  expect(await ask(signal)).toBeNull();
  expect(answers).toBe(1);
  now = start - 30 * dayMs;
  expect(nextAt()).toBe(now);
  expect(await ask(signal)).toBeNull();
  expect(answers).toBe(2);
  expect([isHeld('batch'), mayClaim(retry), nextAt()]).toEqual([false, true, null]);
});

/** A row that was released a day ago, or a retry, and what is asked first about it. */
function releasedRow(
  asking: Pick<Parameters<typeof createAskedFirst>[0], 'repeats' | 'askOld'>,
  of: { readonly retryOf?: string } = {},
) {
  const store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'old', 1);
  importBatch(store, 'batch', [newRow('batch', 1, of)]);
  release(store, 'batch', start);
  const [row] = store.rowsOfBatch('batch', 0, 1);
  if (row === undefined) throw new Error('the batch has no payment');
  const askedFirst = createAskedFirst({
    store,
    client: { gatewayNow: () => null },
    clock: { now: () => start + dayMs, turn: () => Promise.resolve() },
    askIfThere: () => Promise.resolve(succeed(false)),
    onWait: () => undefined,
    ...asking,
  });
  return { row, ...askedFirst };
}
const { signal } = new AbortController();

it('asks again before a request is repeated if another status of a payout that it repeats was reported since', async () => {
  let isOther = false;
  let isDoubtful = true;
  const { row, askAgain } = releasedRow({
    repeats: { hasDoubtful: () => isDoubtful, hasOtherStatus: () => isOther },
    askOld: () => Promise.resolve(isOther ? fail('retryOvertaken', 'Another status.') : succeed(false)),
  });
  expect(await askAgain(row, signal)).toBeNull();
  isDoubtful = false;
  isOther = true;
  expect(await askAgain(row, signal)).toMatchObject({ answer: { error: { code: 'retryWaits' } } });
});

it('asks again about a row whose answer about a payout that it repeats was one to another row, and has grown old', async () => {
  let isOld = true;
  let isDown = false;
  const { row, mayClaim, ask } = releasedRow({
    repeats: { hasDoubtful: () => isOld, hasOtherStatus: () => false },
    askOld: () => {
      if (isDown) return Promise.resolve(fail('gatewayNoAnswer', 'No answer.'));
      isOld = false;
      return Promise.resolve(succeed(false));
    },
  });
  expect(mayClaim(row)).toBe(false);
  await ask(signal);
  expect(mayClaim(row)).toBe(true);
  isOld = true;
  expect(mayClaim(row)).toBe(false);
  // Without a newer answer the older one does not count again.
  isDown = true;
  await ask(signal);
  expect(mayClaim(row)).toBe(false);
});

it('asks again about an old payout before the request of its retry is repeated, whatever it was told before the first', async () => {
  let questions = 0;
  const { row, mayClaim, ask, askAgain } = releasedRow(
    {
      repeats: { hasDoubtful: () => false, hasOtherStatus: () => false },
      askOld: () => {
        questions += 1;
        return Promise.resolve(succeed(false));
      },
    },
    { retryOf: 'old-1' },
  );
  expect(mayClaim(row)).toBe(false);
  await ask(signal);
  expect([mayClaim(row), questions]).toEqual([true, 1]);
  expect([await askAgain(row, signal), questions]).toEqual([null, 2]);
  expect([await askAgain(row, signal), questions]).toEqual([null, 2]);
});

describe('thousands of waiting retries', () => {
  function heldRetries(rows: number) {
    const store = openMemoryStore();
    addProfile(store);
    importBatch(store, 'old', rows);
    importBatch(
      store,
      'retry',
      Array.from({ length: rows }, (_, index) => newRow('retry', index + 1, { retryOf: `old-${index + 1}` })),
    );
    release(store, 'retry', start);
    const asked: string[] = [];
    let inFlight = 0;
    let mostInFlight = 0;
    const silentAbout = new Set<string>();
    const first = createAskedFirst({
      store,
      client: { gatewayNow: () => null },
      clock: { now: () => start + dayMs, turn: () => Promise.resolve() },
      repeats: { hasDoubtful: () => false, hasOtherStatus: () => false },
      askOld: async ({ idPayment }) => {
        asked.push(idPayment);
        inFlight += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        await Promise.resolve();
        inFlight -= 1;
        return silentAbout.has(idPayment) ? fail('gatewayNoAnswer', 'No answer.') : succeed(false);
      },
      askIfThere: () => Promise.resolve(succeed(false)),
      onWait: () => undefined,
    });
    const queued = store.rowsOfBatch('retry', 0, rows);
    /** The rows that a claim would take now: in order, up to the first that has to wait. */
    const claimable = (): number[] => {
      const end = queued.findIndex((payment) => !first.mayClaim(payment));
      return queued.slice(0, end === -1 ? rows : end).map(({ rowNumber }) => rowNumber);
    };
    const ask = () => first.ask(new AbortController().signal);
    return { first, ask, asked, claimable, silentAbout, most: () => mostInFlight };
  }

  it('are queried four at a time, each once', async () => {
    const { ask, asked, claimable, most } = heldRetries(10);
    const rounds: number[] = [];
    while (claimable().length < 10) {
      await ask();
      rounds.push(asked.length);
    }
    expect(rounds).toEqual([4, 8, 10]);
    expect(most()).toBe(4);
    expect(new Set(asked).size).toBe(10);
  });

  it('are claimed by what the gateway said about each, not about its neighbour', async () => {
    const { first, ask, claimable, silentAbout } = heldRetries(4);
    silentAbout.add('retry-3');
    expect(claimable()).toEqual([]);
    expect(await ask()).toBeNull();
    expect(claimable()).toEqual([1, 2]);
    expect(first.isHeld('retry')).toBe(true);
    expect(await ask()).toMatchObject({ answer: { error: { code: 'retryWaits' } } });
    expect(claimable()).toEqual([1, 2]);
    silentAbout.clear();
    expect(await ask()).toBeNull();
    expect(claimable()).toEqual([1, 2, 3, 4]);
  });
});
