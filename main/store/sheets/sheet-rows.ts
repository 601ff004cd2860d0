import { z } from 'zod';
import { emptyCells, payoutColumns, SheetCells } from '../../../contract/batches/sheet.ts';
import type { SheetDelta, SheetTurn, StoredSheetRow } from '../../core/ports/index.ts';
import { ReportedMoney } from '../../../contract/money/money.ts';
import { RowSource } from '../../../contract/batches/source.ts';
import { jsonOf, readJson } from '../../../contract/json.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn, textOrNullIn, readRowSource, sourceText, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';

/** Adds or replaces the row of this rowId. Cells are stored as an array in the order of the columns. */
export function writeRow(
  { connection }: Context,
  sheetNumber: number,
  { rowId, position, cells, retryOf, source, lastMoney }: StoredSheetRow,
): void {
  connection.insert(
    'sheetRows',
    {
      sheetNumber,
      rowId,
      position,
      cells: writeCells(cells),
      retryOf,
      source: sourceText(source),
      lastMoney: lastMoney === null ? null : JSON.stringify(lastMoney),
    },
    'OR REPLACE',
  );
}

function writeCells(cells: SheetCells): string {
  return JSON.stringify(payoutColumns.map((column) => cells[column]));
}

export function readStoredRow(row: Row): StoredSheetRow {
  return {
    rowId: integerIn(row, 'rowId'),
    position: integerIn(row, 'position'),
    cells: readCells(textIn(row, 'cells')),
    retryOf: textOrNullIn(row, 'retryOf'),
    source: readRowSource(row),
    lastMoney: readLastMoney(row),
  };
}

function readLastMoney(row: Row): StoredSheetRow['lastMoney'] {
  const text = textOrNullIn(row, 'lastMoney');
  if (text === null) return null;
  const money = readJson(ReportedMoney, text);
  if (money === null) throw unreadable(`'${text.slice(0, 50)}' as an earlier amount`);
  return money;
}

function readCells(text: string): SheetCells {
  const values = jsonOf(text);
  const cells: SheetCells = { ...emptyCells };
  if (!Array.isArray(values)) throw unreadable(`'${text.slice(0, 50)}' as the cells of a row`);
  for (const [place, column] of payoutColumns.entries()) {
    const value: unknown = values[place];
    if (typeof value !== 'string') throw unreadable(`'${text.slice(0, 50)}' as the cells of a row`);
    cells[column] = value;
  }
  return cells;
}

const StoredRow = z.object({
  rowId: z.number().int(),
  position: z.number().int(),
  cells: SheetCells,
  retryOf: z.string().nullable(),
  source: RowSource.nullable().default(null),
  lastMoney: ReportedMoney.nullable().default(null),
});
const Deltas = z.array(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('cells'),
      rowId: z.number().int(),
      before: z.partialRecord(z.enum(payoutColumns), z.string()),
      after: z.partialRecord(z.enum(payoutColumns), z.string()),
    }),
    z.object({ kind: z.enum(['put', 'take']), row: StoredRow }),
    z.object({
      kind: z.literal('move'),
      rowId: z.number().int(),
      before: z.number().int(),
      after: z.number().int(),
    }),
  ]),
);

/** Reads the deltas of a part of a step as they were stored. */
export function readDeltas(text: string): SheetDelta[] {
  const deltas = readJson(Deltas, text);
  if (deltas === null) throw unreadable(`'${text.slice(0, 50)}' as a step of a sheet`);
  return deltas;
}

/** Applies the deltas to the stored rows, or undoes them. Applying them again changes nothing. */
export function applyDeltas(
  context: Context,
  sheetNumber: number,
  deltas: readonly SheetDelta[],
  turn: SheetTurn,
): void {
  const { connection } = context;
  for (const delta of deltas) {
    switch (delta.kind) {
      case 'cells':
        setCells(context, sheetNumber, delta.rowId, turn === 'redo' ? delta.after : delta.before);
        break;
      case 'move':
        connection.run(
          'UPDATE sheetRows SET position = ? WHERE sheetNumber = +? AND rowId = +?',
          turn === 'redo' ? delta.after : delta.before,
          sheetNumber,
          delta.rowId,
        );
        break;
      case 'put':
      case 'take':
        if ((delta.kind === 'put') === (turn === 'redo')) writeRow(context, sheetNumber, delta.row);
        else
          connection.run(
            'DELETE FROM sheetRows WHERE sheetNumber = +? AND rowId = +?',
            sheetNumber,
            delta.row.rowId,
          );
    }
  }
}

function setCells(
  { connection }: Context,
  sheetNumber: number,
  rowId: number,
  values: Partial<SheetCells>,
): void {
  const row = connection.get(
    'SELECT cells FROM sheetRows WHERE sheetNumber = +? AND rowId = +?',
    sheetNumber,
    rowId,
  );
  if (row === undefined) throw unreadable(`a change of row ${rowId} of a sheet, which does not exist`);
  connection.run(
    'UPDATE sheetRows SET cells = ? WHERE sheetNumber = +? AND rowId = +?',
    writeCells({ ...readCells(textIn(row, 'cells')), ...values }),
    sheetNumber,
    rowId,
  );
}
