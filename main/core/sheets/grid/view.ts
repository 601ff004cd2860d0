import {
  compareDecimals,
  formatDecimal,
  parseDecimal,
  shortestDecimal,
  type Decimal,
} from '../../../../contract/money/decimal.ts';
import { foldText } from '../../../../contract/payees/fold-text.ts';
import { withoutSeparators, searchMeaning } from '../../../../contract/payments/search-meaning.ts';
import { payoutColumns } from '../../../../contract/batches/sheet.ts';
import type { ColumnFilter, SheetView } from '../../../../contract/batches/sheet-change.ts';
import type { Clock } from '../../ports/index.ts';
import type { ModelRow } from './model-row.ts';
import type { SheetModel } from './model.ts';
import { sortInPieces } from './sort.ts';
import { textPattern } from './text-match.ts';
import { slicesOf } from '../../payments/pages.ts';
import { compareText } from '../../../../contract/same-code.ts';

const rowsAtOnce = 1000;

/**
 * A view as it was when a person requested it: the sort value of each row, by rowId. A row stays, and keeps its place, whatever
 * happens to its cells.
 */
export type Pass = {
  /** Rows with a higher rowId were added since, and are shown regardless of the search. */
  readonly lastRowId: number;
  readonly keys: Map<number, Key>;
};

/** The rows of a view in order, computed in pieces. Nothing in the sheet may change meanwhile. */
export async function rowsOfView(
  model: SheetModel,
  { onlyProblems, onlyFaulty = false, search, filters, sort }: SheetView,
  clock: Clock,
  pass: Pass | null,
): Promise<readonly ModelRow[]> {
  const isFiltered = onlyProblems || onlyFaulty || search.trim() !== '' || filters.length > 0;
  if (!isFiltered && sort === null) return model.rows;
  const matchesSearch = search.trim() === '' ? null : searchOf(search);
  const letsThrough = filters.map(filterOf);
  const isFound = (row: ModelRow): boolean =>
    (matchesSearch === null || matchesSearch(row)) &&
    (!onlyProblems || model.isToReview(row)) &&
    (!onlyFaulty || model.isProblem(row)) &&
    letsThrough.every((isThrough) => isThrough(row));
  const isShown = (row: ModelRow): boolean =>
    (pass !== null && (pass.keys.has(row.rowId) || row.rowId > pass.lastRowId)) || isFound(row);
  const rows = isFiltered ? await filterInPieces(model.rows, isShown, clock) : model.rows;
  const lastBefore = model.rows.findLast(({ rowId }) => rowId <= (pass?.lastRowId ?? rowId));
  const keyOf = (row: ModelRow): Key =>
    row.rowNumber > (lastBefore?.rowNumber ?? 0) ? addedKey : sortKey(row, sort);
  const keyed: Keyed[] = [];
  for await (const some of slicesOf(clock, rows, rowsAtOnce))
    for (const row of some) {
      const key = pass?.keys.get(row.rowId) ?? keyOf(row);
      pass?.keys.set(row.rowId, key);
      keyed.push({ row, key });
    }
  if (sort === null) return rows;
  const sign = sort.isDescending ? -1 : 1;
  const compare = (left: Keyed, right: Keyed): number =>
    left.key.rank - right.key.rank ||
    sign * compareKeys(left.key, right.key) ||
    left.row.rowNumber - right.row.rowNumber;
  const sorted = await sortInPieces(keyed, compare, clock);
  return sorted.map(({ row }) => row);
}

/** Finds texts as the history does, and amounts also by part of their digits, as typed. */
function searchOf(search: string): (row: ModelRow) => boolean {
  const { texts, amounts } = searchMeaning(search);
  const figures = amounts.map((amount) => formatDecimal(shortestDecimal(amount)));
  return ({ cells }) =>
    payoutColumns.some((column) => {
      const cell =
        column === 'accountNumber' ? withoutSeparators(foldText(cells[column])) : foldText(cells[column]);
      return texts.some((text) => cell.includes(text));
    }) || figures.some((each) => cells.amount.includes(each));
}

function filterOf(filter: ColumnFilter): (row: ModelRow) => boolean {
  const { column } = filter;
  switch (filter.kind) {
    case 'contains':
    case 'is': {
      const pattern = textPattern(filter.text, filter.kind === 'is');
      return ({ cells }) => cells[column].search(pattern) !== -1;
    }
    case 'isEmpty':
      return ({ cells }) => cells[column] === '';
    case 'isFilled':
      return ({ cells }) => cells[column] !== '';
    case 'atLeast':
    case 'atMost': {
      const bound = parseDecimal(filter.amount);
      const sign = filter.kind === 'atLeast' ? 1 : -1;
      return ({ cells }) => {
        const amount = parseDecimal(cells[column]);
        return bound !== null && amount !== null && sign * compareDecimals(amount, bound) >= 0;
      };
    }
  }
}

async function filterInPieces(
  rows: readonly ModelRow[],
  isShown: (row: ModelRow) => boolean,
  clock: Clock,
): Promise<ModelRow[]> {
  const shown: ModelRow[] = [];
  for await (const some of slicesOf(clock, rows, rowsAtOnce)) shown.push(...some.filter(isShown));
  return shown;
}

/** Values come first, then invalid amounts, empty cells, and rows added at the end, in either sort direction. */
type Key = {
  readonly rank: number;
  readonly text: string;
  readonly amount: Decimal | null;
  /** Accurate enough to distinguish most amounts; equal ones are compared exactly. */
  readonly near: number;
};
type Keyed = { readonly key: Key; readonly row: ModelRow };

const addedKey: Key = { rank: 3, text: '', amount: null, near: 0 };

function sortKey({ cells }: ModelRow, sort: SheetView['sort']): Key {
  if (sort === null) return unsortedKey;
  return sort.column === 'amount' ? amountKey(cells.amount) : textKey(cells[sort.column]);
}

const unsortedKey: Key = { rank: 0, text: '', amount: null, near: 0 };

function textKey(cell: string): Key {
  return { rank: cell === '' ? 2 : 0, text: cell.toLowerCase(), amount: null, near: 0 };
}

function amountKey(cell: string): Key {
  const amount = parseDecimal(cell);
  if (amount === null) return { ...textKey(cell), rank: cell === '' ? 2 : 1 };
  return { rank: 0, text: '', amount, near: Number(cell) };
}

function compareKeys(left: Key, right: Key): number {
  if (left.amount === null || right.amount === null) return compareText(left.text, right.text);
  return left.near - right.near || compareDecimals(left.amount, right.amount);
}
