import type { TreasuryStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../payments/ledger.ts';
import { noteChange } from './profiles.ts';
import { textIn } from '../read-row.ts';

/** See TreasuryStore. */
export function editProfile(
  { connection, facts }: Context,
  name: string,
  { newName, callbackUrl, paymentPageUrl, at }: Parameters<TreasuryStore['editProfile']>[1],
): ReturnType<TreasuryStore['editProfile']> {
  const outcome = inLedger(connection, at, (ledger) => {
    const isTaken =
      newName !== name &&
      connection.get('SELECT 1 FROM profiles WHERE name = +? AND removedAt IS NULL', newName) !== undefined;
    if (isTaken) return 'nameTaken';
    const changed = connection.run(
      'UPDATE profiles SET name = ?, callbackUrl = ?, paymentPageUrl = ? WHERE name = +? AND removedAt IS NULL',
      newName,
      callbackUrl,
      paymentPageUrl,
      name,
    );
    if (changed !== 1) return 'notFound';
    noteChange(connection, ledger, { name: newName }, 'edited');
    return 'edited';
  });
  facts.forget();
  return outcome;
}

/** See TreasuryStore. One commit, so that at any moment each key is either in its place or known as spare. */
export function setSigningKey(
  { connection }: Context,
  keyId: string,
  { signingKeyId, hasStoredKey, at }: Parameters<TreasuryStore['setSigningKey']>[1],
): void {
  inLedger(connection, at, (ledger) => {
    connection.run(
      `INSERT OR IGNORE INTO spareKeys (keyId) SELECT coalesce(signingKeyId, keyId) FROM profiles
       WHERE keyId = +? AND (hasStoredKey = 1 OR authentication = 'secret')`,
      keyId,
    );
    connection.run('DELETE FROM spareKeys WHERE keyId = +?', signingKeyId);
    connection.run(
      `UPDATE profiles SET signingKeyId = ?, hasStoredKey = ?, authentication = 'signature' WHERE keyId = +?`,
      signingKeyId,
      hasStoredKey ? 1 : 0,
      keyId,
    );
    noteChange(connection, ledger, { keyId }, 'key replaced');
  });
}

export function addSpareKey({ connection }: Context, signingKeyId: string): void {
  connection.run('INSERT OR IGNORE INTO spareKeys (keyId) VALUES (?)', signingKeyId);
}

/** See TreasuryStore. A key that a profile signs with is never spare, whatever stands here. */
export function spareKeys({ connection }: Context): string[] {
  return connection
    .all(
      `SELECT keyId FROM spareKeys AS spare WHERE NOT EXISTS (
         SELECT 1 FROM profiles WHERE coalesce(signingKeyId, profiles.keyId) = spare.keyId)`,
    )
    .map((row) => textIn(row, 'keyId'));
}

export function forgetSpareKey({ connection }: Context, signingKeyId: string): void {
  connection.run('DELETE FROM spareKeys WHERE keyId = +?', signingKeyId);
}
