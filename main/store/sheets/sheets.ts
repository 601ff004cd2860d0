import { Environment } from '../../../contract/profile.ts';
import type { SheetFacts, SheetStore, StoredSheet } from '../../core/ports/index.ts';
import { readTotals } from '../batches/batches.ts';
import type { Context } from '../context.ts';
import { choiceIn, integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { readStoredRow, writeRow } from './sheet-rows.ts';

const isThere = `sheets.state = 'open' AND removedAt IS NULL
  AND (sheets.batchNumber IS NULL OR coalesce(batches.state, 'draft') IN ('importing', 'draft', 'cancelled'))`;

/** A draft counts as the sheet's only while it is one: cancelled or taken back, the rows are nobody's again. */
const select = `SELECT sheets.*, keyId, profiles.name AS profileName, environment,
    CASE WHEN batches.state = 'draft' THEN batchId END AS batchId,
    (SELECT label FROM sheetSteps AS step WHERE step.sheetNumber = sheets.sheetNumber AND step.state = 'done'
      ORDER BY stepNumber DESC LIMIT 1) AS undoLabel,
    (SELECT label FROM sheetSteps AS step WHERE step.sheetNumber = sheets.sheetNumber AND step.state = 'undone'
      ORDER BY stepNumber LIMIT 1) AS redoLabel
  FROM sheets JOIN profiles USING (profileNumber) LEFT JOIN batches ON batches.batchNumber = sheets.batchNumber`;

/** The number of a sheet, which must be there in whatever state. */
export function sheetNumberOf({ connection }: Context, sheetId: string): number {
  const row = connection.get('SELECT sheetNumber FROM sheets WHERE sheetId = +?', sheetId);
  if (row === undefined) throw new RangeError(`there is no sheet ${sheetId}`);
  return integerIn(row, 'sheetNumber');
}

export function beginSheet(
  { connection }: Context,
  { sheetId, keyId, name, at }: Parameters<SheetStore['beginSheet']>[0],
): void {
  const begun = connection.run(
    `INSERT INTO sheets (sheetId, profileNumber, name, state, createdAt, updatedAt)
     SELECT ?, profileNumber, ?, 'opening', ?, ? FROM profiles WHERE keyId = +? AND removedAt IS NULL`,
    sheetId,
    name,
    at,
    at,
    keyId,
  );
  if (begun !== 1) throw new RangeError(`no profile has the key ID ${keyId}`);
}

export function addSheetRows(
  context: Context,
  sheetId: string,
  rows: Parameters<SheetStore['addSheetRows']>[1],
): void {
  const sheetNumber = sheetNumberOf(context, sheetId);
  context.connection.transaction(() => {
    for (const row of rows) writeRow(context, sheetNumber, row);
  });
}

export function finishSheet(
  context: Context,
  sheetId: string,
  { rows, problemRows, totals }: SheetFacts,
  batchId: string | null,
  at: number,
): void {
  context.connection.run(
    `UPDATE sheets SET state = 'open', rows = ?, problemRows = ?, totals = ?, batchNumber = ?, updatedAt = ?
     WHERE sheetId = +? AND state = 'opening'`,
    rows,
    problemRows,
    JSON.stringify(totals),
    batchId === null ? null : context.facts.numberOf(batchId),
    at,
    sheetId,
  );
}

export function keepFacts(
  { connection }: Context,
  sheetId: string,
  { rows, problemRows, totals }: SheetFacts,
): void {
  connection.run(
    'UPDATE sheets SET rows = ?, problemRows = ?, totals = ? WHERE sheetId = +?',
    rows,
    problemRows,
    JSON.stringify(totals),
    sheetId,
  );
}

export function listSheets({ connection }: Context): StoredSheet[] {
  return connection.all(`${select} WHERE ${isThere} ORDER BY sheets.sheetNumber DESC`).map(readSheet);
}

export function findSheet({ connection }: Context, sheetId: string): StoredSheet | null {
  const row = connection.get(`${select} WHERE ${isThere} AND sheetId = +?`, sheetId);
  return row === undefined ? null : readSheet(row);
}

export function sheetRows(
  context: Context,
  sheetId: string,
  afterRowId: number,
  limit: number,
): ReturnType<SheetStore['sheetRows']> {
  return context.connection
    .all(
      `SELECT rowId, position, cells, retryOf FROM sheetRows WHERE sheetNumber = +? AND rowId > +?
       ORDER BY rowId LIMIT +?`,
      sheetNumberOf(context, sheetId),
      afterRowId,
      limit,
    )
    .map(readStoredRow);
}

export function renameSheet({ connection }: Context, sheetId: string, name: string, at: number): void {
  connection.run('UPDATE sheets SET name = ?, updatedAt = ? WHERE sheetId = +?', name, at, sheetId);
}

export function linkSheet({ connection, facts }: Context, sheetId: string, batchId: string): void {
  connection.run('UPDATE sheets SET batchNumber = ? WHERE sheetId = +?', facts.numberOf(batchId), sheetId);
}

export function dropSheet({ connection }: Context, sheetId: string): void {
  connection.run(`UPDATE sheets SET state = 'dropped', batchNumber = NULL WHERE sheetId = +?`, sheetId);
}

function readSheet(row: Row): StoredSheet {
  return {
    sheetId: textIn(row, 'sheetId'),
    keyId: textIn(row, 'keyId'),
    profileName: textIn(row, 'profileName'),
    environment: choiceIn(row, 'environment', Environment.options),
    name: textIn(row, 'name'),
    batchId: textOrNullIn(row, 'batchId'),
    rows: integerIn(row, 'rows'),
    problemRows: integerIn(row, 'problemRows'),
    totals: readTotals(textIn(row, 'totals')),
    undo: textOrNullIn(row, 'undoLabel'),
    redo: textOrNullIn(row, 'redoLabel'),
    version: integerIn(row, 'version'),
    createdAt: integerIn(row, 'createdAt'),
    updatedAt: integerIn(row, 'updatedAt'),
  };
}
