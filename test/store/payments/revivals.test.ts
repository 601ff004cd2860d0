import { beforeEach, describe, expect, it } from 'vitest';
import type { Cause } from '../../../contract/payments/cause.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import {
  addProfile,
  auditProblems,
  claim,
  encode,
  found,
  importBatch,
  newRow,
  release,
  rowsHash,
  settledAs,
} from '../../kit/store.ts';

let store: MemoryStore;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

/** A released batch whose only payout was sent and failed; gives that payout. */
function sent(batchId: string): number {
  importBatch(store, batchId, [newRow(batchId, 1)]);
  release(store, batchId);
  const [intent] = claim(store, batchId);
  const paymentId = intent?.payment.paymentId ?? 0;
  store.record(settledAs(paymentId, 'failed'), 5000);
  return paymentId;
}

/** A payout that failed once a person had released it and batch b, whose only payout equals it. */
function failedAfterBoth(): number {
  importBatch(store, 'b', [newRow('b', 1)]);
  importBatch(store, 'a', [newRow('a', 1)]);
  release(store, 'a', 3000);
  release(store, 'b', 3000);
  const [intent] = claim(store, 'a');
  const first = intent?.payment.paymentId ?? 0;
  store.record(settledAs(first, 'failed'), 5000);
  return first;
}

/** The gateway reports as paid what had failed. */
const revive = (paymentId: number): void =>
  void store.record([found(paymentId, 'failed', 'paid', { dueAt: null })], 6000);

/** Sends what is queued of a batch; gives the states of its rows after that. */
function send(batchId: string): string[] {
  claim(store, batchId, 100, 7000);
  return store.rowsOfBatch(batchId, 0, 100).map(({ state }) => state);
}

const doubtfulOf = (row: StoredPayment, decidedSince = 0): number[] =>
  store.doubtfulRepeatsOf(row, { decidedSince, found: new Map() });

describe('a released row that repeats a payout which had failed', () => {
  it('is not sent once that payout came back, also if its release was not complete then', () => {
    const first = sent('a');
    importBatch(store, 'b', [newRow('b', 1), newRow('b', 2)]);
    store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 5500 });
    revive(first);
    store.queueRows('b', 100, 6500);
    expect(send('b')).toEqual(['cancelled', 'sending']);
    expect(store.findPayment('b-1')?.problem).toEqual({
      code: 'mayBePaidAlready',
      by: { idPayment: 'a-1', state: 'paid' },
    });
    expect(store.notices(10).map(({ kind, payment }) => [kind, payment?.idPayment])).toEqual([
      ['mayBePaidAlready', 'b-1'],
    ]);
    expect(auditProblems(store)).toEqual([]);
  });

  it('names that payout, whichever profile of the environment it is of, for as long as the gateway is asked about it', () => {
    addProfile(store, { keyId: 'key-2', name: 'beside', merchantCode: 'M2' });
    addProfile(store, { keyId: 'key-3', name: 'real', merchantCode: 'M3', environment: 'live' });
    const first = sent('a');
    store.record([found(first, 'failed', 'failed', { dueAt: 9000 })], 5100);
    const repeatsOf = (batchId: string, key?: string): number[] => {
      importBatch(store, batchId, [newRow(batchId, 1)], key);
      release(store, batchId, 5500);
      return store.rowsOfBatch(batchId, 0, 1).flatMap((row) => doubtfulOf(row));
    };
    expect([repeatsOf('b'), repeatsOf('c', 'key-2'), repeatsOf('d', 'key-3')]).toEqual([
      [first],
      [first],
      [],
    ]);
    store.record([found(first, 'failed', 'failed', { dueAt: null })], 6000);
    expect(repeatsOf('e')).toEqual([]);
  });

  it('names that payout if a person marked it as not accepted, and not once that is long ago', () => {
    importBatch(store, 'a', [newRow('a', 1)]);
    release(store, 'a');
    const first = claim(store, 'a')[0]?.payment.paymentId ?? 0;
    store.record([found(first, 'sending', 'unknown', { dueAt: null })], 4500);
    importBatch(store, 'c', [newRow('c', 1)]);
    release(store, 'c', 4600);
    const problem = { code: 'notAccepted' } as const;
    store.record([found(first, 'unknown', 'rejected', { problem, dueAt: null })], 5000);
    importBatch(store, 'b', [newRow('b', 1)]);
    release(store, 'b', 5500);
    const doubtful = (batchId: string, since: number) =>
      store.rowsOfBatch(batchId, 0, 1).flatMap((row) => doubtfulOf(row, since));
    expect([doubtful('b', 5000), doubtful('b', 5001)]).toEqual([[first], []]);
    // A person released it while the other one was in doubt, and meant both.
    expect(doubtful('c', 5000)).toEqual([]);
  });

  it('does not name one that failed only after a person released both', () => {
    const first = failedAfterBoth();
    store.record([found(first, 'failed', 'failed', { dueAt: 9000 })], 5100);
    expect(store.rowsOfBatch('b', 0, 1).flatMap((row) => doubtfulOf(row))).toEqual([]);
  });

  it('is sent if that payout has failed again by then', () => {
    const first = sent('a');
    importBatch(store, 'b', [newRow('b', 1)]);
    release(store, 'b', 5500);
    store.record([found(first, 'failed', 'accepted')], 6000);
    store.record([found(first, 'accepted', 'failed')], 6500);
    expect(send('b')).toEqual(['sending']);
  });

  it('is sent if that payout came back before a person released this one', () => {
    revive(sent('a'));
    importBatch(store, 'b', [newRow('b', 1)]);
    release(store, 'b', 6500);
    expect(send('b')).toEqual(['sending']);
  });

  it('is sent if that payout failed, and came back, only after a person released both', () => {
    const first = failedAfterBoth();
    revive(first);
    expect(send('b')).toEqual(['sending']);
  });

  it('is not sent if that payout is another profile’s of the same environment, and is if of the other environment', () => {
    addProfile(store, { keyId: 'key-2', name: 'beside', merchantCode: 'M2' });
    addProfile(store, { keyId: 'key-3', name: 'real', merchantCode: 'M3', environment: 'live' });
    const first = sent('a');
    for (const [batchId, key] of [
      ['b', 'key-2'],
      ['c', 'key-3'],
    ] as const) {
      importBatch(store, batchId, [newRow(batchId, 1)], key);
      release(store, batchId, 5500);
    }
    revive(first);
    expect([send('b'), send('c')]).toEqual([['cancelled'], ['sending']]);
  });

  it('is not sent again by itself, and is once a person decides so', () => {
    const first = sent('a');
    importBatch(store, 'b', [newRow('b', 1)]);
    release(store, 'b', 5500);
    const [intent] = claim(store, 'b', 1, 5600);
    const paymentId = intent?.payment.paymentId ?? 0;
    store.record([found(paymentId, 'sending', 'unknown')], 5700);
    revive(first);
    expect(store.claimUnknown(paymentId, 7000, encode)).toBeNull();
    const queued = (cause: Cause) => found(paymentId, 'unknown', 'queued', { dueAt: null, cause });
    // An answer after a restore queues it, too, and is no decision of a person.
    store.record([queued({ code: 'answered', status: 410 })], 7200);
    expect(send('b')).toEqual(['unknown']);
    store.record([queued({ code: 'decided', decision: 'sendAgain' })], 7500);
    expect(send('b')).toEqual(['sending']);
  });
});
