import type { RowFinding, SheetRow } from '../../../contract/batches/sheet.ts';
import { succeed } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { changeSheet, findMatches, turnSheet } from './grid/change.ts';
import { checkFile } from './check-file.ts';
import { findingsInWords } from './findings/kept-finding.ts';
import { SheetSessions, toSheetSummary } from './sheet-sessions.ts';
import { exportSheet } from './export-sheet.ts';
import { findInSheet } from './findings/find-in-sheet.ts';
import type { ModelRow } from './grid/model-row.ts';
import type { SheetModel } from './grid/model.ts';
import { importFile } from './import.ts';
import { openSheet } from './open.ts';
import { prepareSheet } from './prepare.ts';
import { setRowsAside } from './set-aside/set-aside.ts';
import { prepareForDraft, removeSheet, removeUnchangedRepeat } from './remove-sheet.ts';
import { madeBy } from '../settings/actor.ts';

type SheetHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `sheets.${string}`> | 'batches.import' | 'batches.checkFile'
>;

/** The operations on sheets: rows that a person prepares, stored as typed until they become a batch. */
export function sheetHandlers(context: CoreContext): SheetHandlers {
  const { store, clock, emit } = context;
  const session = new SheetSessions(context);
  return {
    'batches.import': (input, call) => importFile(madeBy(context, call), input),
    'batches.checkFile': (input, { signal }) => checkFile(context, input, signal),
    'sheets.open': (input, call) => openSheet(madeBy(context, call), session, input, call.signal),
    'sheets.list': () => succeed(store.listSheets().map((sheet) => toSheetSummary(sheet, null))),
    'sheets.show': ({ sheetId }) =>
      session.with(sheetId, ({ stored, model }) => succeed(toSheetSummary(stored, model))),
    'sheets.rows': ({ sheetId, view, from, limit }) =>
      session.with(sheetId, async ({ stored, model }) => {
        const rows = await session.view(stored, view);
        const shown = rows.slice(from, from + limit);
        const findings = findingsInWords(context, stored, shown);
        return succeed({
          rows: shown.map((row, index) => toSheetRow(model, row, findings[index] ?? [])),
          count: rows.length,
          version: stored.version,
        });
      }),
    'sheets.rowIds': ({ sheetId, view, from, to }) =>
      session.with(sheetId, async ({ stored }) => {
        const rows = await session.view(stored, view);
        return succeed(rows.slice(from, to + 1).map(({ rowId }) => rowId));
      }),
    'sheets.matches': (input) => findMatches(context, session, input),
    'sheets.change': ({ sheetId, change }, call) =>
      changeSheet(madeBy(context, call), session, sheetId, change),
    'sheets.undo': ({ sheetId }, call) => turnSheet(madeBy(context, call), session, sheetId, 'undo'),
    'sheets.redo': ({ sheetId }, call) => turnSheet(madeBy(context, call), session, sheetId, 'redo'),
    'sheets.findings': (input, { signal }) => findInSheet(context, session, input, signal),
    'sheets.setAside': ({ sheetId, rows }, call) =>
      setRowsAside(madeBy(context, call), session, sheetId, rows),
    'sheets.export': (input) => exportSheet(context, session, input),
    'sheets.setAsideLinks': (of) => succeed(store.setAsideLinks(of)),
    'sheets.rename': ({ sheetId, name }) =>
      session.with(sheetId, ({ stored, model }) => {
        store.renameSheet(sheetId, name, clock.now());
        emit({ kind: 'sheet', id: sheetId });
        return succeed(toSheetSummary(store.findSheet(sheetId) ?? stored, model));
      }),
    'sheets.prepare': ({ sheetId, isForDraft = false }, call) =>
      (isForDraft ? prepareForDraft : prepareSheet)(madeBy(context, call), session, sheetId),
    'sheets.remove': ({ sheetId, onlyUnchangedRepeat = false }, call) =>
      (onlyUnchangedRepeat ? removeUnchangedRepeat : removeSheet)(madeBy(context, call), session, sheetId),
  };
}

function toSheetRow(model: SheetModel, row: ModelRow, findings: RowFinding[]): SheetRow {
  const { rowId, rowNumber, cells, retryOf, lastMoney } = row;
  return {
    rowId,
    rowNumber,
    cells,
    retryOf,
    lastMoney,
    problems: [...model.problemsOf(row)],
    findings,
  };
}
