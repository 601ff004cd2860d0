import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { ReadColumns, SheetOpening } from '../../../contract/batches/sheet.ts';
import type { FileSource } from '../../../contract/batches/source.ts';
import { newId } from '../payments/identity.ts';
import type { CoreContext } from '../context/context.ts';
import { rowProgress } from '../context/exports.ts';
import type { NewSheet, StoredProfile, StoredSheetRow } from '../ports/index.ts';
import { dropSheet } from './clear-sheets.ts';
import { toSheetSummary, type OpenSheet, type SheetSessions } from './sheet-sessions.ts';
import { gap } from './grid/positions.ts';

/** Rows stored per commit: a few milliseconds of work, and each commit waits for the disk. */
const rowsPerCommit = 2000;

export type FirstRow = Pick<StoredSheetRow, 'cells' | 'retryOf' | 'source'> & {
  /** Absent: it repeats none. */
  readonly lastMoney?: ReportedMoney | null;
};

/** Rows may be generated on demand: each is needed only until it is stored. */
export type FirstRows = Pick<readonly FirstRow[], 'length' | 'at'>;

type Beginning = Pick<NewSheet, 'name' | 'repeats' | 'isIbanColumn'> & {
  readonly profile: Pick<StoredProfile, 'keyId'>;
  readonly rows: FirstRows;
  readonly notes: readonly FileNote[];
  /** The message that the rows come in; absent for those of a table. */
  readonly message?: FileSource | null;
  /** The draft that the rows come from. */
  readonly batchId: string | null;
  /** How the columns of the table were read, and which row looks like a total; absent if the rows come from no table. */
  readonly columns?: ReadColumns | null;
  readonly totalRow?: number | null;
};

/**
 * Stores rows as a new sheet, all or none, yielding to other work in between; reports progress as `sheet`. Nothing remains if
 * `signal` ends it.
 */
export async function beginSheet(
  context: CoreContext,
  session: SheetSessions,
  { notes, batchId, ...beginning }: Beginning,
  signal?: AbortSignal,
): Promise<Result<SheetOpening>> {
  const { store, clock, emit } = context;
  const isStopped = (): boolean => signal?.aborted === true;
  const { sheetId, rows } = await stageSheet(context, beginning, signal);
  if (isStopped()) return dropUnseen(context, session, sheetId);
  // The totals are computed when the rows are checked, just below, and stored with the first change.
  store.finishSheet(sheetId, { rows: rows.length, problemRows: 0, totals: [] }, batchId, clock.now());
  const opened = await session.withRows(sheetId, rows, (sheet) => {
    store.saveSheetSummary(sheetId, sheet.model.facts());
    return openedSheet(sheet, notes, beginning);
  });
  if (isStopped()) return dropUnseen(context, session, sheetId);
  emit({ kind: 'sheet', id: sheetId });
  return opened;
}

/** What opening a sheet returns. */
export function openedSheet(
  { stored, model }: OpenSheet,
  notes: readonly FileNote[],
  { columns = null, totalRow = null }: Pick<Beginning, 'columns' | 'totalRow'> = {},
): Result<SheetOpening> {
  const sheet = toSheetSummary(stored, model);
  return succeed({ kind: 'opened', sheet, notes: [...notes], columns, totalRow });
}

/** Removes a sheet that no list has shown. */
async function dropUnseen(context: CoreContext, session: SheetSessions, sheetId: string): Promise<Failure> {
  await dropSheet(context, session, sheetId);
  return fail('stopped', 'You stopped this. Nothing was saved.');
}

/**
 * Stores rows as a sheet that is hidden until it is finished; an unfinished one is removed at the next start. Stores no more of them once
 * `signal` is aborted.
 */
export async function stageSheet(
  { store, clock, random, emit }: CoreContext,
  {
    profile,
    name,
    rows,
    message = null,
    repeats = null,
    isIbanColumn = false,
  }: Omit<Beginning, 'notes' | 'batchId'>,
  signal?: AbortSignal,
): Promise<{ readonly sheetId: string; readonly rows: StoredSheetRow[] }> {
  const sheetId = newId(random);
  store.beginSheet({
    sheetId,
    keyId: profile.keyId,
    name: name.slice(0, 250),
    source: message,
    repeats,
    isIbanColumn,
    at: clock.now(),
  });
  const tell = rowProgress(emit, 'sheet');
  const staged: StoredSheetRow[] = [];
  for (let start = 0; start < rows.length; start += rowsPerCommit) {
    if (signal?.aborted === true) break;
    const some: StoredSheetRow[] = [];
    for (let index = start; index < Math.min(start + rowsPerCommit, rows.length); index += 1) {
      const row = rows.at(index);
      if (row === undefined) throw new RangeError(`there is no row at ${index}`);
      const { cells, retryOf, source, lastMoney = null } = row;
      const rowId = index + 1;
      some.push({ rowId, position: rowId * gap, cells, retryOf, source, lastMoney });
    }
    store.addSheetRows(sheetId, some);
    staged.push(...some);
    tell(start + some.length, rows.length);
    await clock.turn();
  }
  return { sheetId, rows: staged };
}
