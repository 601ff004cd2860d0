import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { FileSource, RowSource } from '../../../contract/batches/source.ts';
import type { ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { withoutMisleading } from '../../../contract/text/one-line.ts';
import type { ColumnMapping, SheetCells, SheetOpening } from '../../../contract/batches/sheet.ts';
import { nextRetry } from '../batches/later-retries.ts';
import { readFirstCodes } from '../reference/codes.ts';
import { rulesOf } from '../batches/rules/rules-of-profile.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import type { CoreContext } from '../context/context.ts';
import { rowProgress } from '../context/exports.ts';
import { chooseProfile, noBatch } from '../context/subject.ts';
import type { SheetAnswers, SheetReading, StoredBatch, RowContent, StoredProfile } from '../ports/index.ts';
import { changeSettings, readSetting } from '../settings/settings.ts';
import { withinLimit } from '../settings/within-limit.ts';
import { cellsOf } from '../batches/payout-cells.ts';
import { beginSheet, openedSheet, type FirstRow, type FirstRows } from './begin-sheet.ts';
import { clearSheets } from './clear-sheets.ts';
import type { SheetSessions } from './sheet-sessions.ts';
import { methodRulesOf, rememberMethodRules } from './method-rules.ts';
import { useOwnIds } from './own-ids.ts';
import { totalRowOf } from '../batches/check/total-row.ts';
import { openRepeat, openTemplate } from './repeat-sheet.ts';
import { openRetryOfBatch, openRetryOfPayouts } from './retry-sheet.ts';

const mostMappings = 200;
/** How long the first file of a profile waits for its code lists. */
const firstCodesSeconds = 2;

type OpenInput = ParsedInput<'sheets.open'>;
type Asked = Extract<OpenInput['source'], { kind: 'file' | 'clipboard' }>;

/** Opens a file as a sheet (operation `sheets.open`). */
export async function openSheet(
  context: CoreContext,
  session: SheetSessions,
  { profileName, source }: OpenInput,
  signal: AbortSignal,
): Promise<Result<SheetOpening>> {
  const { store } = context;
  await clearSheets(context);
  switch (source.kind) {
    case 'file':
    case 'clipboard':
      return openTable(context, session, { profileName, source }, signal);
    case 'empty': {
      const profile = chooseProfile(store, profileName);
      if (!profile.ok) return profile;
      const rows: FirstRow[] = [];
      return beginSheet(context, session, {
        profile: profile.value,
        name: 'New payouts',
        rows,
        notes: [],
        batchId: null,
      });
    }
    case 'draft':
      return session.inTurn(`draft ${source.batchId}`, () => openDraft(context, session, source.batchId));
    case 'retryBatch':
      return openRetryOfBatch(context, session, source.batchId);
    case 'repeat':
      return openRepeat(context, session, source.batchId);
    case 'template':
      return openTemplate(context, session, profileName, source.name);
    case 'retryPayouts':
      return openRetryOfPayouts(context, session, profileName, source.idPayouts);
  }
}

async function openTable(
  context: CoreContext,
  session: SheetSessions,
  { profileName, source }: { readonly profileName: string | undefined; readonly source: Asked },
  signal: AbortSignal,
): Promise<Result<SheetOpening>> {
  const { store, files, emit } = context;
  const profile = chooseProfile(store, profileName);
  if (!profile.ok) return profile;
  const { columns, decimalSign } = source;
  const remembered = (header: readonly string[]): ColumnMapping | null =>
    readSetting(store, 'columnMappings').find((mapping) => isSame(mapping.header, header))?.columns ?? null;
  await learnCodes(context, profile.value, signal);
  const { codes } = await rulesOf(context, profile.value);
  const answered = source.kind === 'file' ? source.methodRules : null;
  const methodRules = {
    rules: [...(answered ?? []), ...methodRulesOf(store, profile.value)],
    areComplete: answered !== null,
  };
  const asked = source.kind === 'file' ? { place: source.place, isAsking: source.isAsking } : {};
  const answers: SheetAnswers = { columns, decimalSign, remembered, codes, methodRules, ...asked };
  const tell = rowProgress(emit, 'sheet');
  const onProgress = (done: number): void => tell(done, null);
  const read = await (source.kind === 'file'
    ? files.readSheet(source.bytes, source.fileName, answers, onProgress)
    : files.readClipboard(source.text, answers, onProgress));
  if (!read.ok) return read;
  if (signal.aborted) return fail('stopped', 'You stopped this. Nothing was saved.');
  if (read.value.kind !== 'rows') return succeed(read.value);
  if (read.value.rows.length === 0)
    return fail('fileUnreadable', 'There is a header but no payouts below it. Add at least one row.');
  rememberColumns(context, read.value, columns);
  if (answered !== null && answered.length > 0)
    rememberMethodRules(context, profile.value, methodRules.rules);
  const { rows, message, notes } = read.value;
  if (message !== null) await useOwnIds(context, profile.value.keyId, rows, message);
  const beginning = {
    profile: profile.value,
    name: source.kind === 'file' ? withoutMisleading(source.fileName) : 'Pasted payouts',
    rows: firstRows(rows, message?.rows ?? []),
    message: message?.source ?? null,
    notes: [...notes, ...notCarriedNotes(message?.source.notCarried ?? [])],
    batchId: null,
    isIbanColumn: read.value.isIbanColumn,
    columns: message === null ? read.value.columns : null,
    totalRow: message === null ? totalRowOf(rows, (cells) => cells, read.value.lastUnread) : null,
  };
  return beginSheet(context, session, beginning, signal);
}

/** Loads the code lists of a profile if they were never loaded, so that the codes of its first file are corrected too. Continues without them after a while. */
async function learnCodes(context: CoreContext, profile: StoredProfile, signal: AbortSignal): Promise<void> {
  if (profile.isPrepareOnly) return;
  const enough = new AbortController();
  const reading = readFirstCodes(context, profile, AbortSignal.any([signal, enough.signal]));
  await withinLimit(context.clock, reading, () => undefined, { seconds: firstCodesSeconds });
  enough.abort();
}

function firstRows(rows: readonly SheetCells[], sources: readonly (RowSource | null)[]): FirstRows {
  return {
    length: rows.length,
    at: (index) => {
      const cells = rows.at(index);
      return cells && { cells, retryOf: null, source: sources[index] ?? null };
    },
  };
}

function notCarriedNotes(elements: FileSource['notCarried']): FileNote[] {
  const fields = elements.map(({ field, latestDate }) =>
    latestDate === undefined ? field : `${field} (${latestDate})`,
  );
  return fields.length === 0 ? [] : [{ code: 'notCarried', fields }];
}

/** A person's answers about this header are reused next time; the oldest are dropped. */
function rememberColumns(
  context: CoreContext,
  { header }: Extract<SheetReading, { kind: 'rows' }>,
  columns: ColumnMapping | null,
): void {
  if (columns === null || header === null) return;
  const { store, emit } = context;
  const others = readSetting(store, 'columnMappings').filter((mapping) => !isSame(mapping.header, header));
  changeSettings(context, { columnMappings: [...others, { header, columns }].slice(-mostMappings) });
  emit({ kind: 'settings', id: 'columnMappings' });
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, place) => name === right[place]);
}

/** The sheet of a draft, created from its rows if it has none. */
async function openDraft(
  context: CoreContext,
  session: SheetSessions,
  batchId: string,
): Promise<Result<SheetOpening>> {
  const { store, clock } = context;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  if (batch.state !== 'draft')
    return fail('alreadyReleased', `Batch ${batchId} was released or cancelled. Its rows never change.`, {
      batchId,
    });
  if (batch.sheetId !== null) return session.with(batch.sheetId, (sheet) => openedSheet(sheet, []));
  const rows: FirstRow[] = [];
  for await (const payments of contentPagesOfBatch(store, clock, batchId))
    rows.push(
      ...payments.map((payment) => ({
        cells: draftCells(context, batch, payment),
        retryOf: payment.retryOf,
        source: payment.source,
      })),
    );
  return beginSheet(context, session, {
    profile: batch,
    name: batch.fileName,
    rows,
    notes: [],
    message: batch.source,
    batchId,
  });
}

/** Order IDs from Bursar are generated again; those from the file stay. */
function draftCells(
  context: CoreContext,
  { batchId, profileName }: StoredBatch,
  payment: RowContent,
): FirstRow['cells'] {
  const profile = payment.retryOf === null ? null : context.store.findProfile(profileName);
  const made =
    payment.retryOf === null || profile === null
      ? `${batchId}-${payment.rowNumber}`
      : nextRetry(context, profile, payment.retryOf).idPayout;
  const isMade = payment.idPayment === made;
  return cellsOf(payment, isMade ? '' : payment.idPayment);
}
