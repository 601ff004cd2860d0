import type { CodeCorrection } from '../../../../contract/batches/file-note.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { SheetStep, SheetSummary, TwoReadings } from '../../../../contract/batches/sheet.ts';
import type { Replacement, SheetChange, SheetView } from '../../../../contract/batches/sheet-change.ts';
import type { CoreContext, StoreContext } from '../../context/context.ts';
import type { AmountsTogether, SheetDelta, SheetTurn, Files } from '../../ports/index.ts';
import { toSheetSummary, type OpenSheet, type SheetSessions } from '../sheet-sessions.ts';
import { planChange } from './plan-change.ts';
import { takeBackDraftOf } from '../take-back.ts';
import { textPattern } from './text-match.ts';
import { turnSetAside } from '../set-aside/turn.ts';
import { slicesOf } from '../../payments/pages.ts';

/** The most row changes that one transaction stores and applies. */
const deltasAtOnce = 200;
/** Rows read before yielding to other work. */
const rowsAtOnce = 1000;

type Changed = {
  sheet: SheetSummary;
  rowIds: number[];
  rows: number;
  corrections: CodeCorrection[];
  doubtful?: TwoReadings;
};

/** Changes a sheet (operation `sheets.change`): on disk when this returns, and undone as one step. Asks about a doubtful amount first. */
export function changeSheet(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
  change: SheetChange,
): Promise<Result<Changed>> {
  const { files } = context;
  return session.with(sheetId, async (sheet) => {
    const { codes } = sheet.rules;
    const { sign, doubtful } = signOf(files, change);
    const summary = () => toSheetSummary(sheet.stored, sheet.model);
    if (doubtful !== null)
      return succeed({ sheet: summary(), rowIds: [], rows: 0, corrections: [], doubtful });
    const plan = planChange(sheet.model, change, (column, text) =>
      files.normalizeCell(column, text, codes, sign),
    );
    if (!plan.ok) return plan;
    const { label, deltas, rowIds, corrections } = plan.value;
    if (deltas.length === 0) return succeed({ sheet: summary(), rowIds: [], rows: 0, corrections });
    const released = await takeBackDraftOf(context, sheet.stored);
    if (released !== null) return released;
    await sheet.model.apply(deltas, 'redo', context.clock);
    await store(context, sheet, label, deltas);
    return changed(context, sheet, { rowIds, rows: touchedBy(deltas).length, corrections });
  });
}

/** Amounts that are set together, as by a paste: those that show how they are written decide about the others. */
function signOf(files: Files, change: SheetChange): AmountsTogether {
  if (change.kind !== 'set') return { sign: null, doubtful: null };
  const { rows, added = [], decimalSign } = change;
  if (decimalSign !== undefined) return { sign: decimalSign, doubtful: null };
  return files.readTogether(
    [...rows.map(({ cells }) => cells), ...added].flatMap(({ amount }) => amount ?? []),
  );
}

/** Counts what replacing a text in the rows of a view would find and change (operation `sheets.matches`). */
export function findMatches(
  { files, clock }: CoreContext,
  session: SheetSessions,
  { sheetId, view, replacement }: { sheetId: string; view: SheetView; replacement: Replacement },
): Promise<Result<{ found: number; changed: number }>> {
  return session.with(sheetId, async ({ stored, model, rules: { codes } }) => {
    const rows = await session.view(stored, view);
    const pattern = textPattern(replacement.text, replacement.isWholeCell);
    const matches = { found: 0, changed: 0 };
    for await (const some of slicesOf(clock, rows, rowsAtOnce)) {
      const found = some.filter(({ cells }) =>
        replacement.columns.some((column) => cells[column].search(pattern) !== -1),
      );
      const change: SheetChange = {
        kind: 'replace',
        rowIds: found.map(({ rowId }) => rowId),
        ...replacement,
      };
      const plan = planChange(model, change, (column, text) => files.normalizeCell(column, text, codes));
      if (!plan.ok) return plan;
      matches.found += found.length;
      matches.changed += plan.value.deltas.length;
    }
    return succeed(matches);
  });
}

/** Undoes or redoes the last change (operations `sheets.undo` and `sheets.redo`); returns the touched rows that still exist. */
export function turnSheet(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
  turn: SheetTurn,
): Promise<Result<Changed>> {
  return session.with(sheetId, (sheet) => {
    const aside = context.store.setAsideOfStep(sheetId, turn);
    return aside === null
      ? turnStep(context, sheet, turn)
      : turnSetAside(context, session, { aside, turn }, () => turnStep(context, sheet, turn));
  });
}

async function turnStep(context: CoreContext, sheet: OpenSheet, turn: SheetTurn): Promise<Result<Changed>> {
  const { store: kept, clock } = context;
  const { sheetId } = sheet.stored;
  const deltas: SheetDelta[] = [];
  for (let part = 1; ; part += 1) {
    const some = kept.stepPart(sheetId, turn, part);
    if (some === null) break;
    deltas.push(...some);
    await clock.turn();
  }
  if (deltas.length === 0) return fail('notFound', `There is nothing to ${turn}.`);
  const released = await takeBackDraftOf(context, sheet.stored);
  if (released !== null) return released;
  await sheet.model.apply(deltas, turn, clock);
  kept.turnStep(sheetId, turn, sheet.model.facts(), clock.now());
  while (kept.applyStep(sheetId)) await clock.turn();
  const touched = touchedBy(deltas);
  const rowIds = touched.filter((rowId) => sheet.model.find(rowId) !== undefined);
  return changed(context, sheet, { rowIds, rows: touched.length, corrections: [] });
}

/** The rows that deltas change, add or remove; not rows that only move to make room. */
function touchedBy(deltas: readonly SheetDelta[]): number[] {
  return deltas.flatMap((delta) => {
    if (delta.kind === 'move') return [];
    return [delta.kind === 'cells' ? delta.rowId : delta.row.rowId];
  });
}

/** Stores a step that is committed later; an uncommitted one is removed at the next start. */
export async function stageStep(
  { store: kept, clock }: StoreContext,
  sheetId: string,
  label: SheetStep,
  deltas: readonly SheetDelta[],
): Promise<number> {
  const stepNumber = kept.beginStep(sheetId, label);
  for await (const some of slicesOf(clock, deltas, deltasAtOnce)) kept.addToStep(sheetId, stepNumber, some);
  return stepNumber;
}

async function store(
  { store: kept, clock }: CoreContext,
  { stored: { sheetId }, model }: OpenSheet,
  label: SheetStep,
  deltas: readonly SheetDelta[],
): Promise<void> {
  const facts = model.facts();
  if (deltas.length <= deltasAtOnce) {
    kept.storeStep(sheetId, { label, deltas }, facts, clock.now());
    return;
  }
  const stepNumber = await stageStep({ store: kept, clock }, sheetId, label, deltas);
  kept.commitStep(sheetId, stepNumber, facts, clock.now());
  while (kept.applyStep(sheetId)) await clock.turn();
}

function changed(
  { store: kept, emit }: CoreContext,
  { stored, model }: OpenSheet,
  done: Omit<Changed, 'sheet'>,
): Result<Changed> {
  emit({ kind: 'sheet', id: stored.sheetId });
  return succeed({
    sheet: toSheetSummary(kept.findSheet(stored.sheetId) ?? stored, model),
    ...done,
  });
}
