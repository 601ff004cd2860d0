import { CorrectionTally } from '../../contract/batches/corrections.ts';
import type { PayoutRow } from '../../contract/payments/payment.ts';
import { emptyCells } from '../../contract/batches/sheet.ts';
import type { PayoutRules } from '../core/ports/index.ts';
import { readAmount, type AmountReading, type Convention } from './cells/amounts.ts';
import type { PayoutColumn } from './columns/columns.ts';
import { ConversionTally } from './cells/conversions.ts';
import type { Place, TwoReadings } from './cells/convention.ts';
import { signFault } from './cells/currency-signs.ts';
import { fitToCurrency } from './cells/fit-currency.ts';
import type { Layout } from './columns/header.ts';
import { shown, type ProblemList } from './problems.ts';
import type { Fault } from '../../contract/batches/fault.ts';
import type { FaultAt } from '../../contract/errors.ts';
import { readCells, seenCell } from './cells/read-cells.ts';
import { accountTextOf, amountTextOf, textOf, type Cell, type TableRecord } from './tables/table.ts';
import type { RowSource } from '../../contract/batches/source.ts';

/** A row whose amount waits until the whole file has revealed its decimal sign. */
export type WaitingRow = TwoReadings & { readonly row: PayoutRow };

/** Everything that was read so far. Rows with a fault stay among the rows, because a single problem means that none is returned. */
export type RowsRead = {
  readonly rows: PayoutRow[];
  readonly lines: number[];
  /** The IDs of each row in the message that it came in; empty for a table. */
  readonly sources: RowSource[];
  readonly waiting: WaitingRow[];
  /** The first amount that proves each convention. */
  readonly proofs: Record<Convention, Place | null>;
  readonly lineOfId: Map<string, number>;
  readonly corrections: CorrectionTally;
  readonly conversions: ConversionTally;
};

export function noRowsYet(): RowsRead {
  return {
    rows: [],
    lines: [],
    sources: [],
    waiting: [],
    proofs: { point: null, comma: null },
    lineOfId: new Map(),
    corrections: new CorrectionTally(),
    conversions: new ConversionTally(),
  };
}

/** Parses the record that starts on this line into `read`, and its problems into `problems`. */
export function readRow(
  { cells: record, line, source, faults = [] }: TableRecord,
  layout: Layout,
  read: RowsRead,
  problems: ProblemList,
  rules: PayoutRules,
): void {
  if (source !== undefined) read.sources.push(source);
  if (record.length !== layout.width) {
    problems.add(widthProblem(record, line, layout));
    // The row still counts towards the limit on rows.
    read.rows.push({ ...emptyCells });
    read.lines.push(line);
    return;
  }
  for (const { column: field, ...fault } of faults) problems.add({ line, field, ...fault });
  let told: PayoutColumn[] | null = null;
  const report = (field: PayoutColumn, value: string, fault: Fault): void => {
    if (faults.some(({ column }) => column === field)) return;
    told ??= [];
    if (told.includes(field)) return;
    told.push(field);
    problems.add({ line, field, value: shown(value), fault });
  };
  for (const place of layout.unnamed) {
    const value = textOf(record[place]).trim();
    if (value !== '') problems.add(unnamedProblem(value, place, line));
  }
  const cellAt = (field: PayoutColumn): Cell => {
    const place = layout.places[field];
    return place === undefined ? '' : (record[place] ?? '');
  };
  const row = readCells({
    cellOf: (field) => (field === 'accountNumber' ? accountTextOf : textOf)(cellAt(field)),
    isIbanColumn: layout.isIbanColumn,
    idFault: (idPayout) => repeatedFault(idPayout, line, read.lineOfId),
    report,
    corrected: (column, from, to) => read.corrections.add(column, from, to),
    rules,
  });
  const amountCell = cellAt('amount');
  // Once the currency is corrected, the file is read again.
  const isCurrencyKnown = row.currencyCode !== '';
  const shownAmount = isCurrencyKnown
    ? amountTextOf(amountCell, row.currencyCode, layout.amountSigns)
    : textOf(amountCell);
  const amountText = seenCell('amount', shownAmount, report);
  const reading = readAmountCell(amountCell, amountText);
  const fault = placeAmount(reading, amountText, line, row, read);
  if (fault !== null) report('amount', amountText, fault);
  read.conversions.add('amount', amountText, row.amount);
  read.conversions.add('accountNumber', accountTextOf(cellAt('accountNumber')).trim(), row.accountNumber);
  read.rows.push(row);
  read.lines.push(line);
}

/** The possible values of an amount: a spreadsheet number has only one, and proves nothing about how people write amounts as text. */
export function readAmountCell(cell: Cell, text: string): AmountReading {
  const reading = readAmount(text);
  if (typeof cell === 'string' || reading.kind === 'fault') return reading;
  return { kind: 'one', amount: reading.kind === 'two' ? reading.point : reading.amount, proves: null };
}

/** Puts the amount into the row, or the row among those that wait; returns the amount's problem. */
function placeAmount(
  reading: AmountReading,
  text: string,
  line: number,
  row: PayoutRow,
  read: RowsRead,
): Fault | null {
  switch (reading.kind) {
    case 'fault':
      return signFault(text, reading.fault, row.currencyCode);
    case 'two':
      read.waiting.push({ line, value: text, point: reading.point, comma: reading.comma, row });
      return null;
    case 'one': {
      if (reading.proves !== null) read.proofs[reading.proves] ??= { line, value: text };
      const fit = fitToCurrency(reading.amount, row.currencyCode, false);
      if (fit.kind === 'fault') return fit.fault;
      row.amount = fit.amount;
      return null;
    }
  }
}

function repeatedFault(idPayout: string, line: number, lineOfId: Map<string, number>): Fault | null {
  if (idPayout === '') return null;
  const earlier = lineOfId.get(idPayout);
  if (earlier === undefined) {
    lineOfId.set(idPayout, line);
    return null;
  }
  return { code: 'orderIdRepeated', where: 'line', number: earlier };
}

function widthProblem(record: readonly Cell[], line: number, { width }: Layout): FaultAt {
  const value = shown(record.map(textOf).join(' | '));
  return { line, value, fault: { code: 'rowWidth', found: record.length, width } };
}

function unnamedProblem(value: string, place: number, line: number): FaultAt {
  const number = place + 1;
  return { line, field: `column ${number}`, value: shown(value), fault: { code: 'columnUnnamed', number } };
}
