import type { AuditedRecord, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import type { EventContent } from '../../../contract/evidence/log-texts.ts';
import { textIn, textOrNullIn, integerIn, numberIn, timeIn, type Row } from '../read-row.ts';
import { factOf, readFacts, type Facts, type Values } from './event-facts.ts';

/** An event of one payment, batch or profile, as the audit reads it. */
export type LoggedEvent = Pick<EventContent, 'sequence' | 'at' | 'from' | 'to' | 'cause' | 'detail'> & {
  /** Null in those of an older Bursar. */
  readonly facts: Facts | null;
};

export const eventColumns = 'sequence, at, entityId, fromState, toState, cause, detail, facts';

export function toLoggedEvent(row: Row): LoggedEvent {
  return {
    sequence: integerIn(row, 'sequence'),
    at: timeIn(row, 'at'),
    from: textOrNullIn(row, 'fromState'),
    to: textOrNullIn(row, 'toState'),
    cause: textIn(row, 'cause'),
    detail: textOrNullIn(row, 'detail'),
    facts: readFacts(textOrNullIn(row, 'facts')),
  };
}

/** Follows the events from the first state to the current one. */
export function lifeProblems(
  record: AuditedRecord,
  first: string,
  present: string,
  events: readonly LoggedEvent[],
): AuditProblem[] {
  let state: string | null = first;
  for (const { from, to } of events) {
    if (from !== state) return [{ code: 'lifeBroken', record, from, found: state }];
    state = to;
  }
  return state === present ? [] : [{ code: 'stateDiffers', record, state: present, expected: state }];
}

/** Each column whose value differs from the events; a column that they do not mention must be null. */
export function valueProblems(
  record: AuditedRecord,
  row: Row,
  expected: Values,
  columns: readonly string[],
): AuditProblem[] {
  return columns
    .filter((column) => factOf(row[column]) !== (expected[column] ?? null))
    .map((column) => ({
      code: 'valueDiffers',
      record,
      column,
      value: beginningOf(row[column]),
      expected: beginningOf(expected[column]),
    }));
}

const longestShown = 60;

/** The part of a value that a problem shows. */
export function beginningOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return String(value).slice(0, longestShown);
}

/** Rows by the number in this column. */
export function byNumber(rows: readonly Row[], column: string): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const number = numberIn(row, column);
    const same = found.get(number);
    if (same === undefined) found.set(number, [row]);
    else same.push(row);
  }
  return found;
}
