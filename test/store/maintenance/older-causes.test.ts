import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { causeText } from '../../../contract/text/cause-text.ts';
import { problemLabel, problemText } from '../../../contract/text/problem-text.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { Connection } from '../../../main/store/connection.ts';
import { contextOn } from '../../../main/store/context.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';
import { verifyLog } from '../../../main/store/audit/verify-log.ts';
import { readCause } from '../../../main/store/audit/read-cause.ts';
import { readProblem } from '../../../main/store/payments/read-problem.ts';
import { problemsOf } from '../../kit/samples.ts';

/** One released batch, dumped from a file that Bursar 0.4.0 wrote. */
const dump = readFileSync(path.join(import.meta.dirname, 'version-0.4.0.sql'), 'utf8');
const versionOf040 = 14;

/** What else 0.4.0 wrote in words. */
const words = `
INSERT INTO callbackDeliveries (at, profileNumber, outcome, status, message)
  VALUES (1, 1, 'malformed', 400, 'The body is not JSON.'), (2, 1, 'asked', 200, NULL);
INSERT INTO sheets (sheetNumber, sheetId, profileNumber, name, state, createdAt, updatedAt) VALUES (1, 's', 1, 'n', 'open', 1, 1);
INSERT INTO sheetSteps (sheetNumber, stepNumber, state, label) VALUES (1, 1, 'done', 'change of 2 rows');`;

/** The database of 0.4.0 with what else is in it, brought up to date. */
function broughtUpToDate(more = ''): Connection {
  const connection = new Connection(new Sqlite(':memory:'));
  const { database } = connection;
  migrate(connection, versionOf040);
  database.pragma('foreign_keys = OFF');
  const triggers = connection.all(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`);
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec(dump + words + more);
  database.exec('UPDATE batchNumbers SET lastNumber = 1');
  for (const { sql } of triggers) database.exec(String(sql));
  migrate(connection);
  return connection;
}

function auditOf(connection: Connection): string[] {
  return problemsOf(verifyLog(contextOn(connection), []));
}

function storeOf(connection: Connection): MemoryStore {
  return openMemoryStore({ image: connection.database.serialize() });
}

describe('records that Bursar 0.4.0 wrote in words', () => {
  it('I6: verify as written, and still do after more is recorded', () => {
    const connection = broughtUpToDate();
    expect(auditOf(connection)).toEqual([]);
    const store = storeOf(connection);
    const [batch] = store.listBatches({ after: null, limit: 1 });
    const payments = store.rowsOfBatch(batch?.batchId ?? '', 0, 100);
    const unknown = payments.filter(({ state }) => state === 'unknown');
    const finding = { cause: { code: 'asked' }, detail: null, dueAt: 9, polls: 1 } as const;
    const recorded = unknown.map((payment, index) => {
      // One keeps its older problem, the next has a new one.
      const problem = index === 0 ? payment.problem : ({ code: 'heldBack' } as const);
      return { ...finding, paymentId: payment.paymentId, from: payment.state, to: payment.state, problem };
    });
    expect(unknown.length).toBeGreaterThan(1);
    store.record(recorded, 9_999_999_999_999);
    const after = store.paymentsOf(unknown.map(({ paymentId }) => paymentId));
    expect(after.map(({ polls }) => polls)).toEqual(unknown.map(() => 1));
    expect(auditOf(new Connection(new Sqlite(Buffer.from(store.image()))))).toEqual([]);
    expect(store.paymentsOf([unknown[0]?.paymentId ?? 0])[0]?.problem).toEqual(unknown[0]?.problem);
  });

  it('are shown with their codes and words, and every cause of an event is recognised', () => {
    const store = storeOf(broughtUpToDate());
    const [batch] = store.listBatches({ after: null, limit: 1 });
    const payments = store.rowsOfBatch(batch?.batchId ?? '', 0, 100);
    const events = payments.flatMap(({ paymentId }) => store.eventsOf(paymentId));
    expect(events.length).toBeGreaterThan(25);
    expect(events.filter(({ reason }) => reason.code === 'other')).toEqual([]);
    expect(new Set(events.map(({ reason }) => causeText(reason)))).toEqual(
      new Set([
        'A person released the batch',
        'Sending to the gateway',
        ...['201', '400', '403', '406', '500'].map((status) => `The gateway answered ${status}`),
        'The gateway gave no usable answer',
      ]),
    );
    const shown = payments.flatMap((payment) =>
      payment.problem === null
        ? []
        : [[problemLabel(payment.problem), problemText(payment.problem, payment)]],
    );
    expect(shown).toContainEqual(['ACCOUNT_NOT_PAYABLE', 'Account: This account cannot be paid.']);
    expect(shown).toContainEqual([
      'gatewayNoAnswer',
      'Bursar does not know whether the gateway accepted this payout, and keeps asking. The gateway did not answer in time.',
    ]);
  });

  it('are queried again if they were held back and nobody asked', () => {
    const held = `UPDATE lives SET problemCode = 'heldBack', dueAt = NULL WHERE state = 'unknown';`;
    const store = storeOf(broughtUpToDate(held));
    const [batch] = store.listBatches({ after: null, limit: 1 });
    const { batchId } = batch ?? { batchId: '' };
    const due = store.duePayments([batchId], Number.MAX_SAFE_INTEGER, 100, new Set());
    const unknown = due.filter(({ state }) => state === 'unknown');
    expect(unknown).toHaveLength(store.countByState(batchId).unknown ?? 0);
    expect(new Set(unknown.map(({ problem }) => problem?.code))).toEqual(new Set(['heldBack']));
  });

  it('are kept for callbacks and for the steps of a sheet', () => {
    const store = storeOf(broughtUpToDate());
    expect(store.listDeliveries(10).map(({ fault }) => fault)).toEqual([
      null,
      { code: 'other', text: 'The body is not JSON.' },
    ]);
    expect(store.findSheet('s')?.undo).toEqual({ code: 'other', text: 'change of 2 rows' });
  });

  it.each([
    ['attempt 2', null, { code: 'sent', attempt: 2 }],
    ['answer 409', 'raw', { code: 'answered', status: 409 }],
    ['gatewayNoAnswer', null, { code: 'notAnswered', error: 'gatewayNoAnswer' }],
    ['a person decided', 'adopt', { code: 'decided', decision: 'adopt' }],
    ['a person decided', 'no longer asked about', { code: 'stoppedFollowing' }],
    ['external reference set', 'REF 77', { code: 'referenceSet', reference: 'REF 77' }],
    ['nobody came', 'Nobody had begun to pay.', { code: 'nobodyCame', until: null }],
    ['another payment stands for the row', 'b-2 is paid', { code: 'overtaken', by: null }],
    ['constructor', null, { code: 'other', text: 'constructor' }],
    ['{"code":"released"', null, { code: 'other', text: '{"code":"released"' }],
  ])('map the cause %s to the detail %s', (text, detail, cause) => {
    expect(readCause(text, detail)).toEqual(cause);
  });

  it.each([
    ['olderThanADay', 'unknown', { code: 'olderThanADay' }],
    ['orderIdTaken', 'unknown', { code: 'orderIdTaken' }],
    ['acceptedBefore', 'accepted', { code: 'acceptedBefore' }],
    ['heldBack', 'unknown', { code: 'heldBack' }],
    ['notAccepted', 'rejected', { code: 'notAccepted' }],
    ['paidOutside', 'rejected', { code: 'payAgain' }],
    ['paidOutside', 'outside', { code: 'other', label: 'paidOutside', text: 'Words.' }],
    ['CLOSED', 'failed', { code: 'other', label: 'CLOSED', text: 'Words.' }],
  ])('map the problem %s of a payment that is %s', (problemCode, state, problem) => {
    expect(readProblem({ problemCode, problemMessage: 'Words.', problemParameters: null, state })).toEqual(
      problem,
    );
  });

  it('with damaged parameters of a problem are shown as unknown', () => {
    const damaged = {
      problemCode: 'finished',
      problemMessage: null,
      problemParameters: '{"stat',
      state: 'failed',
    };
    expect(readProblem(damaged)).toEqual({ code: 'other', label: 'finished', text: '{"stat' });
  });
});
