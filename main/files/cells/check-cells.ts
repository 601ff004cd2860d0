import type { Fault } from '../../../contract/batches/fault.ts';
import { isCodeColumn } from '../../../contract/batches/corrections.ts';
import {
  largestCellCharacters,
  type CellProblem,
  type PayoutColumn,
  type SheetCells,
} from '../../../contract/batches/sheet.ts';
import type { AmountsTogether, CheckedCells, KnownCodes, PayoutRules } from '../../core/ports/index.ts';
import { readAccountNumber } from './account.ts';
import { readAmount, type Convention } from './amounts.ts';
import { readCurrencyCode } from './cells.ts';
import { correctCode } from './codes.ts';
import { payoutColumns } from '../columns/columns.ts';
import { signFault } from './currency-signs.ts';
import { fitToCurrency } from './fit-currency.ts';
import { readCells, seenCell } from './read-cells.ts';
import { suggestionFor } from './suggestions.ts';

const noProblems: readonly CellProblem[] = [];
const blankRow: CheckedCells = {
  problems: [{ column: null, fault: { code: 'rowEmpty' }, suggestion: null }],
  row: null,
  money: null,
};

/** How a sheet writes amounts: as plain decimals, so a point is always a decimal point. */
const plainAmount = /^(?:0|[1-9]\d{0,17})(?:\.(\d{1,18}))?$/;

/** See Files. If a cell has several faults, only the first is reported. */
export function checkCells(cells: SheetCells, rules: PayoutRules): CheckedCells {
  if (payoutColumns.every((column) => cells[column].trim() === '')) return blankRow;
  let problems: CellProblem[] | null = null;
  const report = (column: PayoutColumn, value: string, fault: Fault): void => {
    problems ??= [];
    if (problems.some((problem) => problem.column === column)) return;
    const currencyCode = readCurrencyCode(cells.currencyCode.trim()) ?? '';
    problems.push({ column, fault, suggestion: suggestionFor(column, value, fault, currencyCode) });
  };
  const offer = (column: PayoutColumn, to: string): void => {
    problems ??= [];
    problems.push({ column, fault: { code: 'codeCase', to }, suggestion: to });
  };
  const amountText = seenCell('amount', cells.amount, report);
  const row = readCells({
    cellOf: (column) => cells[column],
    isIbanColumn: rules.isIbanColumn,
    idFault: () => null,
    report,
    // A sheet pays what it shows, so a code is corrected in its cell or not at all.
    corrected: (column, _from, to) => offer(column, to),
    rules,
  });
  const amount = amountOf(amountText, row.currencyCode);
  if (amount.fault === null) row.amount = amount.amount;
  else report('amount', amountText, amount.fault);
  // Most cells are valid as they are: then they are the row, which is not stored twice.
  const kept = payoutColumns.every((column) => row[column] === cells[column]) ? cells : row;
  return {
    problems: problems ?? noProblems,
    row: problems === null ? kept : null,
    money: kept.amount !== '' && kept.currencyCode !== '' ? kept : null,
  };
}

type AmountOf =
  | { readonly fault: null; readonly amount: string }
  | { readonly fault: Fault; readonly amount: '' };

function amountOf(text: string, currencyCode: string): AmountOf {
  const plain = plainAmount.exec(text);
  if (plain === null || !/[1-9]/.test(text)) return { fault: unusualAmount(text, currencyCode), amount: '' };
  // Three decimals are often thousands, so in a currency of two not even zeros are dropped.
  const fit = fitToCurrency(text, currencyCode, plain[1]?.length === 3);
  return fit.kind === 'fits' ? { fault: null, amount: fit.amount } : { fault: fit.fault, amount: '' };
}

function unusualAmount(text: string, currencyCode: string): Fault {
  const reading = readAmount(text);
  switch (reading.kind) {
    case 'fault':
      return signFault(text, reading.fault, currencyCode);
    case 'two':
      return { code: 'amountTwoReadings', value: text, point: reading.point, comma: reading.comma };
    case 'one':
      return { code: 'amountUnusual', amount: reading.amount };
  }
}

/** See Files. */
export function normalizeCell(
  column: PayoutColumn,
  text: string,
  codes: KnownCodes,
  decimalSign: Convention | null = null,
): string {
  const trimmed = text.trim();
  const kept =
    trimmed.length > largestCellCharacters
      ? trimmed.slice(0, largestCellCharacters).toWellFormed()
      : trimmed.toWellFormed();
  if (isCodeColumn(column)) return correctCode(column, kept, codes);
  switch (column) {
    case 'amount': {
      if (decimalSign !== 'comma' && plainAmount.test(kept)) return kept;
      const reading = readAmount(kept);
      if (reading.kind === 'two' && decimalSign !== null) return reading[decimalSign];
      return reading.kind === 'one' ? reading.amount : kept;
    }
    case 'accountNumber': {
      const reading = readAccountNumber(kept, false);
      return reading.kind === 'account' ? reading.accountNumber : kept;
    }
    default:
      return kept;
  }
}

/** See Files. */
export function readTogether(amounts: Iterable<string>): AmountsTogether {
  const proven = new Set<Convention>();
  let first: AmountsTogether['doubtful'] = null;
  for (const text of amounts) {
    const value = text.trim();
    const reading = readAmount(value);
    if (reading.kind === 'one' && reading.proves !== null) proven.add(reading.proves);
    // With a comma it is a problem of its cell by itself.
    if (reading.kind === 'two' && reading.point === value)
      first ??= { value, point: reading.point, comma: reading.comma };
  }
  const [sign = null] = proven;
  return { sign: proven.size === 1 ? sign : null, doubtful: proven.size === 2 ? first : null };
}
