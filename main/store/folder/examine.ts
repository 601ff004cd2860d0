import { existsSync, statSync } from 'node:fs';
import type { Check } from '../../../contract/maintenance/check.ts';
import type { Connection } from '../connection.ts';
import { fileMode, filesOf, folderMode, modeOf } from './data-folder.ts';
import { largestQuickCheckBytes } from './inspect-database.ts';
import { versionOf } from './migrate.ts';
import { latestVersion } from '../migrations/index.ts';

/** See FolderStore. Does not check a database over 64 MiB, since that would block the process; a backup does. */
export function examine(connection: Connection, directory: string | null): Check[] {
  const version = versionOf(connection);
  return [
    { code: 'sqlite', isFine: true, version: textOf(connection, 'SELECT sqlite_version() AS value') },
    { code: 'databaseVersion', isFine: version === latestVersion, version },
    pragma(connection, 'journal_mode', directory === null ? 'memory' : 'wal'),
    pragma(connection, 'synchronous', '2'),
    pragma(connection, 'fullfsync', '1'),
    pragma(connection, 'foreign_keys', '1'),
    quickCheck(connection),
    ...(directory === null ? [] : examineFolder(directory)),
  ];
}

function pragma(connection: Connection, name: string, expected: string): Check {
  const value = textOf(connection, `SELECT ${name} AS value FROM pragma_${name}`);
  return { code: 'pragma', isFine: value === expected, pragma: name, value };
}

function quickCheck(connection: Connection): Check {
  const bytes = Number(
    textOf(connection, 'SELECT page_count * page_size AS value FROM pragma_page_count, pragma_page_size'),
  );
  if (bytes > largestQuickCheckBytes) return { code: 'quickCheck', isFine: true, answer: null };
  const answer = textOf(connection, 'SELECT quick_check AS value FROM pragma_quick_check LIMIT 1');
  return { code: 'quickCheck', isFine: answer === 'ok', answer };
}

function examineFolder(directory: string): Check[] {
  const { database, mark: markFile } = filesOf(directory);
  return [
    { code: 'folderMode', ...modeFacts(directory, folderMode) },
    ...[database, `${database}-wal`, `${database}-shm`, markFile].flatMap((path) =>
      existsSync(path) ? examineFile(path) : [],
    ),
  ];
}

function examineFile(path: string): Check[] {
  return [
    { code: 'fileMode', path, ...modeFacts(path, fileMode) },
    { code: 'fileSize', isFine: true, path, bytes: statSync(path).size },
  ];
}

/** Windows keeps access lists instead of modes. */
function modeFacts(path: string, expected: number): { isFine: boolean; mode: string } {
  const found = modeOf(path);
  return { isFine: found === expected || process.platform === 'win32', mode: `0${found.toString(8)}` };
}

function textOf(connection: Connection, sql: string): string {
  return String(connection.get(sql)?.['value']);
}
