import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  PayoutColumn,
  SheetOpening,
  SheetRow,
  SheetSource,
  SheetSummary,
} from '../../contract/batches/sheet.ts';
import type { Replacement, SheetChange, SheetView } from '../../contract/batches/sheet-change.ts';
import type { RowsToSetAside } from '../../contract/batches/set-aside.ts';
import { CallError } from '../call-error.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { type CallInput, type CallOutput, call } from './wire/call.ts';
import { operationKey, useOperationMutation, useOperation } from './wire/operations.ts';

/** Rows that are read at once. */
const blockSize = 200;

/** Rows before and after the screen that are preloaded. */
const prefetchedRows = 50;

/** How long an invisible block stays in memory. */
const blockKeptMs = 30_000;

type RowsAnswer = CallOutput<'sheets.rows'>;

type Cells = Partial<Record<PayoutColumn, string>>;

/** Cells that were changed here, by sheet and rowId, until the program has answered every change. */
const unsaved = new Map<string, Map<number, Cells>>();

/** Rows of a sheet. An answer that comes while changes are saved may be older than them: it has their cells all the same. */
function rowsQuery(input: CallInput<'sheets.rows'>) {
  return {
    queryKey: operationKey('sheets.rows', input),
    queryFn: async (): Promise<RowsAnswer> =>
      withUnsaved(await call('sheets.rows', input), unsaved.get(input.sheetId)),
  };
}

function withUnsaved(answer: RowsAnswer, changed: ReadonlyMap<number, Cells> | undefined): RowsAnswer {
  if (changed === undefined || !answer.rows.some(({ rowId }) => changed.has(rowId))) return answer;
  return { ...answer, rows: answer.rows.map((row) => withCells(row, changed.get(row.rowId))) };
}

function withCells(row: SheetRow, cells: Cells | undefined): SheetRow {
  if (cells === undefined) return row;
  return {
    ...row,
    cells: { ...row.cells, ...cells },
    problems: row.problems.filter(({ column }) => column === null || cells[column] === undefined),
    findings: [],
  };
}

export const plainView: SheetView = { onlyProblems: false, pass: null, search: '', filters: [], sort: null };

export function useSheet(sheetId: string) {
  return useOperation(
    'sheets.show',
    { sheetId },
    { isOlder: (answer, shown) => answer.version < shown.version },
  );
}

export function useRenameSheet() {
  return useOperationMutation('sheets.rename');
}

export function useRemoveSheet(onDone: () => void) {
  return useOperationMutation('sheets.remove', { onDone });
}

/** The number of rows in a view of the sheet; the last known figure while it is counted again. */
export function useViewCount(sheet: SheetSummary, view: SheetView): number {
  const isWhole = !view.onlyProblems && view.search === '' && view.filters.length === 0;
  const { data } = useQuery({
    ...rowsQuery({ sheetId: sheet.sheetId, view, from: 0, limit: blockSize }),
    enabled: !isWhole,
    placeholderData: keepPreviousData,
  });
  return isWhole ? sheet.rows : (data?.count ?? sheet.problemRows);
}

/** How many rows at the end of a sheet are searched for the total of its file. */
const totalReach = 50;

/**
 * The current position of the row that looked like a total when the file of a sheet was read; `rowId` is its number then, which identifies
 * rows. Null if there was none, it is gone, an account or e-mail address was filled in, or rows were added far below it.
 */
export function useTotalRow({ sheetId, rows }: SheetSummary, rowId: number | null): SheetRow | null {
  const from = Math.max(0, rows - totalReach);
  const { data } = useQuery({
    ...rowsQuery({ sheetId, view: plainView, from, limit: totalReach }),
    enabled: rowId !== null,
    placeholderData: keepPreviousData,
  });
  const row = data?.rows.find((each) => each.rowId === rowId);
  return row?.cells.accountNumber === '' && row.cells.emailAddress === '' ? row : null;
}

/** What replacing a text in the rows of a view would find and change; null: unknown, or nothing is asked. */
export function useMatches(
  sheetId: string,
  view: SheetView,
  replacement: Replacement,
): CallOutput<'sheets.matches'> | null {
  const isAsked = replacement.text !== '';
  const { data } = useOperation('sheets.matches', { sheetId, view, replacement }, { isEnabled: isAsked });
  return isAsked ? (data ?? null) : null;
}

type RowWindow = {
  /** The row at this position of the view; null if it is not loaded yet. */
  readonly rowAt: (place: number) => SheetRow | null;
  readonly error: CallError | null;
};

/** Reads the blocks of a view that cover these positions and their neighbours, `end` being its last position, and keeps them current. */
export function useRowWindow(
  sheetId: string,
  view: SheetView,
  { first, last, end }: { readonly first: number; readonly last: number; readonly end: number },
): RowWindow {
  const firstBlock = Math.floor(Math.max(first - prefetchedRows, 0) / blockSize);
  const lastBlock = Math.floor(Math.min(last + prefetchedRows, Math.max(end, 0)) / blockSize);
  const answers = useQueries({
    queries: Array.from({ length: lastBlock - firstBlock + 1 }, (_, index) => {
      const input = { sheetId, view, from: (firstBlock + index) * blockSize, limit: blockSize };
      return {
        ...rowsQuery(input),
        gcTime: blockKeptMs,
        // Comparing two hundred rows cell by cell takes longer than rendering those on screen.
        structuralSharing: false,
      };
    }),
  });
  const blocks = answers.map(({ data }) => data?.rows ?? null);
  const error = answers.find((answer) => answer.error !== null)?.error;
  return {
    rowAt: (place) => blocks[Math.floor(place / blockSize) - firstBlock]?.[place % blockSize] ?? null,
    error: error instanceof CallError ? error : null,
  };
}

/** The rowIds of a view from one place to another, both included. */
export function readRowIds(sheetId: string, view: SheetView, from: number, to: number): Promise<number[]> {
  return call('sheets.rowIds', { sheetId, view, from, to });
}

/** Rows of a view from one place to another, both included, read piece by piece. */
export async function readRows(
  sheetId: string,
  view: SheetView,
  from: number,
  to: number,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  while (from + rows.length <= to) {
    const start = from + rows.length;
    const limit = Math.min(500, to - start + 1);
    const answer = await call('sheets.rows', { sheetId, view, from: start, limit });
    if (answer.rows.length === 0) break;
    rows.push(...answer.rows);
  }
  return rows;
}

const isRowsOf = (sheetId: string) => (query: { queryKey: readonly unknown[] }) => {
  const [name, input] = query.queryKey;
  return (
    name === 'sheets.rows' &&
    typeof input === 'object' &&
    input !== null &&
    Reflect.get(input, 'sheetId') === sheetId
  );
};

type SheetCache = {
  /** Shows changed cells at once, before the program has answered, also in rows that are read meanwhile. */
  echo(changed: ReadonlyMap<number, Cells>): void;
  /** Every change is answered: rows that are read from now on are shown as they are stored. */
  endEcho(): void;
  /** Replaces the shown sheet with the program's answer. */
  take(sheet: SheetSummary): void;
  /** The sheet that was taken or read last, also before it is on screen. */
  newest(): SheetSummary | undefined;
  /** Reads the rows on screen again, and the others when they are next shown; false if they could not be read. */
  readAgain(): Promise<boolean>;
};

/** The page's data about a sheet. */
export function useSheetCache(sheetId: string): SheetCache {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const isRows = isRowsOf(sheetId);
    return {
      echo: (changed) => {
        const all = unsaved.get(sheetId) ?? new Map<number, Cells>();
        for (const [rowId, cells] of changed) all.set(rowId, { ...all.get(rowId), ...cells });
        unsaved.set(sheetId, all);
        queryClient.setQueriesData<RowsAnswer>(
          { predicate: isRows },
          (answer) => answer && withUnsaved(answer, changed),
        );
      },
      take: (sheet) => queryClient.setQueryData(operationKey('sheets.show', { sheetId }), sheet),
      newest: () => queryClient.getQueryData<SheetSummary>(operationKey('sheets.show', { sheetId })),
      endEcho: () => void unsaved.delete(sheetId),
      readAgain: () =>
        queryClient.invalidateQueries({ predicate: isRows }, { throwOnError: true }).then(
          () => true,
          () => false,
        ),
    };
  }, [queryClient, sheetId]);
}

/** The sheet as it is stored now, bypassing the page's data. */
export function readSheet(sheetId: string): Promise<SheetSummary> {
  return call('sheets.show', { sheetId });
}

export function changeSheet(sheetId: string, change: SheetChange): Promise<CallOutput<'sheets.change'>> {
  return call('sheets.change', { sheetId, change });
}

export function undoChange(sheetId: string): Promise<CallOutput<'sheets.undo'>> {
  return call('sheets.undo', { sheetId });
}

export function redoChange(sheetId: string): Promise<CallOutput<'sheets.redo'>> {
  return call('sheets.redo', { sheetId });
}

/** Opens a sheet from a source, or returns its open questions. */
export function openSheet(
  source: SheetSource,
  profileName: string | null,
  signal: AbortSignal,
): Promise<SheetOpening> {
  return call('sheets.open', { source, ...(profileName === null ? {} : { profileName }) }, { signal });
}

/** Finds in the rows of a sheet what a check of their draft would find. */
export function findInSheet(
  input: CallInput<'sheets.findings'>,
  signal: AbortSignal,
): Promise<CallOutput<'sheets.findings'>> {
  return call('sheets.findings', input, { signal });
}

/** Moves rows to a separate sheet. */
export function setAside(sheetId: string, rows: RowsToSetAside): Promise<CallOutput<'sheets.setAside'>> {
  return call('sheets.setAside', { sheetId, rows });
}

/** The rows set aside from and to a sheet or batch; empty while it is loading. */
export function useSetAsideLinks(of: {
  readonly sheetId?: string;
  readonly batchId?: string;
}): CallOutput<'sheets.setAsideLinks'> {
  return useOperation('sheets.setAsideLinks', of).data ?? [];
}

/**
 * Sets rows of a draft aside and makes a draft of the others; returns where to continue: the new draft, or the sheet where the others still
 * have problems.
 */
export function useSetAsideOfDraft(onDone: (path: string, rows: number) => void) {
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ batchId, rowNumbers }: { batchId: string; rowNumbers: readonly number[] }) => {
      const opening = await call('sheets.open', { source: { kind: 'draft', batchId } });
      if (opening.kind !== 'opened') throw new Error('a draft is opened without questions');
      const { sheetId, version } = opening.sheet;
      const { rows } = await setAside(sheetId, { kind: 'rowNumbers', rowNumbers: [...rowNumbers], version });
      const path = await call('sheets.prepare', { sheetId }).then(
        (prepared) => `/batches/${prepared.batchId}`,
        () => `/sheets/${sheetId}`,
      );
      return { path, rows };
    },
    onSuccess: ({ path, rows }) => onDone(path, rows),
    onError: (error) => toast.error(error),
  });
}

export function useSheets() {
  return useOperation('sheets.list', {});
}

export function useOpenSheet(onDone: (opening: CallOutput<'sheets.open'>) => void) {
  return useOperationMutation('sheets.open', { onDone });
}
