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
  release,
  rowsHash,
} from '../../kit/store.ts';

let store: MemoryStore;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

describe('a release', () => {
  it('I3: happens once', () => {
    importBatch(store, 'b', 2);
    expect(store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3000 })).toBe('released');
    expect(store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3001 })).toBe('notDraft');
    expect(store.findBatch('b')).toMatchObject({ state: 'releasing', releasedAt: 3000 });
    expect(store.releaseBatch('none', { rowsHash, releasesSeen: null, at: 3000 })).toBe('notFound');
  });

  it('I4: is refused for any hash but that of the current rows', () => {
    importBatch(store, 'b', 2);
    expect(store.releaseBatch('b', { rowsHash: 'rows hasi', releasesSeen: null, at: 3000 })).toBe('changed');
    expect(store.findBatch('b')?.state).toBe('draft');
  });

  it('I3: is refused if another batch of its environment was released since its content was checked', () => {
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    addProfile(store, { keyId: 'key-3', name: 'real', merchantCode: 'M3', environment: 'live' });
    for (const batchId of ['a', 'b', 'c']) importBatch(store, batchId, 1);
    importBatch(store, 'beside', 1, 'key-2');
    importBatch(store, 'elsewhere', 1, 'key-3');
    const releasesSeen = store.countReleases('key-1');
    release(store, 'elsewhere');
    const checked = { rowsHash, releasesSeen, at: 3000 };
    expect(store.releaseBatch('a', checked)).toBe('released');
    expect(store.releaseBatch('b', checked)).toBe('overtaken');
    expect(store.findBatch('b')?.state).toBe('draft');
    store.cancelRows('a', 10, 3100);
    expect(store.releaseBatch('b', checked)).toBe('overtaken');
    expect(store.releaseBatch('b', { ...checked, releasesSeen: store.countReleases('key-1') })).toBe(
      'released',
    );
    const seenSince = store.countReleases('key-1');
    release(store, 'beside');
    expect(store.releaseBatch('c', { ...checked, releasesSeen: seenSince })).toBe('overtaken');
    expect(store.releaseBatch('c', { ...checked, releasesSeen: null })).toBe('released');
    expect([store.countReleases('key-1'), store.countReleases('none')]).toEqual([4, 0]);
  });

  it('queues rows in steps, and is complete when all are queued', () => {
    importBatch(store, 'b', 5);
    expect(store.queueRows('b', 2, 3000)).toBe(0);
    store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3000 });
    expect([store.queueRows('b', 2, 3000), store.queueRows('b', 2, 3000)]).toEqual([2, 2]);
    expect(store.findBatch('b')?.state).toBe('releasing');
    expect(store.queueRows('b', 2, 3000)).toBe(1);
    expect(store.findBatch('b')?.state).toBe('released');
    expect(store.countByState('b')).toEqual({ queued: 5 });
    expect(store.queueRows('b', 2, 3000)).toBe(0);
    expect(store.unfinishedBatches().map(({ batchId }) => batchId)).toEqual(['b']);
  });
});

describe('an intent', () => {
  it('I1: is in the database, with its exact bytes, when it is handed out', () => {
    importBatch(store, 'b', 1);
    release(store, 'b');
    const [intent] = claim(store, 'b');
    expect(intent?.payment).toMatchObject({ idPayment: 'b-1', state: 'sending', firstSentAt: 4000 });
    expect(store.findPayment('b-1')).toEqual(intent?.payment);
    const [attempt] = store.attemptsOf(intent?.payment.paymentId ?? 0);
    expect(attempt).toMatchObject({ number: 1, startedAt: 4000, finishedAt: null, status: null });
    expect(Buffer.from(attempt?.body ?? []).equals(intent?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('I1: is given for no payment if encoding one fails', () => {
    importBatch(store, 'b', 3);
    release(store, 'b');
    const encodeTwo = (payment: Parameters<typeof encode>[0]): Uint8Array => {
      if (payment.rowNumber === 3) throw new TypeError('no such payment');
      return encode(payment);
    };
    expect(() => store.claimQueued(['b'], 10, 4000, encodeTwo)).toThrow(TypeError);
    expect(store.countByState('b')).toEqual({ queued: 3 });
    expect(auditProblems(store)).toEqual([]);
  });

  it('takes the oldest first across batches, and no batch that was not named', () => {
    for (const batchId of ['a', 'b', 'c']) {
      importBatch(store, batchId, 2);
      release(store, batchId);
    }
    const ids = store.claimQueued(['c', 'a'], 3, 4000, encode).map(({ payment }) => payment.idPayment);
    expect(ids).toEqual(['a-1', 'a-2', 'c-1']);
  });

  it('I2: sends the same bytes again, whatever an encoder would produce for the payment now', () => {
    importBatch(store, 'b', 1);
    release(store, 'b');
    const [intent] = claim(store, 'b');
    const paymentId = intent?.payment.paymentId ?? 0;
    expect(store.claimUnknown(paymentId, 4500, encode)).toBeNull();
    store.record(
      [found(paymentId, 'sending', 'unknown', { attempt: { number: 1, status: null, answer: null } })],
      5000,
    );
    const again = store.claimUnknown(paymentId, 5500, () => Buffer.from('other bytes'));
    expect(again?.attemptNumber).toBe(2);
    expect(Buffer.from(again?.body ?? []).equals(intent?.body ?? Buffer.alloc(0))).toBe(true);
    expect(again?.payment.firstSentAt).toBe(4000);
    expect(store.attemptsOf(paymentId)).toMatchObject([
      { number: 1, finishedAt: 5000 },
      { number: 2, finishedAt: null },
    ]);
    expect(auditProblems(store)).toEqual([]);
  });
});

describe('a finding', () => {
  it('changes state, closes the attempt and leaves an event with its cause', () => {
    importBatch(store, 'b', 1);
    release(store, 'b');
    const [intent] = claim(store, 'b');
    if (intent === undefined) throw new Error('no intent');
    const { paymentId } = intent.payment;
    store.record(
      [accepted(intent, { gatewayStatus: 'PENDING', fee: { amount: '0.10', currencyCode: 'EUR' } })],
      5000,
    );
    expect(store.findPayment('b-1')).toMatchObject({
      state: 'accepted',
      gatewayStatus: 'PENDING',
      fee: { amount: '0.10', currencyCode: 'EUR' },
      dueAt: 6000,
      updatedAt: 5000,
    });
    expect(store.attemptsOf(paymentId)).toMatchObject([
      { finishedAt: 5000, status: 201, answer: '{"ok":true}' },
    ]);
    store.record([found(paymentId, 'accepted', 'accepted', { polls: 3, dueAt: 9000 })], 5500);
    expect(store.findPayment('b-1')).toMatchObject({
      polls: 3,
      dueAt: 9000,
      gatewayStatus: 'PENDING',
      updatedAt: 5000,
    });
    store.record([found(paymentId, 'accepted', 'paid', { gatewayStatus: 'SUCCESS' })], 6000);
    expect(store.findPayment('b-1')).toMatchObject({ state: 'paid', dueAt: null, gatewayStatus: 'SUCCESS' });
    expect(store.eventsOf(paymentId).map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ['draft', 'queued', { code: 'released' }],
      ['queued', 'sending', { code: 'sent', attempt: 1 }],
      ['sending', 'accepted', { code: 'answered', status: 201 }],
      ['accepted', 'paid', { code: 'answered', status: 200 }],
    ]);
    expect(store.unfinishedBatches()).toEqual([]);
  });

  it('that starts from a state other than the present one is left out', () => {
    importBatch(store, 'b', 2);
    release(store, 'b');
    const [first, second] = claim(store, 'b');
    if (first === undefined || second === undefined) throw new Error('no intents');
    store.record([accepted(first)], 5000);
    store.record([accepted(first, { to: 'rejected' }), accepted(second)], 5100);
    expect(store.countByState('b')).toEqual({ accepted: 2 });
    expect(store.attemptsOf(first.payment.paymentId)[0]?.finishedAt).toBe(5000);
  });

  it('I1: cannot make a payment sending', () => {
    importBatch(store, 'b', 1);
    release(store, 'b');
    const paymentId = store.findPayment('b-1')?.paymentId ?? 0;
    expect(() => store.record([found(paymentId, 'queued', 'sending')], 5000)).toThrow(RangeError);
  });

  it('keeps 4,000 characters of a detail, and the audit still agrees if the cut falls into a pair', () => {
    importBatch(store, 'b', 1);
    release(store, 'b');
    const [intent] = claim(store, 'b');
    if (intent === undefined) throw new Error('no intent');
    store.record([accepted(intent, { detail: `${'a'.repeat(3999)}😀${'b'.repeat(50)}` })], 5000);
    expect(store.eventsOf(intent.payment.paymentId).at(-1)?.detail).toHaveLength(4000);
    expect(auditProblems(store)).toEqual([]);
  });
});

describe('the list of due payments', () => {
  it('begins with those due longest, without those being queried', () => {
    importBatch(store, 'b', 4);
    release(store, 'b');
    const intents = claim(store, 'b');
    store.record(
      intents.map((intent, index) => accepted(intent, { dueAt: [9000, 7000, 8000, null][index] ?? null })),
      5000,
    );
    const [, second] = intents.map(({ payment }) => payment.paymentId);
    const none = new Set<number>();
    expect(store.duePayments(['b'], 8500, 10, none).map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
    expect(
      store.duePayments(['b'], 8500, 10, new Set([second ?? 0])).map(({ rowNumber }) => rowNumber),
    ).toEqual([3]);
    expect([store.nextDueAt(['b'], none), store.nextDueAt(['b'], new Set([second ?? 0]))]).toEqual([
      7000, 8000,
    ]);
    expect(store.nextDueAt(['none'], none)).toBeNull();
  });

  it('includes at once those that an earlier run left in the middle of sending', () => {
    importBatch(store, 'b', 3);
    release(store, 'b');
    claim(store, 'b');
    expect([store.interruptSending(2, 5000), store.interruptSending(2, 5000)]).toEqual([2, 1]);
    expect(store.countByState('b')).toEqual({ unknown: 3 });
    expect(store.duePayments(['b'], 5000, 10, new Set())).toHaveLength(3);
    expect(store.problemPayments('b', 2).map(({ problem }) => problem?.code)).toEqual([
      'interrupted',
      'interrupted',
    ]);
  });
});
