import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import { sealedColumns, sealedText } from '../../../contract/evidence/log-texts.ts';
import { readJson } from '../../../contract/json.ts';
import type { Connection } from '../connection.ts';
import { type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { batchNumberOf, paymentIdsOf } from '../payments/payment-id.ts';

/**
 * The columns that are facts: each event carries those of its payment, batch, profile or payee after the event, so that the
 * audit can recompute them. Other columns of these tables are a schedule, progress, or derived from these.
 */
export const factColumns = {
  life: [
    'firstSentAt',
    'gatewaySentAt',
    'gatewayStatus',
    'feeAmount',
    'feeCurrencyCode',
    'gatewayCreatedAt',
    'processedAt',
    'isTest',
    'problemCode',
    'problemMessage',
    'problemParameters',
  ],
  incoming: ['origin', 'returnUrl', 'awaitedUntil', 'answer', 'instructions'],
  attempt: ['number', 'finishedAt', 'status', 'answer'],
  batch: [
    'batchId',
    'profileNumber',
    'kind',
    'fileName',
    'fileHash',
    'contentHash',
    'callbackUrl',
    'rows',
    'lastRowNumber',
    'rowsHash',
    'totals',
    'createdAt',
    'releasedAt',
    'pausedAt',
    'messageId',
    'source',
    'scheduledFor',
    'scheduleError',
  ],
  profile: [
    'keyId',
    'signingKeyId',
    'name',
    'environment',
    'baseUrl',
    'merchantCode',
    'callbackUrl',
    'paymentPageUrl',
    'authentication',
    'hasStoredKey',
    'createdAt',
    'removedAt',
    'prepareOnlySince',
  ],
  payee: [
    'payeeId',
    'environment',
    'payee',
    'name',
    'accountNumber',
    'emailAddress',
    'importedAt',
    'blockedAt',
    'verifiedAt',
    'verifiedBy',
    'verifiedHow',
    'verifiedNote',
  ],
  controls: ['version', 'hash', 'content', 'at'],
} as const;

export type Values = Record<string, string | number>;
/** Hand-written: an audit reads millions of these, and a zod record takes three times as long. */
const Values = z.custom<Values>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => typeof each === 'string' || Number.isFinite(each)),
);
const Facts = z.object({
  life: Values.optional(),
  incoming: Values.optional(),
  attempt: Values.optional(),
  batch: Values.optional(),
  profile: Values.optional(),
  payee: Values.optional(),
  controls: Values.optional(),
  /** A setting by name: see `settingFactIn`. */
  settings: Values.optional(),
  /** What the setting, or the payee's record, was before; empty: there was none. Absent in an older Bursar's. */
  before: Values.optional(),
  /** The seal of the row, in the first event of a payment. */
  row: z.string().optional(),
  /** The hash of the seals of all rows of a batch, in the event of its import. */
  rows: z.string().optional(),
});
export type Facts = z.infer<typeof Facts>;

/** Reads the facts of an event; null if it has none, as in an older Bursar, or none that can be parsed. */
export function readFacts(json: string | null): Facts | null {
  return readJson(Facts, json);
}

/** The gateway's status of a payment in the facts of an event, as an event carries it; undefined if they do not say what became of it. */
export function gatewayStatusIn(facts: string | null): string | number | null | undefined {
  const life = readFacts(facts)?.life;
  return life === undefined ? undefined : (life['gatewayStatus'] ?? null);
}

/** An event carries the hash of longer texts. */
const longestFact = 100;

/** A value as an event carries it. */
export function factOf(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  // A hash in place of what it is made of would look like it.
  return value.length <= longestFact && !value.startsWith(hashMark) ? value : hashed(value);
}

const hashMark = 'sha256:';

function hashed(text: string): string {
  return `${hashMark}${hash('sha256', text, 'base64url')}`;
}

/** A setting, JSON, as an event carries it: an address in it may have a password, and events stay. */
export function settingFactOf(value: string): string {
  return hashed(value);
}

/** The same of a setting that an event carries: an earlier Bursar's has a short one itself. */
export function settingFactIn(fact: string | number): string {
  const text = String(fact);
  return text.startsWith(hashMark) ? text : hashed(text);
}

/** Those of a row that are not null. */
function valuesOf(row: Row, columns: readonly string[]): Values {
  const values: Values = {};
  for (const column of columns) {
    const value = factOf(row[column]);
    if (value !== null) values[column] = value;
  }
  return values;
}

const selectLife = `SELECT ${factColumns.life.join(', ')} FROM lives WHERE paymentId = +?`;
const selectIncoming = `SELECT ${factColumns.incoming.join(', ')} FROM incoming WHERE batchNumber = +?`;
const selectAttempt = `SELECT ${factColumns.attempt.join(', ')} FROM attempts WHERE paymentId = +? ORDER BY number DESC LIMIT 1`;
const selectRow = `SELECT ${sealedColumns.join(', ')} FROM payments WHERE paymentId = +?`;
const selectRows = `SELECT ${sealedColumns.join(', ')} FROM payments WHERE paymentId BETWEEN +? AND +? ORDER BY paymentId`;

/** The current facts of a payment, for the event of a change from this state. */
export function paymentFacts(connection: Connection, paymentId: number, from: string): string {
  const life = connection.get(selectLife, paymentId);
  const facts: Facts = { life: life === undefined ? {} : valuesOf(life, factColumns.life) };
  if (from === 'draft') facts.row = sealOfStored(connection, paymentId);
  if (from === 'sending') {
    const attempt = connection.get(selectAttempt, paymentId);
    if (attempt !== undefined) facts.attempt = valuesOf(attempt, factColumns.attempt);
  }
  const incoming = isFirstRow(paymentId)
    ? connection.get(selectIncoming, batchNumberOf(paymentId))
    : undefined;
  if (incoming !== undefined) facts.incoming = valuesOf(incoming, factColumns.incoming);
  return JSON.stringify(facts);
}

/** A payin or top-up is the first row of its batch; only that row is looked up in `incoming`. */
function isFirstRow(paymentId: number): boolean {
  return paymentId === paymentIdsOf(batchNumberOf(paymentId))[0] + 1;
}

/** The tables of records of which each event has all facts, and their keys. */
export const recordTables = {
  batch: { table: 'batches', key: 'batchNumber' },
  profile: { table: 'profiles', key: 'profileNumber' },
  payee: { table: 'payeeRecords', key: 'recordNumber' },
  controls: { table: 'controls', key: 'number' },
} as const;

/** The current facts of such a record, with these others: `rows` is the seal of the rows of a batch if they were just added. */
export function recordFacts(
  connection: Connection,
  entity: keyof typeof recordTables,
  entityId: number,
  others: Pick<Facts, 'rows' | 'before'>,
): string {
  const facts: Facts = { [entity]: recordValues(connection, entity, entityId), ...others };
  return JSON.stringify(facts);
}

/** The current values of such a record, as an event carries them. */
export function recordValues(
  connection: Connection,
  entity: keyof typeof recordTables,
  entityId: number,
): Values {
  const { table, key } = recordTables[entity];
  const row = connection.get(`SELECT * FROM ${table} WHERE ${key} = +?`, entityId);
  if (row === undefined) throw unreadable(`an event of ${entity} ${entityId}, which does not exist`);
  return valuesOf(row, factColumns[entity]);
}

/** The facts of a setting; `before` is null if none was stored. */
export function settingFacts(name: string, value: string, before: string | null): string {
  const facts: Facts = {
    settings: { [name]: settingFactOf(value) },
    before: before === null ? {} : { [name]: settingFactOf(before) },
  };
  return JSON.stringify(facts);
}

/** The seal of a row: a hash of everything that it pays, to whom, and under which order ID. */
export function sealOf(row: Row): string {
  return hash('sha256', sealedText(sealedColumns.map((column) => row[column])), 'base64url');
}

function sealOfStored(connection: Connection, paymentId: number): string {
  const row = connection.get(selectRow, paymentId);
  if (row === undefined) throw unreadable(`an event of payment ${paymentId}, which does not exist`);
  return sealOf(row);
}

/** Combines the seals of the rows of one batch, in order, into one hash. */
export class RowsSeal {
  readonly #sum = createHash('sha256');

  add(seal: string): void {
    this.#sum.update(seal);
  }

  addStored(connection: Connection, firstPaymentId: number, lastPaymentId: number): void {
    for (const row of connection.all(selectRows, firstPaymentId, lastPaymentId)) this.add(sealOf(row));
  }

  /** The hash of all seals so far. */
  digest(): string {
    return this.#sum.copy().digest('base64url');
  }
}
