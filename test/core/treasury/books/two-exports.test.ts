import { describe, expect, it } from 'vitest';
import { bookHandlers } from '../../../../main/core/treasury/books/book-handlers.ts';
import { createFiles } from '../../../../main/files/index.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock } from '../../../../main/system.ts';
import { paidOn, tell } from '../../../kit/money-history.ts';
import { addProfile, value } from '../../../kit/store.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
const files = createFiles({ clock: systemClock });
const asked = { profileName: null, from: '2026-01-01', until: '2026-01-12', again: false } as const;

/** Exports of one payment; `beforeLines` runs before an export writes its lines, as other calls do while a workbook is written. */
function openBooks(beforeLines: () => Promise<void> = () => Promise.resolve()) {
  const store = openMemoryStore();
  addProfile(store);
  tell(store, [paidOn(2)]);
  const slowFiles: typeof files = {
    ...files,
    beginTable: (...wanted) => {
      const table = files.beginTable(...wanted);
      return {
        ...table,
        add: async (rows) => {
          await beforeLines();
          await table.add(rows);
        },
      };
    },
  };
  const books = bookHandlers({ store, files: slowFiles, clock: systemClock, emit: () => undefined });
  return {
    store,
    /** Writes an export; returns its number and lines. */
    make: async () => {
      const { bytes, exportNumber } = value(await books['books.export']({ ...asked, format: 'csv' }, call));
      const [, ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n');
      return { exportNumber, lines };
    },
    keep: async ({ exportNumber }: { readonly exportNumber: number }) =>
      await books['books.keep']({ exportNumber }, call),
  };
}

const refused = {
  ok: false,
  error: { code: 'notFound', message: expect.stringContaining('Delete this file, and export again.') },
};
const kept = { ok: true, value: { isKept: true } };

describe('two exports of the same payment', () => {
  it.each([0, 1])(
    'have it in one file if both are started before either is saved (%d is saved first)',
    async (first) => {
      const { store, make, keep } = openBooks();
      const begun = [await make(), await make()];
      expect(begun.map(({ lines }) => lines.length)).toEqual([1, 1]);
      const order = first === 0 ? begun : begun.toReversed();
      const ends = [];
      for (const each of order) ends.push(await keep(each));
      const [older, newer] = first === 0 ? ends : ends.toReversed();
      expect(older).toMatchObject(refused);
      expect(newer).toMatchObject(kept);
      expect((await make()).lines).toEqual([]);
      store.close();
    },
  );

  it('have it in one file if the first is saved while the second is written', async () => {
    const meanwhile: (() => Promise<void>)[] = [];
    const { store, make, keep } = openBooks(async () => {
      await meanwhile.pop()?.();
    });
    const older = await make();
    const ends: unknown[] = [];
    meanwhile.push(async () => {
      ends.push(await keep(older));
    });
    const newer = await make();
    ends.push(await keep(newer));
    expect([older.lines.length, newer.lines.length]).toEqual([1, 1]);
    expect(ends).toMatchObject([refused, kept]);
    store.close();
  });
});
