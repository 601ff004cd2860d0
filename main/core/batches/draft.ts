import type { BatchSummary } from '../../../contract/batches/batch.ts';
import { runningTotals, type CurrencyTotal } from '../../../contract/money/money.ts';
import type { FileSource, RowSource } from '../../../contract/batches/source.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { errorOf, inPieces, inTurns, rowProgress, type CoreContext } from '../context.ts';
import { toBatchSummary } from '../payments/convert.ts';
import { batchIdOf, contentHasher, newId, retryIdOf, rowsHasher } from '../payments/identity.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import { paymentKeysOf } from '../payments/payee.ts';
import { chunkDealer } from '../payments/scope.ts';
import type { NewBatch, NewRow, StoredBatch, StoredProfile } from '../ports/index.ts';
import { actorStore } from '../settings/actor.ts';

/** Rows stored per commit: few enough that no commit blocks the process for long. */
const rowsPerCommit = 1000;

/** A row to be stored; `retryOf` is the order ID of the payout that it retries, if any. */
export type DraftRow = PayoutRow & { readonly retryOf?: string; readonly source?: RowSource | null };

type DraftSource = {
  readonly profile: Pick<StoredProfile, 'keyId' | 'callbackUrl' | 'merchantCode' | 'baseUrl'>;
  readonly fileName: string;
  readonly fileHash: string;
  /** The message that the rows came in; absent for those of a table. */
  readonly message?: FileSource | null;
};

/** The ID of a draft of these rows, and the hash of the rows that the ID is derived from. */
export async function draftIdentity(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  profile: DraftSource['profile'],
  rows: readonly DraftRow[],
  message: FileSource | null = null,
): Promise<{ batchId: string; contentHash: string }> {
  const hasher = contentHasher(message?.messageId ?? null);
  for (const [index, row] of rows.entries()) {
    hasher.add(row);
    if (index % rowsPerCommit === rowsPerCommit - 1) await clock.turn();
  }
  const contentHash = hasher.digest();
  const releases = store.releasesOfContent(profile.keyId, contentHash);
  return { batchId: batchIdOf(profile, contentHash, releases), contentHash };
}

/** Two concurrent imports of equal rows would each create what is one draft. */
const inTurn = inTurns();

/**
 * Stores rows as a draft batch, all or none, yielding to other work in between; reports progress as `import`. Equal rows have
 * one draft at a time: an existing one is returned, and a discarded one is replaced.
 */
export function storeDraft(
  context: CoreContext,
  source: DraftSource,
  rows: readonly DraftRow[],
): Promise<BatchSummary> {
  return inTurn(context.store, () => storeNext(context, source, rows));
}

async function storeNext(
  context: CoreContext,
  source: DraftSource,
  rows: readonly DraftRow[],
): Promise<BatchSummary> {
  const { store, clock, emit } = context;
  const { profile, message = null } = source;
  const { batchId, contentHash } = await draftIdentity(context, profile, rows, message);
  const known = store.findBatch(batchId);
  if (known !== null && (await isReady(context, known, profile.callbackUrl, rows)))
    return toBatchSummary(store, known);
  const retries = await retryIdsOf(context, profile, rows);
  const discarded = await discardedOrderIds(context, profile, rows);
  for (const holder of new Set(discarded.values())) await makeRoom(context, holder);
  const { rowsHash, totals } = await addAll(context, { batchId, contentHash, retries }, source, rows);
  actorStore(context).finishBatch(batchId, { rowsHash, totals, at: clock.now() });
  emit({ kind: 'batch', id: batchId });
  const batch = store.findBatch(batchId);
  if (batch === null) throw new Error(`batch ${batchId} was stored and is not there`);
  return toBatchSummary(store, batch);
}

/**
 * Adds all rows to a new batch, or none: what is left of one that could not be added, here or before, goes. A discarded draft with an order
 * ID that Bursar gives a row, from a file that Bursar exported, is replaced.
 */
async function addAll(
  context: CoreContext,
  ids: {
    readonly batchId: string;
    readonly contentHash: string;
    readonly retries: ReadonlyMap<string, string>;
  },
  source: DraftSource,
  rows: readonly DraftRow[],
): ReturnType<typeof addRows> {
  const { store, clock } = context;
  const { batchId, contentHash, retries } = ids;
  const { keyId, callbackUrl } = source.profile;
  await makeRoom(context, batchId);
  try {
    store.beginBatch(newBatch(source, { batchId, contentHash, at: clock.now() }));
    return await addRows(context, { batchId, callbackUrl }, rows, { retries, held: new Map() });
  } catch (thrown) {
    await makeRoom(context, batchId);
    const { code, details } = errorOf(thrown);
    const used = code === 'orderIdUsed' && details.idPayout !== undefined ? [details.idPayout] : [];
    const [holder] = store.discardedOrderIds(keyId, used);
    if (holder === undefined) throw thrown;
    await makeRoom(context, holder.batchId);
    return await addAll(context, ids, source, rows);
  }
}

function newBatch(
  { profile, fileName, fileHash, message = null }: DraftSource,
  batch: Pick<NewBatch, 'batchId' | 'contentHash' | 'at'>,
): NewBatch {
  const { keyId, callbackUrl } = profile;
  return { ...batch, keyId, callbackUrl, fileName, fileHash, source: message };
}

/** Of the order IDs in the rows, those that a discarded draft has, by order ID, with that draft. */
async function discardedOrderIds(
  { store, clock }: CoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  rows: readonly DraftRow[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < rows.length; start += rowsPerCommit) {
    const ownOrderIds = rows
      .slice(start, start + rowsPerCommit)
      .flatMap(({ idPayout }) => (idPayout === '' ? [] : [idPayout]));
    for (const { idPayment, batchId } of store.discardedOrderIds(keyId, ownOrderIds))
      found.set(idPayment, batchId);
    await clock.turn();
  }
  return found;
}

/** Adds all rows to a batch; `retries` has the order IDs of retries, `held` those that the rows contain but cannot have. */
async function addRows(
  { store, clock, emit }: CoreContext,
  { batchId, callbackUrl }: { readonly batchId: string; readonly callbackUrl: string },
  rows: readonly DraftRow[],
  { retries, held }: Readonly<Record<'retries' | 'held', ReadonlyMap<string, string>>>,
): Promise<{ rowsHash: string; totals: CurrencyTotal[] }> {
  const hasher = rowsHasher(callbackUrl);
  const totals = runningTotals();
  const chunkOf = chunkDealer('payout');
  const tell = rowProgress(emit, 'import');
  for (let start = 0; start < rows.length; start += rowsPerCommit) {
    const newRows = rows.slice(start, start + rowsPerCommit).map((row, index): NewRow => {
      const rowNumber = start + index + 1;
      const own = held.has(row.idPayout) ? undefined : row.idPayout;
      const named = row.idPayout === '' ? retries.get(row.retryOf ?? '') : own;
      const idPayment = named ?? `${batchId}-${rowNumber}`;
      const tokenChunk = named === undefined ? 0 : chunkOf(idPayment);
      // Written out: copying a row of unknown shape costs several times as much.
      const newRow: NewRow = {
        kind: 'payout',
        rowNumber,
        idPayment,
        tokenChunk,
        keys: paymentKeysOf(row),
        retryOf: row.retryOf ?? null,
        source: row.source ?? null,
        amount: row.amount,
        currencyCode: row.currencyCode,
        paymentMethodCode: row.paymentMethodCode,
        accountName: row.accountName,
        accountNumber: row.accountNumber,
        paymentOperatorCode: row.paymentOperatorCode,
        emailAddress: row.emailAddress,
        idPayout: row.idPayout,
        reference: row.reference,
      };
      hasher.add(newRow);
      totals.add(row);
      return newRow;
    });
    store.addRows(batchId, newRows);
    tell(start + newRows.length, rows.length);
    await clock.turn();
  }
  return { rowsHash: hasher.digest(), totals: totals.list() };
}

/**
 * Lends rows as a batch that nobody else sees, and removes it whatever the result of `use`; after a crash the next start removes it. No
 * draft, and no event of one, remains.
 */
export async function withRowsOnTrial<Value>(
  context: CoreContext,
  source: DraftSource & { readonly profile: StoredProfile },
  rows: readonly DraftRow[],
  use: (batch: StoredBatch) => Promise<Value>,
): Promise<Value> {
  const { store, clock, random } = context;
  const { profile, fileName, fileHash, message = null } = source;
  const { keyId, callbackUrl, environment } = profile;
  const batchId = newId(random);
  const createdAt = clock.now();
  store.beginBatch(newBatch(source, { batchId, contentHash: '', at: createdAt }));
  try {
    // These rows are not kept, so they replace nothing: where a discarded draft has their order ID, they go without.
    const ids = { retries: new Map<string, string>(), held: await discardedOrderIds(context, profile, rows) };
    const { rowsHash, totals } = await addRows(context, { batchId, callbackUrl }, rows, ids);
    return await use({
      batchId,
      kind: 'payout',
      keyId,
      profileName: profile.name,
      environment,
      fileName,
      fileHash,
      callbackUrl,
      state: 'importing',
      rows: rows.length,
      rowsHash,
      totals,
      createdAt,
      releasedAt: null,
      isPaused: false,
      scheduledFor: null,
      scheduleError: null,
      sheetId: null,
      source: message,
    });
  } finally {
    await inPieces(clock, rowsPerCommit, (limit) => store.takeBackDraft(batchId, limit, clock.now()) ?? 0);
  }
}

/** How many order IDs after the next retry are expected to be unused. */
const laterIds = 2;

type NextRetry = { readonly idPayout: string } & Readonly<
  Record<'later' | 'unused' | 'discarded', readonly string[]>
>;

/**
 * The order ID of the next retry of a payout: numbered through all released retries of its row. Discarded drafts use up no number;
 * those that hold one are replaced. `later` are the order IDs of the retries after that one; `unused` those of earlier numbers under which
 * nothing left here, because the retry was cancelled or had its own order ID: others may have sent them.
 */
export function nextRetry(
  { store }: Pick<CoreContext, 'store'>,
  profile: Pick<StoredProfile, 'keyId' | 'merchantCode' | 'baseUrl'>,
  retryOf: string,
): NextRetry {
  const discarded: string[] = [];
  const left = new Set<string>();
  let released = 0;
  let first = retryOf;
  for (const member of store.familyOf(profile.keyId, retryOf)) {
    if (member.retryOf === null) first = member.idPayment;
    else if (store.findBatch(member.batchId)?.state === 'cancelled') discarded.push(member.batchId);
    else if (member.state !== 'draft') {
      released += 1;
      if (member.state !== 'cancelled') left.add(member.idPayment);
    }
  }
  const idsFrom = (number: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => retryIdOf(profile, first, number + index));
  const unused = idsFrom(1, released).filter((id) => !left.has(id));
  const later = idsFrom(released + 2, laterIds);
  return { idPayout: retryIdOf(profile, first, released + 1), later, unused, discarded };
}

/** The order IDs of retries, by that of the payout each retries. */
async function retryIdsOf(
  context: CoreContext,
  profile: DraftSource['profile'],
  rows: readonly DraftRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { retryOf } of rows) {
    if (retryOf === undefined || ids.has(retryOf)) continue;
    const { idPayout, discarded } = nextRetry(context, profile, retryOf);
    for (const batchId of discarded) await makeRoom(context, batchId);
    ids.set(retryOf, idPayout);
    if (ids.size % rowsPerCommit === 0) await context.clock.turn();
  }
  return ids;
}

const texts = [
  'amount',
  'accountName',
  'accountNumber',
  'emailAddress',
  'reference',
] as const satisfies readonly (keyof DraftRow)[];

/**
 * A draft is bound to its callback address and to every letter of its rows. The hash that its ID is derived from
 * ignores case, in which two wallet addresses may differ; a draft with other letters is made again.
 */
async function isReady(
  context: CoreContext,
  { batchId, state, callbackUrl }: StoredBatch,
  wanted: string,
  rows: readonly DraftRow[],
): Promise<boolean> {
  if (state !== 'draft' || callbackUrl !== wanted) return false;
  for await (const page of pagesOfBatch(context.store, context.clock, batchId))
    for (const known of page) {
      const row = rows[known.rowNumber - 1];
      if (texts.some((text) => row?.[text] !== known[text])) return false;
    }
  return true;
}

/** Deletes a draft, or a discarded one, so that its order IDs are free; none of it was ever sent. */
async function makeRoom(context: CoreContext, batchId: string): Promise<void> {
  const { clock } = context;
  const store = actorStore(context);
  await inPieces(
    clock,
    rowsPerCommit,
    (limit) => store.takeBackDraft(batchId, limit, clock.now(), { isDiscarded: true }) ?? 0,
  );
}
