import { fail, succeed } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { Clock, SheetAnswers, SheetReading } from '../core/ports/index.ts';
import type { Convention } from './cells/amounts.ts';
import { piecesOf } from './tables/csv-table.ts';
import type { Layout } from './columns/header.ts';
import { largestLines, largestRows } from './limits.ts';
import { openTable } from './tables/open-table.ts';
import { parseRecords } from './tables/records.ts';
import type { RecordFault } from './tables/records.ts';
import { explainFault, tooManyLines, tooManyRows } from './read-payout-rows.ts';
import { shown } from './problems.ts';
import { layOut } from './columns/sheet-layout.ts';
import { noSheetRows, readSheetRow, settleAmount } from './sheet-rows.ts';
import type { SheetRowsRead } from './sheet-rows.ts';
import { isBlankRecord } from './tables/table.ts';
import type { Piece, TableRecord } from './tables/table.ts';
import { TableFailure } from './tables/xlsx-worker.ts';

/** Records that are looked at before it is decided where everything stands. */
const lookedAt = 50;
const amountsPerTurn = 2_000;
const listedSlips = 5;

type Table = { readonly pieces: Iterable<Piece> | AsyncIterable<Piece>; readonly notes: readonly string[] };

/** See Files. */
export async function readSheet(
  bytes: Uint8Array,
  fileName: string,
  answers: SheetAnswers,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const name = shown(fileName);
  const table = await openTable(bytes, name, clock);
  if (!table.ok) return table;
  const notes = table.value.notes.map(({ message }) => message);
  return read({ pieces: table.value.pieces, notes }, name, answers, onProgress, clock);
}

/** See Files. Spreadsheets put quotes only around cells that hold line ends; where quotes stand otherwise they are text. */
export async function readClipboard(
  text: string,
  answers: SheetAnswers,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const bytes = Buffer.from(text.toWellFormed(), 'utf8');
  const table = { bytes, encoding: 'utf-8', delimiter: '\t', start: 0, line: 1 } as const;
  const isStrict = text.includes('"') && parseRecords(bytes, '\t').fault === null;
  const pieces = isStrict || !text.includes('"') ? piecesOf(table) : plainPieces(text);
  return read({ pieces, notes: [] }, 'What was pasted', answers, onProgress, clock);
}

function* plainPieces(text: string): Generator<Piece> {
  const lines = text.split(/\r\n|\n|\r/);
  const linesAtOnce = 200;
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const records = lines
      .slice(start, start + linesAtOnce)
      .map((line, index): TableRecord => ({ cells: line.split('\t'), line: start + index + 1 }));
    yield { records, line: start + records.length + 1, fault: null };
  }
}

async function read(
  table: Table,
  name: string,
  answers: SheetAnswers,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const state: Reading = { rows: noSheetRows(), begin: [], layout: null, header: null };
  let end: { line: number; fault: RecordFault | null } = { line: 1, fault: null };
  try {
    for await (const piece of table.pieces) {
      for (const record of piece.records) {
        if (isBlankRecord(record.cells)) continue;
        if (state.rows.rows.length === largestRows) return tooManyRows(name);
        if (state.layout === null) state.begin.push(record);
        else readSheetRow(record, state.layout, state.rows, answers.codes);
      }
      if (state.begin.length >= lookedAt) {
        const asked = begin(state, answers, name);
        if (asked !== null) return asked;
      }
      end = piece;
      if (end.line > largestLines) return tooManyLines(name);
      onProgress(state.rows.rows.length);
      await clock.turn();
    }
  } catch (error) {
    if (error instanceof TableFailure) return error.failure;
    throw error;
  }
  if (end.fault !== null) {
    const problem = { line: end.line, ...explainFault(end.fault) };
    return fail('fileHasErrors', `${name} cannot be read beyond line ${end.line}. ${problem.message}`, {
      problems: [problem],
    });
  }
  const asked = state.layout === null ? begin(state, answers, name) : null;
  return asked ?? conclude(state, table.notes, answers, clock);
}

/** What was read, and the first records until it is decided where everything stands. */
type Reading = {
  readonly rows: SheetRowsRead;
  begin: TableRecord[];
  layout: Layout | null;
  header: string[] | null;
};

/** Decides where everything stands, and reads the first records; gives what ends the reading instead, if anything. */
function begin(state: Reading, answers: SheetAnswers, name: string): Result<SheetReading> | null {
  const laid = layOut(state.begin, answers, name);
  if (!laid.ok) return laid;
  if (laid.value.kind === 'columnsNeeded') return succeed(laid.value);
  ({ layout: state.layout, header: state.header } = laid.value);
  const { layout } = laid.value;
  for (const record of state.header === null ? state.begin : state.begin.slice(1))
    readSheetRow(record, layout, state.rows, answers.codes);
  state.begin = [];
  return null;
}

async function conclude(
  { rows: rowsRead, layout, header }: Reading,
  notes: readonly string[],
  { decimalSign }: SheetAnswers,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const convention = decimalSign ?? conventionOf(rowsRead);
  const doubtful =
    convention === null ? rowsRead.waiting.find(({ reading }) => reading.kind === 'two') : undefined;
  if (doubtful?.reading.kind === 'two') {
    const { point, comma } = doubtful.reading;
    const { line, cells } = doubtful;
    return succeed({ kind: 'decimalSignNeeded', line, value: cells.amount, point, comma });
  }
  const isCertain = decimalSign !== null || rowsRead.proofs.point === 0 || rowsRead.proofs.comma === 0;
  for (const [index, amount] of rowsRead.waiting.entries()) {
    settleAmount(amount, convention, isCertain);
    if (index % amountsPerTurn === amountsPerTurn - 1) await clock.turn();
  }
  const slips = rowsRead.slipped.length === 0 ? [] : [slipNote(rowsRead.slipped)];
  const reported = [
    ...notes,
    ...(layout?.notes ?? []).map(({ message }) => message),
    ...slips,
    ...rowsRead.corrections.notes(),
  ];
  return succeed({ kind: 'rows', rows: rowsRead.rows, notes: reported, header });
}

/** The convention that amounts prove; where some prove one and some the other, that of most, and the others are asked about one by one. */
function conventionOf({ proofs: { point, comma } }: SheetRowsRead): Convention | null {
  if (point === 0 && comma === 0) return null;
  return comma > point ? 'comma' : 'point';
}

function slipNote(lines: readonly number[]): string {
  const some = lines.slice(0, listedSlips).join(', ');
  const more = lines.length > listedSlips ? ' and more' : '';
  return `More cells than the header has names for stand on line ${some}${more}. Such rows have slipped to the side: all of their text is in the amount.`;
}
