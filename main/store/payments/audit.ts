import type { AuditPlace } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { bytesHash, eventHash, firstHash, hexOf } from './event-hash.ts';
import { paymentTables } from './read-payment.ts';
import { bytesIn, choiceIn, integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';

/**
 * Checks a stretch of the chain of events (invariant I6). Each event's hash covers the hash before it, and the head of the
 * chain is kept apart, so that an event that was changed, removed, inserted, moved or cut off the end is found. Whoever can
 * write to the file and knows this code can compute the whole chain anew; against that only a copy of the head kept
 * elsewhere helps.
 */
export function verifyEvents(
  { connection }: Context,
  from: AuditPlace,
  limit: number,
): { next: AuditPlace | null; checked: number; problems: string[] } {
  const rows = connection.all(
    'SELECT * FROM events WHERE sequence > +? ORDER BY sequence LIMIT ?',
    from.sequence,
    limit,
  );
  const problems: string[] = [];
  let place: AuditPlace = from.sequence === 0 ? { sequence: 0, hash: firstHash } : from;
  for (const row of rows) {
    const found = placeOf(row);
    if (found.sequence !== place.sequence + 1)
      problems.push(`Events ${place.sequence + 1} to ${found.sequence - 1} are missing.`);
    else if (eventHash(contentOf(row), place.hash) !== found.hash)
      problems.push(`Event ${found.sequence} or the one before it was changed, moved or put in.`);
    place = found;
  }
  if (rows.length === limit) return { next: place, checked: rows.length, problems };
  return { next: null, checked: rows.length, problems: [...problems, ...headProblems(connection, place)] };
}

function headProblems(connection: Context['connection'], last: AuditPlace): string[] {
  const row = connection.get('SELECT sequence, hash FROM chain WHERE one = 1');
  if (row === undefined) return ['The head of the chain of events is missing.'];
  const head = placeOf(row);
  if (head.sequence > last.sequence)
    return [`Events ${last.sequence + 1} to ${head.sequence} are missing at the end.`];
  if (head.sequence < last.sequence)
    return [`Events ${head.sequence + 1} to ${last.sequence} were put in at the end.`];
  return head.hash === last.hash
    ? []
    : [`Event ${last.sequence}, the last, is not the one that was written.`];
}

function placeOf(row: Row): AuditPlace {
  return { sequence: integerIn(row, 'sequence'), hash: hexOf(bytesIn(row, 'hash')) };
}

function contentOf(row: Row): Parameters<typeof eventHash>[0] {
  return {
    sequence: integerIn(row, 'sequence'),
    at: integerIn(row, 'at'),
    entity: choiceIn(row, 'entity', ['payment', 'batch']),
    entityId: integerIn(row, 'entityId'),
    from: textOrNullIn(row, 'fromState'),
    to: textOrNullIn(row, 'toState'),
    cause: textIn(row, 'cause'),
    detail: textOrNullIn(row, 'detail'),
  };
}

/** Recomputes states from events (invariant I6) and checks bodies against their hashes and attempts (invariant I2); batches come at the end. */
export function verifyPayments(
  context: Context,
  afterPaymentId: number,
  limit: number,
): { next: number | null; checked: number; problems: string[] } {
  const rows = context.connection.all(
    `SELECT payments.paymentId, idPayment, coalesce(state, 'draft') AS state FROM ${paymentTables}
     WHERE payments.paymentId > +? ORDER BY payments.paymentId LIMIT ?`,
    afterPaymentId,
    limit,
  );
  const problems = rows.flatMap((row) => paymentProblems(context, row));
  const last = rows.at(-1);
  if (last !== undefined && rows.length === limit)
    return { next: integerIn(last, 'paymentId'), checked: rows.length, problems };
  return { next: null, checked: rows.length, problems: [...problems, ...batchProblems(context)] };
}

function paymentProblems({ connection }: Context, row: Row): string[] {
  const paymentId = integerIn(row, 'paymentId');
  const events = connection.all(
    `SELECT fromState, toState, detail FROM events WHERE entity = 'payment' AND entityId = +? ORDER BY sequence`,
    paymentId,
  );
  const name = `Payment ${textIn(row, 'idPayment')}`;
  const intents = events.filter((event) => event['toState'] === 'sending').map((event) => event['detail']);
  return [
    ...lifeProblems(name, 'draft', textIn(row, 'state'), events),
    ...bodyProblems({ connection, name, paymentId, intents }),
  ];
}

/** Follows the events from the first state to the present one. */
function lifeProblems(name: string, first: string, present: string, events: readonly Row[]): string[] {
  let state: string = first;
  for (const event of events) {
    const from = textOrNullIn(event, 'fromState') ?? 'nothing';
    if (from !== state) return [`${name}: an event changes it from ${from}, but it was ${state}.`];
    state = textOrNullIn(event, 'toState') ?? 'nothing';
  }
  return state === present ? [] : [`${name}: its state is ${present}, but its events end in ${state}.`];
}

type Sent = {
  readonly connection: Context['connection'];
  readonly name: string;
  readonly paymentId: number;
  /** What the events say was intended to be sent: a body hash each. */
  readonly intents: readonly unknown[];
};

function bodyProblems({ connection, name, paymentId, intents }: Sent): string[] {
  const attempts = connection.all(
    'SELECT bodyHash FROM attempts WHERE paymentId = +? ORDER BY number',
    paymentId,
  );
  const stored = connection.get('SELECT body, bodyHash FROM bodies WHERE paymentId = +?', paymentId);
  const problems: string[] = [];
  if (attempts.length !== intents.length)
    problems.push(`${name}: it has ${attempts.length} attempts, but its events tell of ${intents.length}.`);
  if (stored === undefined)
    return intents.length === 0 ? problems : [...problems, `${name}: its body is missing.`];
  const hash = hexOf(bytesIn(stored, 'bodyHash'));
  if (hexOf(bytesHash(bytesIn(stored, 'body'))) !== hash)
    problems.push(`${name}: its body is not the one that its hash was made of.`);
  if (attempts.some((attempt) => hexOf(bytesIn(attempt, 'bodyHash')) !== hash))
    problems.push(`${name}: an attempt sent another body.`);
  if (intents.some((intent) => intent !== hash)) problems.push(`${name}: its events tell of another body.`);
  return problems;
}

function batchProblems({ connection }: Context): string[] {
  const batches = connection.all('SELECT batchNumber, batchId, state FROM batches ORDER BY batchNumber');
  return batches.flatMap((batch) => {
    const events = connection.all(
      `SELECT fromState, toState FROM events WHERE entity = 'batch' AND entityId = +? ORDER BY sequence`,
      integerIn(batch, 'batchNumber'),
    );
    return lifeProblems(`Batch ${textIn(batch, 'batchId')}`, 'importing', textIn(batch, 'state'), events);
  });
}
