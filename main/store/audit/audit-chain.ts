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
      const here = claimsBySequence.get(found.sequence);
      if (here !== undefined) problems.push(...here.flatMap((claim) => claimProblems(claim, found, counts)));
    }
    if (isEnd) problems.push(...headProblems(connection, place), ...claimsBeyond(claims, place));
    yield { ...nothingElse, events: rows.length, problems };
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
  };
}
