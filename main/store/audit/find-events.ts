import type { AuditStore, EventFilter, ListedEvent } from '../../core/ports/index.ts';
import { hourMs } from '../../../contract/duration.ts';
import { actorIn, type Actor } from '../../../contract/actor.ts';
import { Environment } from '../../../contract/profile.ts';
import { isSigned, signedCauses, type Cause } from '../../../contract/payments/cause.ts';
import { PaymentKind } from '../../../contract/payments/payment.ts';
import type { Context } from '../context.ts';
import { withFormer } from '../payees/records.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import {
  bytesIn,
  choiceIn,
  integerIn,
  integerOrNullIn,
  textIn,
  textOrNullIn,
  timeIn,
  type Row,
} from '../read-row.ts';
import { hexOf } from './event-hash.ts';
import { frequentKinds, storedKinds } from './kept-kinds.ts';
import { actorJson, readActor } from './read-actor.ts';
import { readCause } from './read-cause.ts';

/** Events read per query: few enough that none takes longer than a few milliseconds. */
const lookedAtOnce = 300;
const payeePaymentsAtOnce = 200;
/** A longer detail is a list of confirmed duplicates; only its beginning is read. */
const longestDetail = 4000;

/** The subject of an event of a deleted draft: its row is gone. */
const goneFact = (name: string): string =>
  `CASE WHEN entity = 'batch' AND batches.batchNumber IS NULL AND json_valid(facts) THEN facts ->> '$.batch.${name}' END`;

/** Events with what they are about. */
const listed = `SELECT sequence, at, entity, fromState, toState, cause, substr(detail, 1, ${longestDetail}) AS detail, hash, actor,
  coalesce(payments.idPayment, batches.batchId, profiles.name, payeeRecords.payeeId, ${goneFact('batchId')}, '') AS subject,
  coalesce(payments.kind, batches.kind, iif(entity = 'batch', 'payout', NULL)) AS paymentKind, owner.name AS profileName,
  coalesce(owner.environment, profiles.environment, payeeRecords.environment) AS environment,
  coalesce(batches.batchId, (SELECT own.batchId FROM batches AS own WHERE own.batchNumber = payments.batchNumber)) AS batchId,
  coalesce(batches.fileName, (SELECT own.fileName FROM batches AS own WHERE own.batchNumber = payments.batchNumber),
    ${goneFact('fileName')}) AS fileName
  FROM events
  LEFT JOIN payments ON entity = 'payment' AND payments.paymentId = entityId
  LEFT JOIN batches ON entity = 'batch' AND batches.batchNumber = entityId
  LEFT JOIN profiles ON entity = 'profile' AND profiles.profileNumber = entityId
  LEFT JOIN payeeRecords ON entity = 'payee' AND payeeRecords.recordNumber = entityId
  LEFT JOIN profiles AS owner ON owner.profileNumber = coalesce(payments.profileNumber, batches.profileNumber,
    ${goneFact('profileNumber')})
  WHERE sequence IN (SELECT value FROM json_each(+?)) ORDER BY sequence DESC`;

/** Returns at most this many of the newest sequences from `low` to below `before`, in descending order. */
type Stream = (low: number, before: number, limit: number) => number[];

/** Finds events by person, subject and time. */
export function eventMethods(context: Context) {
  const { connection } = context;
  return {
    *walkEvents(filter, before) {
      const bounds = boundsOf(context, filter);
      if (bounds === null) return;
      const streams = streamsOf(context, filter);
      let place = Math.min(before ?? Number.MAX_SAFE_INTEGER, bounds.before);
      for (;;) {
        const found: number[] = [];
        for (const [index, next] of streams.entries()) {
          found.push(...next(bounds.low, place, lookedAtOnce));
          if (index % 4 === 3) yield [];
        }
        const newest = found.toSorted((one, other) => other - one).slice(0, lookedAtOnce);
        const last = newest.at(-1);
        if (last === undefined) return;
        const rows = connection.all(listed, JSON.stringify(newest));
        yield rows.map(readListed).filter((event) => fits(filter, event));
        if (newest.length < lookedAtOnce) return;
        place = last;
      }
    },

    listActors() {
      const found: Actor[] = [];
      for (let last = ''; ;) {
        const row = connection.get(
          'SELECT actor FROM events INDEXED BY eventsOfActors WHERE actor IS NOT NULL AND actor > +? ORDER BY actor LIMIT 1',
          last,
        );
        if (row === undefined) return found;
        last = textIn(row, 'actor');
        const actor = actorIn(last);
        if (actor !== null) found.push(actor);
      }
    },
  } satisfies Partial<AuditStore>;
}

/** The sequences between which every event of the time is; null if there is none. */
function boundsOf(
  { connection }: Context,
  { from, until }: EventFilter,
): { readonly low: number; readonly before: number } | null {
  if (from === null && until === null) return { low: 1, before: Number.MAX_SAFE_INTEGER };
  const row = connection.get(
    'SELECT min(sequence) AS low, max(sequence) AS last FROM eventHours INDEXED BY sequencesOfHours WHERE hour BETWEEN +? AND +?',
    from === null ? Number.MIN_SAFE_INTEGER : Math.trunc(from / hourMs),
    until === null ? Number.MAX_SAFE_INTEGER : Math.trunc(until / hourMs),
  );
  const last = row === undefined ? null : integerOrNullIn(row, 'last');
  if (row === undefined || last === null) return null;
  return {
    low: integerIn(row, 'low'),
    before:
      connection.integerOrNull('SELECT min(sequence) AS next FROM eventHours WHERE sequence > +?', last) ??
      Number.MAX_SAFE_INTEGER,
  };
}

/** The indexes that match the filter, the most selective first; its other conditions are compared event by event. */
function streamsOf(context: Context, filter: EventFilter): Stream[] {
  const { actors, entities, kinds, batchId, paymentIds } = filter;
  // Nothing else compares payees event by event.
  if (paymentIds !== null) return payeeStreams(context, filter);
  if (actors !== null)
    return [
      ...actorStreams(context, actors, entities),
      ...(filter.signer === null ? [] : kindStreams(context, signedCauses)),
    ];
  if (batchId !== null) return batchStreams(context, batchId, entities);
  if (entities.length > 0 && !entities.includes('payment')) return entityStreams(context, entities);
  if (kinds.length > 0 && !kinds.some((kind) => frequentKinds.has(kind))) return kindStreams(context, kinds);
  return [stream(context, 'events NOT INDEXED', '')];
}

const allEntities = ['payment', 'batch', 'profile', 'payee', 'controls', 'settings'] as const;

function actorStreams(
  context: Context,
  actors: readonly Actor[],
  entities: EventFilter['entities'],
): Stream[] {
  const named = entities.length === 0 ? allEntities : entities;
  const from = 'events INDEXED BY eventsOfActors';
  return actors.flatMap((actor) =>
    named.map((entity) =>
      stream(context, from, 'actor IS NOT NULL AND actor = +? AND entity = +?', actorKey(actor), entity),
    ),
  );
}

function batchStreams(context: Context, batchId: string, entities: EventFilter['entities']): Stream[] {
  const batchNumber = context.batchCache.numberOf(batchId);
  if (batchNumber === null) return [];
  const own = stream(
    context,
    'events INDEXED BY eventsOfBatch',
    `entity = 'batch' AND entityId = +?`,
    batchNumber,
  );
  if (entities.length > 0 && !entities.includes('payment')) return [own];
  const ofPayments = stream(
    context,
    'events INDEXED BY eventsOfBatchPayments',
    `entity = 'payment' AND entityId / ${idsPerBatch} = +?`,
    batchNumber,
  );
  return [own, ofPayments];
}

function payeeStreams(context: Context, { payeeIds, paymentIds }: EventFilter): Stream[] {
  const records = context.connection.all(
    `SELECT recordNumber FROM payeeRecords ${withFormer}
     WHERE payeeRecords.payeeId IN (SELECT value FROM json_each(+?)) OR EXISTS (SELECT 1 FROM payees
       WHERE payees.environment = formerPayees.environment AND payees.payee = formerPayees.payee
         AND payees.payeeId IN (SELECT value FROM json_each(+?)))`,
    JSON.stringify(payeeIds),
    JSON.stringify(payeeIds),
  );
  const own = records.map((row) =>
    stream(
      context,
      'events INDEXED BY eventsOfPayee',
      `entity = 'payee' AND entityId = +?`,
      integerIn(row, 'recordNumber'),
    ),
  );
  const paid = [];
  for (let start = 0; start < (paymentIds ?? []).length; start += payeePaymentsAtOnce)
    paid.push(
      stream(
        context,
        'events INDEXED BY eventsOfPayment',
        `entity = 'payment' AND entityId IN (SELECT value FROM json_each(+?))`,
        JSON.stringify((paymentIds ?? []).slice(start, start + payeePaymentsAtOnce)),
      ),
    );
  return [...own, ...paid];
}

function entityStreams(context: Context, entities: EventFilter['entities']): Stream[] {
  const from = 'events INDEXED BY eventsBesidePayments';
  return entities.map((entity) => stream(context, from, `entity <> 'payment' AND entity = +?`, entity));
}

function kindStreams(context: Context, kinds: readonly string[]): Stream[] {
  const from = 'events INDEXED BY eventsOfRareKinds';
  const isRare = `kind NOT IN ('sent', 'answered', 'asked')`;
  return kinds.flatMap(storedKinds).map((kind) => stream(context, from, `${isRare} AND kind = +?`, kind));
}

function stream(
  { connection }: Context,
  from: string,
  condition: string,
  ...values: readonly (string | number)[]
): Stream {
  const and = condition === '' ? '' : `${condition} AND `;
  const sql = `SELECT sequence FROM ${from} WHERE ${and}sequence >= +? AND sequence < +? ORDER BY sequence DESC LIMIT +?`;
  return (low, before, limit) =>
    connection.all(sql, ...values, low, before, limit).map((row) => integerIn(row, 'sequence'));
}

function fits(filter: EventFilter, event: ListedEvent): boolean {
  const { from, until, kinds, entities, actors, batchId } = filter;
  return (
    (from === null || event.at >= from) &&
    (until === null || event.at < until) &&
    (kinds.length === 0 || kinds.includes(event.cause.code)) &&
    (entities.length === 0 || entities.some((entity) => entity === event.entity)) &&
    (actors === null ||
      actors.some((actor) => actorKey(actor) === actorKey(event.actor)) ||
      isSignedBy(event.cause, filter.signer)) &&
    (batchId === null || event.batchId === batchId)
  );
}

/** Whether this is about a signed file of this person, by the name in the file or the enrolled name of the key. */
function isSignedBy(cause: Cause, signer: string | null): boolean {
  if (signer === null || !isSigned(cause)) return false;
  return [cause.by, cause.key?.enrolledName].some((name) => name?.toLowerCase() === signer.toLowerCase());
}

function actorKey(actor: Actor | null): string {
  return actorJson(actor) ?? '';
}

function readListed(row: Row): ListedEvent {
  return {
    sequence: integerIn(row, 'sequence'),
    at: timeIn(row, 'at'),
    entity: textIn(row, 'entity'),
    subject: textIn(row, 'subject'),
    batchId: textOrNullIn(row, 'batchId'),
    fileName: textOrNullIn(row, 'fileName'),
    profileName: textOrNullIn(row, 'profileName'),
    environment: row['environment'] === null ? null : choiceIn(row, 'environment', Environment.options),
    paymentKind: row['paymentKind'] === null ? null : choiceIn(row, 'paymentKind', PaymentKind.options),
    from: textOrNullIn(row, 'fromState'),
    to: textOrNullIn(row, 'toState'),
    cause: readCause(textIn(row, 'cause'), textOrNullIn(row, 'detail')),
    detail: textOrNullIn(row, 'detail'),
    actor: readActor(row),
    hash: hexOf(bytesIn(row, 'hash')),
  };
}
