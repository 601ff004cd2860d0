import type { FileNote } from '../../../contract/batches/file-note.ts';
import { useSyncExternalStore } from 'react';
import type {
  ColumnMapping,
  ReadColumns,
  SheetOpening,
  SheetSource,
  SheetSummary,
} from '../../../contract/batches/sheet.ts';
import { createListeners } from '../../kit/listeners.ts';

/** A source that may be needed again: a file or cells from the clipboard. */
export type Readable = Extract<SheetSource, { kind: 'file' | 'clipboard' }>;

type Filled = { readonly step: number; readonly isUndone: boolean; readonly mapping: ColumnMapping };

/** How a sheet was imported, for as long as its summary is shown. */
export type Import = {
  readonly source: Readable;
  readonly sourceName: string;
  /** Rows that were read, regardless of later changes. */
  readonly rows: number;
  readonly notes: readonly FileNote[];
  readonly columns: ReadColumns | null;
  /** Changes that filled columns, each with the mapping that applies since. */
  readonly filled: readonly Filled[];
  readonly totalRow: number | null;
  /** Whether a person dismissed the summary; it can be shown again. */
  readonly isDismissed: boolean;
};

/** The most imports whose source is kept in memory; files may be large. */
const mostKept = 3;
let imports: ReadonlyMap<string, Import> = new Map();
const changes = createListeners();

/** Stores how a sheet was imported. */
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

/** Dismisses the summary of an import, or shows it again. */
export function dismissImport(sheetId: string, isDismissed = true): void {
  const known = imports.get(sheetId);
  if (known !== undefined) replace(new Map([...imports, [sheetId, { ...known, isDismissed }]]));
}

/** Records that a change filled columns, so that this mapping applies until it is undone. */
export function keepMapping(sheetId: string, { lastStep }: SheetSummary, mapping: ColumnMapping): void {
  const known = imports.get(sheetId);
  if (known === undefined) return;
  const filled = [...known.filled, { step: lastStep ?? 0, isUndone: false, mapping }];
  replace(new Map([...imports, [sheetId, { ...known, filled }]]));
}

/** Updates which of the column-filling changes are undone or redone, now that this change is the last. */
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

/** The current column mapping; null if the source has no columns to choose from. */
export function columnsNow({ columns, filled }: Import): ReadColumns | null {
  const last = filled.findLast(({ isUndone }) => !isUndone);
  return columns === null || last === undefined ? columns : { ...columns, mapping: last.mapping };
}

/** How this sheet was imported; null if that is no longer known. */
export function useImport(sheetId: string): Import | null {
  return useSyncExternalStore(changes.listen, () => imports.get(sheetId) ?? null);
}

function replace(next: ReadonlyMap<string, Import>): void {
  imports = next;
  changes.notify();
}
