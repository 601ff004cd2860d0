import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';

describe('the migration to version 6', () => {
  it('keeps every payment as it was, with every rule about it', () => {
    const connection = new Connection(new Sqlite(':memory:'));
    migrate(connection, 5);
    const names = (type: string): unknown[] =>
      connection
        .all(`SELECT name FROM sqlite_schema WHERE type = +? ORDER BY name`, type)
        .map(({ name }) => name);
    const before = [...names('trigger'), ...names('index')];
    connection.database.exec(`
      INSERT INTO profiles VALUES (1, 'k', 'p', 'sandbox', 'https://x', 'M', 'https://c', 'signature', 1, 1, NULL, NULL);
      INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, callbackUrl, state, createdAt)
        VALUES (1, 'b', 1, 'f', 'h', 'c', 'importing', 1);
      INSERT INTO payments SELECT 2097152 + value, 1, value, 1, 'payout', 'b-' || value, '1.50', 'EUR', 'M', 'N', '', '', '', '', 0, '', 0,
        0, 0, NULL, NULL FROM json_each('[1, 2, 3]');
      INSERT INTO lives (paymentId, state, dueAt, polls, firstSentAt, updatedAt, gatewayStatus, feeAmount, feeCurrencyCode, problemCode,
        problemMessage) SELECT paymentId, 'unknown', 7, 3, 5, 6, 'S', '0.10', 'EUR', 'P', 'words' FROM payments;
      UPDATE lives SET state = 'accepted', problemCode = NULL WHERE paymentId = 2097154;`);
    const lives = connection.all('SELECT * FROM lives');
    migrate(connection, 6);
    expect(connection.all('SELECT * FROM lives')).toEqual(lives);
    const after = new Set([...names('trigger'), ...names('index')]);
    expect(before.filter((name) => !after.has(name))).toEqual([]);
    expect(connection.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(connection.get('SELECT kind FROM batches')).toEqual({ kind: 'payout' });
    connection.close();
  });
});
