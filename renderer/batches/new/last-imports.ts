import type { FileNote } from '../../../contract/batches/file-note.ts';
import { useSyncExternalStore } from 'react';
import type {
  ColumnMapping,
  ReadColumns,
  SheetOpening,
  SheetSource,
  SheetSummary,
} from '../../../contract/batches/sheet.ts';

/** A source whose answer may need to be asked for: a file or cells from the clipboard. */
export type Readable = Extract<SheetSource, { kind: 'file' | 'clipboard' }>;

type Filled = { readonly step: number; readonly isUndone: boolean; readonly mapping: ColumnMapping };

/** How a sheet was imported, for as long as its summary is shown. */
export type Import = {
  readonly source: Readable;
  readonly sourceName: string;
  /** Rows that were read, whatever was changed since. */
  readonly rows: number;
  readonly notes: readonly FileNote[];
  readonly columns: ReadColumns | null;
  /** Changes of the rows that filled columns in, each with the mapping by which the columns are read since. */
  readonly filled: readonly Filled[];
  readonly totalRow: number | null;
  /** Whether a person put the summary away; it can be shown again. */
  readonly isDismissed: boolean;
};

/** Imports whose source is kept in memory; files may be large. */
const mostKept = 3;
let imports: ReadonlyMap<string, Import> = new Map();
const listeners = new Set<() => void>();

/** Keeps how a sheet was imported. */
export function keepImport(
  opening: Extract<SheetOpening, { kind: 'opened' }>,
  source: SheetSource,
  sourceName: string,
): void {
  if (source.kind !== 'file' && source.kind !== 'clipboard') return;
  const { sheet, notes, columns, totalRow } = opening;
  const kept = [
    ...imports,
    [
      sheet.sheetId,
      { source, sourceName, rows: sheet.rows, notes, columns, filled: [], totalRow, isDismissed: false },
    ] as const,
  ];
  replace(new Map(kept.slice(-mostKept)));
}

/** Puts the summary of an import away, or shows it again. */
export function dismissImport(sheetId: string, isDismissed = true): void {
  const known = imports.get(sheetId);
  if (known !== undefined) replace(new Map([...imports, [sheetId, { ...known, isDismissed }]]));
}

/** Keeps that a change of the rows filled columns in, so that they are read by this mapping for as long as it is not undone. */
export function keepMapping(sheetId: string, { lastStep }: SheetSummary, mapping: ColumnMapping): void {
  const known = imports.get(sheetId);
  if (known === undefined) return;
  const filled = [...known.filled, { step: lastStep ?? 0, isUndone: false, mapping }];
  replace(new Map([...imports, [sheetId, { ...known, filled }]]));
}

/** Keeps which of the changes that filled columns in are undone or redone, now that this one is the last. */
export function noteUndone(sheetId: string, { lastStep }: SheetSummary): void {
  const known = imports.get(sheetId);
  if (known === undefined) return;
  const last = lastStep ?? 0;
  const filled = known.filled.map((each) =>
    each.step >= last ? { ...each, isUndone: each.step > last } : each,
  );
  if (filled.some(({ isUndone }, index) => isUndone !== known.filled[index]?.isUndone))
    replace(new Map([...imports, [sheetId, { ...known, filled }]]));
}

/** Which column of the file fills what in the rows as they stand; null where the source has no columns to choose from. */
export function columnsNow({ columns, filled }: Import): ReadColumns | null {
  const last = filled.findLast(({ isUndone }) => !isUndone);
  return columns === null || last === undefined ? columns : { ...columns, mapping: last.mapping };
}

/** How this sheet was imported; null where that is no longer known. */
export function useImport(sheetId: string): Import | null {
  return useSyncExternalStore(subscribe, () => imports.get(sheetId) ?? null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: ReadonlyMap<string, Import>): void {
  imports = next;
  for (const listener of listeners) listener();
}
