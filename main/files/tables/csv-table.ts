import { fail, succeed, type Result } from '../../../contract/result.ts';
import { undefused } from '../../../contract/text/files/defuse.ts';
import { detectDelimiter, readSeparatorLine } from './delimiter.ts';
import { toUtf8, type Encoding } from './encoding.ts';
import { shown } from '../problems.ts';
import { endOfSlice, linesOf, parseRecords, type Delimiter, type RecordFault } from './records.ts';
import type { Piece, TableRecord } from './table.ts';

/** Where the table begins in a file, and how its records are to be parsed. */
type CsvTable = {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly start: number;
  readonly line: number;
};

/** Finds the table in the text of a file; `name` is safe to show. */
export function findTable(bytes: Buffer, encoding: Encoding, name: string): Result<CsvTable> {
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
        problems: [{ line: 1, value: `sep=${shown(separator.value)}`, fault: { code: 'delimiterUnknown' } }],
      });
  }
}

/** The records of the table, a few kilobytes at a time, including blank ones. */
export function* piecesOf(table: CsvTable): Generator<Piece> {
  let { start, line } = table;
  let fault: RecordFault | null = null;
  while (start < table.bytes.length && fault === null) {
    const end = endOfSlice(table.bytes, start);
    const slice = parseRecords(toUtf8(table.bytes.subarray(start, end), table.encoding), table.delimiter);
    const records: TableRecord[] = [];
    for (const cells of textsOfTheirOwn(slice.records)) {
      records.push({ cells: cells.map(cellText), line });
      line += linesOf(cells);
    }
    ({ fault } = slice);
    start = end;
    yield { records, line, fault };
  }
}

const textAsFormula = /^="((?:[^"]|"")*)"$/;

/** A cell as a spreadsheet shows it. Programs write ="00123" so that a spreadsheet keeps the zeros: the text is 00123. */
function cellText(cell: string): string {
  const [, text] = (cell.startsWith('="') ? textAsFormula.exec(cell) : null) ?? [];
  return text === undefined ? undefused(cell) : text.replaceAll('""', '"');
}

/**
 * The same records as independent texts: a text cut out of another keeps the whole one in memory, including unused columns. A
 * round trip through JSON is the quickest way to copy many short texts.
 */
function textsOfTheirOwn(records: readonly string[][]): string[][] {
  const copied: string[][] = JSON.parse(JSON.stringify(records));
  return copied;
}
