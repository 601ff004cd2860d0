import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../contract/actor.ts';
import { EventEntity } from '../../../contract/audit.ts';
import type { EventFilter, ListedEvent } from '../../../main/core/ports/index.ts';
import { eventMethods } from '../../../main/store/audit/find-events.ts';
import { settingsStore } from '../../../main/store/settings/index.ts';
import { verifyLog } from '../../../main/store/audit/verify-log.ts';
import { actorJson } from '../../../main/store/audit/read-actor.ts';
import { Connection } from '../../../main/store/connection.ts';
import { contextOn } from '../../../main/store/context.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';
import { problemsOf } from '../../kit/samples.ts';

const hourMs = 3_600_000;
const anyone: EventFilter = {
  actors: null,
  signer: null,
  entities: [],
  kinds: [],
  batchId: null,
  payeeIds: [],
  paymentIds: null,
  from: null,
  until: null,
};
const actors: readonly (Actor | null)[] = [
  null,
  { user: 'anna', name: null },
  { user: 'anna', name: 'Anna Berg' },
  { user: 'bob', name: 'Bob' },
];

/** A connection that remembers each statement. */
class Watched extends Connection {
  readonly statements = new Set<string>();

  override all(...given: Parameters<Connection['all']>): ReturnType<Connection['all']> {
    this.statements.add(given[0]);
    return super.all(...given);
  }

  override get(...given: Parameters<Connection['get']>): ReturnType<Connection['get']> {
    this.statements.add(given[0]);
    return super.get(...given);
  }
}

function empty(): Watched {
  const connection = new Watched(new Sqlite(':memory:'));
  migrate(connection);
  return connection;
}

/** The same number for the same seed: a small generator is enough here. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function found(connection: Connection, filter: Partial<EventFilter>, before: number | null = null) {
  return [...eventMethods(contextOn(connection)).walkEvents({ ...anyone, ...filter }, before)];
}

/** Events by different people, while the clock runs on, stands still and is set back. */
function written(connection: Connection, count: number): void {
  const next = numbers(7);
  let at = 10 * hourMs;
  for (let index = 0; index < count; index += 1) {
    at += next(20) === 0 ? -next(3 * hourMs) : next(hourMs / 4);
    const actor = actors[next(actors.length)] ?? null;
    const context = { ...contextOn(connection), actor: actorJson(actor) };
    settingsStore(context).changeSettings([{ name: 'duplicateWindowDays', json: '1', detail: '{}' }], at);
  }
}

describe('events of the log', () => {
  it('are found by person and time, whatever the clock did, exactly as one by one', () => {
    const connection = empty();
    written(connection, 1500);
    const all = found(connection, {}).flat();
    expect(all).toHaveLength(1500);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => 1500 - index));
    const times = all.map(({ at }) => at);
    const next = numbers(3);
    for (let round = 0; round < 100; round += 1) {
      const from = next(3) === 0 ? null : (times[next(times.length)] ?? 0);
      const until = next(3) === 0 ? null : (times[next(times.length)] ?? 0) + next(2);
      const actor = actors[next(actors.length)] ?? null;
      const before = next(2) === 0 ? null : next(1500) + 1;
      const expected = all.filter(
        (event) =>
          (from === null || event.at >= from) &&
          (until === null || event.at < until) &&
          (actor === null || (event.actor?.user === actor.user && event.actor.name === actor.name)) &&
          (before === null || event.sequence < before),
      );
      const steps = found(connection, { from, until, actors: actor === null ? null : [actor] }, before);
      expect(steps.flat()).toEqual(expected);
      expect(Math.max(0, ...steps.map(({ length }) => length))).toBeLessThanOrEqual(300);
    }
  });

  it('name everyone who did something, once', () => {
    const connection = empty();
    written(connection, 200);
    const named = eventMethods(contextOn(connection)).listActors();
    expect(named).toHaveLength(3);
    expect(named).toEqual(expect.arrayContaining(actors.filter((actor) => actor !== null)));
  });

  it('of Bursar 0.4.0 are found by every kind and entity that they have', () => {
    const connection = older();
    const all = found(connection, {}).flat();
    const codes = new Set(all.map(({ cause }) => cause.code));
    expect(codes.size).toBeGreaterThan(5);
    const same = (wanted: Partial<EventFilter>, fits: (event: ListedEvent) => boolean): void =>
      expect(found(connection, wanted).flat()).toEqual(all.filter(fits));
    for (const code of codes) same({ kinds: [code] }, ({ cause }) => cause.code === code);
    for (const entity of EventEntity.options)
      same({ entities: [entity] }, (event) => event.entity === entity);
    const [batchId] = all.flatMap((event) => (event.batchId === null ? [] : [event.batchId]));
    same({ batchId: batchId ?? '' }, (event) => event.batchId === batchId);
    same(
      { batchId: batchId ?? '', kinds: ['released'], entities: ['batch'] },
      (event) => event.batchId === batchId && event.cause.code === 'released' && event.entity === 'batch',
    );
    same({ actors: [] }, () => false);
  });

  it('are found by indexes alone: no statement reads the log from end to end, or sorts it', () => {
    const connection = older();
    const [first] = found(connection, { entities: ['batch'] }).flat();
    const filters: Partial<EventFilter>[] = [
      {},
      { from: 5, until: 9 },
      { actors: [{ user: 'anna', name: null }] },
      { actors: [{ user: 'anna', name: null }], signer: 'anna' },
      { entities: ['batch', 'settings'] },
      { kinds: ['released', 'decided'] },
      { kinds: ['sent'] },
      { batchId: first?.batchId ?? '' },
      { payeeIds: ['x'], paymentIds: [1, 2] },
    ];
    connection.statements.clear();
    for (const filter of filters) found(connection, filter);
    eventMethods(contextOn(connection)).listActors();
    expect(connection.statements.size).toBeGreaterThan(8);
    for (const sql of connection.statements) {
      const plan = new Connection(connection.database)
        .all(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`)
        .map(({ detail }) => String(detail));
      expect(
        plan.filter((step) => /^SCAN (events|payments|batches)\b/.test(step)),
        sql,
      ).toEqual([]);
      const isBounded = /json_each|entityId [<>]/.test(sql);
      expect(
        plan.filter((step) => !isBounded && /TEMP B-TREE/.test(step)),
        sql,
      ).toEqual([]);
    }
  });

  it('I6: whose actor was changed, added or removed are detected by the audit', () => {
    for (const edit of [`'{"name":"Eve","user":"bob"}'`, 'NULL']) {
      const connection = empty();
      written(connection, 20);
      connection.run('DROP TRIGGER eventsNeverChange');
      const changed = connection.run(
        `UPDATE events SET actor = ${edit} WHERE sequence > 10 AND actor IS NOT ${edit}`,
      );
      expect(changed).toBeGreaterThan(0);
      const problems = problemsOf(verifyLog(contextOn(connection), [])).join('\n');
      expect(problems).toMatch(/Event 1\d or the one before it was changed/);
    }
  });

  it('I6: whose index of hours was changed behind the log are detected by the audit', () => {
    const connection = empty();
    written(connection, 50);
    const problems = () => problemsOf(verifyLog(contextOn(connection), []));
    connection.run(`INSERT OR REPLACE INTO settings (name, value) VALUES ('duplicateWindowDays', '1')`);
    expect(problems()).toEqual([]);
    connection.run('UPDATE eventHours SET hour = hour + 1 WHERE sequence = 1');
    expect(problems()).toEqual([
      'The index of hours does not match events 1 to 50: it was changed without an event.',
    ]);
  });
});

/** The log that Bursar 0.4.0 wrote, brought up to date. */
function older(): Watched {
  const connection = new Watched(new Sqlite(':memory:'));
  const { database } = connection;
  migrate(connection, 14);
  database.pragma('foreign_keys = OFF');
  const triggers = connection.all(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`);
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec(readFileSync(path.join(import.meta.dirname, 'version-0.4.0.sql'), 'utf8'));
  database.exec('UPDATE batchNumbers SET lastNumber = 1');
  for (const { sql } of triggers) database.exec(String(sql));
  migrate(connection);
  return connection;
}
