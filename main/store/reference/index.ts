import { profileNumberOfKey } from '../profiles/profile-number.ts';
import type { ReferenceStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn } from '../read-row.ts';

const ofProfile = `profileNumber = ${profileNumberOfKey}`;

/** Implements ReferenceStore. */
export function referenceStore({ connection }: Context) {
  return {
    findCodes(keyId, list) {
      const row = connection.get(
        `SELECT asOf, codes FROM codeLists WHERE ${ofProfile} AND list = +?`,
        keyId,
        list,
      );
      return row === undefined ? null : { asOf: integerIn(row, 'asOf'), json: textIn(row, 'codes') };
    },

    saveCodes(keyId, list, { asOf, json }) {
      connection.run(
        `INSERT OR REPLACE INTO codeLists (profileNumber, list, asOf, codes)
         SELECT profileNumber, ?, ?, ? FROM profiles WHERE keyId = +?`,
        list,
        asOf,
        json,
        keyId,
      );
    },

    findMerchant(keyId) {
      const row = connection.get(`SELECT asOf, info FROM merchantInfos WHERE ${ofProfile}`, keyId);
      return row === undefined ? null : { asOf: integerIn(row, 'asOf'), json: textIn(row, 'info') };
    },

    saveMerchant(keyId, { asOf, json }) {
      connection.run(
        `INSERT OR REPLACE INTO merchantInfos (profileNumber, asOf, info)
         SELECT profileNumber, ?, ? FROM profiles WHERE keyId = +?`,
        asOf,
        json,
        keyId,
      );
    },
  } satisfies Partial<ReferenceStore>;
}
