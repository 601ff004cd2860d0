import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differenceText } from '../../contract/text/maintenance/check-text.ts';
import { payeeKeyOf } from '../../contract/payees/payee-key.ts';
import { paymentKeysOf } from '../../main/core/payments/payee.ts';
import type { PaidAs, PayeeChange, Store } from '../../main/core/ports/index.ts';
import { filesOf } from '../../main/store/folder/data-folder.ts';
import { openStore } from '../../main/store/index.ts';
import { plansOf } from '../kit/plans.ts';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  clock,
  close,
  describePayee,
  editUnseen,
  errorCode,
  found,
  importBatch,
  newRow,
  openIn,
  raw,
  release,
  restoreBackup,
  temporaryFolder,
  value,
} from '../kit/store.ts';

function changeOf(paidAs: PaidAs, change: PayeeChange['change']): PayeeChange {
  const payee = payeeKeyOf(paidAs);
  return { environment: 'sandbox', payee, payeeId: `sandbox ${payee}`, ...paidAs, change };
}

const ann: PaidAs = { accountName: 'Ann', accountNumber: 'ACC1', emailAddress: '' };

function payOne(store: Store, batchId: string): void {
  importBatch(store, batchId, [newRow(batchId, 1, { accountNumber: 'ACC1', accountName: 'Ann' })]);
  release(store, batchId);
  for (const intent of claim(store, batchId)) {
    store.record([accepted(intent)], 5000);
    store.record([found(intent.payment.paymentId, 'accepted', 'paid', { dueAt: null })], 6000);
  }
}

function differences(store: Store): string[] {
  const check = store.checkDerived(paymentKeysOf, describePayee);
  const all: string[] = [];
  for (let step = check.next(); step.done !== true; step = check.next())
    all.push(...step.value.differences.map(({ difference }) => differenceText(difference)));
  return all;
}

it('I6: the records of a payee follow from its events; an edit of the database is found', () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  store.recordPayees([changeOf(ann, { kind: 'blocked' })], 7000, describePayee);
  expect(auditProblems(store)).toEqual([]);
  close(store);
  editUnseen(directory, 'UPDATE payeeRecords SET blockedAt = NULL');
  expect(auditProblems(openIn(directory)).join()).toContain('blockedAt');
});

it('I6: a payee that an edit of the database made one of a list is found, also once somebody records something else about it', () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  store.recordPayees([changeOf(ann, { kind: 'blocked' })], 7000, describePayee);
  close(store);
  editUnseen(directory, 'UPDATE payeeRecords SET importedAt = 6000');
  const edited = openIn(directory);
  edited.recordPayees([changeOf(ann, { kind: 'unblocked' })], 8000, describePayee);
  expect(auditProblems(edited).join()).toMatch(/importedAt was changed from nothing to 6000 before event/);
  edited.recordPayees([changeOf(ann, { kind: 'imported' })], 9000, describePayee);
  expect(auditProblems(edited)).toHaveLength(1);
});

it('a payee stays blocked if a backup made before the block, or before its lifting, is restored', async () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  const ben: PaidAs = { accountName: 'Ben', accountNumber: 'ACC2', emailAddress: '' };
  const eve: PaidAs = { accountName: 'Eve', accountNumber: 'ACC3', emailAddress: '' };
  store.recordPayees([changeOf(eve, { kind: 'blocked' })], 6000, describePayee);
  const backupPath = join(temporaryFolder(), 'backup.sqlite');
  value(await store.backup(backupPath));
  store.recordPayees([changeOf(eve, { kind: 'unblocked' })], 6500, describePayee);
  store.recordPayees(
    [ann, ben].map((paidAs) => changeOf(paidAs, { kind: 'blocked' })),
    7000,
    describePayee,
  );
  store.recordPayees([changeOf(ben, { kind: 'unblocked' })], 7500, describePayee);
  close(store);
  expect(value(await restoreBackup({ directory, backupPath, at: 9000 }, describePayee)).keptBlocks).toBe(1);
  const after = openIn(directory);
  expect(after.payeesThatAre('sandbox', 'blocked').map(({ payee }) => payee)).toEqual(
    [eve, ann].map(payeeKeyOf),
  );
  const blocked = {
    by: { kind: 'blocked' },
    isShown: false,
    environment: null,
    after: null,
    limit: 9,
  } as const;
  expect(
    after
      .listPayees(blocked)
      .payees.map(({ accountNumber }) => accountNumber)
      .toSorted(),
  ).toEqual(['ACC1', 'ACC3']);
  const latest = after.recordsOf({ environment: 'sandbox', payee: payeeKeyOf(ann) }, 9);
  expect(latest.map(({ kind, at }) => [kind, at])).toEqual([['blocked', 9000]]);
  expect(differences(after)).toEqual([]);
  expect(auditProblems(after)).toEqual([]);
  close(after);
  // Once more: what is blocked is not blocked again.
  expect(value(await restoreBackup({ directory, backupPath, at: 9500 })).keptBlocks).toBe(1);
  // A database that cannot be read, and none at all.
  writeFileSync(join(directory, 'bursar.sqlite'), 'garbage');
  expect(value(await restoreBackup({ directory, backupPath, at: 9600 })).keptBlocks).toBe(null);
  // A folder without this history does not show what was blocked since.
  expect(
    value(await restoreBackup({ directory: temporaryFolder(), backupPath, at: 9600 })).keptBlocks,
  ).toBeNull();
});

it('a payee stays blocked if the database was set aside before a backup is restored, or the restore says that this is not known', async () => {
  const directory = temporaryFolder();
  const database = join(directory, 'bursar.sqlite');
  const store = openIn(directory);
  addProfile(store);
  const backupPath = join(temporaryFolder(), 'backup.sqlite');
  value(await store.backup(backupPath));
  store.recordPayees([changeOf(ann, { kind: 'blocked' })], 7000, describePayee);
  close(store);
  const restore = async (at: number) => value(await restoreBackup({ directory, backupPath, at })).keptBlocks;
  // As an interrupted restore leaves it; the other one was set aside earlier.
  writeFileSync(join(directory, 'bursar.replaced-2026-01-01T00-00-00.000Z.sqlite'), 'garbage');
  renameSync(database, join(directory, 'bursar.damaged-2026-01-02T00-00-00.000Z.sqlite'));
  expect(await restore(9000)).toBe(1);
  const after = openIn(directory);
  expect(after.payeesThatAre('sandbox', 'blocked').map(({ payee }) => payee)).toEqual([payeeKeyOf(ann)]);
  close(after);
  writeFileSync(database, 'garbage');
  expect(errorCode(openStore({ directory, clock }))).toBe('databaseDamaged');
  expect(await restore(Date.UTC(2026, 0, 3))).toBe(null);
});

it('a restore goes by the database that was set aside last, although the clock was set back before', async () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  const backupPath = join(temporaryFolder(), 'backup.sqlite');
  value(await store.backup(backupPath));
  close(store);
  const restore = async (at: number) => value(await restoreBackup({ directory, backupPath, at }));
  const noon = Date.UTC(2026, 0, 2, 12);
  for (let hours = 0; hours < 12; hours += 1) await restore(noon - hours * 3_600_000);
  const present = openIn(directory);
  present.recordPayees([changeOf(ann, { kind: 'blocked' })], 7000, describePayee);
  close(present);
  const { mark } = filesOf(directory);
  const marked = readFileSync(mark);
  const { replaced } = await restore(noon - 12 * 3_600_000);
  // As an interrupted restore leaves it, which has not marked what it restored.
  rmSync(join(directory, 'bursar.sqlite'));
  writeFileSync(mark, marked);
  expect((await restore(noon)).keptBlocks).toBe(1);
  expect(replaced).toBe(join(directory, 'bursar.replaced-2026-01-02T00-00-00.000Z-13.sqlite'));
});

it('the check of derived data finds a payee with other totals or names, one too many and one too few', () => {
  const directory = temporaryFolder();
  let store = openIn(directory);
  addProfile(store);
  payOne(store, 'a');
  payOne(store, 'b');
  while (store.indexPayees(3, describePayee) > 0);
  expect(differences(store)).toEqual([]);
  for (const edit of [
    'UPDATE payees SET payments = payments + 1',
    `UPDATE payees SET totals = '[]'`,
    'DELETE FROM payees',
    'DELETE FROM payeeNames',
    'UPDATE payeeNames SET payments = payments + 1',
    `UPDATE payeeNames SET name = 'Bob'`,
    `UPDATE payeeNames SET name = 'Bob', nameKey = 'Bob'`,
    `INSERT INTO payeeNames (payeeNumber, environment, nameKey, name, text, payments)
     SELECT payeeNumber, environment, 'Bob', 'Bob', '', 0 FROM payeeNames`,
    `INSERT INTO payees (payeeId, environment, payee, accountNumber, emailAddress, payments, totals)
     VALUES ('x', 'live', 'account X', 'X', '', 0, '[]')`,
  ]) {
    close(store);
    const database = raw(directory);
    database.exec(edit);
    database.close();
    store = openIn(directory);
    expect(differences(store), edit).not.toEqual([]);
    store.resetPayees(describePayee);
    while (store.indexPayees(1000, describePayee) > 0);
    expect(differences(store), edit).toEqual([]);
  }
});

it('a payee keeps every name that people recorded, through a rebuild too', () => {
  const store = openIn(temporaryFolder());
  addProfile(store);
  payOne(store, 'a');
  for (const accountName of ['Ann', 'Anna Ltd'])
    store.recordPayees([changeOf({ ...ann, accountName }, { kind: 'imported' })], 7000, describePayee);
  while (store.indexPayees(1000, describePayee) > 0);
  expect(differences(store)).toEqual([]);
  store.resetPayees(describePayee);
  while (store.indexPayees(1000, describePayee) > 0);
  expect(differences(store)).toEqual([]);
  const named = store.payeesNamed(
    'sandbox',
    describePayee({ ...changeOf(ann, { kind: 'imported' }), accountName: 'Anna Ltd' }).nameKey,
    2,
  );
  expect(named).toHaveLength(1);
});

it('reads the known payees in steps along their numbers, so that each step takes equally long however many there are', () => {
  const plans = plansOf((store) => store.knownParties('sandbox', 5, 10));
  expect(plans[0]).toBe('SEARCH payeeNames USING INTEGER PRIMARY KEY (rowid>?)');
  expect(plans.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
});
