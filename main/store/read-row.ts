import type { z } from 'zod';
import { FileSource, RowSource } from '../../contract/batches/source.ts';
import { readJson } from '../../contract/json.ts';
import { dayMs } from '../../contract/duration.ts';
import { PaymentState } from '../../contract/payments/payment.ts';
import { possibleTime } from '../../contract/possible-time.ts';
import { unreadable, Unreadable } from './store-error.ts';

/** A row as SQLite returns it. Each reader below names the value it cannot read; none costs more than a comparison. */
export type Row = Readonly<Record<string, unknown>>;

const states: ReadonlySet<unknown> = new Set(PaymentState.options);

function isState(value: unknown): value is PaymentState {
  return states.has(value);
}

function complain(row: Row, column: string, expected: string): never {
  const value = row[column];
  const found =
    typeof value === 'string'
      ? `'${value.slice(0, 50)}'`
      : typeof value === 'number'
        ? String(value)
        : value === null
          ? 'nothing'
          : 'bytes';
  throw unreadable(`${found} as ${column} where ${expected} is expected`);
}

/** Reads one record; if it cannot be read, the error says which one it is: `record`, which is not put into words for any other. */
export function named<Read>(record: () => string, read: () => Read): Read {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof Unreadable ? unreadable(`${record()} with ${thrown.what}`) : thrown;
  }
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : complain(row, column, 'a text');
}

/** A text that another program may have made one that the contract does not allow. */
export function validIn(row: Row, column: string, schema: z.ZodType<string>, expected: string): string {
  const text = textIn(row, column);
  return schema.safeParse(text).success ? text : complain(row, column, expected);
}

export function textOrNullIn(row: Row, column: string): string | null {
  const value = row[column];
  return value === null || typeof value === 'string' ? value : complain(row, column, 'a text or nothing');
}

export function integerIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? value
    : complain(row, column, 'a whole number');
}

export function integerOrNullIn(row: Row, column: string): number | null {
  return row[column] === null ? null : integerIn(row, column);
}

/** Any number, beyond 2^53 as the nearest that JavaScript has: only to compare it with what was recorded. */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : complain(row, column, 'a number');
}

/**
 * A time that is shown, in milliseconds since 1970; an impossible one that another program wrote becomes the last or first possible, so that
 * it hides no other row. Not for what is sent next or asked about: that needs the exact time.
 */
export function timeIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? possibleTime(value) : complain(row, column, 'a time');
}

export function timeOrNullIn(row: Row, column: string): number | null {
  return row[column] === null ? null : timeIn(row, column);
}

/** A day as a number of days since 1970. */
export function dayIn(row: Row, column: string): number {
  const day = integerIn(row, column);
  return possibleTime(day * dayMs) === day * dayMs ? day : complain(row, column, 'a day');
}

export function flagIn(row: Row, column: string): boolean {
  const value = row[column];
  return value === 1 ? true : value === 0 ? false : complain(row, column, '0 or 1');
}

export function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : complain(row, column, 'bytes');
}

const decimalPattern = /^-?\d{1,120}(\.\d{1,120})?$/;

export function decimalIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' && decimalPattern.test(value)
    ? value
    : complain(row, column, 'a decimal amount');
}

export function stateIn(row: Row, column: string): PaymentState {
  const value = row[column];
  return isState(value) ? value : complain(row, column, 'a state');
}

/** One of a few texts, for instance an environment. */
export function choiceIn<Choice extends string>(
  row: Row,
  column: string,
  choices: readonly Choice[],
): Choice {
  const value = row[column];
  return choices.find((choice) => choice === value) ?? complain(row, column, choices.join(' or '));
}

/** The message that a batch or sheet came from, in its column `source`; null if it came from a table. */
export function readFileSource(row: Row): FileSource | null {
  const text = textOrNullIn(row, 'source');
  if (text === null) return null;
  return readJson(FileSource, text) ?? refuseSource(text);
}

/** The IDs of a row in the message that it came in; null for a row of a table. */
export function readRowSource(row: Row): RowSource | null {
  const text = textOrNullIn(row, 'source');
  if (text === null) return null;
  return readJson(RowSource, text) ?? refuseSource(text);
}

/** The stored form of both. */
export function sourceText(source: FileSource | RowSource | null): string | null {
  return source === null ? null : JSON.stringify(source);
}

function refuseSource(text: string): never {
  throw unreadable(`'${text.slice(0, 50)}' as where payouts come from`);
}
