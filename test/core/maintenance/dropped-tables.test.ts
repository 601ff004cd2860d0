import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkLine } from '../../../contract/text/maintenance/check-text.ts';
import { openStore } from '../../../main/store/index.ts';
import { openOffice } from '../../kit/office.ts';
import {
  addProfile,
  clock,
  close,
  editUnseen,
  importBatch,
  openIn,
  raw,
  temporaryFolder,
} from '../../kit/store.ts';

it('the doctor names a derived table that another program dropped, and a rebuild says that it cannot restore it', async () => {
  const office = await openOffice({ isOnDisk: true });
  const { batchId } = await office.draft(['1.00']);
  await office.releaseAll(batchId);
  editUnseen(office.directory, 'DROP TABLE paidPayees; DROP TABLE historyProgress');
  const checks = (await office.get('doctor.run', {})).map(checkLine);
  expect(checks.filter(({ isFine }) => !isFine)).toEqual([
    {
      name: 'Tables of the database',
      isFine: false,
      found: expect.stringContaining('table historyProgress, table paidPayees are missing from the database'),
    },
  ]);
  const refusal = {
    code: 'databaseDamaged',
    message: expect.stringMatching(/^Nothing was rebuilt: .*paidPayees/),
  };
  expect(await office.tell('data.rebuild', {})).toMatchObject({ error: refusal });
});

it('names whichever table was dropped, whether the store can be opened or not', () => {
  const whole = temporaryFolder();
  const store = openIn(whole);
  addProfile(store);
  importBatch(store, 'b', 3);
  while (!store.indexHistory());
  close(store);
  const database = raw(whole);
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'historyText*' AND name NOT GLOB 'payeeSearch_*'`,
    )
    .pluck()
    .all();
  database.close();
  expect(tables.length).toBeGreaterThan(50);
  for (const table of tables) {
    const directory = temporaryFolder();
    cpSync(whole, directory, { recursive: true });
    const edited = raw(directory);
    edited.pragma('foreign_keys = OFF');
    edited.exec(`DROP TABLE ${String(table)}`);
    edited.close();
    const opened = openStore({ directory, clock });
    if (opened.ok) expect(opened.value.missingParts()).toContain(`table ${String(table)}`);
    else {
      expect(opened.error.code).toBe('databaseDamaged');
      expect(opened.error.message).toContain(`table ${String(table)} is missing`);
    }
    if (opened.ok) opened.value.close();
  }
});
