import type { CodeCorrection } from '../../../../contract/batches/file-note.ts';
import { CorrectionTally, isCodeColumn } from '../../../../contract/batches/corrections.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import {
  emptyCells,
  largestCellCharacters,
  largestSheetRows,
  payoutColumns,
  type PayoutColumn,
  type SheetCells,
  type SheetStep,
} from '../../../../contract/batches/sheet.ts';
import type { SheetChange } from '../../../../contract/batches/sheet-change.ts';
import type { SheetDelta } from '../../ports/index.ts';
import type { ModelRow } from './model-row.ts';
import type { SheetModel } from './model.ts';
import { findRoom } from './positions.ts';
import { textPattern } from './text-match.ts';
import { columnLabel, columnText } from '../../../../contract/text/columns.ts';
import { counted, countText } from '../../../../contract/text/numbers.ts';

/** A change as it is stored; `rowIds` are those of new rows. No deltas: nothing changes. */
type Plan = {
  readonly label: SheetStep;
  readonly deltas: readonly SheetDelta[];
  readonly rowIds: number[];
  /** Codes that are stored differently from how they were typed. */
  readonly corrections: CodeCorrection[];
};

type Some = { [Column in PayoutColumn]?: string | undefined };
type Normalize = (column: PayoutColumn, text: string) => string;

/** Turns a person's request into changes per row. */
export function planChange(model: SheetModel, change: SheetChange, normalize: Normalize): Result<Plan> {
  switch (change.kind) {
    case 'set':
      return planSetAndAdd(model, change, normalize);
    case 'fill': {
      const { rowIds, cells } = change;
      return planFill(model, rowIds, () => cells, normalize);
    }
    case 'fillAcross': {
      const { rowIds, from, columns } = change;
      const across = (row: ModelRow): Some =>
        Object.fromEntries(columns.map((column) => [column, row.cells[from]]));
      return planFill(model, rowIds, across, normalize);
    }
    case 'replace':
      return planReplace(model, change, normalize);
    case 'useSuggestions':
      return planSuggestions(model, change, normalize);
    case 'insert':
      return planInsert(model, change.afterRowId, change.rows, normalize);
    case 'duplicate':
      return planDuplicate(model, change.rowIds);
    case 'remove':
      return planRemove(model, change.rowIds);
  }
}

/** Sets cells that still have the value that the person saw, and adds rows at the end, as one step. */
function planSetAndAdd(
  model: SheetModel,
  { rows, added = [] }: Extract<SheetChange, { kind: 'set' }>,
  normalize: Normalize,
): Result<Plan> {
  for (const { rowId, cells, was = {} } of rows) {
    const row = model.find(rowId);
    if (row === undefined) return gone();
    for (const column of payoutColumns) {
      const [before, typed] = [was[column], cells[column]];
      if (before === undefined || typed === undefined) continue;
      const now = row.cells[column];
      if ([before, normalize(column, before), normalize(column, typed)].includes(now)) continue;
      return fail(
        'inputInvalid',
        `${columnLabel(column)} in row ${row.rowNumber} became “${now}” while it was being edited. “${typed}” was not written over it.`,
      );
    }
  }
  const set = planSet(model, rows, normalize);
  if (added.length === 0 || !set.ok) return set;
  const add = planInsert(model, model.rows.at(-1)?.rowId ?? null, added, normalize);
  if (!add.ok) return add;
  const changed = set.value.deltas.length;
  const corrections = new CorrectionTally();
  for (const { column, from, to, rows: times } of [...set.value.corrections, ...add.value.corrections])
    corrections.add(column, from, to, times);
  return succeed({
    label: changed === 0 ? add.value.label : { code: 'changedAndAdded', rows: changed, added: added.length },
    deltas: [...set.value.deltas, ...add.value.deltas],
    rowIds: add.value.rowIds,
    corrections: corrections.list(),
  });
}

function planSet(
  model: SheetModel,
  rows: readonly { readonly rowId: number; readonly cells: Some }[],
  normalize: Normalize,
): Result<Plan> {
  const wanted = new Map<ModelRow, Partial<SheetCells>>();
  const corrections = new CorrectionTally();
  for (const { rowId, cells } of rows) {
    const row = model.find(rowId);
    if (row === undefined) return gone();
    wanted.set(row, { ...wanted.get(row), ...normalized(cells, normalize, corrections) });
  }
  const deltas: SheetDelta[] = [];
  let changed: ModelRow | null = null;
  for (const [row, cells] of wanted) {
    const before: Partial<SheetCells> = {};
    const after: Partial<SheetCells> = {};
    for (const column of payoutColumns) {
      const text = cells[column];
      if (text === undefined || text === row.cells[column]) continue;
      before[column] = row.cells[column];
      after[column] = text;
    }
    if (Object.keys(after).length === 0) continue;
    changed = row;
    deltas.push({ kind: 'cells', rowId: row.rowId, before, after });
  }
  const label =
    deltas.length === 1 && changed !== null
      ? ({ code: 'changedRow', rowNumber: changed.rowNumber } as const)
      : ({ code: 'changed', rows: deltas.length } as const);
  return succeed({ label, deltas, rowIds: [], corrections: corrections.list() });
}

/** The same under a label of its own. */
function planSetAs(
  code: 'filled' | 'replaced' | 'suggestionsUsed',
  ...set: Parameters<typeof planSet>
): Result<Plan> {
  const plan = planSet(...set);
  return plan.ok ? succeed({ ...plan.value, label: { code, rows: plan.value.deltas.length } }) : plan;
}

/** Sets values in each of these rows that depend on the row. */
function planFill(
  model: SheetModel,
  rowIds: readonly number[],
  cellsFor: (row: ModelRow) => Some,
  normalize: Normalize,
): Result<Plan> {
  const rows = rowsOf(model, rowIds);
  if (rows === null) return gone();
  const changes = rows.map((row) => ({ rowId: row.rowId, cells: cellsFor(row) }));
  return planSetAs('filled', model, changes, normalize);
}

function planReplace(
  model: SheetModel,
  { rowIds, columns, text, by, isWholeCell }: Extract<SheetChange, { kind: 'replace' }>,
  normalize: Normalize,
): Result<Plan> {
  const rows = rowsOf(model, rowIds);
  if (rows === null) return gone();
  const pattern = textPattern(text, isWholeCell);
  const changes: { rowId: number; cells: Some }[] = [];
  for (const { rowId, rowNumber, cells } of rows) {
    const replaced: Some = {};
    for (const column of columns) {
      // Passed as a function, so that a $ in it is literal.
      const after = cells[column].replace(pattern, () => by);
      if (after.length > largestCellCharacters)
        return fail(
          'inputInvalid',
          `Row ${rowNumber} would hold more than ${counted(largestCellCharacters, 'character')} in ${columnText(column)}. Nothing was replaced.`,
        );
      if (after !== cells[column]) replaced[column] = after;
    }
    if (Object.keys(replaced).length > 0) changes.push({ rowId, cells: replaced });
  }
  return planSetAs('replaced', model, changes, normalize);
}

/** The suggestion for exactly this problem of a cell; for a cell with several problems, the first. */
function planSuggestions(
  model: SheetModel,
  { column, fault }: Extract<SheetChange, { kind: 'useSuggestions' }>,
  normalize: Normalize,
): Result<Plan> {
  const changes = model.rows.flatMap((row) => {
    const offered = model
      .problemsOf(row)
      .find((problem) => problem.column === column && problem.fault.code === fault)?.suggestion;
    return offered === undefined || offered === null
      ? []
      : [{ rowId: row.rowId, cells: { [column]: offered } }];
  });
  return planSetAs('suggestionsUsed', model, changes, normalize);
}

function planInsert(
  model: SheetModel,
  afterRowId: number | null,
  rows: Extract<SheetChange, { kind: 'insert' }>['rows'],
  normalize: Normalize,
): Result<Plan> {
  const after = afterRowId === null ? null : model.find(afterRowId);
  if (after === undefined) return gone();
  const place = after === null ? -1 : after.rowNumber - 1;
  const corrections = new CorrectionTally();
  const plan = put(
    model,
    [place],
    rows.map((cells) => ({ ...emptyCells, ...normalized(cells, normalize, corrections) })),
    { code: 'added', rows: rows.length },
  );
  return plan.ok ? succeed({ ...plan.value, corrections: corrections.list() }) : plan;
}

function planDuplicate(model: SheetModel, rowIds: readonly number[]): Result<Plan> {
  const rows = rowsOf(model, rowIds);
  if (rows === null) return gone();
  return put(
    model,
    rows.map(({ rowNumber }) => rowNumber - 1),
    rows.map(({ cells }) => ({ ...cells, idPayout: '' })),
    { code: 'copied', rows: rows.length },
  );
}

function planRemove(model: SheetModel, rowIds: readonly number[]): Result<Plan> {
  const rows = rowsOf(model, rowIds);
  if (rows === null) return gone();
  return succeed({
    label: { code: 'removed', rows: rows.length },
    deltas: rows.map(takeOut),
    rowIds: [],
    corrections: [],
  });
}

/** The change that takes a row out of a sheet. */
export function takeOut({ rowId, position, cells, retryOf, source, lastMoney }: ModelRow): SheetDelta {
  return { kind: 'take', row: { rowId, position, cells, retryOf, source, lastMoney } };
}

/** Inserts rows after one position, or one after each of several. */
function put(
  model: SheetModel,
  places: readonly number[],
  rows: readonly SheetCells[],
  label: SheetStep,
): Result<Plan> {
  if (model.rows.length + rows.length > largestSheetRows)
    return fail(
      'inputInvalid',
      `There would be ${counted(model.rows.length + rows.length, 'row')}, and Bursar prepares at most ${countText(largestSheetRows)} at once. Release some of them first.`,
    );
  const count = rows.length / places.length;
  const { positions, moves } = findRoom(
    model.rows,
    places.map((place) => ({ place, count })),
  );
  const puts = rows.map((cells, index): SheetDelta => ({
    kind: 'put',
    row: {
      rowId: model.lastRowId + index + 1,
      position: positions[index] ?? 0,
      cells,
      retryOf: null,
      source: null,
      lastMoney: null,
    },
  }));
  const rowIds = puts.map((_, index) => model.lastRowId + index + 1);
  return succeed({ label, deltas: [...moves, ...puts], rowIds, corrections: [] });
}

/** The rows in order, each once; null if one of them does not exist. */
function rowsOf(model: SheetModel, rowIds: readonly number[]): ModelRow[] | null {
  const rows: ModelRow[] = [];
  for (const rowId of new Set(rowIds)) {
    const row = model.find(rowId);
    if (row === undefined) return null;
    rows.push(row);
  }
  return rows.toSorted((left, right) => left.rowNumber - right.rowNumber);
}

function normalized(
  cells: Readonly<Some>,
  normalize: Normalize,
  corrections: CorrectionTally,
): Partial<SheetCells> {
  const normalizedCells: Partial<SheetCells> = {};
  for (const column of payoutColumns) {
    const text = cells[column];
    if (text === undefined) continue;
    const kept = normalize(column, text);
    normalizedCells[column] = kept;
    if (isCodeColumn(column)) corrections.add(column, text.trim(), kept);
  }
  return normalizedCells;
}

function gone(): Result<never> {
  return fail('notFound', 'A selected row no longer exists. Check the rows, then try again.');
}
