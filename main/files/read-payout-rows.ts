import { fail, succeed } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { Clock, PayoutFile, PayoutRules } from '../core/ports/index.ts';
import { conclude } from './conclude.ts';
import { readHeader } from './columns/header.ts';
import type { Layout } from './columns/header.ts';
import { largestColumns, largestLines, largestRows } from './limits.ts';
import { openTable } from './tables/open-table.ts';
import type { Table } from './tables/open-table.ts';
import { unreadable } from './tables/open-text.ts';
import { createProblemList, shown } from './problems.ts';
import type { ProblemList } from './problems.ts';
import type { RecordFault } from './tables/records.ts';
import { noRowsYet, readRow } from './rows.ts';
import type { RowsRead } from './rows.ts';
import { isBlankRecord, textOf } from './tables/table.ts';
import { TableFailure } from './tables/xlsx-worker.ts';

/** A table read to its end, or the failure that ended it. */
type Reading = { readonly read: RowsRead; readonly layout: Layout; readonly problems: ProblemList };

/**
 * Reads a CSV or XLSX file of payouts: all rows, or every problem. Errors are `fileUnreadable`, `fileHasErrors` and
 * `fileAmbiguous`, with the problems in the details. The process gets a turn after every few kilobytes.
 */
export async function readPayoutRows(
  bytes: Uint8Array,
  fileName: string,
  onProgress: (rows: number, lines: readonly number[]) => void,
  rules: PayoutRules,
  clock: Clock,
): Promise<Result<PayoutFile>> {
  const name = shown(fileName);
  const table = await openTable(bytes, name, clock);
  if (!table.ok) return table;
  const reading = await readTable(table.value, name, onProgress, rules, clock);
  if (!reading.ok) return reading;
  const { read, layout, problems } = reading.value;
  const corrections = read.corrections.notes().map((message) => ({ message }));
  return conclude(read, problems, [...table.value.notes, ...layout.notes, ...corrections], name, clock);
}

async function readTable(
  table: Table,
  name: string,
  onProgress: (rows: number, lines: readonly number[]) => void,
  rules: PayoutRules,
  clock: Clock,
): Promise<Result<Reading>> {
  const problems = createProblemList();
  const read = noRowsYet();
  let layout: Layout | null = null;
  let line = 1;
  let fault: RecordFault | null = null;
  try {
    for await (const piece of table.pieces) {
      for (const { cells, line: firstLine } of piece.records) {
        if (isBlankRecord(cells)) continue;
        if (layout === null) {
          const header = openHeader(cells.map(textOf), firstLine, name);
          if (!header.ok) return header;
          layout = header.value;
        } else if (read.rows.length === largestRows) return tooManyRows(name);
        else readRow(cells, firstLine, layout, read, problems, rules);
      }
      ({ line, fault } = piece);
      if (line > largestLines) return tooManyLines(name);
      onProgress(read.rows.length, read.lines);
      await clock.turn();
    }
  } catch (error) {
    if (error instanceof TableFailure) return error.failure;
    throw error;
  }
  if (fault !== null) problems.add({ line, ...explainFault(fault) });
  if (layout !== null) return succeed({ read, layout, problems });
  if (fault === null) return unreadable(`${name} is empty. Choose the file that holds the payouts.`);
  return fail('fileHasErrors', `The header of ${name} cannot be read.`, problems.details());
}

function openHeader(record: readonly string[], line: number, name: string): Result<Layout> {
  if (record.length > largestColumns)
    return unreadable(
      `${name} has more than ${largestColumns} columns. Remove those that payouts do not need.`,
    );
  const reading = readHeader(record, line);
  switch (reading.kind) {
    case 'layout':
      return succeed(reading.layout);
    case 'problems': {
      const [first] = reading.problems;
      const message = `The header of ${name} on line ${line} does not name all needed columns. ${first?.message ?? ''} Correct it and import the file again.`;
      return fail('fileHasErrors', message, { problems: reading.problems });
    }
  }
}

/** More lines than any spreadsheet has. */
export function tooManyLines(name: string): Result<never> {
  return unreadable(`${name} has too many empty lines. Remove them, or copy the payouts into a new file.`);
}

export function tooManyRows(name: string): Result<never> {
  const most = largestRows.toLocaleString('en');
  return unreadable(
    `${name} has more than ${most} payouts. Split it into several files and import them one by one.`,
  );
}

/** What to tell about a fault after which the rest of the file cannot be told apart. */
export function explainFault(fault: RecordFault): { message: string; expected: string } {
  const rest = 'The file was not read beyond this row.';
  switch (fault) {
    case 'quoteInside':
      return {
        message: `A quote stands in the middle of a cell. ${rest}`,
        expected: 'quotes around the whole cell, and doubled inside it, as in "Bar ""Zum Hirsch"""',
      };
    case 'textAfterQuote':
      return {
        message: `Something follows the closing quote of a cell. ${rest}`,
        expected: 'the delimiter directly after the closing quote, and quotes inside a cell doubled',
      };
    case 'quoteNotClosed':
      return {
        message: `A quote opens in this row and is never closed. ${rest}`,
        expected: 'a closing quote at the end of the cell',
      };
    case 'recordTooLong':
      return {
        message: `This row is too long to be a payout: a quote is probably never closed. ${rest}`,
        expected: 'a closing quote at the end of the cell',
      };
  }
}
