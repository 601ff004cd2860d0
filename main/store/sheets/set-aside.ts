import type { SetAside } from '../../../contract/batches/set-aside.ts';
import type { SheetStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { commitStaged, stepToTurn } from './sheet-steps.ts';
import { sheetNumberOf } from './sheets.ts';

/** A sheet is linked only while it is open; a batch only while it is a draft or was released. */
const select = `SELECT setAsides.rows, fromName, toName,
    fromSheet.sheetId AS fromSheet, toSheet.sheetId AS toSheet,
    fromSheet.name AS fromNameNow, toSheet.name AS toNameNow,
    fromBatch.batchId AS fromBatch, toBatch.batchId AS toBatch
  FROM setAsides
  LEFT JOIN batches AS fromBatch
    ON fromBatch.batchId = fromBatchId AND fromBatch.state IN ('draft', 'releasing', 'released')
  LEFT JOIN batches AS toBatch
    ON toBatch.batchId = toBatchId AND toBatch.state IN ('draft', 'releasing', 'released')
  LEFT JOIN sheets AS fromSheet ON fromSheet.sheetId = fromSheetId AND fromSheet.state = 'open'
    AND coalesce(fromBatch.state, 'draft') = 'draft'
  LEFT JOIN sheets AS toSheet ON toSheet.sheetId = toSheetId AND toSheet.state = 'open'
    AND coalesce(toBatch.state, 'draft') = 'draft'
  WHERE isUndone = 0`;

/** Rows that were set aside from one sheet to another. */
export function setAsideMethods(context: Context) {
  const { connection } = context;
  return {
    setAside({ fromSheetId, stepNumber, fromSummary, toSheetId, toSummary }, at) {
      const [fromNumber, toNumber] = [sheetNumberOf(context, fromSheetId), sheetNumberOf(context, toSheetId)];
      connection.transaction(() => {
        commitStaged(context, fromNumber, stepNumber, fromSummary, at);
        const opened = connection.run(
          `UPDATE sheets SET state = 'open', rows = ?, problemRows = ?, totals = ?, updatedAt = ?
           WHERE sheetNumber = +? AND state = 'opening'`,
          toSummary.rows,
          toSummary.problemRows,
          JSON.stringify(toSummary.totals),
          at,
          toNumber,
        );
        if (opened !== 1) throw new RangeError(`sheet ${toSheetId} was not begun`);
        connection.run(
          `INSERT INTO setAsides (fromSheetId, stepNumber, fromName, toSheetId, toName, rows)
           SELECT source.sheetId, ?, source.name, target.sheetId, target.name, ? FROM sheets AS source, sheets AS target
           WHERE source.sheetNumber = +? AND target.sheetNumber = +?`,
          stepNumber,
          toSummary.rows,
          fromNumber,
          toNumber,
        );
      });
    },

    setAsideOfStep(sheetId, turn) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      const stepNumber = stepToTurn(context, sheetNumber, turn);
      const row = connection.get(
        'SELECT toSheetId FROM setAsides WHERE fromSheetId = +? AND stepNumber = +?',
        sheetId,
        stepNumber ?? -1,
      );
      return row === undefined ? null : textIn(row, 'toSheetId');
    },

    setAsideLinks({ sheetId, batchId }) {
      return connection
        .all(
          `${select} AND (fromSheetId = +? OR toSheetId = +? OR fromBatch.batchId = +? OR toBatch.batchId = +?)
           ORDER BY setAsideNumber`,
          sheetId,
          sheetId,
          batchId,
          batchId,
        )
        .map(readSetAside);
    },
  } satisfies Partial<SheetStore>;
}

function readSetAside(row: Row): SetAside {
  return {
    rows: integerIn(row, 'rows'),
    from: {
      name: textOrNullIn(row, 'fromNameNow') ?? textIn(row, 'fromName'),
      sheetId: textOrNullIn(row, 'fromSheet'),
      batchId: textOrNullIn(row, 'fromBatch'),
    },
    to: {
      name: textOrNullIn(row, 'toNameNow') ?? textIn(row, 'toName'),
      sheetId: textOrNullIn(row, 'toSheet'),
      batchId: textOrNullIn(row, 'toBatch'),
    },
  };
}
