import { existsSync, statSync } from 'node:fs';
import type { Store } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import { fileMode, filesOf, folderMode, modeOf } from './data-folder.ts';
import { largestQuickCheckBytes } from './inspect-database.ts';
import { versionOf } from './migrate.ts';
import { latestVersion } from '../migrations/index.ts';

type Finding = ReturnType<Store['examine']>[number];

/** See FolderStore. Does not check a database over 64 MiB, since that would block the process; a backup does. */
export function examine(connection: Connection, directory: string | null): Finding[] {
  const version = versionOf(connection);
  return [
    { name: 'SQLite', isFine: true, found: textOf(connection, 'SELECT sqlite_version() AS value') },
    { name: 'Database version', isFine: version === latestVersion, found: String(version) },
    pragma(connection, 'journal_mode', directory === null ? 'memory' : 'wal'),
    pragma(connection, 'synchronous', '2'),
    pragma(connection, 'fullfsync', '1'),
    pragma(connection, 'foreign_keys', '1'),
    quickCheck(connection),
    ...(directory === null ? [] : examineFolder(directory)),
  ];
}

function pragma(connection: Connection, name: string, expected: string): Finding {
  const found = textOf(connection, `SELECT ${name} AS value FROM pragma_${name}`);
  return { name, isFine: found === expected, found };
}

function quickCheck(connection: Connection): Finding {
  const name = 'Quick check';
  const bytes = Number(
    textOf(connection, 'SELECT page_count * page_size AS value FROM pragma_page_count, pragma_page_size'),
  );
  if (bytes > largestQuickCheckBytes)
    return { name, isFine: true, found: 'left out, since the database is big; a backup checks all of it' };
  const found = textOf(connection, 'SELECT quick_check AS value FROM pragma_quick_check LIMIT 1');
  return { name, isFine: found === 'ok', found };
}

function examineFolder(directory: string): Finding[] {
  const { database, mark: markFile } = filesOf(directory);
  return [
    mode('Data folder', directory, folderMode),
    ...[database, `${database}-wal`, `${database}-shm`, markFile].flatMap((path) =>
      existsSync(path) ? examineFile(path) : [],
    ),
  ];
}

function examineFile(path: string): Finding[] {
  return [
    mode(path, path, fileMode),
    { name: `Size of ${path}`, isFine: true, found: `${statSync(path).size} bytes` },
  ];
}

/** Windows keeps access lists instead of modes. */
function mode(name: string, path: string, expected: number): Finding {
  const found = modeOf(path);
  return {
    name: `Mode of ${name}`,
    isFine: found === expected || process.platform === 'win32',
    found: `0${found.toString(8)}`,
  };
}

function textOf(connection: Connection, sql: string): string {
  return String(connection.get(sql)?.['value']);
}
