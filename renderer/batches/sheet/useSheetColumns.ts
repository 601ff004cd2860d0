import { useMemo, useRef, useState } from 'react';
import type { ArrangedColumn } from '../../../contract/settings.ts';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import { useArrangedColumns } from '../../queries/settings.ts';
import { arrangedColumns, fitWidth, layOutColumns, moveColumn, type SheetLayout } from './columns.ts';

type SheetColumns = {
  readonly layout: SheetLayout;
  /** Every column in its order, hidden ones too. */
  readonly all: ReturnType<typeof arrangedColumns>;
  /** Whether a person has arranged them. */
  readonly isArranged: boolean;
  /** Shows a width while it is dragged; null: the stored one. */
  preview(width: { readonly column: PayoutColumn; readonly width: number } | null): void;
  /** Null: the default width. */
  resize(column: PayoutColumn, width: number | null): void;
  setShown(column: PayoutColumn, isShown: boolean): void;
  move(column: PayoutColumn, by: -1 | 1): void;
  /** The default arrangement. */
  reset(): void;
};

/**
 * The columns of the sheets of a profile: which are shown, in which order, how wide. Every change is remembered. A change of another
 * window applies to sheets that are opened from then on: it must not move another column under the keyboard or an edited cell.
 */
export function useSheetColumns(profileName: string, isRepeat: boolean): SheetColumns {
  const { stored, save } = useArrangedColumns(profileName);
  const [dragged, setDragged] = useState<{ column: PayoutColumn; width: number } | null>(null);
  const latest = useRef<readonly ArrangedColumn[] | null>(null);
  const [arranged, setArranged] = useState(stored);
  if (arranged === null && stored !== null) setArranged(stored);
  const all = useMemo(() => arrangedColumns(arranged ?? []), [arranged]);
  const layout = useMemo(
    () =>
      layOutColumns(
        all.map((each) =>
          each.column === dragged?.column ? { ...each, width: fitWidth(dragged.width) } : each,
        ),
        isRepeat,
      ),
    [all, dragged, isRepeat],
  );
  const arrange = (next: (sofar: readonly ArrangedColumn[]) => readonly ArrangedColumn[]) => {
    latest.current = next(arrangedColumns(latest.current ?? arranged ?? []));
    setArranged(latest.current);
    save(latest.current);
  };
  const change = (column: PayoutColumn, to: Partial<ArrangedColumn>) =>
    arrange((sofar) => sofar.map((each) => (each.column === column ? { ...each, ...to } : each)));
  return {
    layout,
    all,
    isArranged: (arranged ?? []).length > 0,
    preview: setDragged,
    resize: (column, width) => {
      setDragged(null);
      change(column, { width: width === null ? null : fitWidth(width) });
    },
    setShown: (column, isShown) => change(column, { isShown }),
    move: (column, by) => arrange((sofar) => moveColumn(sofar, column, by)),
    reset: () => arrange(() => []),
  };
}

/** The position of a hidden column once it is shown. */
export function placeIfShown(all: ReturnType<typeof useSheetColumns>['all'], hidden: PayoutColumn): number {
  return all
    .filter(({ column, isShown }) => isShown || column === hidden)
    .findIndex(({ column }) => column === hidden);
}
