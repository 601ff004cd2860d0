import { createHash } from 'node:crypto';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { MethodRule } from '../../../contract/batches/source.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { withoutMisleading } from '../../../contract/text/one-line.ts';
import { toBatchSummary } from '../payments/convert.ts';
import { totalRowOfDraft } from '../batches/check/total-row.ts';
import { storeDraft, type DraftRow } from '../batches/draft.ts';
import { rulesOf } from '../batches/rules/rules-of-profile.ts';
import { methodRulesOf } from './method-rules.ts';
import { idsAtOnce, useOwnIds } from './own-ids.ts';
import { fileHashOf } from '../payments/identity.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { rowProgress } from '../context/exports.ts';
import { chooseProfile } from '../context/subject.ts';
import type { PayoutFile, StoredBatch, StoredProfile, Store } from '../ports/index.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { slicesOf } from '../payments/pages.ts';

type ImportInput = ParsedInput<'batches.import'>;

/**
 * Reads a file into a draft batch, all rows or none (operation `batches.import`). The same file again returns its existing
 * draft, so that an interrupted command can be repeated.
 */
export async function importFile(
  context: CoreContext,
  input: ImportInput,
): Promise<Result<OperationOutput<'batches.import'>>> {
  const { store } = context;
  const profile = chooseProfile(store, input.profileName);
  if (!profile.ok) return profile;
  const hashes = await hashesOf(context, profile.value, input);
  const draft = draftOfFile(store, profile.value, hashes);
  if (draft !== undefined)
    return succeed({ batch: toBatchSummary(store, draft), notes: await totalRowNotes(context, draft) });

  const file = await readRows(context, profile.value, input, () => undefined);
  if (!file.ok) return file;
  const source = sourceOf(profile.value, input, hashes, file.value);
  const batch = await storeDraft(context, source, file.value.rows);
  const notCarried = source.message?.notCarried ?? [];
  const notes = notCarried.map((element): FileNote => ({ code: 'fieldNotCarried', ...element }));
  return succeed({ batch, notes: [...file.value.notes, ...notes, ...(await totalRowNotes(context, batch))] });
}

/** Nobody may look at a check before the draft is released. */
async function totalRowNotes(
  context: CoreContext,
  batch: Pick<StoredBatch, 'batchId' | 'rows'>,
): Promise<FileNote[]> {
  const row = await totalRowOfDraft(context, batch);
  return row === null ? [] : [{ code: 'totalRow', row }];
}

/** The hash of a file if it is a table, and if it is a payment file, whose methods depend on the mapping of the profile. */
type FileHashes = { readonly table: string; readonly message: string };

/**
 * The hashes of a file. A chosen worksheet or mapping is part of them, so that a draft
 * that was read differently does not count as this one.
 */
export async function hashesOf(
  { store, clock }: StoreContext,
  profile: StoredProfile,
  { bytes, place, methodRules }: ImportInput,
): Promise<FileHashes> {
  const fileHash = await fileHashOf(bytes, clock);
  const table = place === undefined || (place.worksheet === null && place.headerRow === null) ? null : place;
  const hashWith = (rules: readonly MethodRule[] | undefined): string =>
    table === null && rules === undefined
      ? fileHash
      : createHash('sha256')
          .update(JSON.stringify([fileHash, table?.worksheet, table?.headerRow, rules]))
          .digest('hex');
  return { table: hashWith(methodRules), message: hashWith(methodRules ?? methodRulesOf(store, profile)) };
}

/** Of what the draft of a file is made. */
export function sourceOf(
  profile: StoredProfile,
  { fileName }: Pick<ImportInput, 'fileName'>,
  { table, message: ofMessage }: FileHashes,
  { message }: Pick<ReadFile, 'message'>,
) {
  return {
    profile,
    fileName: withoutMisleading(fileName),
    fileHash: message === null ? table : ofMessage,
    message: message?.source ?? null,
  };
}

/** The draft that was made of this file before. */
export function draftOfFile(
  store: Store,
  { keyId, callbackUrl }: StoredProfile,
  { table, message }: FileHashes,
): StoredBatch | undefined {
  const isHere = (batch: StoredBatch): boolean =>
    batch.state === 'draft' && batch.callbackUrl === callbackUrl;
  return (
    store.batchesOfFile(keyId, message).find((batch) => isHere(batch) && batch.source !== null) ??
    store.batchesOfFile(keyId, table).find((batch) => isHere(batch) && batch.source === null)
  );
}

type ReadFile = Omit<PayoutFile, 'rows'> & { readonly rows: readonly DraftRow[] };

/** Reads all rows of a file by the rules of the profile, or returns its problems. `onLines` gets the line of each row read so far. */
export async function readRows(
  context: CoreContext,
  profile: StoredProfile,
  { bytes, fileName, methodRules, place }: ImportInput,
  onLines: (lines: readonly number[]) => void,
): Promise<Result<ReadFile>> {
  const { store, files, emit } = context;
  const tell = rowProgress(emit, 'import');
  const onRows = (done: number, lines: readonly number[]): void => {
    tell(done, null);
    onLines(lines);
  };
  const rules = await rulesOf(context, profile);
  const chosen = methodRules ?? methodRulesOf(store, profile);
  const file = await files.readPayoutRows(bytes, fileName, onRows, rules, chosen, place);
  if (!file.ok) return file;
  const { rows, message } = file.value;
  if (message !== null) await useOwnIds(context, profile.keyId, rows, message);
  const refused = await refuseUsedOrderIds(context, profile, file.value);
  if (refused !== null) return refused;
  const drafts =
    message === null ? rows : rows.map((row, index) => ({ ...row, source: message.rows[index] ?? null }));
  return succeed({ ...file.value, rows: drafts });
}

/** An order ID never has two contents (invariant I2), so one that was used before is refused whatever its row contains. */
async function refuseUsedOrderIds(
  { store, clock }: CoreContext,
  { keyId }: StoredProfile,
  { rows, lines }: PayoutFile,
): Promise<Failure | null> {
  const ownOrderIds = rows.flatMap(({ idPayout }, index) =>
    idPayout === '' ? [] : [{ idPayout, line: lines[index] ?? 0 }],
  );
  const problems: FaultAt[] = [];
  for await (const some of slicesOf(clock, ownOrderIds, idsAtOnce)) {
    const used = new Set(
      store.usedOrderIds(
        keyId,
        some.map(({ idPayout }) => idPayout),
      ),
    );
    for (const { idPayout, line } of some)
      if (used.has(idPayout))
        problems.push({ line, field: 'idPayout', value: idPayout, fault: { code: 'orderIdUsed' } });
  }
  if (problems.length === 0) return null;
  const message = `${counted(problems.length, 'order ID in this file was', 'order IDs in this file were')} used before. An order ID can pay only once, so nothing was imported.`;
  return fail('orderIdUsed', message, {
    problems: problems.slice(0, idsAtOnce),
    problemsLeftOut: Math.max(0, problems.length - idsAtOnce),
  });
}
