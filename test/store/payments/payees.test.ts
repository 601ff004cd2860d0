import { expect, it } from 'vitest';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import {
  accepted,
  addProfile,
  claim,
  close,
  found,
  importBatch,
  newRow,
  openIn,
  raw,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

/** Pays every row of a batch of these accounts. */
function pay(store: Store, batchId: string, accounts: readonly string[]): void {
  const rows = accounts.map((accountNumber, index) => newRow(batchId, index + 1, { accountNumber }));
  importBatch(store, batchId, rows);
  release(store, batchId);
  payAll(store, batchId);
}

function payAll(store: Store, batchId: string): void {
  const intents = claim(store, batchId);
  store.record(
    intents.map((intent) => accepted(intent)),
    5000,
  );
  store.record(
    intents.map(({ payment }) => found(payment.paymentId, 'accepted', 'paid', { dueAt: null })),
    6000,
  );
}

function firstTime(store: Store, batchId: string): number[] {
  const rows: number[] = [];
  for (let afterRowNumber: number | null = 0; afterRowNumber !== null;) {
    const page: ReturnType<Store['firstTimePayees']> = store.firstTimePayees(batchId, {
      afterRowNumber,
      limit: 2,
    });
    rows.push(...page.rows.map(({ rowNumber }) => rowNumber));
    afterRowNumber = page.next;
  }
  return rows;
}

it('finds payees who were never paid, page by page, whatever the spaces and capitals of their account', () => {
  const store = openIn(temporaryFolder());
  addProfile(store);
  pay(store, 'a', ['DE 11-22', 'X9']);
  const accounts = ['de1122', 'NEW', 'x9', 'DE1123', 'New 2'];
  importBatch(
    store,
    'b',
    accounts.map((accountNumber, index) => newRow('b', index + 1, { accountNumber })),
  );
  expect(firstTime(store, 'b')).toEqual([2, 4, 5]);
});

it('takes the e-mail address for the payee if there is no account, like the check for duplicates', () => {
  const store = openIn(temporaryFolder());
  addProfile(store);
  const byEmail = { accountNumber: '', accountName: 'Ada', emailAddress: 'ada@example.com' };
  importBatch(store, 'a', [newRow('a', 1, byEmail)]);
  release(store, 'a');
  payAll(store, 'a');
  importBatch(store, 'b', [
    newRow('b', 1, { ...byEmail, emailAddress: 'ADA@example.com', accountName: 'A. Byron' }),
    newRow('b', 2, { ...byEmail, emailAddress: 'mallory@example.com' }),
    newRow('b', 3, { ...byEmail, emailAddress: '' }),
  ]);
  expect(firstTime(store, 'b')).toEqual([2, 3]);
});

it('knows who was paid before keys were stored once these are computed', () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  pay(store, 'a', ['A', 'B', 'C', 'D', 'E']);
  close(store);
  const database = raw(directory);
  database.exec(`DROP TRIGGER keysStay; DELETE FROM paymentKeys; DELETE FROM paidPayees;
    UPDATE paymentKeysCatchUp SET paymentId = 0, lastPaymentId = (SELECT max(paymentId) FROM payments)`);
  database.close();
  const reopened = openIn(directory);
  importBatch(reopened, 'b', [newRow('b', 1, { accountNumber: 'E' })]);
  expect(reopened.catchUpKeys(3, paymentKeysOf)).toBe(3);
  expect(firstTime(reopened, 'b')).toEqual([1]);
  expect(reopened.catchUpKeys(3, paymentKeysOf)).toBe(2);
  expect(firstTime(reopened, 'b')).toEqual([]);
});

it('pauses only released batches, and hands out nothing of a paused one', () => {
  const store = openIn(temporaryFolder());
  addProfile(store);
  importBatch(store, 'a', 3);
  expect(store.setPaused('a', true, 2500)).toBe(false);
  release(store, 'a');
  expect([store.setPaused('a', true, 3500), store.setPaused('a', true, 3600)]).toEqual([true, false]);
  expect(store.findBatch('a')).toMatchObject({ isPaused: true, state: 'released' });
  expect(claim(store, 'a')).toEqual([]);
  expect(store.setPaused('a', false, 3700)).toBe(true);
  expect(claim(store, 'a')).toHaveLength(3);
});
