import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../main/core/ports.ts';
import { openMemoryStore } from '../../main/store/index.ts';
import { addProfile, claim, found, importBatch, newRow, release } from './helpers.ts';

let store: Store;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

describe('lists', () => {
  const page = { batchId: null, state: null, search: null, after: null, limit: 3, scanLimit: 100 };
  const ids = (query: Partial<Parameters<Store['listPayments']>[0]>): string[] =>
    store.listPayments({ ...page, ...query }).payments.map(({ idPayment }) => idPayment);

  it('go newest first, page by page, to the end', () => {
    importBatch(store, 'a', 4);
    importBatch(store, 'b', 3);
    const seen: string[] = [];
    let after: number | null = null;
    do {
      const part = store.listPayments({ ...page, after, limit: 2 });
      seen.push(...part.payments.map(({ idPayment }) => idPayment));
      after = part.next;
    } while (after !== null);
    expect(seen).toEqual(['b-3', 'b-2', 'b-1', 'a-4', 'a-3', 'a-2', 'a-1']);
    expect(ids({ batchId: 'a' })).toEqual(['a-4', 'a-3', 'a-2']);
    expect(ids({ batchId: 'none' })).toEqual([]);
    expect(store.listBatches({ after: null, limit: 1 }).map(({ batchId }) => batchId)).toEqual(['b']);
    expect(store.listBatches({ after: 'b', limit: 5 }).map(({ batchId }) => batchId)).toEqual(['a']);
    expect(store.rowsOfBatch('a', 2, 5).map(({ rowNumber }) => rowNumber)).toEqual([3, 4]);
  });

  it('are narrowed by state', () => {
    importBatch(store, 'a', 4);
    release(store, 'a');
    const [intent] = claim(store, 'a', 1);
    store.record([found(intent?.payment.paymentId ?? 0, 'sending', 'unknown')], 5000);
    importBatch(store, 'b', 1);
    expect([
      ids({ state: 'unknown' }),
      ids({ state: 'draft' }),
      ids({ state: 'queued', batchId: 'a' }),
      ids({ state: 'queued', batchId: 'b' }),
    ]).toEqual([['a-1'], ['b-1'], ['a-4', 'a-3', 'a-2'], []]);
  });

  it('find a part of a name, account, order ID or reference in any case, beyond ASCII too', () => {
    importBatch(store, 'a', [
      newRow('a', 1, { accountName: 'Ångström ÖZGÜR' }),
      newRow('a', 2, { reference: 'Rent 100%' }),
      newRow('a', 3, { accountNumber: 'GB77' }),
    ]);
    expect([
      ids({ search: 'öZgür' }),
      ids({ search: 'RENT 100%' }),
      ids({ search: 'gb77' }),
      ids({ search: 'A-2' }),
      ids({ search: '%' }),
    ]).toEqual([['a-1'], ['a-2'], ['a-3'], ['a-2'], ['a-2']]);
  });

  it('look at no more rows than allowed, and say where to go on', () => {
    importBatch(store, 'a', [
      newRow('a', 1, { accountName: 'Needle' }),
      ...Array.from({ length: 9 }, (_, index) => newRow('a', index + 2)),
    ]);
    const first = store.listPayments({ ...page, search: 'needle', scanLimit: 5 });
    expect(first.payments).toEqual([]);
    expect(first.next).not.toBeNull();
    const second = store.listPayments({ ...page, search: 'needle', scanLimit: 5, after: first.next });
    expect(second.payments.map(({ idPayment }) => idPayment)).toEqual(['a-1']);
  });
});
