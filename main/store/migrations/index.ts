import { initial } from './0001-initial.ts';

/** The SQL of each migration in order; the first brings a database from version 0 to version 1, and so on. */
export const migrations: readonly string[] = [initial];

/** The version that this program writes (PRAGMA user_version). */
export const latestVersion = migrations.length;
