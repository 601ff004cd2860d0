import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { perhapsExportedText } from '../../../../contract/text/treasury/statement-text.ts';
import type { Store } from '../../../../main/core/ports/index.ts';
import { bookHandlers } from '../../../../main/core/treasury/books/book-handlers.ts';
import { createFiles } from '../../../../main/files/index.ts';
import { openStore } from '../../../../main/store/index.ts';
import { systemClock } from '../../../../main/system.ts';
import { dayMs, firstDay, tell, paidOn } from '../../../kit/money-history.ts';
import { found } from '../../../kit/samples.ts';
import { addProfile, clock, restoreBackup, temporaryFolder, value } from '../../../kit/store.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
const restoredAt = (firstDay + 5) * dayMs;

const asked = { profileName: null, from: '2026-01-01', until: '2026-01-31', again: false };

function booksOf(store: Store) {
  const files = createFiles({ clock: systemClock });
  return bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
}

/** Writes and saves an export of all that was paid. */
async function save(store: Store) {
  const books = booksOf(store);
  const { bytes: _bytes, ...made } = value(await books['books.export']({ ...asked, format: 'csv' }, call));
  await books['books.keep']({ exportNumber: made.exportNumber }, call);
  return made;
}

/** A folder with one export; `again` is called after a backup of it, and the backup is restored. */
async function restored(again: (store: Store) => Promise<void>) {
  const [directory, stateDirectory] = [temporaryFolder(), temporaryFolder()];
  const open = (): Store => value(openStore({ directory, clock, stateDirectory }));
  const store = open();
  addProfile(store);
  tell(store, [paidOn(1)]);
  expect(await save(store)).toMatchObject({ exportNumber: 1, payments: 1, perhapsExported: 0 });
  tell(store, [paidOn(2), paidOn(3)]);
  const backupPath = join(temporaryFolder(), 'backup.sqlite');
  value(await store.backup(backupPath));
  await again(store);
  store.close();
  const restore = async () =>
    value(await restoreBackup({ directory, backupPath, at: restoredAt, stateDirectory }));
  return { directory, stateDirectory, open, restore };
}

describe('books after a restored backup', () => {
  it('name the exports that are no longer known, number the next one after them, and count what they may have contained', async () => {
    const { open, restore } = await restored(async (store) => {
      await save(store);
      tell(store, [paidOn(4)]);
      await save(store);
    });
    expect(await restore()).toMatchObject({ unknownExports: { first: 2, last: 3 } });
    const store = open();
    tell(store, [paidOn(6)]);
    const made = await save(store);
    expect(made).toMatchObject({ exportNumber: 4, payments: 3, perhapsExported: 2 });
    expect(perhapsExportedText(made)).toBe(
      'Journal lines of 2 payments may be in your books already. Exports of the books with numbers up to 3 were saved after the backup and are not known here. Some of the numbers from 2 on may never have been saved. Compare before you book the lines.',
    );
    expect(await save(store)).toMatchObject({ payments: 0, perhapsExported: 0 });
    store.close();
    expect(await restore()).toMatchObject({ unknownExports: { first: 2, last: 5 } });
  });

  it('count a payment whose fee became known after the backup, and may be in an export since', async () => {
    const fee = { amount: '0.35', currencyCode: 'EUR' };
    const learnFee = (store: Store): void => {
      const keyId = store.findProfile('main')?.keyId ?? '';
      const paid = { currencyCode: null, states: ['paid'], from: 0, until: restoredAt, after: null } as const;
      const [payment] = store.flowPayments(keyId, { ...paid, limit: 1 });
      const { paymentId = 0 } = payment ?? {};
      store.record([found(paymentId, 'paid', 'paid', { fee, dueAt: null })], (firstDay + 4) * dayMs);
    };
    const { open, restore } = await restored(async (store) => {
      learnFee(store);
      expect(await save(store)).toMatchObject({ payments: 2, laterFees: 1, perhapsExported: 0 });
    });
    await restore();
    const store = open();
    expect(await save(store)).toMatchObject({ payments: 2, laterFees: 0, perhapsExported: 2 });
    learnFee(store);
    const made = await save(store);
    expect(made).toMatchObject({ payments: 0, laterFees: 1, perhapsExported: 1 });
    expect(perhapsExportedText(made)).toMatch(/^Journal lines of 1 payment may be in your books already\./);
    store.close();
  });

  it('say nothing of that if the backup has every export', async () => {
    const { open, restore } = await restored(() => Promise.resolve());
    expect(await restore()).toMatchObject({ unknownExports: null });
    const store = open();
    expect(await save(store)).toMatchObject({ exportNumber: 2, payments: 2, perhapsExported: 0 });
    store.close();
  });

  it('leave open which exports there were if nothing outside the database shows it', async () => {
    const { directory, stateDirectory, open, restore } = await restored(async (store) => {
      await save(store);
    });
    rmSync(join(directory, 'bursar.mark'));
    rmSync(stateDirectory, { recursive: true });
    expect(await restore()).toMatchObject({ unknownExports: { first: 2, last: null } });
    const store = open();
    expect(await save(store)).toMatchObject({ exportNumber: 2, payments: 2, perhapsExported: 2 });
    store.close();
    // The same backup once more: what was unknown then still is, and the export saved since is known to be missing.
    expect(await restore()).toMatchObject({ unknownExports: { first: 2, last: null } });
    const again = open();
    expect(again.lostBooks()).toMatchObject([
      { first: 2, last: 2 },
      { first: 3, last: null },
    ]);
    expect(await save(again)).toMatchObject({ exportNumber: 3, payments: 2, perhapsExported: 2 });
    const later = join(temporaryFolder(), 'later.sqlite');
    value(await again.backup(later));
    again.close();
    const whole = await restoreBackup({ directory, backupPath: later, at: restoredAt, stateDirectory });
    expect(value(whole)).toMatchObject({ unknownExports: null });
  });

  it('know an export by when it was saved: two copies of a folder may each have saved one of the same number', async () => {
    const [directory, stateDirectory] = [temporaryFolder(), temporaryFolder()];
    const open = (folder = directory, state = stateDirectory): Store =>
      value(openStore({ directory: folder, clock, stateDirectory: state }));
    const store = open();
    addProfile(store);
    tell(store, [paidOn(1)]);
    await save(store);
    tell(store, [paidOn(2), paidOn(3)]);
    store.close();
    const copy = temporaryFolder();
    cpSync(directory, copy, { recursive: true });
    const here = open();
    expect(await save(here)).toMatchObject({ exportNumber: 2, payments: 2 });
    here.close();
    const there = open(copy, temporaryFolder());
    const sameNumber = value(
      await booksOf(there)['books.export']({ ...asked, until: '2026-01-03', format: 'csv' }, call),
    );
    expect(sameNumber).toMatchObject({ exportNumber: 2 });
    await booksOf(there)['books.keep']({ exportNumber: 2 }, call);
    there.close();
    rmSync(directory, { recursive: true });
    cpSync(copy, directory, { recursive: true });
    for (const _opening of [1, 2]) {
      const back = open();
      expect(back.lostBooks()).toMatchObject([{ first: 2, last: 2 }]);
      back.close();
    }
  });
});
