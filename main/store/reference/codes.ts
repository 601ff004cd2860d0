import type { CodeListName } from '../../../contract/reference.ts';
import type { KeptReference } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn } from '../read-row.ts';

const ofProfile = 'profileNumber = (SELECT profileNumber FROM profiles WHERE keyId = +?)';

/** See ReferenceStore. */
export function findCodes({ connection }: Context, keyId: string, list: CodeListName): KeptReference | null {
  const row = connection.get(
    `SELECT asOf, codes FROM codeLists WHERE ${ofProfile} AND list = +?`,
    keyId,
    list,
  );
  return row === undefined ? null : { asOf: integerIn(row, 'asOf'), json: textIn(row, 'codes') };
}

/** See ReferenceStore. */
export function keepCodes(
  { connection }: Context,
  keyId: string,
  list: CodeListName,
  { asOf, json }: KeptReference,
): void {
  connection.run(
    `INSERT OR REPLACE INTO codeLists (profileNumber, list, asOf, codes)
     SELECT profileNumber, ?, ?, ? FROM profiles WHERE keyId = +?`,
    list,
    asOf,
    json,
    keyId,
  );
}

/** See ReferenceStore. */
export function findMerchant({ connection }: Context, keyId: string): KeptReference | null {
  const row = connection.get(`SELECT asOf, info FROM merchantInfos WHERE ${ofProfile}`, keyId);
  return row === undefined ? null : { asOf: integerIn(row, 'asOf'), json: textIn(row, 'info') };
}

/** See ReferenceStore. */
export function keepMerchant({ connection }: Context, keyId: string, { asOf, json }: KeptReference): void {
  connection.run(
    `INSERT OR REPLACE INTO merchantInfos (profileNumber, asOf, info)
     SELECT profileNumber, ?, ? FROM profiles WHERE keyId = +?`,
    asOf,
    json,
    keyId,
  );
}
