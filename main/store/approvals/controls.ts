import { z } from 'zod';
import type { ApprovalStore, NewControls, StoredControls } from '../../core/ports/index.ts';
import { inLedger } from '../audit/ledger.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import type { ControlCopies } from '../folder/control-copies.ts';
import { integerIn, textIn, timeIn, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { readUnverified } from './signed-bytes.ts';

/** A person changes approvers and policies a few times a year. */
const listedControls = 1000;

/** Signed documents of approvers and policies. */
export function controlMethods(context: Context, copies: ControlCopies | null) {
  const { connection } = context;
  return {
    databaseId: () => databaseIdOf(context),

    listControls() {
      return connection
        .all('SELECT * FROM controls ORDER BY number DESC LIMIT +?', listedControls)
        .map(readControls);
    },

    controlsAt(sequence) {
      const row = connection.get(
        `SELECT controls.* FROM events INDEXED BY eventsOfControls JOIN controls ON number = entityId
         WHERE entity = 'controls' AND sequence < +? ORDER BY sequence DESC LIMIT 1`,
        sequence ?? Number.MAX_SAFE_INTEGER,
      );
      return row === undefined ? null : readControls(row);
    },

    hasControlEvents(hash) {
      const isAbout = hash === undefined ? '' : `AND json_extract(facts, '$.controls.hash') = +?`;
      const of = hash === undefined ? [] : [hash];
      return (
        connection.get(`SELECT 1 FROM events WHERE entity = 'controls' ${isAbout} LIMIT 1`, ...of) !==
        undefined
      );
    },

    addControls(controls) {
      if (!isKnown(context, controls.hash)) addControls(context, controls, controls.at);
      copies?.keep(controls.content);
    },

    controlCopies: () => copies?.read() ?? [],
  } satisfies Partial<ApprovalStore>;
}

/** The ID of this database and of every copy of it. */
export function databaseIdOf({ connection }: Pick<Context, 'connection'>): string {
  const row = connection.get('SELECT databaseId FROM databaseIdentity WHERE one = 1');
  if (row === undefined) throw unreadable('no name of the database');
  return textIn(row, 'databaseId');
}

/** Every version in a database; the oldest first. */
export function controlsIn(connection: Pick<Connection, 'all'>): StoredControls[] {
  return connection.all('SELECT * FROM controls ORDER BY number').map(readControls);
}

const OfDatabase = z.object({ databaseId: z.string() });

/** Whether one of these documents is of another database, unverified. */
export function isAnyOfOther(documents: readonly string[], databaseId: string): boolean {
  return documents.some((content) => {
    const found = readUnverified(OfDatabase, content);
    return found !== null && found.databaseId !== databaseId;
  });
}

/** Stores the versions that are not there yet: what an approver rejected counts only if it is known that they were one. */
export function carryControls(context: Context, versions: readonly StoredControls[], at: number): void {
  for (const controls of versions)
    if (!isKnown(context, controls.hash))
      addControls(
        context,
        { ...controls, detail: `Version ${controls.version}, which this database did not have` },
        at,
      );
}

function isKnown({ connection }: Context, hash: string): boolean {
  return connection.get('SELECT 1 FROM controls WHERE hash = +?', hash) !== undefined;
}

function addControls(
  context: Context,
  { version, hash, content, detail, at }: NewControls,
  recordedAt: number,
): void {
  const { connection } = context;
  inLedger(context, recordedAt, (ledger) => {
    const number = connection.insert('controls', { version, hash, content, at });
    ledger.recordChanged('controls', number, { cause: { code: 'controlsChanged' }, detail });
  });
}

function readControls(row: Row): StoredControls {
  return {
    version: integerIn(row, 'version'),
    hash: textIn(row, 'hash'),
    content: textIn(row, 'content'),
    at: timeIn(row, 'at'),
  };
}
