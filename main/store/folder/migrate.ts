import type { Connection } from '../connection.ts';
import { latestVersion, migrations } from '../migrations/index.ts';

/** Marks a file as a Bursar database (PRAGMA application_id): the letters `Burs`. */
export const applicationId = 0x42757273;

export function versionOf(connection: Connection): number {
  return connection.integer('PRAGMA user_version');
}

/** Brings a database to the latest version, each migration in one transaction. */
export function migrate(connection: Connection, upTo: number = latestVersion): void {
  for (let version = versionOf(connection); version < upTo; version += 1) {
    const sql = migrations[version];
    if (sql === undefined) throw new RangeError(`there is no migration from version ${version}`);
    connection.transaction(() => {
      connection.database.exec(sql);
      connection.database.pragma(`application_id = ${applicationId}`);
      connection.database.pragma(`user_version = ${version + 1}`);
    });
  }
}
