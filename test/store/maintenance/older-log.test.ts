import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../main/store/connection.ts';
import { contextOn } from '../../../main/store/context.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';
import { verifyLog } from '../../../main/store/audit/verify-log.ts';
import { bytesHash, eventHash } from '../../../main/store/audit/event-hash.ts';
import { noteOlderProfiles } from '../../../main/store/profiles/profiles.ts';
import { problemsOf } from '../../kit/samples.ts';

const body = Buffer.from('{"amount":"1.50"}');
const bodyHash = bytesHash(body).toString('hex');

/** The events of one paid payout as a Bursar wrote them whose events carried no facts. */
const events = [
  ['batch', 1, 'importing', 'draft', 'imported', 'rows hash', 20],
  ['batch', 1, 'draft', 'releasing', 'released', 'rows hash', 30],
  ['payment', 2097153, 'draft', 'queued', 'released', null, 30],
  ['batch', 1, 'releasing', 'released', 'all rows queued', null, 30],
  ['payment', 2097153, 'queued', 'sending', 'attempt 1', bodyHash, 40],
  ['payment', 2097153, 'sending', 'accepted', 'answer 201', 'taken', 50],
  ['payment', 2097153, 'accepted', 'paid', 'answer 200', '{"status":"SUCCESS"}', 60],
] as const;

/** A database of version 9 with that payout, brought up to date. */
function olderDatabase(edit = ''): Connection {
  const connection = new Connection(new Sqlite(':memory:'));
  migrate(connection, 9);
  const { database } = connection;
  database.pragma('foreign_keys = OFF');
  database.exec(`
    INSERT INTO profiles (profileNumber, keyId, name, environment, baseUrl, merchantCode, callbackUrl, authentication, hasStoredKey, createdAt)
      VALUES (1, 'k', 'p', 'sandbox', 'https://x', 'M', 'https://c', 'signature', 1, 1);
    INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, callbackUrl, state, rows, lastRowNumber, rowsHash, createdAt)
      VALUES (1, 'b', 1, 'f', 'h', 'https://c', 'importing', 1, 1, 'rows hash', 10);
    INSERT INTO payments SELECT 2097153, 1, 1, 1, 'payout', 'b-1', '1.50', 'EUR', 'M', 'N', '', '', '', '', 0, '', 0, 0, 0, NULL, NULL;
    UPDATE batches SET state = 'draft';
    UPDATE batches SET state = 'releasing', releasedAt = 30;
    UPDATE batches SET state = 'released';
    INSERT INTO lives (paymentId, state, updatedAt) VALUES (2097153, 'queued', 30);
    INSERT INTO bodies VALUES (2097153, x'${body.toString('hex')}', x'${bodyHash}');
    INSERT INTO attempts (paymentId, number, bodyHash, startedAt) VALUES (2097153, 1, x'${bodyHash}', 40);
    UPDATE lives SET state = 'sending', firstSentAt = 40;
    UPDATE attempts SET finishedAt = 50, status = 201, answer = 'taken';
    UPDATE lives SET state = 'accepted', updatedAt = 50;
    UPDATE lives SET state = 'paid', updatedAt = 60;
    INSERT INTO paymentCounts VALUES (1, 'paid', 1);`);
  let hash = '';
  for (const [index, [entity, entityId, from, to, cause, detail, at]] of events.entries()) {
    const sequence = index + 1;
    hash = eventHash(
      { sequence, at, entity, entityId, from, to, cause, detail, facts: null, actor: null },
      hash,
    );
    database
      .prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(sequence, at, entity, entityId, from, to, cause, detail, Buffer.from(hash, 'hex'));
  }
  database.exec(`UPDATE chain SET sequence = ${events.length}, hash = x'${hash}'`);
  migrate(connection);
  noteOlderProfiles(contextOn(connection), 100);
  const triggers = connection.all(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`);
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec(edit);
  for (const { sql } of triggers) database.exec(String(sql));
  return connection;
}

function audit(connection: Connection): { problems: string[]; older: number; unsealed: string[] } {
  const steps = [...verifyLog(contextOn(connection), [])];
  connection.close();
  return {
    problems: problemsOf(steps),
    older: steps.reduce((sum, { olderPayments }) => sum + olderPayments, 0),
    unsealed: steps.flatMap(({ unsealedBatches }) => unsealedBatches),
  };
}

describe('I6: the log of an older Bursar', () => {
  it('is verified as far as it goes, and says how far that is', () => {
    expect(audit(olderDatabase())).toEqual({ problems: [], older: 1, unsealed: ['b'] });
  });

  it.each([
    ['the state', `UPDATE lives SET state = 'failed'`, /b-1: its state is failed/],
    ['the time of the last change', 'UPDATE lives SET updatedAt = 61', /b-1: its updatedAt/],
    ['the time of the first attempt', 'UPDATE lives SET firstSentAt = 41', /b-1: its firstSentAt/],
    ['the status of an attempt', 'UPDATE attempts SET status = 500', /b-1, attempt 1: its status/],
    ['the answer of an attempt', `UPDATE attempts SET answer = 'x'`, /b-1, attempt 1: its answer/],
    ['the time of an attempt', 'UPDATE attempts SET startedAt = 1', /b-1, attempt 1: its startedAt/],
    ['the hash of the rows', `UPDATE batches SET rowsHash = 'x'`, /Batch b: its rowsHash/],
    ['the time of the release', 'UPDATE batches SET releasedAt = 1', /Batch b: its releasedAt/],
    [
      'a profile, since it was brought up to date',
      `UPDATE profiles SET baseUrl = 'y'`,
      /Profile p: its baseUrl/,
    ],
    ['facts put into an old event', `UPDATE events SET facts = '{}' WHERE sequence = 5`, /Event 5/],
  ])('shows a change of %s', (_, edit, problem) => {
    expect(audit(olderDatabase(edit)).problems.join('\n')).toMatch(problem);
  });
});
