import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { dayMs } from '../../../contract/duration.ts';
import { Connection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';
import { storeOver } from '../../kit/store.ts';

const profileAndBatch = `
    INSERT INTO profiles (profileNumber, keyId, name, environment, baseUrl, merchantCode, callbackUrl, authentication, hasStoredKey, createdAt)
      VALUES (7, 'k', 'p', 'sandbox', 'https://x', 'M', 'https://c', 'signature', 1, 1);
    INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, callbackUrl, state, rows, lastRowNumber, rowsHash, createdAt, kind)
      VALUES (3, 'b', 7, 'f', 'h', 'https://c', 'released', 1, 1, 'rows hash', 10, 'payout');`;

it('a payout in conflict of an older database is queried at once', () => {
  const connection = new Connection(new Sqlite(':memory:'));
  migrate(connection, 51);
  connection.database.pragma('foreign_keys = OFF');
  const recently = Date.now() - dayMs;
  const longAgo = recently - 200 * dayMs;
  connection.database.exec(`${profileAndBatch}
    INSERT INTO lives (paymentId, state, updatedAt) VALUES (6291457, 'unknown', ${recently}), (6291458, 'unknown', ${longAgo});
    UPDATE lives SET state = 'conflict';`);
  migrate(connection);
  const store = storeOver(connection);
  expect(store.nextRecheckAt('sandbox', 0)).toBe(recently);
  expect(store.batchesWithWork(recently)).toMatchObject([{ batchId: 'b', keyId: 'k' }]);
  expect(connection.integerOrNull('SELECT dueAt FROM lives WHERE paymentId = 6291458')).toBeNull();
  store.close();
});

it('a payout that a person marked as not accepted is queried at once after the update, and no other rejected one', () => {
  const connection = new Connection(new Sqlite(':memory:'));
  migrate(connection, 52);
  connection.database.pragma('foreign_keys = OFF');
  const recently = Date.now() - dayMs;
  connection.database.exec(`${profileAndBatch}
    INSERT INTO lives (paymentId, state, updatedAt) VALUES (6291457, 'unknown', ${recently}), (6291458, 'unknown', ${recently - dayMs});
    UPDATE lives SET state = 'rejected', problemCode = iif(paymentId = 6291457, 'notAccepted', 'refused');`);
  migrate(connection);
  const store = storeOver(connection);
  expect(store.nextRecheckAt('sandbox', 0)).toBe(recently);
  expect(connection.integerOrNull('SELECT dueAt FROM lives WHERE paymentId = 6291458')).toBeNull();
  store.close();
});

it('a failed payout of an older database is queried again as before the update', () => {
  const connection = new Connection(new Sqlite(':memory:'));
  migrate(connection, 42);
  connection.database.pragma('foreign_keys = OFF');
  connection.database.exec(`${profileAndBatch}
    INSERT INTO lives (paymentId, state, updatedAt) VALUES (6291457, 'queued', 30);
    UPDATE lives SET state = 'failed', dueAt = 7000;`);
  migrate(connection);
  const store = storeOver(connection);
  expect(store.nextRecheckAt('sandbox', 6999)).toBe(7000);
  expect(store.nextRecheckAt('live', 0)).toBeNull();
  expect(store.batchesWithWork(6999)).toEqual([]);
  expect(store.batchesWithWork(7000)).toMatchObject([{ batchId: 'b', keyId: 'k' }]);
  store.close();
});
