import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../main/core/ports/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { addProfile, claim, found, importBatch, listed, newRow, release } from '../../kit/store.ts';

let store: Store;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

describe.each([
  ['with the index', true],
  ['while the index is not complete', false],
])('lists %s', (_, isIndexed) => {
  const ids = (filter: Parameters<typeof listed>[1] & object): string[] =>
    listed(store, { ...filter, isIndexed });

  it('run newest first, or oldest, from a place to the end', () => {
    importBatch(store, 'a', 4);
    importBatch(store, 'b', 3);
    expect(ids({})).toEqual(['b-3', 'b-2', 'b-1', 'a-4', 'a-3', 'a-2', 'a-1']);
    const after = { key: '', paymentId: store.findPayment('b-1')?.paymentId ?? 0 };
    expect(ids({ after })).toEqual(['a-4', 'a-3', 'a-2', 'a-1']);
    expect(ids({ after, order: 'oldest' })).toEqual(['b-2', 'b-3']);
    expect(ids({ filter: { batchId: 'a' } })).toEqual(['a-4', 'a-3', 'a-2', 'a-1']);
    expect(ids({ filter: { batchId: 'none' } })).toEqual([]);
    expect(store.listBatches({ after: null, limit: 1 }).map(({ batchId }) => batchId)).toEqual(['b']);
    expect(store.listBatches({ after: 'b', limit: 5 }).map(({ batchId }) => batchId)).toEqual(['a']);
    expect(store.rowsOfBatch('a', 2, 5).map(({ rowNumber }) => rowNumber)).toEqual([3, 4]);
    expect(store.rowsOfBatch('b', 1, 1)).toMatchObject(store.contentOfBatch('b', 1, 1));
    expect(store.contentOfBatch('a', 2, 5).map(({ rowNumber }) => rowNumber)).toEqual([3, 4]);
  });

  it('are narrowed by state', () => {
    importBatch(store, 'a', 4);
    release(store, 'a');
    const [intent] = claim(store, 'a', 1);
    store.record([found(intent?.payment.paymentId ?? 0, 'sending', 'unknown')], 5000);
    importBatch(store, 'b', 1);
    expect([
      ids({ filter: { states: ['unknown'] } }),
      ids({ filter: { states: ['draft'] } }),
      ids({ filter: { states: ['unknown', 'draft'] } }),
      ids({ filter: { states: ['queued'], batchId: 'a' } }),
      ids({ filter: { states: ['queued'], batchId: 'b' } }),
    ]).toEqual([['a-1'], ['b-1'], ['b-1', 'a-1'], ['a-4', 'a-3', 'a-2'], []]);
  });

  it('find part of a name, account, order ID or reference in any case, beyond ASCII too', () => {
    importBatch(store, 'a', [
      newRow('a', 1, { accountName: 'Ångström ÖZGÜR' }),
      newRow('a', 2, { reference: 'Rent 100%' }),
      newRow('a', 3, { accountNumber: 'GB77' }),
      newRow('a', 4, { accountName: '山田 花子', reference: '"AND" (NEAR* 😀😀😀)' }),
    ]);
    const search = (text: string): string[] => ids({ filter: { search: text } });
    expect([
      search('öZgür'),
      search('RENT 100%'),
      search('gb77'),
      search('A-2'),
      search('%'),
      search('花子'),
      search('山田 花'),
      search('"and" ('),
      search('near*'),
      search('😀😀😀'),
      search('ü'),
      search('" OR "'),
      search('rent_100'),
    ]).toEqual([
      ['a-1'],
      ['a-2'],
      ['a-3'],
      ['a-2'],
      ['a-2'],
      ['a-4'],
      ['a-4'],
      ['a-4'],
      ['a-4'],
      ['a-4'],
      ['a-1'],
      [],
      [],
    ]);
  });
});
