import { profileRemoved } from '../profiles/profile-number.ts';
import { SheetStep } from '../../../contract/batches/sheet.ts';
import { Environment } from '../../../contract/profile.ts';
import { readJson } from '../../../contract/json.ts';
import type { SheetStore, StoredSheet } from '../../core/ports/index.ts';
import { readTotals } from '../batches/batches.ts';
import type { Context } from '../context.ts';
import {
  choiceIn,
  flagIn,
  integerIn,
  integerOrNullIn,
  named,
  readFileSource,
  sourceText,
  textIn,
  textOrNullIn,
  timeIn,
  type Row,
} from '../read-row.ts';
import { linkSetAsides } from './note-set-asides.ts';
import { readStoredRow, writeRow } from './sheet-rows.ts';

const isThere = `sheets.state = 'open' AND removedAt IS NULL
  AND sheets.sheetId NOT IN (SELECT toSheetId FROM setAsides WHERE isUndone = 1)
  AND (sheets.batchNumber IS NULL OR coalesce(batches.state, 'draft') IN ('importing', 'draft', 'cancelled'))`;

/** A batch counts as the sheet's only while it is a draft: once it is cancelled or deleted, the sheet has none. */
const select = `SELECT sheets.*, keyId, profiles.name AS profileName, environment,
    CASE WHEN batches.state = 'draft' THEN batchId END AS batchId,
    (SELECT label FROM sheetSteps AS step WHERE step.sheetNumber = sheets.sheetNumber AND step.state = 'done'
      ORDER BY stepNumber DESC LIMIT 1) AS undoLabel,
    (SELECT label FROM sheetSteps AS step WHERE step.sheetNumber = sheets.sheetNumber AND step.state = 'undone'
      ORDER BY stepNumber LIMIT 1) AS redoLabel,
    (SELECT max(stepNumber) FROM sheetSteps AS step WHERE step.sheetNumber = sheets.sheetNumber AND step.state = 'done') AS lastStep
  FROM sheets JOIN profiles USING (profileNumber) LEFT JOIN batches ON batches.batchNumber = sheets.batchNumber`;

/** Sheets and their rows. */
export function sheetMethods(context: Context) {
  const { connection, batchCache } = context;
  const link = (sheetId: string, batchNumber: number | null): void =>
    void connection.run('UPDATE sheets SET batchNumber = ? WHERE sheetId = +?', batchNumber, sheetId);
  return {
    beginSheet({ sheetId, keyId, name, source, repeats, isIbanColumn = false, at }) {
      const begun = connection.run(
        `INSERT INTO sheets (sheetId, profileNumber, name, state, source, repeatOf, template, isIbanColumn, createdAt, updatedAt)
         SELECT ?, profileNumber, ?, 'opening', ?, ?, ?, ?, ?, ? FROM profiles WHERE keyId = +? AND removedAt IS NULL`,
        sheetId,
        name,
        sourceText(source ?? null),
        repeats?.batchId ?? null,
        repeats?.template ?? null,
        isIbanColumn ? 1 : 0,
        at,
        at,
        keyId,
      );
      if (begun !== 1) throw profileRemoved();
    },

    addSheetRows(sheetId, rows) {
      const sheetNumber = sheetNumberOf(context, sheetId);
      connection.transaction(() => {
        for (const row of rows) writeRow(context, sheetNumber, row);
      });
    },

    finishSheet(sheetId, { rows, problemRows, totals }, batchId, at) {
      connection.run(
        `UPDATE sheets SET state = 'open', rows = ?, problemRows = ?, totals = ?, batchNumber = ?, updatedAt = ?
         WHERE sheetId = +? AND state = 'opening'`,
        rows,
        problemRows,
        JSON.stringify(totals),
        batchId === null ? null : batchCache.numberOf(batchId),
        at,
        sheetId,
      );
    },

    saveSheetSummary(sheetId, { rows, problemRows, totals }) {
      connection.run(
        'UPDATE sheets SET rows = ?, problemRows = ?, totals = ? WHERE sheetId = +?',
        rows,
        problemRows,
        JSON.stringify(totals),
        sheetId,
      );
    },

    listSheets() {
      const rows = connection.all(`${select} WHERE ${isThere} ORDER BY sheets.sheetNumber DESC`);
      return context.leftOut.readable(rows, readSheet);
    },

    findSheet(sheetId) {
      const row = connection.get(`${select} WHERE ${isThere} AND sheetId = +?`, sheetId);
      return row === undefined ? null : readSheet(row);
    },

    findRetrySheet(keyId, idPayouts, since) {
      const row = connection.get(
        `${select} WHERE ${isThere} AND keyId = +? AND sheets.createdAt >= +? AND sheets.rows = +? AND (
           SELECT count(DISTINCT retryOf) FROM sheetRows
           WHERE sheetRows.sheetNumber = sheets.sheetNumber AND retryOf IN (SELECT value FROM json_each(?))) = +?
         ORDER BY sheets.sheetNumber DESC LIMIT 1`,
        keyId,
        since,
        idPayouts.length,
        JSON.stringify(idPayouts),
        idPayouts.length,
      );
      return row === undefined ? null : textIn(row, 'sheetId');
    },

    releasedBatchOf(sheetId) {
      const row = connection.get(
        `SELECT batchId FROM sheets JOIN batches USING (batchNumber) WHERE sheetId = +? AND releasedAt IS NOT NULL`,
        sheetId,
      );
      return row === undefined ? null : textIn(row, 'batchId');
    },

    sheetRows(sheetId, afterRowId, limit) {
      return connection
        .all(
          `SELECT rowId, position, cells, retryOf, source, lastMoney FROM sheetRows WHERE sheetNumber = +? AND rowId > +?
           ORDER BY rowId LIMIT +?`,
          sheetNumberOf(context, sheetId),
          afterRowId,
          limit,
        )
        .map(readStoredRow);
    },

    renameSheet(sheetId, name, at) {
      connection.run('UPDATE sheets SET name = ?, updatedAt = ? WHERE sheetId = +?', name, at, sheetId);
    },

    linkSheet(sheetId, batchId) {
      const batchNumber = batchCache.numberOf(batchId);
      const isDraft = `SELECT 1 FROM batches WHERE batchNumber = +? AND state IN ('importing', 'draft')`;
      return connection.transaction(() => {
        if (connection.get(isDraft, batchNumber) === undefined) return [];
        const others = connection
          .all(`SELECT sheetId FROM sheets WHERE batchNumber = +? AND sheetId <> ?`, batchNumber, sheetId)
          .map((row) => textIn(row, 'sheetId'));
        for (const other of others) link(other, null);
        link(sheetId, batchNumber);
        for (const other of others) linkSetAsides(context, other, null);
        linkSetAsides(context, sheetId, batchId);
        return others;
      });
    },

    dropSheet(sheetId) {
      connection.transaction(() => {
        connection.run(`UPDATE sheets SET state = 'dropped', batchNumber = NULL WHERE sheetId = +?`, sheetId);
        // Nobody is to schedule again what is no longer there.
        connection.run('DELETE FROM lostSchedules WHERE sheetId = +?', sheetId);
      });
    },
  } satisfies Partial<SheetStore>;
}

/** The number of a sheet, which must exist, in any state. */
export function sheetNumberOf({ connection }: Context, sheetId: string): number {
  const row = connection.get('SELECT sheetNumber FROM sheets WHERE sheetId = +?', sheetId);
  if (row === undefined) throw new RangeError(`there is no sheet ${sheetId}`);
  return integerIn(row, 'sheetNumber');
}

function readStep(row: Row, column: string): SheetStep | null {
  const json = textOrNullIn(row, column);
  return json === null ? null : (readJson(SheetStep, json) ?? { code: 'other', text: json });
}

function readRepeats(row: Row): StoredSheet['repeats'] {
  const batchId = textOrNullIn(row, 'repeatOf');
  return batchId === null ? null : { batchId, template: textOrNullIn(row, 'template') };
}

function readSheet(row: Row): StoredSheet {
  return named(
    () => `sheet ${textIn(row, 'sheetId')}`,
    () => ({
      sheetId: textIn(row, 'sheetId'),
      keyId: textIn(row, 'keyId'),
      profileName: textIn(row, 'profileName'),
      environment: choiceIn(row, 'environment', Environment.options),
      name: textIn(row, 'name'),
      source: readFileSource(row),
      repeats: readRepeats(row),
      isIbanColumn: flagIn(row, 'isIbanColumn'),
      batchId: textOrNullIn(row, 'batchId'),
      rows: integerIn(row, 'rows'),
      problemRows: integerIn(row, 'problemRows'),
      totals: readTotals(textIn(row, 'totals')),
      undo: readStep(row, 'undoLabel'),
      redo: readStep(row, 'redoLabel'),
      lastStep: integerOrNullIn(row, 'lastStep'),
      version: integerIn(row, 'version'),
      createdAt: timeIn(row, 'createdAt'),
      updatedAt: timeIn(row, 'updatedAt'),
    }),
  );
}
