import type { Row } from '../read-row.ts';
import { factOf, readFacts, type Facts, type Values } from './event-facts.ts';
import { integerIn, textIn, textOrNullIn } from '../read-row.ts';

/** An event of one payment, batch or profile, as the audit reads it. */
export type LoggedEvent = {
  readonly sequence: number;
  readonly at: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly cause: string;
  readonly detail: string | null;
  readonly facts: string | null;
};

export const eventColumns = 'sequence, at, entityId, fromState, toState, cause, detail, facts';

export function toLoggedEvent(row: Row): LoggedEvent {
  return {
    sequence: integerIn(row, 'sequence'),
    at: integerIn(row, 'at'),
    from: textOrNullIn(row, 'fromState'),
    to: textOrNullIn(row, 'toState'),
    cause: textIn(row, 'cause'),
    detail: textOrNullIn(row, 'detail'),
    facts: textOrNullIn(row, 'facts'),
  };
}

export function factsOf({ facts }: LoggedEvent): Facts | null {
  return readFacts(facts);
}

/** Follows the events from the first state to the present one. */
export function lifeProblems(
  name: string,
  first: string,
  present: string,
  events: readonly LoggedEvent[],
): string[] {
  let state = first;
  for (const event of events) {
    const from = event.from ?? 'nothing';
    if (from !== state) return [`${name}: an event changes it from ${from}, but it was ${state}.`];
    state = event.to ?? 'nothing';
  }
  return state === present ? [] : [`${name}: its state is ${present}, but its events end in ${state}.`];
}

/** Each column whose value is not what the events say; one that they do not mention has to be null. */
export function valueProblems(
  name: string,
  row: Row,
  expected: Values,
  columns: readonly string[],
): string[] {
  return columns
    .filter((column) => factOf(row[column]) !== (expected[column] ?? null))
    .map(
      (column) =>
        `${name}: its ${column} is ${shown(row[column])}, but its events say ${shown(expected[column])}.`,
    );
}

const longestShown = 60;

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return String(value).slice(0, longestShown);
}

/** Rows by the number in this column. */
export function byNumber(rows: readonly Row[], column: string): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const number = integerIn(row, column);
    const same = found.get(number);
    if (same === undefined) found.set(number, [row]);
    else same.push(row);
  }
  return found;
}
