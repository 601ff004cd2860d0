import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkLine } from '../../../contract/text/maintenance/check-text.ts';
import { openStore, sizeOfLongUpdate, StoreError } from '../../../main/store/index.ts';
import { Connection } from '../../../main/store/connection.ts';
import { migrate, versionOf } from '../../../main/store/folder/migrate.ts';
import { latestVersion, migrations } from '../../../main/store/migrations/index.ts';
import {
  addProfile,
  beginBatch,
  clock,
  close,
  errorCode,
  importBatch,
  keyId,
  makeLargeOlderFolder,
  newRow,
  openIn,
  raw,
  temporaryFolder,
  storeOver,
} from '../../kit/store.ts';

const mode = (path: string): number => statSync(path).mode & 0o777;

function filled(): string {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  importBatch(store, 'b', 50);
  close(store);
  return directory;
}

function caught(action: () => void): unknown {
  try {
    action();
    return null;
  } catch (error) {
    return error;
  }
}

describe('a data folder', () => {
  it('is open to this user alone, and so is every file in it', () => {
    const directory = join(temporaryFolder(), 'data');
    mkdirSync(directory, { mode: 0o755 });
    const store = openIn(directory);
    addProfile(store);
    expect(mode(directory)).toBe(0o700);
    const names = readdirSync(directory);
    expect(names).toEqual(
      expect.arrayContaining([
        'bursar.sqlite',
        'bursar.sqlite-wal',
        'bursar.sqlite-shm',
        'bursar.lock',
        'owner.json',
      ]),
    );
    expect(names.map((name) => mode(join(directory, name)))).toEqual(names.map(() => 0o600));
    close(store);
    // As after copying it from a medium that is read-only.
    const kept = readdirSync(directory).map((name) => join(directory, name));
    for (const file of kept) chmodSync(file, 0o444);
    close(openIn(directory));
    expect(kept.map(mode)).toEqual(kept.map(() => 0o600));
  });

  it('differs from every other by its database, even from one created by the same process', () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    const ids = [first, second].map((directory) => openIn(directory).databaseId());
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });

  it('that cannot be created is a storage failure in words', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(errorCode(openStore({ directory: join(file, 'data'), clock }))).toBe('storageFailed');
  });

  it('whose modes somebody changed is closed to others again', () => {
    const directory = filled();
    const files = ['bursar.sqlite', 'bursar.lock'].map((name) => join(directory, name));
    chmodSync(directory, 0o755);
    for (const file of files) chmodSync(file, 0o444);
    openIn(directory);
    expect([directory, ...files].map(mode)).toEqual([0o700, 0o600, 0o600]);
  });

  it('on a full disk fails in words and stores nothing that did not fit', () => {
    const connection = new Connection(new Sqlite(join(temporaryFolder(), 'small.sqlite')));
    migrate(connection);
    connection.database.pragma(
      `max_page_count = ${String(connection.database.pragma('page_count', { simple: true }))}`,
    );
    const store = storeOver(connection);
    addProfile(store);
    beginBatch(store, 'b');
    const rows = Array.from({ length: 500 }, (_, index) => newRow('b', index + 1));
    const failure = caught(() => store.addRows('b', rows));
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure instanceof StoreError ? failure.appError : null).toMatchObject({
      code: 'storageFailed',
      details: { cause: 'SQLITE_FULL' },
    });
    expect(store.usedOrderIds(keyId, ['b-1'])).toEqual([]);
    store.close();
  });

  it('has every pragma set that protects a committed intent', () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    const examined = store.examine().map(checkLine);
    const found = Object.fromEntries(examined.map((entry) => [entry.name, entry.found]));
    expect(found).toMatchObject({
      'Journal mode': 'write-ahead log',
      'Synchronous writes': 'full',
      'Writes past the cache of the disk': 'on',
      'Foreign keys': 'on',
      'Quick check': 'ok',
    });
    expect(examined.filter(({ isFine }) => !isFine)).toEqual([]);
  });
});

describe('migration', () => {
  it.each(migrations.map((_, index) => index + 1))(
    'to version %i is one step that leaves a sound database',
    (version) => {
      const connection = new Connection(new Sqlite(':memory:'));
      migrate(connection, version);
      expect(versionOf(connection)).toBe(version);
      expect(connection.get('SELECT * FROM pragma_integrity_check')).toEqual({ integrity_check: 'ok' });
      const loose = connection.all(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
      );
      expect(loose).toEqual([]);
      connection.close();
    },
  );

  it('is all or nothing', () => {
    const connection = new Connection(new Sqlite(':memory:'));
    connection.database.exec('CREATE TABLE chain (x)');
    expect(() => migrate(connection)).toThrow();
    expect(versionOf(connection)).toBe(0);
    expect(connection.all(`SELECT name FROM sqlite_schema`)).toEqual([{ name: 'chain' }]);
    connection.close();
  });
});

describe('a long update', () => {
  it('is one of a large database of an older version, and nothing else', () => {
    const directory = temporaryFolder();
    expect(sizeOfLongUpdate(directory)).toBe(null);
    makeLargeOlderFolder(directory);
    expect(sizeOfLongUpdate(directory)).toBe(65 * 1024 * 1024);
    close(openIn(directory));
    truncateSync(join(directory, 'bursar.sqlite'), 66 * 1024 * 1024);
    expect(sizeOfLongUpdate(directory)).toBe(null);
    writeFileSync(join(directory, 'bursar.sqlite'), 'no database');
    expect(sizeOfLongUpdate(directory)).toBe(null);
    expect(sizeOfLongUpdate(filled())).toBe(null);
  });
});

describe('opening', () => {
  it('I10: refuses a newer database and leaves it as it is, byte for byte', () => {
    const directory = filled();
    const database = raw(directory);
    database.pragma(`user_version = ${latestVersion + 1}`);
    database.close();
    const before = readFileSync(join(directory, 'bursar.sqlite'));
    expect(errorCode(openStore({ directory, clock }))).toBe('databaseNewer');
    expect(readFileSync(join(directory, 'bursar.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(directory).toSorted()).toEqual([
      'bursar.lock',
      'bursar.mark',
      'bursar.sqlite',
      'owner.json',
    ]);
  });

  it('I10: sees a newer version that is only in the journal of a run that crashed', () => {
    const directory = filled();
    const database = raw(directory);
    database.pragma('journal_mode = WAL');
    database.pragma('wal_autocheckpoint = 0');
    database.pragma(`user_version = ${latestVersion + 1}`);
    const files = ['bursar.sqlite', 'bursar.sqlite-wal'].map(
      (name) => [name, readFileSync(join(directory, name))] as const,
    );
    database.close();
    const crashed = temporaryFolder();
    for (const [name, bytes] of files) writeFileSync(join(crashed, name), bytes);
    expect(errorCode(openStore({ directory: crashed, clock }))).toBe('databaseNewer');
    for (const [name, bytes] of files) expect(readFileSync(join(crashed, name)).equals(bytes)).toBe(true);
  });

  it('opens a database whose first run was killed while it switched the journal, as it was before', () => {
    const directory = filled();
    const database = raw(directory);
    database.pragma('journal_mode = DELETE');
    // Without room for changed pages SQLite writes them before the commit.
    database.pragma('cache_size = 1');
    database.exec('BEGIN; CREATE TABLE large AS SELECT zeroblob(4000) FROM payments');
    const killed = temporaryFolder();
    for (const name of ['bursar.sqlite', 'bursar.sqlite-journal'])
      copyFileSync(join(directory, name), join(killed, name));
    database.close();
    openIn(killed);
    expect(raw(killed).pragma('table_list(large)')).toEqual([]);
    expect(existsSync(join(killed, 'bursar.sqlite-journal'))).toBe(false);
  });

  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['is no database', (path) => writeFileSync(path, 'this is a text, not a database '.repeat(200))],
    ['is empty', (path) => truncateSync(path, 0)],
    ['is cut short', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    [
      'has a page of garbage',
      (path) => {
        const bytes = readFileSync(path);
        for (let page = 2; page * 4096 < bytes.length; page += 3)
          bytes.fill(0xa5, page * 4096, page * 4096 + 2000);
        writeFileSync(path, bytes);
      },
    ],
    [
      'has a broken header',
      (path) => {
        const bytes = readFileSync(path);
        bytes.fill(0xff, 16, 40);
        writeFileSync(path, bytes);
      },
    ],
    [
      'is a database of another program',
      (path) => {
        truncateSync(path, 0);
        const other = new Sqlite(path);
        other.exec('CREATE TABLE notes (text)');
        other.close();
      },
    ],
  ];

  it.each(damages)(
    'I10: sets aside a database that %s, and keeps refusing while it is there',
    (_, damage) => {
      const directory = filled();
      const path = join(directory, 'bursar.sqlite');
      damage(path);
      const damaged = readFileSync(path);
      const result = openStore({ directory, clock });
      expect(errorCode(result)).toBe('databaseDamaged');
      const aside = join(directory, 'bursar.damaged-2026-01-02T03-04-05.000Z.sqlite');
      expect(readFileSync(aside).equals(damaged)).toBe(true);
      expect(result.ok ? '' : result.error.message).toContain(aside);
      expect(errorCode(openStore({ directory, clock }))).toBe('databaseDamaged');
      expect(existsSync(path)).toBe(false);
      renameSync(aside, join(temporaryFolder(), 'elsewhere.sqlite'));
      openIn(directory);
    },
  );

  it('I10: never starts again next to the journal of a database that is gone', () => {
    const directory = filled();
    renameSync(join(directory, 'bursar.sqlite'), join(directory, 'bursar.sqlite-wal'));
    expect(errorCode(openStore({ directory, clock }))).toBe('databaseDamaged');
  });

  it('creates a new database even if an earlier first run crashed in the middle', () => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, 'bursar.new.sqlite'), 'half');
    addProfile(openIn(directory));
  });

  it('names what it cannot read', () => {
    const directory = filled();
    const database = raw(directory);
    database.exec(
      `DROP TRIGGER paymentsKeepTheirMoney; UPDATE payments SET amount = 'much' WHERE rowNumber = 1`,
    );
    database.close();
    expect(() => openIn(directory).findPayment('b-1')).toThrow(/'much' as amount/);
  });
});
