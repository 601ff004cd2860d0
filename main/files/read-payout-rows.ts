import { fail, succeed } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { Clock, PayoutFile } from '../core/ports.ts';
import { conclude } from './conclude.ts';
import { detectDelimiter, readSeparatorLine } from './delimiter.ts';
import { toUtf8 } from './encoding.ts';
import type { Encoding } from './encoding.ts';
import { readHeader } from './header.ts';
import type { Layout } from './header.ts';
import { largestColumns, largestLines, largestRows } from './limits.ts';
import { openText, unreadable } from './open-text.ts';
import { createProblemList, shown } from './problems.ts';
import type { ProblemList } from './problems.ts';
import { endOfSlice, isBlank, linesOf, parseRecords } from './records.ts';
import type { Delimiter, RecordFault } from './records.ts';
import { noRowsYet, readRow } from './rows.ts';
import type { RowsRead } from './rows.ts';

/** Where the table begins in a file, and how its records are to be parsed. */
type Table = {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly start: number;
  readonly line: number;
};

/** A table read to its end, or the failure that ended it. */
type Reading = { readonly read: RowsRead; readonly layout: Layout; readonly problems: ProblemList };

/**
 * Reads a CSV file of payouts: all rows, or every problem. Errors are `fileUnreadable`, `fileHasErrors` and
 * `fileAmbiguous`, with the problems in the details. The process gets a turn after every few kilobytes.
 */
export async function readPayoutRows(
  bytes: Uint8Array,
  fileName: string,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<PayoutFile>> {
  const name = shown(fileName);
  const opened = await openText(bytes, name, clock);
  if (!opened.ok) return opened;
  const table = findTable(opened.value.bytes, opened.value.encoding, name);
  if (!table.ok) return table;
  const reading = await readTable(table.value, name, onProgress, clock);
  if (!reading.ok) return reading;
  const { read, layout, problems } = reading.value;
  return conclude(read, problems, [...opened.value.notes, ...layout.notes], name, clock);
}

function findTable(bytes: Buffer, encoding: Encoding, name: string): Result<Table> {
  const separator = readSeparatorLine(bytes);
  switch (separator.kind) {
    case 'none': {
      const head = toUtf8(bytes.subarray(0, endOfSlice(bytes, 0)), encoding);
      return succeed({ bytes, encoding, delimiter: detectDelimiter(head), start: 0, line: 1 });
    }
    case 'delimiter':
      return succeed({ bytes, encoding, delimiter: separator.delimiter, start: separator.bytes, line: 2 });
    case 'unknown':
      return fail('fileHasErrors', `The first line of ${name} names a delimiter that Bursar does not read.`, {
        problems: [
          {
            line: 1,
            value: `sep=${shown(separator.value)}`,
            message: 'Bursar does not read this delimiter.',
            expected:
              'a file with comma, semicolon, tab or | between the cells, and no such line or one like sep=;',
          },
        ],
      });
  }
}

async function readTable(
  table: Table,
  name: string,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<Reading>> {
  const problems = createProblemList();
  const read = noRowsYet();
  let layout: Layout | null = null;
  let { start, line } = table;
  let fault: RecordFault | null = null;
  while (start < table.bytes.length && fault === null) {
    const end = endOfSlice(table.bytes, start);
    const slice = parseRecords(toUtf8(table.bytes.subarray(start, end), table.encoding), table.delimiter);
    for (const record of slice.records) {
      const firstLine = line;
      line += linesOf(record);
      if (isBlank(record)) continue;
      if (layout === null) {
        const header = openHeader(record, firstLine, name);
        if (!header.ok) return header;
        layout = header.value;
      } else if (read.rows.length === largestRows) return tooManyRows(name);
      else readRow(record, firstLine, layout, read, problems);
    }
    if (line > largestLines)
      return unreadable(
        `${name} has too many empty lines. Remove them, or copy the payouts into a new file.`,
      );
    ({ fault } = slice);
    start = end;
    onProgress(read.rows.length);
    await clock.turn();
  }
  if (fault !== null) problems.add({ line, ...explain(fault) });
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
      const message = `The header of ${name} on line ${line} does not tell where everything stands. ${first?.message ?? ''} Correct it and import the file again.`;
      return fail('fileHasErrors', message, { problems: reading.problems });
    }
  }
}

function tooManyRows(name: string): Result<never> {
  const most = largestRows.toLocaleString('en');
  return unreadable(
    `${name} has more than ${most} payouts. Split it into several files and import them one by one.`,
  );
}

/** What to tell about a fault after which the rest of the file cannot be told apart. */
function explain(fault: RecordFault): { message: string; expected: string } {
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
