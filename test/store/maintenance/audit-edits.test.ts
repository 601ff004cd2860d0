import { describe, expect, it } from 'vitest';
import { useFullLife } from './full-life.ts';
import { auditProblems, editUnseen, found, openIn, raw } from '../../kit/store.ts';
import type { Store } from '../../../main/core/ports/index.ts';

const { copy, problemsAfter } = useFullLife();
const first = `(SELECT paymentId FROM payments WHERE idPayment = 'paid-1')`;
const queued = `(SELECT paymentId FROM payments WHERE idPayment = 'held-1')`;
const draft = `(SELECT paymentId FROM payments WHERE idPayment = 'draft-1')`;
const last = '(SELECT max(sequence) FROM events)';
const payment = (idPayment: string): string =>
  `(SELECT paymentId FROM payments WHERE idPayment = '${idPayment}')`;

const payments = (change: string, id: string): string =>
  `UPDATE payments SET ${change} WHERE paymentId = ${id}`;
const lives = (change: string, id: string): string => `UPDATE lives SET ${change} WHERE paymentId = ${id}`;
const attempts = (change: string, id: string): string =>
  `UPDATE attempts SET ${change} WHERE paymentId = ${id}`;
const batches = (change: string, id: string): string =>
  `UPDATE batches SET ${change} WHERE batchId = '${id}'`;

describe('I6: an edit that the next event of its record carries on is detected and named', () => {
  const afterwards: Readonly<Record<string, (store: Store) => void>> = {
    'another answer': (store) => {
      const [row] = store.rowsOfBatch('paid', 1, 1);
      if (row === undefined) throw new Error('no such payment');
      const told = {
        gatewayStatus: 'DECLINED_BY_BANK',
        fee: row.fee,
        detail: '{"status":"DECLINED_BY_BANK"}',
      };
      store.record([found(row.paymentId, 'failed', 'failed', told)], 9000);
    },
    'the batch being resumed': (store) => store.setPaused('held', false, 9000),
    'the profile being renamed': (store) =>
      store.editProfile('main', {
        newName: 'new',
        callbackUrl: 'https://merchant.example/other',
        paymentPageUrl: 'https://pay.example',
        at: 9000,
      }),
    'Bursar being started': () => undefined,
  };

  it.each([
    [
      'the fee',
      'another answer',
      lives(`feeAmount = '0.01'`, payment('paid-2')),
      /paid-2.*feeAmount.*0\.25.*0\.01/,
    ],
    [
      'when it was first sent',
      'another answer',
      lives('firstSentAt = 1', payment('paid-2')),
      /paid-2.*firstSentAt/,
    ],
    [
      'when it was first sent',
      'Bursar being started',
      lives('firstSentAt = 1', payment('paid-4')),
      /paid-4.*firstSentAt/,
    ],
    [
      'the gateway status',
      'Bursar being started',
      lives(`gatewayStatus = 'SUCCESS'`, payment('paid-4')),
      /paid-4.*Status/,
    ],
    ['the totals', 'the batch being resumed', batches(`totals = '[]'`, 'held'), /held.*totals/],
    ['the file', 'the batch being resumed', batches(`fileName = 'other.csv'`, 'held'), /held.*fileName/],
    [
      'when it was released',
      'the batch being resumed',
      batches('releasedAt = 1', 'held'),
      /held.*releasedAt/,
    ],
    [
      'the gateway',
      'the profile being renamed',
      `UPDATE profiles SET baseUrl = 'https://evil.example'`,
      /baseUrl/,
    ],
    [
      'the merchant',
      'the profile being renamed',
      `UPDATE profiles SET merchantCode = 'EVIL'`,
      /merchantCode/,
    ],
    [
      'that a profile only prepares',
      'the profile being renamed',
      'UPDATE profiles SET prepareOnlySince = 1',
      /prepareOnlySince/,
    ],
  ])('%s, before %s', (_what, then, sql, problem) => {
    const directory = copy();
    editUnseen(directory, sql);
    const store = openIn(directory);
    afterwards[then]?.(store);
    expect(auditProblems(store).join('\n')).toMatch(problem);
  });

  it.each(Object.entries(afterwards))('and without an edit, %s is no problem', (_then, goOn) => {
    const store = openIn(copy());
    goOn(store);
    expect(auditProblems(store)).toEqual([]);
  });
});

describe('I6: an edit with another SQLite program is detected and named', () => {
  it.each([
    ['the amount of a paid payout', payments(`amount = '9.50'`, first), /paid-1.*row/],
    ['the amount of a payout that waits to be sent', payments(`amount = '9.50'`, queued), /held-1.*row/],
    ['the amount of a draft', payments(`amount = '9.50'`, draft), /Batch draft.*rows/],
    ['the currency', payments(`currencyCode = 'USD'`, first), /paid-1.*row/],
    ['the account', payments(`accountNumber = 'DE99'`, queued), /held-1.*row/],
    ['the name', payments(`accountName = 'Somebody'`, queued), /held-1.*row/],
    ['the e-mail address', payments(`emailAddress = 'x@example.com'`, queued), /held-1.*row/],
    ['the reference', payments(`reference = 'Other'`, first), /paid-1.*row/],
    ['the method', payments(`paymentMethodCode = 'CARD'`, first), /paid-1.*row/],
    ['the operator', payments(`paymentOperatorCode = 'MPESA'`, first), /paid-1.*row/],
    ['the order ID', payments(`idPayment = 'mine-1'`, first), /mine-1.*row/],
    ['what a payout repairs', payments(`retryOf = NULL`, payment('retry-1')), /Batch retry.*rows/],
    [
      'a row put into a draft',
      `INSERT INTO payments SELECT paymentId + 5, batchNumber, rowNumber + 5, profileNumber, kind, 'draft-8', amount, currencyCode, paymentMethodCode, accountName, accountNumber, paymentOperatorCode, emailAddress, reference, tokenChunk, duplicateKey, duplicateNumber, isRepeated, hasOwnId, foldedText, retryOf, source FROM payments WHERE paymentId = ${draft}`,
      /Batch draft.*rows/,
    ],
    ['a row of a draft removed', `DELETE FROM payments WHERE paymentId = ${draft}`, /Batch draft.*rows/],
    [
      'a paid payout removed',
      `DELETE FROM bodies WHERE paymentId = ${first}; DELETE FROM attempts WHERE paymentId = ${first}; DELETE FROM lives WHERE paymentId = ${first}; DELETE FROM payments WHERE paymentId = ${first}`,
      /payment 1 of batch paid is missing/i,
    ],
    [
      'a batch removed with all its payouts',
      `DELETE FROM paymentCounts WHERE batchNumber = 1; DELETE FROM bodies WHERE paymentId / 2097152 = 1; DELETE FROM attempts WHERE paymentId / 2097152 = 1; DELETE FROM lives WHERE paymentId / 2097152 = 1; DELETE FROM payments WHERE batchNumber = 1; DELETE FROM batches WHERE batchNumber = 1`,
      /Batch paid is missing/,
    ],
    ['the state of a failed payout', lives(`state = 'paid'`, payment('paid-2')), /paid-2.*state/],
    ['the gateway status', lives(`gatewayStatus = 'SUCCESS'`, payment('paid-2')), /paid-2.*gatewayStatus/],
    ['the fee', lives(`feeAmount = '0.01'`, first), /paid-1.*feeAmount/],
    ['the currency of the fee', lives(`feeCurrencyCode = 'USD'`, first), /paid-1.*feeCurrencyCode/],
    [
      'a problem',
      lives(`problemCode = NULL, problemParameters = NULL`, payment('paid-3')),
      /paid-3.*problemCode/,
    ],
    [
      'the words of a problem',
      lives(`problemMessage = 'All is well.'`, payment('paid-3')),
      /paid-3.*problemMessage/,
    ],
    [
      'the parameters of a problem',
      lives(`problemParameters = '{}'`, payment('paid-3')),
      /paid-3.*problemParameters/,
    ],
    ['when it was first sent', lives(`firstSentAt = firstSentAt - 86400000`, first), /paid-1.*firstSentAt/],
    ['when it last changed', lives(`updatedAt = updatedAt + 1`, first), /paid-1.*updatedAt/],
    ['the body', `UPDATE bodies SET body = x'00' WHERE paymentId = ${first}`, /paid-1.*body/],
    ['the status of an attempt', attempts('status = 201', payment('paid-3')), /paid-3.*attempt 1.*status/],
    ['the answer of an attempt', attempts(`answer = '{}'`, payment('paid-3')), /paid-3.*attempt 1.*answer/],
    ['when an attempt began', attempts('startedAt = startedAt + 1', first), /paid-1.*attempt 1.*startedAt/],
    [
      'when an attempt ended',
      attempts('finishedAt = finishedAt + 1', first),
      /paid-1.*attempt 1.*finishedAt/,
    ],
    [
      'an answer for an attempt that has none',
      `UPDATE attempts SET finishedAt = 5600, status = 201, answer = '' WHERE paymentId = ${payment('paid-4')} AND number = 2`,
      /paid-4.*attempt 2/,
    ],
    [
      'an attempt removed',
      `DELETE FROM attempts WHERE paymentId = ${payment('paid-3')}`,
      /paid-3: it has 0 attempts/,
    ],
    [
      'an attempt of a payout that was never sent',
      `INSERT INTO attempts (paymentId, number, bodyHash, startedAt) VALUES (${queued}, 1, x'00', 1)`,
      /held-1: it has 1 attempt,/,
    ],
    ['the totals of a batch', batches(`totals = '[]'`, 'paid'), /Batch paid.*totals/],
    ['the number of rows of a batch', batches('rows = 4', 'paid'), /Batch paid.*rows/],
    ['the hash of a release', batches(`rowsHash = 'other'`, 'paid'), /Batch paid.*rowsHash/],
    ['the time of a release', batches('releasedAt = 1', 'paid'), /Batch paid.*releasedAt/],
    ['the time of an import', batches('createdAt = 1', 'draft'), /Batch draft.*createdAt/],
    [
      'the callback address of a batch',
      batches(`callbackUrl = 'https://evil.example'`, 'held'),
      /Batch held.*callbackUrl/,
    ],
    ['the file of a batch', batches(`fileName = 'other.csv'`, 'paid'), /Batch paid.*fileName/],
    ['the hash of the file of a batch', batches(`fileHash = 'other'`, 'paid'), /Batch paid.*fileHash/],
    ['the state of a batch', batches(`state = 'draft'`, 'held'), /Batch held.*state/],
    ['a batch no longer held back', batches('pausedAt = NULL', 'held'), /Batch held.*pausedAt/],
    ['a batch given to another profile', batches('profileNumber = 2', 'held'), /Batch held.*profileNumber/],
    [
      'a count of payouts',
      `UPDATE paymentCounts SET count = count + 1 WHERE batchNumber = 1 AND state = 'paid'`,
      /Batch paid.*count/,
    ],
    [
      'a count removed',
      `DELETE FROM paymentCounts WHERE batchNumber = 1 AND state = 'failed'`,
      /Batch paid.*count/,
    ],
    [
      'the gateway address of a profile',
      `UPDATE profiles SET baseUrl = 'https://evil.example'`,
      /Profile main.*baseUrl/,
    ],
    ['the merchant of a profile', `UPDATE profiles SET merchantCode = 'M2'`, /Profile main.*merchantCode/],
    [
      'the callback address of a profile',
      `UPDATE profiles SET callbackUrl = 'https://evil.example'`,
      /Profile main.*callbackUrl/,
    ],
    [
      'the payment page of a profile',
      `UPDATE profiles SET paymentPageUrl = 'https://evil.example'`,
      /Profile main.*paymentPageUrl/,
    ],
    ['the environment of a profile', `UPDATE profiles SET environment = 'live'`, /Profile main.*environment/],
    ['the key of a profile', `UPDATE profiles SET signingKeyId = 'mine'`, /Profile main.*signingKeyId/],
    [
      'a profile put in',
      `INSERT INTO profiles (keyId, name, environment, baseUrl, merchantCode, callbackUrl, authentication, hasStoredKey, createdAt) VALUES ('k', 'mine', 'live', 'https://evil.example', 'M', '', 'secret', 1, 1)`,
      /Profile mine/,
    ],
    ['the bank details of a payin', `UPDATE incoming SET instructions = '{}'`, /order-1.*instructions/],
    ['the last answer about a payin', `UPDATE incoming SET answer = '{}'`, /order-1.*answer/],
    [
      'where a customer returns to',
      `UPDATE incoming SET returnUrl = 'https://evil.example'`,
      /order-1.*returnUrl/,
    ],
    ['until when a payin is awaited', `UPDATE incoming SET awaitedUntil = 1`, /order-1.*awaitedUntil/],
    ['an event changed', `UPDATE events SET cause = 'x' WHERE sequence = 9`, /Event 9/],
    ['what an event says of the records', `UPDATE events SET facts = '{}' WHERE sequence = 9`, /Event 9/],
    ['an event removed', `DELETE FROM events WHERE sequence = 9`, /Events 9 to 9 are missing/],
    ['the last event removed', `DELETE FROM events WHERE sequence = ${last}`, /missing at the end/],
    [
      'an event put in at the end',
      `INSERT INTO events (sequence, at, entity, entityId, cause, hash) SELECT sequence + 1, at, 'batch', 1, 'x', hash FROM events WHERE sequence = ${last}`,
      /inserted at the end/,
    ],
  ])('%s', (_, sql, problem) => {
    expect(problemsAfter(sql)).toMatch(problem);
  });

  it.each([
    ['a trigger removed', 'DROP TRIGGER bodiesNeverChange', /trigger bodiesNeverChange is missing/],
    [
      'a trigger that does nothing',
      'DROP TRIGGER bodiesStay; CREATE TRIGGER bodiesStay BEFORE DELETE ON bodies BEGIN SELECT 1; END',
      /trigger bodiesStay is not/,
    ],
    [
      'a trigger put in',
      `CREATE TRIGGER mine AFTER INSERT ON attempts BEGIN UPDATE lives SET polls = 0; END`,
      /trigger mine/,
    ],
    ['an index removed', 'DROP INDEX retries', /index retries is missing/],
    ['a table put in', 'CREATE TABLE mine (one INTEGER PRIMARY KEY)', /table mine/],
    ['a column put in', 'ALTER TABLE payments ADD COLUMN mine TEXT', /table payments is not/],
    ['a view put in', 'CREATE VIEW mine AS SELECT 1 AS one', /view mine/],
  ])('%s', (_, sql, problem) => {
    const directory = copy();
    const database = raw(directory);
    database.exec(sql);
    database.close();
    expect(auditProblems(openIn(directory)).join('\n')).toMatch(problem);
  });

  it('all triggers removed', () => {
    const directory = copy();
    const database = raw(directory);
    const names = database
      .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
      .all();
    for (const { name } of names) database.exec(`DROP TRIGGER ${name}`);
    database.close();
    const problems = auditProblems(openIn(directory));
    expect(problems.filter((problem) => /trigger \w+ is missing/.test(problem))).toHaveLength(names.length);
  });
});
