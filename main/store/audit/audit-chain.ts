import { chainHead, type ChainHead } from './chain-head.ts';
import type { AuditStep, LogClaim } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import { bytesIn, integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { eventHash, firstHash, hexOf } from './event-hash.ts';

const eventsAtOnce = 500;
const nothingElse = { payments: 0, unsealedBatches: [], olderPayments: 0 } as const;

/**
 * Checks the chain of events (invariant I6). Each event's hash covers the hash before it, and the head of the chain is kept apart,
 * so that an event that was changed, removed, inserted, moved or cut off the end is found. A person who can write to the file
 * can compute the whole chain again; the claims, from signed checkpoints and a witness file, reveal that.
 */
export function* verifyChain(
  connection: Connection,
  claims: readonly LogClaim[],
): Generator<AuditStep, void> {
  const claimsBySequence = Map.groupBy(claims, ({ sequence }) => sequence);
  const counts = new Map<string, number>();
  let place: ChainHead = { sequence: 0, hash: firstHash };
  const hours = new HourCheck(connection);
  for (let isEnd = false; !isEnd;) {
    const rows = connection.all(
      'SELECT * FROM events WHERE sequence > +? ORDER BY sequence LIMIT +?',
      place.sequence,
      eventsAtOnce,
    );
    isEnd = rows.length < eventsAtOnce;
    const problems: string[] = [];
    for (const row of rows) {
      const found = placeOf(row);
      if (found.sequence !== place.sequence + 1)
        problems.push(`Events ${place.sequence + 1} to ${found.sequence - 1} are missing.`);
      else if (eventHash(contentOf(row), place.hash) !== found.hash)
        problems.push(`Event ${found.sequence} or the one before it was changed, moved or put in.`);
      place = found;
      count(counts, row);
      hours.see(found.sequence, integerIn(row, 'at'));
      const here = claimsBySequence.get(found.sequence);
      if (here !== undefined) problems.push(...here.flatMap((claim) => claimProblems(claim, found, counts)));
    }
    problems.push(...hours.problems());
    if (isEnd) problems.push(...headProblems(connection, place), ...claimsBeyond(claims, place));
    yield { ...nothingElse, events: rows.length, problems };
  }
}

const hourMs = 3_600_000;

/** Compares the index of hours, by which events of a time are found, with the events themselves. */
class HourCheck {
  readonly #connection: Connection;
  readonly #expected = new Map<number, number>();
  #hour: number | null = null;
  #first = 1;
  #last = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  see(sequence: number, at: number): void {
    const hour = Math.trunc(at / hourMs);
    if (hour !== this.#hour) this.#expected.set(sequence, hour);
    this.#hour = hour;
    this.#last = sequence;
  }

  /** What is wrong about the events that were seen since this was last asked. */
  problems(): string[] {
    const rows = this.#connection.all(
      'SELECT sequence, hour FROM eventHours WHERE sequence BETWEEN +? AND +? ORDER BY sequence',
      this.#first,
      this.#last,
    );
    const found = JSON.stringify(rows.map((row) => [integerIn(row, 'sequence'), integerIn(row, 'hour')]));
    const isSame = found === JSON.stringify([...this.#expected]);
    const range = `${this.#first} to ${this.#last}`;
    this.#expected.clear();
    this.#first = this.#last + 1;
    return isSame
      ? []
      : [`The index of hours is not that of events ${range}: it was changed behind the log.`];
  }
}

/** How many payments are in each state after this event; those that are drafts are not counted. */
function count(counts: Map<string, number>, row: Row): void {
  if (row['entity'] !== 'payment') return;
  const [from, to] = [textOrNullIn(row, 'fromState'), textOrNullIn(row, 'toState')];
  if (from === to) return;
  if (from !== null && from !== 'draft') counts.set(from, (counts.get(from) ?? 0) - 1);
  if (to !== null && to !== 'draft') counts.set(to, (counts.get(to) ?? 0) + 1);
}

function claimProblems(claim: LogClaim, place: ChainHead, counts: ReadonlyMap<string, number>): string[] {
  if (claim.hash !== place.hash)
    return [`${claim.source} names another event ${place.sequence}: the log was written anew.`];
  const states = new Set([...counts.keys(), ...Object.keys(claim.counts)]);
  return [...states]
    .filter((state) => (counts.get(state) ?? 0) !== (claim.counts[state] ?? 0))
    .map(
      (state) =>
        `${claim.source} counts ${claim.counts[state] ?? 0} payments ${state}, the events ${counts.get(state) ?? 0}.`,
    );
}

function claimsBeyond(claims: readonly LogClaim[], { sequence }: ChainHead): string[] {
  return claims
    .filter((claim) => claim.sequence > sequence)
    .map(
      (claim) =>
        `${claim.source} names event ${claim.sequence}, but the log ends with event ${sequence}: events are missing at the end.`,
    );
}

function headProblems(connection: Connection, last: ChainHead): string[] {
  const head = chainHead(connection);
  if (head === null) return ['The head of the chain of events is missing.'];
  if (head.sequence > last.sequence)
    return [`Events ${last.sequence + 1} to ${head.sequence} are missing at the end.`];
  if (head.sequence < last.sequence)
    return [`Events ${head.sequence + 1} to ${last.sequence} were put in at the end.`];
  return head.hash === last.hash
    ? []
    : [`Event ${last.sequence}, the last, is not the one that was written.`];
}

function placeOf(row: Row): ChainHead {
  return { sequence: integerIn(row, 'sequence'), hash: hexOf(bytesIn(row, 'hash')) };
}

/** What the hash of an event covers, read from its row. */
export function contentOf(row: Row): Parameters<typeof eventHash>[0] {
  return {
    sequence: integerIn(row, 'sequence'),
    at: integerIn(row, 'at'),
    entity: textIn(row, 'entity'),
    entityId: integerIn(row, 'entityId'),
    from: textOrNullIn(row, 'fromState'),
    to: textOrNullIn(row, 'toState'),
    cause: textIn(row, 'cause'),
    detail: textOrNullIn(row, 'detail'),
    facts: textOrNullIn(row, 'facts'),
    actor: textOrNullIn(row, 'actor'),
  };
}
