import { largestSheetRows, type SheetRow, type PayoutColumn } from '../../../contract/batches/sheet.ts';
import type { SheetView } from '../../../contract/batches/sheet-change.ts';
import { plainView, readRowIds } from '../../queries/sheets.ts';
import type { Place } from './selection.ts';
import type { ShownRows } from './useShownRows.ts';

/** Rows searched at once. */
const stride = 5000;

type ProblemSearch = {
  /** Whether to search only for problems, not findings. */
  readonly onlyFaulty: boolean;
  readonly order: readonly PayoutColumn[];
  /** Reads a row, which has to be the one that the person sees in its place. */
  readonly read: ShownRows['read'];
};

/** The matching columns of a row, from left to right; something about the whole row counts for the first column. */
function problemColumns(
  { problems, findings }: Pick<SheetRow, 'problems' | 'findings'>,
  { onlyFaulty, order }: Omit<ProblemSearch, 'read'>,
): number[] {
  const toReview = [...problems, ...(onlyFaulty ? [] : findings.filter(({ level }) => level !== 'info'))];
  const places = toReview.map(({ column }) => (column === null ? 0 : Math.max(0, order.indexOf(column))));
  return [...new Set(places)].toSorted((left, right) => left - right);
}

/**
 * The next cell with a problem after this one, row by row, starting again at the top; if no row has one, the next with a
 * finding that does more than inform. Null if there is none. `order` has every column: shown ones, then hidden ones. Fails if
 * rows moved that the screen still shows in their old place: the cell would be another one by the time it is typed into.
 */
export async function findNextProblem(
  sheetId: string,
  view: SheetView,
  after: Place,
  count: number,
  { order, read }: Omit<ProblemSearch, 'onlyFaulty'>,
): Promise<Place | null> {
  if (count === 0) return null;
  for (const onlyFaulty of [true, false]) {
    const place = await findNext(sheetId, view, after, count, { onlyFaulty, order, read });
    if (place !== null) return place;
  }
  return null;
}

async function findNext(
  sheetId: string,
  view: SheetView,
  after: Place,
  count: number,
  sought: ProblemSearch,
): Promise<Place | null> {
  const here = await columnsAt(after.row, count, sought);
  const further = here.find((column) => column > after.column);
  if (further !== undefined) return { row: after.row, column: further };
  const among = { ...plainView, onlyProblems: true, onlyFaulty: sought.onlyFaulty };
  const wanted = new Set(await readRowIds(sheetId, among, 0, largestSheetRows));
  if (wanted.size === 0) return null;
  const row =
    (await findRow(sheetId, view, wanted, after.row + 1, count - 1)) ??
    (await findRow(sheetId, view, wanted, 0, Math.min(after.row, count - 1)));
  if (row === null) return null;
  return { row, column: (await columnsAt(row, count, sought))[0] ?? 0 };
}

async function columnsAt(place: number, count: number, sought: ProblemSearch): Promise<number[]> {
  if (place >= count) return [];
  const [row] = await sought.read(place, place);
  return row === undefined ? [] : problemColumns(row, sought);
}

async function findRow(
  sheetId: string,
  view: SheetView,
  wanted: ReadonlySet<number>,
  from: number,
  to: number,
): Promise<number | null> {
  for (let start = from; start <= to; start += stride) {
    const rowIds = await readRowIds(sheetId, view, start, Math.min(start + stride - 1, to));
    const index = rowIds.findIndex((rowId) => wanted.has(rowId));
    if (index !== -1) return start + index;
  }
  return null;
}
