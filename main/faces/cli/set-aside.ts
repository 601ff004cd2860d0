import path from 'node:path';
import type { BatchSummary } from '../../../contract/batches/batch.ts';
import type { RowsToSetAside } from '../../../contract/batches/set-aside.ts';
import type { SheetOpening, SheetSource, SheetSummary } from '../../../contract/batches/sheet.ts';
import { counted, countText } from '../../../contract/text/numbers.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import { noteText } from '../../../contract/text/files/note-text.ts';
import { profileOption, type CommandContext, type Session } from './command.ts';
import type { readFileAnswers } from './mapping.ts';
import { withAdvice, wrongUsage, type CommandFailed } from './failures.ts';
import { draftOfSheet, dropIfFailed } from './sheet-draft.ts';
import { tableFormatOf } from './terminal/export-target.ts';
import { writeNewFile } from './terminal/write-new-file.ts';

export const setAsideOptions = { 'set-aside': 'newFile' } as const;
export const setAsideUsage = '[--set-aside FILE]';

/** Rows that were set aside: their sheet, and the file that they were saved to. */
type SetAside = { readonly rows: number; readonly sheetId: string; readonly file: string };

type Prepared = { readonly batch: BatchSummary; readonly setAside: SetAside | null };

/** A file as the rows of a sheet. */
export function sheetSource(
  file: string,
  bytes: Uint8Array,
  { place, methodRules }: Awaited<ReturnType<typeof readFileAnswers>>,
): Extract<SheetSource, { kind: 'file' }> {
  return {
    kind: 'file',
    fileName: path.basename(file),
    bytes,
    ...(place === undefined ? {} : { place }),
    ...(methodRules === undefined ? {} : { methodRules }),
  };
}

/** Prepares the good rows of a file, and sets the rows with problems aside: in a new sheet, and in this file. */
export async function prepareSettingAside(
  { output, options }: CommandContext,
  { call }: Pick<Session, 'call'>,
  source: Extract<SheetSource, { kind: 'file' }>,
  file: string,
): Promise<Prepared> {
  const opening = await call('sheets.open', { ...profileOption(options), source });
  if (opening.kind !== 'opened') throw asksBack(opening);
  const { totalRow } = opening;
  const notes = [
    ...opening.notes,
    ...(totalRow === null ? [] : [{ code: 'totalRow', row: totalRow } as const]),
  ];
  for (const note of notes) output.remark(`note: ${noteText(note)}`);
  const { sheetId, problemRows } = opening.sheet;
  try {
    const setAside = problemRows === 0 ? null : await moveRows({ call }, sheetId, { kind: 'problems' }, file);
    return await draftOf({ call }, sheetId, setAside);
  } catch (failure) {
    // A sheet that was opened only to be read is removed; after rows were set aside, it is one of two that people see.
    if (await isWhole({ call }, sheetId)) await dropIfFailed({ call }, sheetId, failure);
    throw failure;
  }
}

/** Sets rows of a draft aside, and makes a draft of the others. */
export async function setDraftRowsAside(
  { call }: Pick<Session, 'call'>,
  { batchId, profileName }: BatchSummary,
  rowNumbers: readonly number[],
  file: string,
): Promise<Prepared> {
  const opening = await call('sheets.open', { profileName, source: { kind: 'draft', batchId } });
  if (opening.kind !== 'opened') throw asksBack(opening);
  const { sheetId, version } = opening.sheet;
  const wanted = { kind: 'rowNumbers' as const, rowNumbers: [...rowNumbers], version };
  const setAside = await moveRows({ call }, sheetId, wanted, file);
  return draftOf({ call }, sheetId, setAside);
}

/** The rows that were set aside, in a sentence. */
export function setAsideText({ rows, file }: SetAside): string {
  return `${counted(rows, 'row')} set aside: saved to ${file}, and kept in a sheet of the window.`;
}

const listedSheets = 5;

/** Rows in sheets of which no batch was made, such as after a command that set rows aside and was killed; null: there are none. */
export function unpreparedText(sheets: readonly SheetSummary[]): string | null {
  const left = sheets.filter(({ batchId, rows }) => batchId === null && rows > 0);
  if (left.length === 0) return null;
  const rows = left.reduce((sum, sheet) => sum + sheet.rows, 0);
  const names = left.slice(0, listedSheets).map((sheet) => `${sheet.name} (${countText(sheet.rows)})`);
  const more = left.length > listedSheets ? [`${countText(left.length - listedSheets)} more`] : [];
  const sheetsText = `${counted(left.length, 'sheet')} of the window that ${left.length === 1 ? 'is' : 'are'} no batch`;
  return `note: ${counted(rows, 'row')} in ${sheetsText}: ${[...names, ...more].join(', ')}.`;
}

async function moveRows(
  { call }: Pick<Session, 'call'>,
  sheetId: string,
  rows: RowsToSetAside,
  file: string,
): Promise<SetAside> {
  const format = tableFormatOf(file);
  const moved = await call('sheets.setAside', { sheetId, rows });
  const { bytes } = await call('sheets.export', { sheetId: moved.aside.sheetId, format });
  try {
    await writeNewFile(file, bytes);
  } catch (failure) {
    const places = `The rows are in sheets of the window: “${moved.aside.name}” has those that were set aside, “${moved.sheet.name}” the others.`;
    throw withAdvice(failure, places);
  }
  return { rows: moved.rows, sheetId: moved.aside.sheetId, file };
}

/** A draft of the rows that were left. */
async function draftOf(
  { call }: Pick<Session, 'call'>,
  sheetId: string,
  setAside: SetAside | null,
): Promise<Prepared> {
  try {
    return { batch: await draftOfSheet({ call }, sheetId), setAside };
  } catch (failure) {
    if (setAside === null) throw failure;
    throw withAdvice(failure, `${setAsideText(setAside)} The others are in a sheet of the window, too.`);
  }
}

/** Whether nothing was set aside from a sheet. */
async function isWhole({ call }: Pick<Session, 'call'>, sheetId: string): Promise<boolean> {
  return (await call('sheets.setAsideLinks', { sheetId })).length === 0;
}

function asksBack(opening: Exclude<SheetOpening, { kind: 'opened' }>): CommandFailed {
  const message =
    opening.kind === 'columnsNeeded'
      ? `The columns of the file are not clear${opening.fault === null ? '' : `: ${faultText(opening.fault).message}`}. Name them as docs/command-line.md says, or open the file in the window.`
      : opening.kind === 'decimalSignNeeded'
        ? `${opening.value} in line ${opening.line} is ${opening.point} or ${opening.comma}. Write the amounts without thousands separators.`
        : 'No rule chooses a method for some payments of the file. Name a mapping with --map.';
  return wrongUsage(message);
}
