import type { Connection } from '../connection.ts';
import { StoreError } from '../store-error.ts';

/** SQL for the number of the profile whose key ID is bound to its one parameter; NULL if there is none. */
export const profileNumberOfKey = '(SELECT profileNumber FROM profiles WHERE keyId = +?)';

/** The number of the profile with this key ID; null if there is none. */
export function profileNumberOf(connection: Connection, keyId: string): number | null {
  return connection.integerOrNull('SELECT profileNumber FROM profiles WHERE keyId = +?', keyId);
}

/** The error for new records of a profile that was removed, long ago or while they were being prepared. */
export function profileRemoved(): StoreError {
  return new StoreError('notFound', 'The profile was removed, so nothing was saved. Add it again first.');
}
