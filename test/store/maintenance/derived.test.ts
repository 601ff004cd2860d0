import { beforeEach, describe, expect, it } from 'vitest';
import { differenceText } from '../../../contract/text/maintenance/check-text.ts';
import type { DerivedPart } from '../../../contract/maintenance/check.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { describePayee } from '../../../main/core/payees/known.ts';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';
import { Connection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';
import { batchNumbers } from '../../../main/store/migrations/from-0001/0011-batch-numbers.ts';
import { searchedText } from '../../../main/store/history/search-text.ts';
import { migrations } from '../../../main/store/migrations/index.ts';
import {
  accepted,
  addProfile,
  claim,
  close,
  editUnseen,
  found,
  importBatch,
  listed,
  newIncoming,
  newRow,
  noFilter,
  openIn,
  raw,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

let directory: string;
let store: Store;
beforeEach(() => {
  directory = temporaryFolder();
  store = openIn(directory);
  addProfile(store);
});

/** Pays the first row of a batch; its other rows stay queued. */
function payFirst(batchId: string): void {
  release(store, batchId);
  const [intent] = claim(store, batchId, 1);
  if (intent === undefined) throw new Error('no intent');
  const fee = { amount: '0.25', currencyCode: 'EUR' };
  store.record([accepted(intent)], 5000);
  store.record([found(intent.payment.paymentId, 'accepted', 'paid', { dueAt: null, fee })], 6000);
}

/** A history with every kind of derived data: paid, queued, draft, taken back, payin. */
function fillHistory(): void {
  importBatch(store, 'paid', 700);
  payFirst('paid');
  importBatch(store, 'gone', 5);
  while (!store.indexHistory());
  store.takeBackDraft('gone', 100, 7000);
  importBatch(store, 'draft', 3);
  store.addIncoming(newIncoming({ accountName: 'A customer' }));
  const [payin] = claim(store, 'incoming');
  if (payin === undefined) throw new Error('no payin');
  store.record([accepted(payin)], 5000);
  store.record([found(payin.payment.paymentId, 'accepted', 'paid', { dueAt: null })], 6000);
}

function differences(): (readonly [DerivedPart, string])[] {
  // As the core does before.
  while (store.catchUpKeys(500, paymentKeysOf) === 500);
  return differencesOf(store.checkDerived(paymentKeysOf, describePayee));
}

/** What a check finds from where it is. */
function differencesOf(check: ReturnType<Store['checkDerived']>): (readonly [DerivedPart, string])[] {
  const all: (readonly [DerivedPart, string])[] = [];
  for (let step = check.next(); step.done !== true; step = check.next())
    all.push(
      ...step.value.differences.map(({ part, difference }) => [part, differenceText(difference)] as const),
    );
  return all;
}

function rebuild(): void {
  const pieces = store.rebuildDerived(paymentKeysOf);
  while (pieces.next().done !== true);
}

/** Changes the database as no Bursar would, then opens it again. */
function tamper(sql: string): void {
  close(store);
  editUnseen(directory, sql);
  store = openIn(directory);
}

describe('the check of derived data', () => {
  it('finds no difference if there is none, whatever has happened', () => {
    expect(differences()).toEqual([]);
    fillHistory();
    expect(differences()).toEqual([]);
    rebuild();
    expect(differences()).toEqual([]);
    expect(listed(store, { filter: { search: 'payee 699' } })).toEqual(['paid-699']);
    expect(store.countIndexed({ ...noFilter, states: ['queued'] })).toBe(699);
  });

  it('takes no rebuild for a difference, whenever one clears the index during the check', () => {
    importBatch(store, 'first', 3);
    for (let before = 0, isDone = false; !isDone; before += 1) {
      const check = store.checkDerived(paymentKeysOf, describePayee);
      for (let step = 0; step < before; step += 1) isDone = check.next().done === true;
      importBatch(store, `later${before}`, 1);
      while (!store.indexHistory());
      const rebuilding = store.rebuildDerived(paymentKeysOf);
      while (store.countIndexed(noFilter) !== null) rebuilding.next();
      for (let piece = 0; piece < before % 4; piece += 1) rebuilding.next();
      expect(differencesOf(check), `after ${before} steps`).toEqual([]);
      while (rebuilding.next().done !== true);
    }
  });

  it('takes no change for a difference if it happens during the check', () => {
    fillHistory();
    const check = store.checkDerived(paymentKeysOf, describePayee);
    check.next();
    store.takeBackDraft('draft', 2, 8000);
    importBatch(store, 'late', 3);
    payFirst('late');
    for (let step = check.next(); step.done !== true; step = check.next())
      expect(step.value.differences).toEqual([]);
  });

  it.each<readonly [DerivedPart, string, string]>([
    ['history', 'DELETE FROM history WHERE paymentId % 2097152 = 7', 'Payout paid-7 is missing'],
    ['history', `UPDATE history SET amountKey = 'x' WHERE paymentId % 2097152 = 8`, 'Payout paid-8'],
    ['history', `UPDATE history SET facetNumber = 1 WHERE paymentId % 2097152 = 1`, 'Payout draft-1 is in'],
    ['history', `INSERT INTO history VALUES (99 * 2097152, 1, '', '')`, 'which does not exist'],
    ['history', 'UPDATE historyFacets SET count = count + 1 WHERE count > 500', '700'],
    [
      'search',
      `INSERT INTO historyText1 (historyText1, rowid, text)
         SELECT 'delete', paymentId, '${searchedText(newRow('paid', 9))}' FROM payments WHERE idPayment = 'paid-9'`,
      'Payout paid-9 is not found',
    ],
    ['search', 'DELETE FROM historyShelves', 'Payout paid-1 is not found'],
    [
      'counts',
      `UPDATE paymentCounts SET count = 5 WHERE state = 'queued' AND count = 699`,
      'Batch paid has 699 queued payments, but 5 are counted',
    ],
    ...[
      'payeeHash = payeeHash',
      'moneyHash = moneyHash',
      'nameHash = nameHash',
      'referenceHash = referenceHash',
    ].map(
      (column) =>
        [
          'keys',
          `UPDATE paymentKeys SET ${column} + 1 WHERE paymentId % 2097152 = 9 AND isReleased = 1`,
          'Payout paid-9 is missing from the search for duplicates',
        ] as const,
    ),
    [
      'keys',
      'UPDATE paymentKeys SET profileNumber = 7 WHERE paymentId % 2097152 = 9 AND isReleased = 1',
      'Payout paid-9',
    ],
    [
      'keys',
      'UPDATE paymentKeys SET isReleased = 2 WHERE paymentId % 2097152 = 9 AND isReleased = 1',
      'Payout paid-9',
    ],
    ['keys', 'DELETE FROM paymentKeys WHERE paymentId % 2097152 = 9', 'Payout paid-9'],
    ['payees', 'DELETE FROM paidPayees', 'not in the list of payees'],
    ['payees', `INSERT INTO paidPayees VALUES (1, 'account X')`, 'no payout paid'],
    ['payees', `UPDATE payees SET payeeId = '' WHERE payments = 1`, 'Payee  does not match its payments'],
    ['payees', `UPDATE payees SET accountNumber = 'OTHER' WHERE payments = 1`, 'does not match its payments'],
    ['payees', `UPDATE payeeNames SET environment = 'live'`, 'does not match its payments'],
    ['payees', `UPDATE payees SET firstPaidAt = 1 WHERE payments = 1`, 'does not match its payments'],
    ['payees', `UPDATE payees SET lastPaidAt = 1 WHERE payments = 1`, 'does not match its payments'],
    ['flows', 'DELETE FROM flowFees', 'is not that of its payments'],
    [
      'flows',
      `UPDATE flowPayments SET feeCurrencyCode = 'USD' WHERE feeAmount IS NOT NULL`,
      'do not count payment paid-1',
    ],
    ['flows', 'DELETE FROM flowPayments WHERE paymentId % 2097152 = 7', 'do not count payment paid-7'],
    ['flows', `UPDATE flows SET amount = '5' WHERE state = 'queued'`, 'is not that of its payments'],
    ['flows', 'UPDATE flows SET day = day + 1', 'do not count payment paid-1 as it is'],
  ])('finds a difference in the %s, and a rebuild removes it', (part, sql, sentence) => {
    fillHistory();
    while (!store.indexHistory());
    while (store.indexFlows(500) > 0);
    while (store.indexPayees(500, describePayee) > 0);
    tamper(sql);
    const all = differences();
    expect(new Set(all.map(([of]) => of))).toEqual(new Set([part]));
    expect(all.map(([, difference]) => difference).join(' ')).toContain(sentence);
    rebuild();
    store.resetPayees(describePayee);
    while (store.indexPayees(500, describePayee) > 0);
    expect(differences()).toEqual([]);
    expect(listed(store, { filter: { search: 'payee 9' } })).toContain('paid-9');
    expect(store.countByState('paid')).toEqual({ paid: 1, queued: 699 });
  });

  it('rebuilds an index of which a part cannot be read, without being asked', () => {
    fillHistory();
    while (!store.indexHistory());
    tamper(`UPDATE historyFacets SET state = 'x' WHERE state = 'paid'`);
    expect(store.countIndexed(noFilter)).toBeNull();
    expect(listed(store, { filter: { search: 'payee 699' } })).toEqual(['paid-699']);
    expect(differences()).toEqual([]);
    expect(store.countIndexed({ ...noFilter, states: ['paid'] })).toBe(1);
  });

  it.each(['historyProgress', 'flowsProgress', 'payeesProgress'])(
    'ends even if %s is ahead of the log, and derives that part again',
    (progress) => {
      fillHistory();
      while (!store.indexHistory());
      while (store.indexFlows(500) > 0);
      while (store.indexPayees(500, describePayee) > 0);
      tamper(`UPDATE ${progress} SET sequence = sequence + 1000`);
      while (store.indexPayees(500, describePayee) > 0);
      expect(differences()).toEqual([]);
      importBatch(store, 'later', 2);
      payFirst('later');
      while (store.indexPayees(500, describePayee) > 0);
      expect(differences()).toEqual([]);
      expect(listed(store, { filter: { search: 'later-1' } })).toEqual(['later-1']);
    },
  );

  it('does not end a list early while its index is rebuilt', () => {
    fillHistory();
    while (!store.indexHistory());
    const walk = store.walkHistory({
      filter: noFilter,
      order: 'name',
      after: null,
      expected: 2,
      isIndexed: true,
    });
    expect(walk.next().value?.length).toBeGreaterThan(0);
    rebuild();
    expect(() => {
      while (walk.next().done !== true);
    }).toThrow('its index is being rebuilt');
  });

  it('is correct again after a rebuild that a crash interrupted, whichever step was the last', () => {
    fillHistory();
    for (let most = 1, isDone = false; !isDone; most += 1) {
      const pieces = store.rebuildDerived(paymentKeysOf);
      for (let piece = 0; piece < most && !isDone; piece += 1) isDone = pieces.next().done === true;
      close(store);
      store = openIn(directory);
      expect(listed(store, { filter: { search: 'payee 699' } }), `${most} pieces`).toEqual(['paid-699']);
      expect(differences(), `${most} pieces`).toEqual([]);
    }
  });
});

describe('a history that an older Bursar damaged', () => {
  /** A sheet of three rows was checked, and the history looked at; an edit took the draft back. */
  const takenBack = `
    INSERT INTO profiles (profileNumber, keyId, name, environment, baseUrl, merchantCode, callbackUrl, authentication, hasStoredKey, createdAt)
      VALUES (1, 'key-1', 'main', 'sandbox', 'https://gateway.example/api', 'M1', '', 'signature', 1, 1);
    INSERT INTO historyFacets VALUES (1, 1, 'draft', 'EUR', 'BANK_TRANSFER', 3);
    INSERT INTO history VALUES (2097153, 1, 'a150', 'payee 1'), (2097154, 1, 'a250', 'payee 2'), (2097155, 1, 'a350', 'payee 3');
    UPDATE historyProgress SET sequence = 1;
    INSERT INTO events VALUES (1, 1, 'batch', 1, 'importing', 'draft', 'imported', null, x'01');
    INSERT INTO events VALUES (2, 1, 'batch', 1, 'draft', 'importing', 'taken back', null, x'02');
    UPDATE chain SET sequence = 2, hash = x'02';`;
  /** The next draft got the same number. */
  const numberedAgain = `
    INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, callbackUrl, state, rows, lastRowNumber, createdAt)
      VALUES (1, 'b', 1, 'b', '', '', 'importing', 1, 1, 1);
    INSERT INTO payments VALUES (2097153, 1, 1, 1, 'payout', 'b-1', '9.00', 'EUR', 'SEPA', 'Someone else', 'DE9', '', '', '', 0, '', 1, 0, 0, null, null);
    INSERT INTO paymentCounts VALUES (1, 'draft', 1);
    UPDATE batches SET state = 'draft';
    INSERT INTO events VALUES (3, 1, 'batch', 1, 'importing', 'draft', 'imported', null, x'03');
    UPDATE chain SET sequence = 3, hash = x'03';`;

  function openOlder(sql: string): void {
    directory = temporaryFolder();
    const connection = new Connection(raw(directory));
    migrate(connection, migrations.indexOf(batchNumbers));
    connection.database.exec(sql);
    connection.close();
    store = openIn(directory);
  }

  it('is correct again once it is opened', () => {
    openOlder(takenBack);
    importBatch(store, 'b', 2);
    expect(listed(store)).toEqual(['b-2', 'b-1']);
    expect(listed(store, { filter: { search: 'payee 3' } })).toEqual([]);
    expect(store.countIndexed(noFilter)).toBe(2);
    expect(differences()).toEqual([]);
  });

  it('is correct again if the number of a draft was given to another one', () => {
    openOlder(takenBack + numberedAgain);
    expect(listed(store)).toEqual(['b-1']);
    expect(listed(store, { filter: { search: 'payee' } })).toEqual([]);
    expect(listed(store, { filter: { search: 'someone' }, order: 'name' })).toEqual(['b-1']);
    expect(differences()).toEqual([]);
    importBatch(store, 'c', 1);
    expect(listed(store)).toEqual(['c-1', 'b-1']);
  });
});
