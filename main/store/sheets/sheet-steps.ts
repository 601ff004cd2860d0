import type { SheetStep } from '../../../contract/batches/sheet.ts';
import type { SheetDelta, SheetSummary, SheetStore, SheetTurn } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { choiceIn, integerIn, textIn } from '../read-row.ts';
import { applyDeltas, readDeltas } from './sheet-rows.ts';
import { turnSetAside } from './note-set-asides.ts';
import { sheetNumberOf } from './sheets.ts';

/** Limits of what can be undone: steps, and changes of rows in all of them. */
const mostSteps = 200;
const mostDeltas = 1_000_000;

/** Steps: changes of rows that can be undone and redone. */
export function stepMethods(context: Context) {
  const { connection } = context;
  return {
    beginStep(sheetId, label) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      return connection.transaction(() => insertStep(context, sheetNumber, label));
    },

    addToStep(sheetId, stepNumber, deltas) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      connection.transaction(() => insertPart(context, sheetNumber, stepNumber, deltas));
    },

    commitStep(sheetId, stepNumber, summary, at) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      connection.transaction(() => commitStaged(context, sheetNumber, stepNumber, summary, at));
    },

    storeStep(sheetId, { label, deltas }, summary, at) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      connection.transaction(() => {
        const stepNumber = insertStep(context, sheetNumber, label);
        insertPart(context, sheetNumber, stepNumber, deltas);
        commitStaged(context, sheetNumber, stepNumber, summary, at);
        while (applyNext(context, sheetNumber));
      });
    },

    stepPart(sheetId, turn, partNumber) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      const stepNumber = stepToTurn(context, sheetNumber, turn);
      return stepNumber === null ? null : readPart(context, sheetNumber, stepNumber, partNumber);
    },

    turnStep(sheetId, turn, summary, at) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      connection.transaction(() => {
        const stepNumber = stepToTurn(context, sheetNumber, turn);
        if (stepNumber === null) throw new RangeError(`sheet ${sheetId} has nothing to ${turn}`);
        connection.run(
          'UPDATE sheetSteps SET state = ? WHERE sheetNumber = +? AND stepNumber = +?',
          turn === 'undo' ? 'undone' : 'done',
          sheetNumber,
          stepNumber,
        );
        turnSetAside(context, sheetNumber, stepNumber, turn);
        beginApplying(context, sheetNumber, stepNumber, turn, summary, at);
        // Applies the first part too, so that a small step is one transaction.
        applyNext(context, sheetNumber);
      });
    },

    applyStep(sheetId) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      return connection.transaction(() => applyNext(context, sheetNumber));
    },
  } satisfies Partial<SheetStore>;
}

function insertStep({ connection }: Context, sheetNumber: number, label: SheetStep): number {
  const stepNumber = connection.integer(
    'SELECT coalesce(max(stepNumber), 0) + 1 AS stepNumber FROM sheetSteps WHERE sheetNumber = +?',
    sheetNumber,
  );
  connection.insert('sheetSteps', {
    sheetNumber,
    stepNumber,
    state: 'staged',
    label: JSON.stringify(label),
  });
  return stepNumber;
}

function insertPart(
  { connection }: Context,
  sheetNumber: number,
  stepNumber: number,
  deltas: readonly SheetDelta[],
): void {
  connection.run(
    `INSERT INTO sheetStepParts (sheetNumber, stepNumber, partNumber, deltas)
     SELECT sheetNumber, stepNumber, parts + 1, ? FROM sheetSteps WHERE sheetNumber = +? AND stepNumber = +?`,
    JSON.stringify(deltas),
    sheetNumber,
    stepNumber,
  );
  connection.run(
    'UPDATE sheetSteps SET parts = parts + 1, deltas = deltas + ? WHERE sheetNumber = +? AND stepNumber = +?',
    deltas.length,
    sheetNumber,
    stepNumber,
  );
}

/** Makes a staged step the latest one done. */
export function commitStaged(
  context: Context,
  sheetNumber: number,
  stepNumber: number,
  summary: SheetSummary,
  at: number,
): void {
  const { connection } = context;
  connection.run(
    `UPDATE sheetSteps SET state = 'forgotten' WHERE sheetNumber = +? AND state = 'undone'`,
    sheetNumber,
  );
  connection.run(
    `UPDATE sheetSteps SET state = 'done' WHERE sheetNumber = +? AND stepNumber = +?`,
    sheetNumber,
    stepNumber,
  );
  forgetOldSteps(context, sheetNumber);
  beginApplying(context, sheetNumber, stepNumber, 'redo', summary, at);
}

function forgetOldSteps({ connection }: Context, sheetNumber: number): void {
  const steps = connection.all(
    `SELECT stepNumber, deltas FROM sheetSteps WHERE sheetNumber = +? AND state = 'done' ORDER BY stepNumber DESC`,
    sheetNumber,
  );
  let deltas = 0;
  for (const [index, step] of steps.entries()) {
    deltas += integerIn(step, 'deltas');
    if (index === 0 || (index < mostSteps && deltas <= mostDeltas)) continue;
    connection.run(
      `UPDATE sheetSteps SET state = 'forgotten' WHERE sheetNumber = +? AND stepNumber <= +? AND state = 'done'`,
      sheetNumber,
      integerIn(step, 'stepNumber'),
    );
    return;
  }
}

function beginApplying(
  { connection }: Context,
  sheetNumber: number,
  stepNumber: number,
  turn: SheetTurn,
  { rows, problemRows, totals }: SheetSummary,
  at: number,
): void {
  connection.run(
    `UPDATE sheets SET version = version + 1, rows = ?, problemRows = ?, totals = ?, updatedAt = ?, applyingStep = ?,
       applyingTurn = ?, appliedParts = 0 WHERE sheetNumber = +?`,
    rows,
    problemRows,
    JSON.stringify(totals),
    at,
    stepNumber,
    turn,
    sheetNumber,
  );
}

/** The step that undo or redo would apply next; null: none. */
export function stepToTurn({ connection }: Context, sheetNumber: number, turn: SheetTurn): number | null {
  return connection.integerOrNull(
    turn === 'undo'
      ? `SELECT max(stepNumber) AS stepNumber FROM sheetSteps WHERE sheetNumber = +? AND state = 'done'`
      : `SELECT min(stepNumber) AS stepNumber FROM sheetSteps WHERE sheetNumber = +? AND state = 'undone'`,
    sheetNumber,
  );
}

function readPart(
  { connection }: Context,
  sheetNumber: number,
  stepNumber: number,
  partNumber: number,
): SheetDelta[] | null {
  const row = connection.get(
    'SELECT deltas FROM sheetStepParts WHERE sheetNumber = +? AND stepNumber = +? AND partNumber = +?',
    sheetNumber,
    stepNumber,
    partNumber,
  );
  return row === undefined ? null : readDeltas(textIn(row, 'deltas'));
}

/** Applies the next part; the parts of an undone step from last to first. False if none is left. */
function applyNext(context: Context, sheetNumber: number): boolean {
  const { connection } = context;
  const applying = connection.get(
    `SELECT applyingStep, applyingTurn, appliedParts, parts FROM sheets JOIN sheetSteps
       ON sheetSteps.sheetNumber = sheets.sheetNumber AND stepNumber = applyingStep WHERE sheets.sheetNumber = +?`,
    sheetNumber,
  );
  if (applying === undefined) return false;
  const stepNumber = integerIn(applying, 'applyingStep');
  const turn = choiceIn(applying, 'applyingTurn', ['undo', 'redo'] as const);
  const applied = integerIn(applying, 'appliedParts');
  const parts = integerIn(applying, 'parts');
  const deltas = readPart(context, sheetNumber, stepNumber, turn === 'redo' ? applied + 1 : parts - applied);
  if (deltas !== null) applyDeltas(context, sheetNumber, deltas, turn);
  if (applied + 1 < parts)
    connection.run('UPDATE sheets SET appliedParts = ? WHERE sheetNumber = +?', applied + 1, sheetNumber);
  else
    connection.run(
      'UPDATE sheets SET applyingStep = NULL, applyingTurn = NULL WHERE sheetNumber = +?',
      sheetNumber,
    );
  return applied + 1 < parts;
}
