import { undefused } from '../../contract/text/files/defuse.ts';
import { faultText } from '../../contract/text/files/fault-text.ts';
import type { FileNote } from '../../contract/batches/file-note.ts';
import { fail, succeed, type Result } from '../../contract/result.ts';
import type { Clock, SheetAnswers, SheetReading } from '../core/ports/index.ts';
import type { Convention } from './cells/amounts.ts';
import { columnsOf, layOut, placeNotes, sampleRows, type FileLayout } from './columns/file-layout.ts';
import { shown } from './problems.ts';
import { readTable } from './read-table.ts';
import { noSheetRows, readSheetRow, settleAmount, unreadTexts, wouldPassAsTyped } from './sheet-rows.ts';
import type { SheetRowsRead } from './sheet-rows.ts';
import { textOf } from './tables/table.ts';
import { piecesOf } from './tables/csv-table.ts';
import { anyPlace, openTable } from './tables/open-table.ts';
import { parseRecords } from './tables/records.ts';
import { messageOf } from './tables/table.ts';
import type { Piece, Table, TableRecord } from './tables/table.ts';

/** Records read before the layout is decided. */
const lookedAt = 50;
const amountsPerTurn = 2_000;
const listedLines = 5;

type ColumnsNeeded = Extract<SheetReading, { kind: 'columnsNeeded' }>;

/** See Files. */
export async function readSheet(
  bytes: Uint8Array,
  fileName: string,
  answers: SheetAnswers,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const name = shown(fileName);
  const table = await openTable(
    bytes,
    name,
    answers.methodRules?.rules ?? [],
    answers.place ?? anyPlace,
    clock,
  );
  return table.ok ? readRows(table.value, name, answers, onProgress, clock) : table;
}

/** See Files. Spreadsheets quote only cells that contain line ends; other quotes are text. */
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
  return readRows({ pieces, notes: [] }, 'What was pasted', answers, onProgress, clock);
}

function* plainPieces(text: string): Generator<Piece> {
  const lines = text.split(/\r\n|\n|\r/);
  const linesAtOnce = 200;
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const records = lines.slice(start, start + linesAtOnce).map((line, index): TableRecord => ({
      cells: line.split('\t').map(undefused),
      line: start + index + 1,
    }));
    yield { records, line: start + records.length + 1, fault: null };
  }
}

async function readRows(
  table: Table,
  name: string,
  answers: SheetAnswers,
  onProgress: (rows: number) => void,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const rowsRead = noSheetRows();
  const sample: string[][] = [];
  const read = await readTable<ColumnsNeeded>(
    table,
    name,
    {
      lookedAt,
      headerRow: answers.place?.headerRow ?? null,
      layOut: (begin) => layOut(begin, answers, name, table.worksheets?.() ?? null),
      readRow: (record, layout) => {
        if (sample.length < sampleRows) sample.push(record.cells.map((cell) => textOf(cell).trim()));
        readSheetRow(record, layout, rowsRead, answers.codes);
      },
      count: () => rowsRead.rows.length,
      onPiece: () => onProgress(rowsRead.rows.length),
    },
    clock,
  );
  if (!read.ok) return read;
  if (read.value.kind === 'columnsNeeded') return succeed(read.value);
  const { fileLayout, fault } = read.value;
  if (fault !== null)
    return fail(
      'fileHasErrors',
      `${name} cannot be read beyond line ${fault.line}. ${faultText(fault.fault).message}`,
      {
        problems: [fault],
      },
    );
  const { uncovered = [] } = table.message?.() ?? {};
  if (uncovered.length > 0 && answers.methodRules?.areComplete === false)
    return succeed({ kind: 'methodsNeeded', uncovered });
  return conclude(rowsRead, fileLayout, sample, table, answers, clock);
}

async function conclude(
  rowsRead: SheetRowsRead,
  fileLayout: FileLayout | null,
  sample: string[][],
  table: Table,
  { decimalSign }: SheetAnswers,
  clock: Clock,
): Promise<Result<SheetReading>> {
  const convention = decimalSign ?? conventionOf(rowsRead);
  const isCertain = decimalSign !== null || rowsRead.proofs.point === 0 || rowsRead.proofs.comma === 0;
  const doubtful = rowsRead.waiting.find(
    (amount) =>
      amount.reading.kind === 'two' && (convention === null || (!isCertain && wouldPassAsTyped(amount))),
  );
  if (doubtful?.reading.kind === 'two') {
    const { point, comma } = doubtful.reading;
    const { line, cells } = doubtful;
    return succeed({ kind: 'decimalSignNeeded', line, value: cells.amount, point, comma });
  }
  for (const [index, amount] of rowsRead.waiting.entries()) {
    const typed = amount.cells.amount;
    settleAmount(amount, convention, isCertain);
    rowsRead.conversions.add('amount', typed, amount.cells.amount);
    if (index % amountsPerTurn === amountsPerTurn - 1) await clock.turn();
  }
  const { slipped, short } = rowsRead;
  const slips = [...linesNote('slipped', slipped), ...linesNote('cellsMissing', short)];
  const { cheques } = rowsRead;
  const asked: FileNote[] = cheques === 0 ? [] : [{ code: 'cheques', payments: cheques }];
  const found = fileLayout === null ? [] : placeNotes(table, fileLayout);
  const { corrections, conversions } = rowsRead;
  const notes = [
    ...table.notes,
    ...found,
    ...slips,
    ...asked,
    ...corrections.notes(),
    ...conversions.notes(),
  ];
  return succeed({
    kind: 'rows',
    rows: rowsRead.rows,
    notes,
    header: fileLayout?.header ?? null,
    message: messageOf(table, rowsRead.sources),
    columns: fileLayout === null ? null : columnsOf(fileLayout, sample, table.worksheets?.() ?? null),
    isIbanColumn: fileLayout?.layout.isIbanColumn ?? false,
    lastUnread: unreadTexts(rowsRead, fileLayout?.layout ?? null),
  });
}

/** The convention that the amounts prove; if they prove both, the one that most prove, and Bursar asks about the others one by one. */
function conventionOf({ proofs: { point, comma } }: SheetRowsRead): Convention | null {
  if (point === 0 && comma === 0) return null;
  return comma > point ? 'comma' : 'point';
}

function linesNote(code: 'slipped' | 'cellsMissing', lines: readonly number[]): FileNote[] {
  if (lines.length === 0) return [];
  return [{ code, lines: lines.slice(0, listedLines), hasMore: lines.length > listedLines }];
}
