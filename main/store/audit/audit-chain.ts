import { hourMs } from '../../../contract/duration.ts';
import type { AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { chainHead, type ChainHead } from './chain-head.ts';
import type { AuditStep, LogClaim } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import { bytesIn, integerIn, numberIn, textIn, textOrNullIn, timeIn, type Row } from '../read-row.ts';
import { eventHash, firstHash, hexOf } from './event-hash.ts';

const eventsAtOnce = 500;
const nothingElse = { payments: 0, unsealedBatches: [], olderPayments: 0, unexplainedSettings: [] } as const;

/**
 * Checks the chain of events (invariant I6). Each event's hash covers the previous hash, and the head of the chain is stored separately,
 * so that a changed, removed, inserted, moved or truncated event is found. A person who can write to the file
 * can recompute the whole chain; the claims, from signed checkpoints and a witness file, reveal that.
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
    const problems: AuditProblem[] = [];
    for (const row of rows) {
      const found = placeOf(row);
      if (found.sequence !== place.sequence + 1)
        problems.push({ code: 'eventsMissing', first: place.sequence + 1, last: found.sequence - 1 });
      else if (eventHash(contentOf(row), place.hash) !== found.hash)
        problems.push({ code: 'eventChanged', sequence: found.sequence });
      place = found;
      count(counts, row);
      hours.see(found.sequence, timeIn(row, 'at'));
      for (const claim of claimsBySequence.get(found.sequence) ?? [])
        problems.push(...claimProblems(claim, found, counts));
    }
    problems.push(...hours.problems());
    // A witness file may name more checkpoints beyond the end than a call takes arguments.
    const atEnd = isEnd ? [...headProblems(connection, place), ...claimsBeyond(claims, place)] : [];
    yield { ...nothingElse, events: rows.length, problems: [...problems, ...atEnd] };
  }
}

/** Compares the index of hours, which finds events by time, with the events themselves. */
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

  /** The problems in the events read since the last call. */
  problems(): AuditProblem[] {
    const rows = this.#connection.all(
      'SELECT sequence, hour FROM eventHours WHERE sequence BETWEEN +? AND +? ORDER BY sequence',
      this.#first,
      this.#last,
    );
    const found = JSON.stringify(rows.map((row) => [integerIn(row, 'sequence'), integerIn(row, 'hour')]));
    const isSame = found === JSON.stringify([...this.#expected]);
    const range = { first: this.#first, last: this.#last };
    this.#expected.clear();
    this.#first = this.#last + 1;
    return isSame ? [] : [{ code: 'hourIndexChanged', ...range }];
  }
}

/** How many payments are in each state after this event, without drafts. */
function count(counts: Map<string, number>, row: Row): void {
  if (row['entity'] !== 'payment') return;
  const [from, to] = [textOrNullIn(row, 'fromState'), textOrNullIn(row, 'toState')];
  if (from === to) return;
  if (from !== null && from !== 'draft') counts.set(from, (counts.get(from) ?? 0) - 1);
  if (to !== null && to !== 'draft') counts.set(to, (counts.get(to) ?? 0) + 1);
}

function claimProblems(
  { source, ...claim }: LogClaim,
  place: ChainHead,
  counts: ReadonlyMap<string, number>,
): AuditProblem[] {
  if (claim.hash !== place.hash) return [{ code: 'claimOfOtherEvent', source, sequence: place.sequence }];
  const states = new Set([...counts.keys(), ...Object.keys(claim.counts)]);
  return [...states]
    .map((state) => ({ state, claimed: claim.counts[state] ?? 0, found: counts.get(state) ?? 0 }))
    .filter(({ claimed, found }) => claimed !== found)
    .map((difference) => ({ code: 'claimOfOtherCount', source, ...difference }));
}

function claimsBeyond(claims: readonly LogClaim[], { sequence }: ChainHead): AuditProblem[] {
  return claims
    .filter((claim) => claim.sequence > sequence)
    .map((claim) => ({
      code: 'claimBeyondEnd',
      source: claim.source,
      sequence: claim.sequence,
      last: sequence,
    }));
}

function headProblems(connection: Connection, last: ChainHead): AuditProblem[] {
  const head = chainHead(connection);
  if (head === null) return [{ code: 'chainHeadMissing' }];
  if (head.sequence > last.sequence)
    return [{ code: 'eventsCutOff', first: last.sequence + 1, last: head.sequence }];
  if (head.sequence < last.sequence)
    return [{ code: 'eventsAppended', first: head.sequence + 1, last: last.sequence }];
  return head.hash === last.hash ? [] : [{ code: 'lastEventReplaced', sequence: last.sequence }];
}

function placeOf(row: Row): ChainHead {
  return { sequence: integerIn(row, 'sequence'), hash: hexOf(bytesIn(row, 'hash')) };
}

/** The hashed content of an event, read from its row. */
export function contentOf(row: Row): Parameters<typeof eventHash>[0] {
  return {
    sequence: integerIn(row, 'sequence'),
    at: timeIn(row, 'at'),
    entity: textIn(row, 'entity'),
    entityId: numberIn(row, 'entityId'),
    from: textOrNullIn(row, 'fromState'),
    to: textOrNullIn(row, 'toState'),
    cause: textIn(row, 'cause'),
    detail: textOrNullIn(row, 'detail'),
    facts: textOrNullIn(row, 'facts'),
    actor: textOrNullIn(row, 'actor'),
  };
}
