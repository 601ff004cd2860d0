import type { SheetStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn } from '../read-row.ts';
import { dropUndoneSetAsides } from './note-set-asides.ts';

/** Deletes the content of dropped sheets and forgotten steps. */
export function clearSheetMethods(context: Context) {
  const { connection } = context;
  return {
    clearSheets(limit, isStart) {
      return connection.transaction(() => {
        if (isStart) {
          connection.run(`UPDATE sheets SET state = 'dropped' WHERE state = 'opening'`);
          connection.run(`UPDATE sheetSteps SET state = 'forgotten' WHERE state = 'staged'`);
        }
        connection.run(
          `UPDATE sheets SET state = 'dropped', batchNumber = NULL WHERE state = 'open' AND EXISTS (
             SELECT 1 FROM batches
             WHERE batches.batchNumber = sheets.batchNumber AND batches.state IN ('releasing', 'released'))`,
        );
        dropUndoneSetAsides(context);
        return clearSteps(context, limit) || clearDropped(context, limit) ? limit : 0;
      });
    },
  } satisfies Partial<SheetStore>;
}

/** Rows in a part of a step: deleting a part costs as much as deleting this many rows. */
const rowsOfPart = 20;

/** Whether some may remain. */
function clearSteps({ connection }: Context, limit: number): boolean {
  const most = Math.ceil(limit / rowsOfPart);
  const deleted = connection.run(
    `DELETE FROM sheetStepParts WHERE (sheetNumber, stepNumber, partNumber) IN (
       SELECT sheetNumber, stepNumber, partNumber FROM sheetStepParts WHERE (sheetNumber, stepNumber) IN (
         SELECT sheetNumber, stepNumber FROM sheetSteps WHERE state = 'forgotten') LIMIT +?)`,
    most,
  );
  if (deleted === most) return true;
  connection.run(`DELETE FROM sheetSteps WHERE state = 'forgotten'`);
  return false;
}

/** Whether some may remain. */
function clearDropped({ connection }: Context, limit: number): boolean {
  const sheet = connection.get(`SELECT sheetNumber FROM sheets WHERE state = 'dropped' LIMIT 1`);
  if (sheet === undefined) return false;
  const sheetNumber = integerIn(sheet, 'sheetNumber');
  const steps = `UPDATE sheetSteps SET state = 'forgotten' WHERE sheetNumber = +? AND state <> 'forgotten'`;
  if (connection.run(steps, sheetNumber) > 0) return true;
  const deleted = connection.run(
    `DELETE FROM sheetRows WHERE sheetNumber = +? AND rowId IN (
       SELECT rowId FROM sheetRows WHERE sheetNumber = +? LIMIT +?)`,
    sheetNumber,
    sheetNumber,
    limit,
  );
  if (deleted < limit) connection.run('DELETE FROM sheets WHERE sheetNumber = +?', sheetNumber);
  return true;
}
