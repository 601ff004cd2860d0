import type { CodeCorrection } from '../../../../contract/batches/file-note.ts';
import { CorrectionTally, isCodeColumn } from '../../../../contract/batches/corrections.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import {
  emptyCells,
  largestSheetRows,
  payoutColumns,
  type PayoutColumn,
  type SheetCells,
  type SheetStep,
  type SheetChange,
} from '../../../../contract/batches/sheet.ts';
import type { SheetDelta } from '../../ports/index.ts';
import type { ModelRow } from './model-row.ts';
import type { SheetModel } from './model.ts';
import { findRoom } from './positions.ts';

/** A change as it is stored; `rowIds` are those of new rows. No deltas: nothing changes. */
type Plan = {
  readonly label: SheetStep;
  readonly deltas: readonly SheetDelta[];
  readonly rowIds: readonly number[];
  /** Codes that are kept otherwise than they were typed. */
  readonly corrections: CodeCorrection[];
};

type Normalize = (column: PayoutColumn, text: string) => string;

/** Turns what a person asks for into what is done to which row. */
export function planChange(model: SheetModel, change: SheetChange, normalize: Normalize): Result<Plan> {
  switch (change.kind) {
    case 'set':
      return planSet(model, change.rows, normalize);
    case 'insert':
      return planInsert(model, change.afterRowId, change.rows, normalize);
    case 'duplicate':
      return planDuplicate(model, change.rowIds);
    case 'remove':
      return planRemove(model, change.rowIds);
  }
}

function planSet(
  model: SheetModel,
  rows: Extract<SheetChange, { kind: 'set' }>['rows'],
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
  const deltas = rows.map(({ rowId, position, cells, retryOf, source }): SheetDelta => ({
    kind: 'take',
    row: { rowId, position, cells, retryOf, source },
  }));
  return succeed({ label: { code: 'removed', rows: rows.length }, deltas, rowIds: [], corrections: [] });
}

/** Puts rows after one place, or one after each of several. */
function put(
  model: SheetModel,
  places: readonly number[],
  rows: readonly SheetCells[],
  label: SheetStep,
): Result<Plan> {
  if (model.rows.length + rows.length > largestSheetRows)
    return fail(
      'inputInvalid',
      `There would be ${(model.rows.length + rows.length).toLocaleString('en')} rows, and Bursar prepares at most ${largestSheetRows.toLocaleString('en')} at once. Release some of them first.`,
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
    },
  }));
  const rowIds = puts.map((_, index) => model.lastRowId + index + 1);
  return succeed({ label, deltas: [...moves, ...puts], rowIds, corrections: [] });
}

/** The rows in their order, each once; null when one of them is not there. */
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
  cells: { readonly [Column in PayoutColumn]?: string | undefined },
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
  return fail('notFound', 'A row that was meant is no longer there. Look at the rows again, then repeat it.');
}
