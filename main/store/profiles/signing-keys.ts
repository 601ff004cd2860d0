import type { Cause } from '../../../contract/payments/cause.ts';
import type { ProfileStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../audit/ledger.ts';
import { noteChange, noteSpare } from './profiles.ts';
import { textIn } from '../read-row.ts';

/** The keys that profiles sign with, and spare keys, with which no profile signs. */
export function signingKeyMethods(context: Context) {
  const { connection } = context;
  return {
    /** One commit, so that at any moment each key is either in use or known as spare. */
    setSigningKey(keyId, { signingKeyId, hasStoredKey, authentication, fingerprint = null, at }) {
      inLedger(context, at, (ledger) => {
        noteSpare(connection, keyId);
        connection.run('DELETE FROM spareKeys WHERE keyId = +?', signingKeyId);
        connection.run(
          `UPDATE profiles SET signingKeyId = ?, hasStoredKey = ?, authentication = ?,
             prepareOnlySince = CASE WHEN ? THEN NULL ELSE prepareOnlySince END WHERE keyId = +?`,
          signingKeyId,
          hasStoredKey ? 1 : 0,
          authentication,
          hasStoredKey ? 1 : 0,
          keyId,
        );
        const cause: Cause =
          authentication === 'secret' ? { code: 'secretReplaced' } : { code: 'keyReplaced', fingerprint };
        noteChange(connection, ledger, { keyId }, cause);
      });
    },

    addSpareKey(signingKeyId) {
      connection.insert('spareKeys', { keyId: signingKeyId }, 'OR IGNORE');
    },

    /** Leaves out keys that a profile signs with that is not removed, even if they are listed as spare. */
    spareKeys() {
      return connection
        .all(
          `SELECT keyId FROM spareKeys AS spare WHERE NOT EXISTS (
             SELECT 1 FROM profiles WHERE coalesce(signingKeyId, profiles.keyId) = spare.keyId AND removedAt IS NULL)`,
        )
        .map((row) => textIn(row, 'keyId'));
    },

    forgetSpareKey(signingKeyId) {
      connection.run('DELETE FROM spareKeys WHERE keyId = +?', signingKeyId);
    },
  } satisfies Partial<ProfileStore>;
}
