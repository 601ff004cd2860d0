import { CorrectionTally, isCodeColumn } from '../../contract/batches/corrections.ts';
import {
  emptyCells,
  largestCellCharacters,
  type PayoutColumn,
  type SheetCells,
} from '../../contract/batches/sheet.ts';
import type { AmountReading, Convention } from './cells/amounts.ts';
import type { KnownCodes } from '../core/ports/index.ts';
import { normalizeCell } from './cells/check-cells.ts';
import { ConversionTally } from './cells/conversions.ts';
import { currencyOfSign } from './cells/currency-signs.ts';
import { fitToCurrency } from './cells/fit-currency.ts';
import { payoutColumns } from './columns/columns.ts';
import type { Layout } from './columns/header.ts';
import { readAmountCell } from './rows.ts';
import { accountTextOf, amountTextOf, textOf, type Cell, type TableRecord } from './tables/table.ts';
import type { RowSource } from '../../contract/batches/source.ts';

/** An amount as typed, until the convention of the file is known. */
type WaitingAmount = {
  readonly cells: SheetCells;
  readonly line: number;
  readonly reading: Exclude<AmountReading, { kind: 'fault' }>;
};

/** The rows read so far, with their amounts as typed, and their possible values. */
export type SheetRowsRead = {
  readonly rows: SheetCells[];
  /** The IDs of each row in the message that it came in; empty for a table. */
  readonly sources: RowSource[];
  readonly waiting: WaitingAmount[];
  /** How many amounts prove each convention. */
  readonly proofs: Record<Convention, number>;
  /** Lines with more cells than header names. */
  readonly slipped: number[];
  /** Lines with fewer cells than header names: a cell may be missing in the middle. */
  readonly short: number[];
  /** How many rows ask for a cheque. */
  cheques: number;
  readonly corrections: CorrectionTally;
  readonly conversions: ConversionTally;
  last: readonly Cell[];
};

export function noSheetRows(): SheetRowsRead {
  return {
    rows: [],
    sources: [],
    waiting: [],
    proofs: { point: 0, comma: 0 },
    slipped: [],
    short: [],
    cheques: 0,
    corrections: new CorrectionTally(),
    conversions: new ConversionTally(),
    last: [],
  };
}

/** Reads a raw record. If its cells have shifted, its whole text becomes the amount, so that it cannot be paid as it is. */
export function readSheetRow(
  { cells, line, source, faults = [] }: TableRecord,
  layout: Layout,
  read: SheetRowsRead,
  codes: KnownCodes,
): void {
  const cellAt = (column: PayoutColumn): Cell => {
    const place = layout.places[column];
    return place === undefined ? '' : (cells[place] ?? '');
  };
  const row = { ...emptyCells };
  for (const column of payoutColumns) {
    const text = (column === 'accountNumber' ? accountTextOf : textOf)(cellAt(column));
    if (column === 'amount' || text === '') continue;
    const written = column === 'accountNumber' && layout.isIbanColumn ? text.replaceAll(/\s/g, '') : text;
    row[column] = normalizeCell(column, written, codes);
    if (isCodeColumn(column)) read.corrections.add(column, cut(text.trim()), row[column]);
    if (column === 'accountNumber') read.conversions.add(column, cut(text.trim()), row[column]);
  }
  read.rows.push(row);
  read.last = cells;
  if (source !== undefined) read.sources.push(source);
  if (faults.some(({ fault }) => fault.code === 'methodCheque')) read.cheques += 1;
  const isSlipped =
    cells.slice(layout.width).some((cell) => textOf(cell).trim() !== '') ||
    layout.unnamed.some((place) => textOf(cells[place]).trim() !== '');
  if (isSlipped) {
    read.slipped.push(line);
    row.amount = cut(cells.map((cell) => textOf(cell).trim()).join(' | '));
    return;
  }
  const isShort =
    layout.width - cells.length > layout.unnamed.filter((place) => place >= cells.length).length;
  if (isShort) read.short.push(line);
  const amountCell = cellAt('amount');
  const currencyCode = currencyOfSign(row.currencyCode) ?? row.currencyCode;
  const text = amountTextOf(amountCell, currencyCode, layout.amountSigns).trim();
  row.amount = cut(text);
  const reading = readAmountCell(amountCell, text);
  if (reading.kind === 'fault') return;
  if (reading.kind === 'one' && reading.proves !== null) read.proofs[reading.proves] += 1;
  // The cell itself shows its notation, whatever the other cells prove.
  if (reading.kind === 'one' && reading.amount === row.amount) return;
  read.waiting.push({ cells: row, line, reading });
}

/** The texts of the last row in unused columns. */
export function unreadTexts({ last }: SheetRowsRead, layout: Layout | null): string[] {
  if (layout === null) return [];
  const read = new Set(Object.values(layout.places));
  return last.flatMap((cell, place) => (read.has(place) ? [] : [textOf(cell).trim()])).filter(Boolean);
}

function cut(text: string): string {
  return (text.length > largestCellCharacters ? text.slice(0, largestCellCharacters) : text).toWellFormed();
}

/** Whether the sheet would accept an ambiguous amount as typed, so that nobody would be asked about its cell. */
export function wouldPassAsTyped({ cells: { amount, currencyCode }, reading }: WaitingAmount): boolean {
  return (
    reading.kind === 'two' &&
    reading.point === amount &&
    fitToCurrency(amount, currencyCode, true).kind === 'fits'
  );
}

/**
 * Writes an amount as a plain decimal if it can be read under the convention. It stays as typed if it cannot, or if it is
 * ambiguous while the convention is uncertain.
 */
export function settleAmount(
  { cells, reading }: WaitingAmount,
  convention: Convention | null,
  isCertain: boolean,
): void {
  switch (reading.kind) {
    case 'two':
      if (convention !== null && isCertain) cells.amount = reading[convention];
      return;
    case 'one':
      if (reading.proves === null || reading.proves === convention) cells.amount = reading.amount;
  }
}
