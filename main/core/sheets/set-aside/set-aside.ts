import type { RowsToSetAside } from '../../../../contract/batches/set-aside.ts';
import type { SheetSummary } from '../../../../contract/batches/sheet.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context/context.ts';
import { stageSheet } from '../begin-sheet.ts';
import { stageStep } from '../grid/change.ts';
import type { ModelRow } from '../grid/model-row.ts';
import { takeOut } from '../grid/plan-change.ts';
import { toSheetSummary, type OpenSheet, type SheetSessions } from '../sheet-sessions.ts';
import { takeBackDraftOf } from '../take-back.ts';

type SetAsideResult = { sheet: SheetSummary; aside: SheetSummary; rows: number };

/**
 * Moves rows to a new sheet (operation `sheets.setAside`). The new sheet and the step that takes the rows out of this one are staged
 * first, and one transaction commits both: at no moment is a row in both sheets, or in neither.
 */
export function setRowsAside(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
  wanted: RowsToSetAside,
): Promise<Result<SetAsideResult>> {
  const { store, clock, emit } = context;
  return session.with(sheetId, async (sheet) => {
    const { stored, model } = sheet;
    const chosen = chooseRows(sheet, wanted);
    if (!chosen.ok) return chosen;
    const rows = chosen.value;
    const released = await takeBackDraftOf(context, stored);
    if (released !== null) return released;
    const { sheetId: toSheetId } = await stageSheet(context, {
      profile: stored,
      name: `Set aside from ${stored.name}`,
      rows: rows.map(({ cells, retryOf, source, lastMoney }) => ({ cells, retryOf, source, lastMoney })),
      message: stored.source === null ? null : { ...stored.source, isPart: true },
      // A part of a template does not become its next batch.
      repeats: stored.repeats === null ? null : { ...stored.repeats, template: null },
      isIbanColumn: stored.isIbanColumn,
    });
    const deltas = rows.map(takeOut);
    const stepNumber = await stageStep(context, sheetId, { code: 'setAside', rows: rows.length }, deltas);
    await model.apply(deltas, 'redo', clock);
    store.setAside(
      {
        fromSheetId: sheetId,
        stepNumber,
        fromSummary: model.facts(),
        toSheetId,
        // The totals are computed when the rows are checked, just below.
        toSummary: { rows: rows.length, problemRows: 0, totals: [] },
      },
      clock.now(),
    );
    while (store.applyStep(sheetId)) await clock.turn();
    emit({ kind: 'sheet', id: sheetId });
    emit({ kind: 'sheet', id: toSheetId });
    return session.with(toSheetId, (aside) => {
      store.saveSheetSummary(toSheetId, aside.model.facts());
      return succeed({
        sheet: toSheetSummary(store.findSheet(sheetId) ?? stored, model),
        aside: toSheetSummary(aside.stored, aside.model),
        rows: rows.length,
      });
    });
  });
}

/** The selected rows, in order; a failure if one of them does not exist, or no row would stay. */
function chooseRows({ stored, model }: OpenSheet, wanted: RowsToSetAside): Result<readonly ModelRow[]> {
  if (wanted.kind === 'rowNumbers' && wanted.version !== stored.version) return changedSince();
  const chosen = new Set<ModelRow>();
  if (wanted.kind === 'problems') {
    for (const row of model.rows) if (model.isProblem(row)) chosen.add(row);
  } else {
    const found =
      wanted.kind === 'rows'
        ? wanted.rowIds.map((rowId) => model.find(rowId))
        : wanted.rowNumbers.map((rowNumber) => model.rows[rowNumber - 1]);
    for (const row of found) {
      if (row === undefined) return changedSince();
      chosen.add(row);
    }
  }
  if (chosen.size === 0) return fail('notFound', 'No row has a problem, so nothing was set aside.');
  if (chosen.size === model.rows.length)
    return fail(
      'inputInvalid',
      'Every row would be set aside, and none would be left to release. Nothing was set aside.',
    );
  return succeed([...chosen].toSorted((left, right) => left.rowNumber - right.rowNumber));
}

function changedSince(): Result<never> {
  return fail('notFound', 'The rows have changed since. Check them again, then set them aside.');
}
