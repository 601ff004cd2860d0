import { expect, it } from 'vitest';
import { createAskedFirst } from '../../../main/core/sending/asked-first.ts';
import { fail } from '../../../contract/result.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { addProfile, importBatch, release } from '../../kit/store.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 5);

it('asks again at once where the clock was set back after a question about the old payout failed', async () => {
  const store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'batch', 1);
  release(store, 'batch', start);
  const [payment] = store.rowsOfBatch('batch', 0, 1);
  if (payment === undefined) throw new Error('the batch has no payment');
  let now = start + dayMs;
  let answers = 0;
  const { mayClaim, isHeld, ask, nextAt } = createAskedFirst({
    store,
    clock: { now: () => now },
    askOld: () => {
      answers += 1;
      return Promise.resolve(answers === 1 ? fail('gatewayNoAnswer', 'No answer.') : null);
    },
    onWait: () => undefined,
  });
  const retry = { ...payment, retryOf: 'another' };
  const { signal } = new AbortController();
  expect([mayClaim(retry), isHeld('batch')]).toEqual([false, true]);
  expect(await ask(signal)).toMatchObject({ answer: { error: { code: 'retryWaits' } } });
  expect(await ask(signal)).toBeNull();
  expect(answers).toBe(1);
  now = start - 30 * dayMs;
  expect(nextAt()).toBe(now);
  expect(await ask(signal)).toBeNull();
  expect(answers).toBe(2);
  expect([isHeld('batch'), mayClaim(retry), nextAt()]).toEqual([false, true, null]);
});
