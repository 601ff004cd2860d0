import { expect, it } from 'vitest';
import { payeeKeyOf, plainAccount } from '../../contract/payees/payee-key.ts';
import { payeeHashOf, paymentKeysOf } from '../../main/core/payments/payee.ts';
import type { PaidAs, PayeeChange, Store } from '../../main/core/ports/index.ts';
import { accounts as accountsMigration } from '../../main/store/migrations/from-0021/0035-accounts.ts';
import { wrongKeys } from '../../main/store/migrations/from-0021/0037-wrong-keys.ts';
import { zerosOfAccounts } from '../../main/store/migrations/from-0041/0050-zeros-of-accounts.ts';
import { domesticNumbers } from '../../main/store/migrations/from-0041/0051-domestic-numbers.ts';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  close,
  describePayee,
  found,
  importBatch,
  newRow,
  openIn,
  raw,
  release,
  temporaryFolder,
} from '../kit/store.ts';

/** The key that version 34 gave a payee. */
function formerKeyOf(accountNumber: string): string {
  return `account ${plainAccount(accountNumber)}`;
}

function pay(store: Store, batchId: string, accounts: readonly string[]): void {
  const rows = accounts.map((accountNumber, index) => {
    const row = newRow(batchId, index + 1, { accountNumber, accountName: 'Ann', reference: 'FAKT-9' });
    const payee = formerKeyOf(accountNumber);
    return { ...row, keys: { ...row.keys, payee, payeeHash: payeeHashOf(payee) } };
  });
  importBatch(store, batchId, rows);
  release(store, batchId);
  for (const intent of claim(store, batchId)) {
    store.record([accepted(intent)], 5000);
    store.record([found(intent.payment.paymentId, 'accepted', 'paid', { dueAt: null })], 6000);
  }
}

function changeOf(accountNumber: string, change: PayeeChange['change']): PayeeChange {
  const paidAs: PaidAs = { accountName: 'Ann', accountNumber, emailAddress: '' };
  const payee = formerKeyOf(accountNumber);
  return { environment: 'sandbox', payee, payeeId: `sandbox ${payee}`, ...paidAs, change };
}

const verified = (how: string) => ({ kind: 'verified', by: 'Kim', how, note: null }) as const;

/** A folder of version 34, in which one account is three payees, one of them blocked and two verified. */
function olderFolder(): string {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  pay(store, 'a', ['4455.66002', '4455/66002', '445566002', 'BO-1']);
  store.recordPayees([changeOf('4455.66002', { kind: 'blocked' })], 7000, describePayee);
  store.recordPayees([changeOf('4455.66002', verified('First'))], 7100, describePayee);
  store.recordPayees([changeOf('445566002', verified('Second'))], 7200, describePayee);
  while (store.indexPayees(50, describePayee) > 0);
  close(store);
  const database = raw(directory);
  database.exec(
    `DROP TABLE formerPayees; DROP TABLE keysToRenew; DROP TABLE payeesToRenew; ${accountsMigration} ${wrongKeys}`,
  );
  database.close();
  return directory;
}

function catchUp(store: Store): void {
  while (store.catchUpKeys(2, paymentKeysOf) === 2);
  while (store.indexPayees(2, describePayee) === 2);
}

const key = payeeKeyOf({ accountNumber: '4455 66002', emailAddress: '', accountName: '' });

it('payees that an older Bursar distinguished by how the account is written become one, with everything paid and recorded', () => {
  const store = openIn(olderFolder());
  catchUp(store);
  const payee = store.findPayee(`sandbox ${key}`);
  expect(payee).toMatchObject({ payee: key, payments: 3, totals: [{ count: 3 }] });
  expect(payee?.names).toMatchObject([{ name: 'Ann', payments: 3 }]);
  expect(payee?.record).toMatchObject({ blockedAt: 7000, verification: { how: 'Second' } });
  expect(store.findPayee('sandbox account 4455.66002')?.payeeId).toBe(payee?.payeeId);
  const recorded = store.recordsOf({ environment: 'sandbox', payee: key }, 10);
  expect(recorded.map(({ kind }) => kind)).toEqual(['verified', 'verified', 'blocked']);
  expect(store.eventsOfPayee({ environment: 'sandbox', payee: key })).toHaveLength(3);
  expect(
    store.paymentsToPayee({ environment: 'sandbox', payee: key, payeeHash: payeeHashOf(key) }, 9),
  ).toHaveLength(3);
  const differences = Array.from({
    [Symbol.iterator]: () => store.checkDerived(paymentKeysOf, describePayee),
  }).flatMap((step) => step.differences);
  expect(differences).toEqual([]);
  expect(auditProblems(store)).toEqual([]);
});

it('a payment by an older Bursar is found as a duplicate in any notation', () => {
  const store = openIn(olderFolder());
  catchUp(store);
  importBatch(store, 'b', [newRow('b', 1, { accountNumber: '44.55.66.002', reference: 'FAKT-9' })]);
  const { rows } = store.compareRows('b', 0, { afterRowNumber: 0, limit: 10 });
  expect(rows[0]?.samePayment).not.toBeNull();
});

it('a payment by an older Bursar is found as a duplicate with other zeros in front of its account, and stays that of its payee', () => {
  const directory = temporaryFolder();
  const older = openIn(directory);
  addProfile(older);
  const row = newRow('a', 1, { accountNumber: '00-8601117', reference: 'FAKT-9' });
  // Computed from the account with its zeros.
  importBatch(older, 'a', [{ ...row, keys: { ...row.keys, payeeHash: 5 } }]);
  release(older, 'a');
  close(older);
  const database = raw(directory);
  database.exec(zerosOfAccounts);
  database.close();
  const store = openIn(directory);
  catchUp(store);
  importBatch(store, 'b', [newRow('b', 1, { accountNumber: '08601117', reference: 'FAKT-9' })]);
  const { rows } = store.compareRows('b', 0, { afterRowNumber: 0, limit: 10 });
  expect(rows[0]?.samePayment).not.toBeNull();
  const payee = payeeKeyOf({ accountNumber: '008601117', emailAddress: '', accountName: '' });
  const payments = { environment: 'sandbox', payee, payeeHash: payeeHashOf(payee) } as const;
  expect(store.paymentsToPayee(payments, 9)).toHaveLength(1);
});

it('a payment by an older Bursar to an IBAN or e-mail address is found as a duplicate under the domestic number, or the address as account', () => {
  const directory = temporaryFolder();
  const older = openIn(directory);
  addProfile(older);
  const accounts = ['CZ6508000000192000145399', '11773016-11111018-00000000', 'DE02120300000000202051'];
  const rows = [
    ...accounts.map((accountNumber, index) => newRow('a', index + 1, { accountNumber })),
    newRow('a', 4, { accountNumber: '', emailAddress: 'ada@example.com' }),
  ];
  // Computed from the account as it was written.
  const asWritten = rows.map((row) => ({ ...row, keys: { ...row.keys, payeeHash: 5 } }));
  importBatch(older, 'a', asWritten);
  release(older, 'a');
  close(older);
  const database = raw(directory);
  database.exec(domesticNumbers);
  // Those of other accounts are as they were.
  expect(database.prepare('SELECT count(*) AS count FROM keysToRenew').get()).toEqual({ count: 3 });
  database.close();
  const store = openIn(directory);
  catchUp(store);
  importBatch(store, 'b', [
    newRow('b', 1, { accountNumber: '19-2000145399/0800' }),
    newRow('b', 2, { accountNumber: '11773016-11111018' }),
    newRow('b', 4, { accountNumber: 'ada@example.com' }),
  ]);
  const compared = store.compareRows('b', 0, { afterRowNumber: 0, limit: 10 });
  expect(compared.rows.map(({ samePayment }) => samePayment === null)).toEqual([false, false, false]);
});

it('a block recorded by an older Bursar holds for every notation, even before the keys are renewed, until it is lifted', () => {
  const directory = olderFolder();
  const store = openIn(directory);
  importBatch(store, 'b', [
    newRow('b', 1, { accountNumber: '445566002' }),
    newRow('b', 2, { accountNumber: 'BO-1' }),
    newRow('b', 3, { accountNumber: '44/5566002' }),
  ]);
  const blocked = () => store.blockedRows('b', 10).map(({ rowNumber }) => rowNumber);
  expect(blocked()).toEqual([1, 3]);
  catchUp(store);
  expect(blocked()).toEqual([1, 3]);
  const lift: PayeeChange = {
    ...changeOf('445566002', { kind: 'unblocked' }),
    payee: key,
    payeeId: `sandbox ${key}`,
  };
  store.recordPayees([lift], 8000, describePayee);
  expect(blocked()).toEqual([]);
  expect(store.payeesThatAre('sandbox', 'blocked')).toEqual([]);
  expect(auditProblems(store)).toEqual([]);
  close(store);
  expect(auditProblems(openIn(directory))).toEqual([]);
});

it('payees derived again after the update are the same', () => {
  const store = openIn(olderFolder());
  catchUp(store);
  const before = store.findPayee(`sandbox ${key}`);
  store.resetPayees(describePayee);
  catchUp(store);
  const { payeeNumber: _before, ...wanted } = before ?? { payeeNumber: 0 };
  expect(store.findPayee(`sandbox ${key}`)).toMatchObject(wanted);
});
