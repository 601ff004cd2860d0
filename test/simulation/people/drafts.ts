import type { DuplicateConfirmation } from '../../../contract/batches/duplicates.ts';
import type { SheetSource } from '../../../contract/batches/sheet.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { StoredBatch } from '../../../main/core/ports/index.ts';
import type { Computer } from '../computer.ts';
import type { RunParts } from '../runs.ts';
import type { SeededRandom } from '../seeded-random.ts';

const fileName = 'rows.json';
const bytesOf = (rows: readonly PayoutRow[]): Uint8Array => new TextEncoder().encode(JSON.stringify(rows));

/** Imports the rows as a file. Null: they cannot be imported, since their order IDs were used before. */
export async function importRows(
  { computer, profileName }: Place,
  rows: readonly PayoutRow[],
): Promise<string | null> {
  const profile = profileName === null ? {} : { profileName };
  const imported = await computer.insist('batches.import', { ...profile, fileName, bytes: bytesOf(rows) });
  if (imported.ok) return imported.value.batch.batchId;
  if (imported.error.code === 'orderIdUsed') return null;
  throw new Error(`import: ${imported.error.message}`);
}

type Place = Pick<RunParts, 'computer' | 'profileName'>;

/** The batches that were released, newest first. */
export function releasedBatches(place: Place): string[] {
  return batchesOf(place)
    .filter(({ releasedAt }) => releasedAt !== null)
    .map(({ batchId }) => batchId);
}

/** The batches of the profile with which the person works. */
function batchesOf({ computer: { store }, profileName }: Place): StoredBatch[] {
  return store
    .listBatches({ after: null, limit: 100 })
    .filter((batch) => profileName === null || batch.profileName === profileName);
}

/** One of the drafts that were left; null: there is none. */
export function draftLeft(place: Place, random: SeededRandom): string | null {
  const drafts = batchesOf(place).filter(({ state }) => state === 'draft');
  return drafts.length === 0 ? null : random.pick(drafts).batchId;
}

/** The person confirms rows that look alike; that a whole file was released before only where it is meant once more. */
export async function confirmDuplicates(
  computer: Computer,
  batchId: string,
  isMeantOnceMore: boolean,
): Promise<DuplicateConfirmation | null> {
  const found = await computer.insist('batches.duplicates', { batchId });
  if (!found.ok || (found.value.sameFileAs !== null && !isMeantOnceMore)) return null;
  return { findingsHash: found.value.findingsHash, all: true, reason: 'simulated' };
}

type Parts = Pick<RunParts, 'computer' | 'random' | 'scenario' | 'profileName'>;

/** A draft of what failed in one of the batches; null: it cannot be made. */
export async function retryDraft(parts: Parts): Promise<string | null> {
  const { computer, random } = parts;
  const released = releasedBatches(parts);
  if (released.length === 0) return null;
  const result = await computer.call('batches.retry', { batchId: random.pick(released) });
  return result === 'crashed' || !result.ok ? null : result.value.batchId;
}

type Sheet = { readonly sheetId: string; readonly rows: number };

/** A sheet of what failed in one of the batches, where a person may change accounts, with the number of its rows; null: there is none. */
async function repairSheet(parts: Parts, which: 'all' | 'one'): Promise<Sheet | null> {
  const { computer, random, scenario } = parts;
  const released = releasedBatches(parts);
  if (released.length === 0) return null;
  const batchId = random.pick(released);
  const failed = computer.store
    .rowsOfBatch(batchId, 0, 1000)
    .filter(({ state }) => state === 'failed' || state === 'rejected');
  if (failed.length === 0) return null;
  const source: SheetSource =
    which === 'all'
      ? { kind: 'retryBatch', batchId }
      : { kind: 'retryPayouts', idPayouts: [random.pick(failed).idPayment] };
  const opened = await computer.call('sheets.open', { source });
  if (opened === 'crashed' || !opened.ok || opened.value.kind !== 'opened') return null;
  const { sheetId, rows } = opened.value.sheet;
  if (scenario.editsAccounts) {
    const cells = { accountNumber: `NEW${batchId.slice(0, 4).toUpperCase()}${random.below(10_000)}` };
    const edited = Array.from({ length: rows }, (_, index) => ({ rowId: index + 1, cells }));
    await computer.call('sheets.change', { sheetId, change: { kind: 'set', rows: edited } });
  }
  return { sheetId, rows };
}

export async function prepare(computer: Computer, sheetId: string): Promise<string | null> {
  const prepared = await computer.call('sheets.prepare', { sheetId });
  return prepared === 'crashed' || !prepared.ok ? null : prepared.value.batchId;
}

/** A draft of what failed by way of a sheet; null: it cannot be made. */
export async function repairDraft(parts: Parts, which: 'all' | 'one'): Promise<string | null> {
  const sheet = await repairSheet(parts, which);
  return sheet === null ? null : prepare(parts.computer, sheet.sheetId);
}

export async function openFile(computer: Computer, rows: readonly PayoutRow[]): Promise<Sheet> {
  const source = { kind: 'file', fileName, bytes: bytesOf(rows) } as const;
  const opened = await computer.insist('sheets.open', { source });
  if (!opened.ok || opened.value.kind !== 'opened') throw new Error('the sheet was not opened');
  return opened.value.sheet;
}

/** A draft of what failed with some of the rows set aside, and one of these, unless they are taken back or left. */
export async function repairInParts(parts: Parts): Promise<string[]> {
  const sheet = await repairSheet(parts, 'all');
  return sheet === null ? [] : draftsOfParts(parts, sheet);
}

/** A draft of the rows that stay in the sheet, and one of those that are set aside from it. */
export async function draftsOfParts(
  { computer, random }: Parts,
  { sheetId, rows }: Sheet,
): Promise<string[]> {
  const ids = Array.from({ length: rows }, (_, index) => index + 1);
  const rowIds = ids.filter(() => random.chance(0.5));
  if (random.chance(0.3)) await prepare(computer, sheetId);
  const setAside =
    rowIds.length === 0
      ? 'crashed'
      : await computer.call('sheets.setAside', { sheetId, rows: { kind: 'rows', rowIds } });
  const aside = setAside === 'crashed' || !setAside.ok ? null : setAside.value.aside.sheetId;
  const drafts = [aside !== null && random.chance(0.5) ? await prepare(computer, aside) : null];
  if (random.chance(0.2)) await computer.call('sheets.undo', { sheetId });
  drafts.push(await prepare(computer, sheetId));
  if (aside !== null && random.chance(0.5)) drafts.push(await prepare(computer, aside));
  return [...new Set(drafts)].filter((batchId) => batchId !== null);
}
