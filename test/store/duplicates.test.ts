import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewRow, Store } from '../../main/core/ports/index.ts';
import { openMemoryStore, StoreError } from '../../main/store/index.ts';
import { addProfile, beginBatch, claim, equalRows, found, importBatch, newRow, release } from './helpers.ts';

let store: Store;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

const same = { duplicateKey: 'the same payment' };
const rows = (batchId: string, sinceMs = 1000): ReturnType<typeof equalRows> =>
  equalRows(store, batchId, sinceMs);

describe('duplicates', () => {
  it('are found within a batch, unless both rows brought an order ID', () => {
    importBatch(store, 'a', [newRow('a', 1, same), newRow('a', 2), newRow('a', 3, same)]);
    expect(rows('a')).toEqual([[3, 'a', 1]]);
    importBatch(store, 'b', [
      newRow('b', 1, { duplicateKey: 'k', idPayout: 'b-1' }),
      newRow('b', 2, { duplicateKey: 'k', idPayout: 'b-2' }),
    ]);
    expect(rows('b')).toEqual([]);
  });

  it('are found within a batch after rows that could not be added', () => {
    importBatch(store, 'used', 1);
    beginBatch(store, 'a');
    store.addRows('a', [newRow('a', 1, same)]);
    const refused = [newRow('a', 2, same), newRow('a', 3, { idPayment: 'used-1' })];
    expect(() => store.addRows('a', refused)).toThrow(StoreError);
    store.addRows('a', [newRow('a', 2, same)]);
    store.finishBatch('a', { rowsHash: 'h', totals: [], at: 2100 });
    expect(rows('a')).toEqual([[2, 'a', 1]]);
  });

  it('are found in batches released since, whichever was imported first', () => {
    importBatch(store, 'a', [newRow('a', 1, same)]);
    importBatch(store, 'b', [newRow('b', 1, same)]);
    expect([rows('a'), rows('b')]).toEqual([[], []]);
    release(store, 'b', 5000);
    expect(rows('a')).toEqual([[1, 'b', 1]]);
    expect(rows('a', 5001)).toEqual([]);
    const page = store.duplicateRows('a', 1000, { afterRowNumber: 0, scanLimit: 10 });
    expect(page.rows[0]?.equalTo.at).toBe(5000);
  });

  it('of payments that came to nothing, and of other profiles, are none', () => {
    importBatch(store, 'a', [newRow('a', 1, same)]);
    release(store, 'a');
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    importBatch(store, 'b', [newRow('b', 1, same)], 'key-2');
    importBatch(store, 'c', [newRow('c', 1, same)]);
    expect([rows('b'), rows('c')]).toEqual([[], [[1, 'a', 1]]]);
    store.cancelRows('a', 10, 4000);
    expect(rows('c')).toEqual([]);
  });

  it('are none when only the beginnings of the hashes are equal', () => {
    const key = (end: string): string => `${'ab'.repeat(6)}${end.repeat(52)}`;
    importBatch(store, 'a', [newRow('a', 1, { duplicateKey: key('0') })]);
    release(store, 'a');
    importBatch(
      store,
      'b',
      ['1', '2', '1'].map((end, index) => newRow('b', index + 1, { duplicateKey: key(end) })),
    );
    expect(rows('b')).toEqual([[3, 'b', 1]]);
  });

  it('are told at once when there is no such batch, and in one page when the batch is short', () => {
    const page = { afterRowNumber: 0, scanLimit: 3 };
    expect(store.duplicateRows('none', 0, page)).toEqual({ rows: [], next: null });
    importBatch(store, 'a', 3);
    importBatch(store, 'b', 4);
    expect([store.duplicateRows('a', 0, page).next, store.duplicateRows('b', 0, page).next]).toEqual([
      null,
      3,
    ]);
  });
});

type Row = { readonly key: number; readonly isOwn: boolean };
type Batch = { readonly rows: Row[]; readonly fate: 'draft' | 'old' | 'queued' | 'rejected' | 'cancelled' };

const batch: fc.Arbitrary<Batch> = fc.record({
  rows: fc.array(fc.record({ key: fc.nat(3), isOwn: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  fate: fc.constantFrom('draft', 'draft', 'old', 'queued', 'queued', 'rejected', 'cancelled'),
});

/** What counts as a duplicate, as docs/decisions/0005 says it: the latest equal row is named. */
function expected(batches: readonly Batch[], place: number): ReturnType<typeof equalRows> {
  return (batches[place]?.rows ?? []).flatMap((row, index) => {
    const equals = batches.flatMap(({ rows: others, fate }, otherPlace) =>
      others.flatMap((other, otherIndex) => {
        const isTwin = otherPlace === place && otherIndex < index && !(row.isOwn && other.isOwn);
        const isPaid = otherPlace !== place && fate === 'queued';
        return other.key === row.key && (isTwin || isPaid) ? [[otherPlace, otherIndex] as const] : [];
      }),
    );
    const last = equals.at(-1);
    return last === undefined ? [] : [[index + 1, `b${last[0]}`, last[1] + 1] as const];
  });
}

function bringAbout(batchId: string, { rows: drawn, fate }: Batch): void {
  const newRows = drawn.map(({ key, isOwn }, index): NewRow =>
    newRow(batchId, index + 1, {
      duplicateKey: `key ${key}`,
      idPayout: isOwn ? `${batchId}-${index + 1}` : '',
    }),
  );
  beginBatch(store, batchId);
  for (const row of newRows) store.addRows(batchId, [row]);
  store.finishBatch(batchId, { rowsHash: 'rows hash', totals: [], at: 2100 });
  if (fate === 'cancelled') store.cancelRows(batchId, 100, 2500);
  if (fate === 'draft' || fate === 'cancelled') return;
  release(store, batchId, fate === 'old' ? 2999 : 3000);
  if (fate !== 'rejected') return;
  const intents = claim(store, batchId);
  store.record(
    intents.map(({ payment }) => found(payment.paymentId, 'sending', 'rejected')),
    5000,
  );
}

it('duplicates are those that the decision says, whatever was imported and released in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(batch, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 7 }),
      (batches, scanLimit) => {
        store = openMemoryStore();
        addProfile(store);
        for (const [place, drawn] of batches.entries()) bringAbout(`b${place}`, drawn);
        for (const place of batches.keys())
          expect(equalRows(store, `b${place}`, 3000, scanLimit)).toEqual(expected(batches, place));
        store.close();
      },
    ),
    { numRuns: 300 },
  );
});
