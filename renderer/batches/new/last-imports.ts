import type { FileNote } from '../../../contract/batches/file-note.ts';
import { useSyncExternalStore } from 'react';
import type {
  ColumnMapping,
  ReadColumns,
  SheetOpening,
  SheetSource,
} from '../../../contract/batches/sheet.ts';

/** A source whose answer may need to be asked for: a file or cells from the clipboard. */
export type Readable = Extract<SheetSource, { kind: 'file' | 'clipboard' }>;

/** How a sheet was imported, for as long as its summary is shown. */
export type Import = {
  readonly source: Readable;
  readonly sourceName: string;
  /** Rows that were read, whatever was changed since. */
  readonly rows: number;
  readonly notes: readonly FileNote[];
  readonly columns: ReadColumns | null;
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
      { source, sourceName, rows: sheet.rows, notes, columns, totalRow, isDismissed: false },
    ] as const,
  ];
  replace(new Map(kept.slice(-mostKept)));
}

/** Puts the summary of an import away, or shows it again. */
export function dismissImport(sheetId: string, isDismissed = true): void {
  const known = imports.get(sheetId);
  if (known !== undefined) replace(new Map([...imports, [sheetId, { ...known, isDismissed }]]));
}

/** Keeps that the columns of an import are read by this mapping now. */
export function keepMapping(sheetId: string, mapping: ColumnMapping): void {
  const known = imports.get(sheetId);
  if (known === undefined || known.columns === null) return;
  replace(new Map([...imports, [sheetId, { ...known, columns: { ...known.columns, mapping } }]]));
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
