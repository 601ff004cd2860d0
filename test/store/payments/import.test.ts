import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../main/core/ports/index.ts';
import { StoreError } from '../../../main/store/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import {
  addProfile,
  beginBatch,
  listed,
  close,
  importBatch,
  keyId,
  newIncoming,
  newRow,
  openIn,
  release,
  rowsHash,
  temporaryFolder,
} from '../../kit/store.ts';

let store: Store;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

describe('profiles', () => {
  it('are found by name, and a name or a merchant can be used once', () => {
    expect(store.findProfile('main')).toMatchObject({
      keyId,
      merchantCode: 'M1',
      hasStoredKey: true,
      createdAt: 1000,
    });
    expect(addProfile(store, { keyId: 'key-2', merchantCode: 'M2' })).toBe(false);
    expect(addProfile(store, { keyId: 'key-2', name: 'other' })).toBe(false);
    expect(addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' })).toBe(true);
    expect(store.listProfiles().map(({ name }) => name)).toEqual(['main', 'other']);
    store.setHasStoredKey('key-2', false, 1);
    expect(store.findProfile('other')?.hasStoredKey).toBe(false);
  });

  it('are not removed while anything of theirs is unfinished, including drafts', () => {
    importBatch(store, 'b', 1);
    expect(store.removeProfile('main', 1)).toBe(false);
    release(store, 'b');
    expect(store.removeProfile('main', 1)).toBe(false);
    store.cancelRows('b', 10, 5000);
    expect(store.removeProfile('main', 1)).toBe(true);
    expect(store.listProfiles()).toEqual([]);
    expect(store.findBatch('b')?.profileName).toBe('main');
  });

  it('that were removed before a batch, sheet or payin of theirs is saved say so, and nothing is saved', () => {
    store.removeProfile('main', 1);
    const message = 'The profile was removed, so nothing was saved. Add it again first.';
    const begins = [
      () => beginBatch(store, 'b'),
      () => store.beginSheet({ sheetId: 's', keyId, name: 'n', at: 1 }),
      () => store.addIncoming(newIncoming()),
    ];
    for (const begin of begins)
      expect(begin).toThrow(
        expect.objectContaining({ appError: expect.objectContaining({ code: 'notFound', message }) }),
      );
  });

  it('I2: return with their history, so that their order IDs stay used', () => {
    importBatch(store, 'b', 1);
    release(store, 'b');
    importBatch(store, 'c', 1);
    for (const batchId of ['b', 'c']) store.cancelRows(batchId, 10, 5000);
    expect(store.removeProfile('main', 1)).toBe(true);
    expect(addProfile(store, { keyId: 'key-9', name: 'again' })).toBe(true);
    expect(store.usedOrderIds('key-9', ['b-1', 'b-2', 'c-1'])).toEqual(['b-1']);
    // What was discarded before a release makes room.
    expect(store.discardedOrderIds('key-9', ['b-1', 'c-1'])).toEqual([{ idPayment: 'c-1', batchId: 'c' }]);
    expect(store.findBatch('b')).toMatchObject({ keyId: 'key-9', profileName: 'again' });
  });
});

describe('an import', () => {
  it('is invisible until it is finished', () => {
    beginBatch(store, 'b');
    store.addRows('b', [newRow('b', 1)]);
    expect(store.findBatch('b')).toBeNull();
    expect(store.listBatches({ after: null, limit: 10 })).toEqual([]);
    expect(store.findPayment('b-1')).toBeNull();
    expect(store.indexHistory()).toBe(true);
    expect(listed(store)).toEqual([]);
    expect(listed(store, { isIndexed: false })).toEqual([]);
    store.finishBatch('b', {
      rowsHash: 'h',
      totals: [{ currencyCode: 'EUR', amount: '1.50', count: 1 }],
      at: 2100,
    });
    expect(store.findBatch('b')).toMatchObject({ state: 'draft', rows: 1, rowsHash: 'h', releasedAt: null });
    expect(store.findBatch('b')?.totals).toEqual([{ currencyCode: 'EUR', amount: '1.50', count: 1 }]);
    expect(store.findPayment('b-1')).toMatchObject({
      state: 'draft',
      amount: '1.50',
      keyId,
      createdAt: 2000,
      updatedAt: 2000,
    });
  });

  it('is reverted as a whole, and frees its order IDs', () => {
    beginBatch(store, 'b');
    store.addRows(
      'b',
      Array.from({ length: 2500 }, (_, index) => newRow('b', index + 1)),
    );
    while (store.takeBackDraft('b', 1000, 3000) === 1000);
    expect(store.usedOrderIds(keyId, ['b-1', 'b-2500'])).toEqual([]);
    importBatch(store, 'b', 2);
    expect(store.countByState('b')).toEqual({ draft: 2 });
  });

  it('that a crash left unfinished is gone at the next opening', () => {
    const directory = temporaryFolder();
    const first = openIn(directory);
    addProfile(first);
    importBatch(first, 'whole', 1);
    beginBatch(first, 'torn');
    first.addRows('torn', [newRow('torn', 1)]);
    close(first);
    const second = openIn(directory);
    expect(second.usedOrderIds(keyId, ['torn-1', 'whole-1'])).toEqual(['whole-1']);
    importBatch(second, 'torn', 1);
    expect(second.findBatch('torn')?.state).toBe('draft');
  });

  it('I2: refuses an order ID that the profile has used, and adds none of the rows', () => {
    importBatch(store, 'a', 1);
    beginBatch(store, 'b');
    expect(() => store.addRows('b', [newRow('b', 1), newRow('b', 2, { idPayment: 'a-1' })])).toThrow(
      StoreError,
    );
    expect(store.usedOrderIds(keyId, ['b-1'])).toEqual([]);
    store.addRows('b', [newRow('b', 1)]);
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    importBatch(store, 'c', [newRow('c', 1, { idPayment: 'a-1' })], 'key-2');
    expect(store.findPayment('a-1')?.batchId).toBe('c');
  });

  it('I11: names the batch that retries a payout already, and the batch of a file that has its order ID', () => {
    importBatch(store, 'a', 2);
    importBatch(store, 'b', [newRow('b', 1, { idPayment: 'r-1', retryOf: 'a-1' })]);
    importBatch(store, 'c', [newRow('c', 1, { idPayment: 'r-2', idPayout: 'r-2' })]);
    beginBatch(store, 'd');
    const retryOf = (idPayment: string, of: string) => () =>
      store.addRows('d', [newRow('d', 1, { idPayment, retryOf: of })]);
    expect(retryOf('r-1', 'a-1')).toThrow(
      'Batch b retries the payout of row 1 already. Look at that batch first.',
    );
    expect(retryOf('r-2', 'a-2')).toThrow('came with a file into batch c.');
  });

  it('I2: keeps an order ID per kind', () => {
    importBatch(store, 'a', [
      newRow('a', 1, { idPayment: 'x' }),
      newRow('a', 2, { idPayment: 'x', kind: 'payin' }),
    ]);
    expect(store.countByState('a')).toEqual({ draft: 2 });
  });

  it('accepts rows in ascending order only', () => {
    beginBatch(store, 'b');
    store.addRows('b', [newRow('b', 2)]);
    expect(() => store.addRows('b', [newRow('b', 1)])).toThrow(RangeError);
  });

  it('is found by its file, without cancelled ones', () => {
    importBatch(store, 'a', 1);
    expect(store.batchesOfFile(keyId, 'hash of a').map(({ batchId }) => batchId)).toEqual(['a']);
    expect(store.batchesOfFile('key-2', 'hash of a')).toEqual([]);
    store.cancelRows('a', 10, 3000);
    expect(store.batchesOfFile(keyId, 'hash of a')).toEqual([]);
  });

  it('lists the order IDs of one token chunk', () => {
    importBatch(store, 'a', [
      newRow('a', 1, { idPayment: 'x', idPayout: 'x', tokenChunk: 1 }),
      newRow('a', 2),
      newRow('a', 3, { idPayment: 'y', idPayout: 'y', tokenChunk: 2 }),
    ]);
    expect(store.orderIdsOfChunk('a', 1)).toEqual(['x']);
    expect(store.orderIdsOfChunk('a', 2)).toEqual(['y']);
    expect(store.orderIdsOfChunk('a', 0)).toEqual([]);
  });
});

it('a batch that is being imported can be released only after it is finished', () => {
  beginBatch(store, 'b');
  store.addRows('b', [newRow('b', 1)]);
  expect(store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 1 })).toBe('notFound');
});
