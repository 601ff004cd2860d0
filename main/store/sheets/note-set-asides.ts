import type { SheetTurn } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';

/** Hides the sheet of a step that is undone, and shows that of one that is redone. */
export function turnSetAside(
  { connection }: Context,
  sheetNumber: number,
  stepNumber: number,
  turn: SheetTurn,
): void {
  connection.run(
    `UPDATE setAsides SET isUndone = ? WHERE stepNumber = +?
       AND fromSheetId = (SELECT sheetId FROM sheets WHERE sheetNumber = +?)`,
    turn === 'undo' ? 1 : 0,
    stepNumber,
    sheetNumber,
  );
}

/** Records which batch a sheet became, so that its links remain when the sheet is gone; null: none. */
export function linkSetAsides({ connection }: Context, sheetId: string, batchId: string | null): void {
  connection.run('UPDATE setAsides SET fromBatchId = ? WHERE fromSheetId = +?', batchId, sheetId);
  connection.run('UPDATE setAsides SET toBatchId = ? WHERE toSheetId = +?', batchId, sheetId);
}

/** Drops sheets whose rows were moved back, once nobody can set them aside again by redo. */
export function dropUndoneSetAsides({ connection }: Context): void {
  const cannotBeRedone = `isUndone = 1 AND NOT EXISTS (SELECT 1 FROM sheets JOIN sheetSteps USING (sheetNumber)
    WHERE sheets.sheetId = fromSheetId AND sheetSteps.stepNumber = setAsides.stepNumber AND sheetSteps.state = 'undone')`;
  connection.run(
    `UPDATE sheets SET state = 'dropped' WHERE sheetId IN (SELECT toSheetId FROM setAsides WHERE ${cannotBeRedone})`,
  );
  connection.run(`DELETE FROM setAsides WHERE ${cannotBeRedone}`);
}
