import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  encode,
  found,
  importBatch,
  newRow,
  release,
  rowsHash,
} from '../../kit/store.ts';

let store: MemoryStore;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

describe('cancelling', () => {
  it('cancels a draft with all its rows', () => {
    importBatch(store, 'b', 3);
    expect([store.cancelRows('b', 2, 3000), store.cancelRows('b', 2, 3000)]).toEqual([2, 1]);
    expect(store.findBatch('b')?.state).toBe('cancelled');
    expect(store.countByState('b')).toEqual({ cancelled: 3 });
    expect(store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3000 })).toBe('notDraft');
  });

  it('cancels queued rows of a released batch and leaves those in progress', () => {
    importBatch(store, 'b', 3);
    release(store, 'b');
    claim(store, 'b', 1);
    expect(store.cancelRows('b', 10, 5000)).toBe(2);
    expect(store.countByState('b')).toEqual({ sending: 1, cancelled: 2 });
    expect(claim(store, 'b')).toEqual([]);
  });

  it('in the middle of a release also cancels the rows that are not queued yet', () => {
    importBatch(store, 'b', 4);
    store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3000 });
    store.queueRows('b', 2, 3000);
    expect(store.cancelRows('b', 10, 3500)).toBe(4);
    expect(store.findBatch('b')?.state).toBe('released');
    expect(auditProblems(store)).toEqual([]);
  });

  /** The store as at the next start, which cancels what the last one left, in steps. */
  const opened = (): MemoryStore => {
    const next = openMemoryStore({ image: store.image() });
    for (const { batchId } of next.interruptedCancellations())
      while (next.cancelRows(batchId, 2, 6000) === 2);
    return next;
  };

  it('a draft is finished at the next start if Bursar ended in the middle of it', () => {
    importBatch(store, 'b', 5);
    store.cancelRows('b', 2, 3000);
    expect(opened().countByState('b')).toEqual({ cancelled: 5 });
  });

  it('a released batch is finished at the next start, so that nothing more of it is sent', () => {
    importBatch(store, 'b', 9);
    release(store, 'b');
    claim(store, 'b', 2);
    store.cancelRows('b', 3, 5000);
    const next = opened();
    expect(next.countByState('b')).toEqual({ sending: 2, cancelled: 7 });
    expect(claim(next, 'b')).toEqual([]);
    expect(auditProblems(next)).toEqual([]);
  });

  it('is finished at the next start also if not all rows were queued', () => {
    importBatch(store, 'b', 9);
    store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3000 });
    store.queueRows('b', 4, 3000);
    for (const rows of [2, 4]) {
      store.cancelRows('b', rows, 5000);
      expect(opened().countByState('b')).toEqual({ cancelled: 9 });
      expect(opened().findBatch('b')?.state).toBe('released');
    }
  });

  it('lets nothing of the batch be claimed between its steps, and leaves other batches alone', () => {
    for (const batchId of ['a', 'b']) {
      importBatch(store, batchId, 5);
      release(store, batchId);
    }
    store.cancelRows('b', 2, 5000);
    expect([store.hasQueued(['b']), claim(store, 'b')]).toEqual([false, []]);
    expect(store.claimQueued(['a', 'b'], 10, 5000, encode)).toHaveLength(5);
    store.cancelRows('b', 2, 5001);
    expect(claim(store, 'b')).toEqual([]);
    expect([store.cancelRows('b', 2, 5002), store.countByState('b')]).toEqual([1, { cancelled: 5 }]);
  });

  it('is over after its last step: what a person has sent again is claimed', () => {
    importBatch(store, 'b', 3);
    release(store, 'b');
    const [{ payment } = { payment: { paymentId: 0 } }] = claim(store, 'b', 1);
    expect([store.cancelRows('b', 2, 5000), store.cancelRows('b', 2, 5000)]).toEqual([2, 0]);
    store.record([found(payment.paymentId, 'sending', 'unknown', { dueAt: null })], 6000);
    store.record([found(payment.paymentId, 'unknown', 'queued', { dueAt: null })], 7000);
    expect(claim(store, 'b')).toHaveLength(1);
  });

  it('takes back nothing at the next start that a person has sent again since the rest was cancelled', () => {
    importBatch(store, 'b', 3);
    release(store, 'b');
    const [{ payment } = { payment: { paymentId: 0 } }] = claim(store, 'b', 1);
    store.cancelRows('b', 10, 5000);
    store.record([found(payment.paymentId, 'sending', 'unknown', { dueAt: null })], 6000);
    store.record([found(payment.paymentId, 'unknown', 'queued', { dueAt: null })], 7000);
    expect(opened().countByState('b')).toEqual({ queued: 1, cancelled: 2 });
  });
});

it('I11: a row whose retry was sent before it is cancelled instead of sent, and names the retry', () => {
  importBatch(store, 'old', 2);
  importBatch(store, 'retry', [newRow('retry', 1, { retryOf: 'old-1' })]);
  release(store, 'retry');
  const [retry] = claim(store, 'retry');
  if (retry === undefined) throw new Error('the retry was not claimed');
  store.record([accepted(retry)], 4500);
  release(store, 'old');
  expect(claim(store, 'old').map(({ payment }) => payment.idPayment)).toEqual(['old-2']);
  expect(store.rowsOfBatch('old', 0, 1)).toMatchObject([
    { state: 'cancelled', problem: { code: 'rowCovered', by: { idPayment: 'retry-1', state: 'accepted' } } },
  ]);
  expect(auditProblems(store)).toEqual([]);
});
