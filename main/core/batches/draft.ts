import type { BatchSummary } from '../../../contract/batches/batch.ts';
import { runningTotals, type CurrencyTotal } from '../../../contract/money/money.ts';
import type { FileSource, RowSource } from '../../../contract/batches/source.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { rowProgress } from '../context/exports.ts';
import { errorOf } from '../context/refused.ts';
import { inPieces, inTurns } from '../context/turns.ts';
import { toBatchSummary } from '../payments/convert.ts';
import { batchIdOf, contentHasher, newId, rowsHasher } from '../payments/identity.ts';
import { contentPagesOfBatch, slicesOf } from '../payments/pages.ts';
import { paymentKeysOf } from '../payments/payee.ts';
import { chunkDealer } from '../payments/scope.ts';
import type {
  NewBatch,
  NewRow,
  PaymentHashes,
  StoredBatch,
  StoredProfile,
  StoredSheet,
} from '../ports/index.ts';
import { actorStore } from '../settings/actor.ts';
import { nextRetry } from './later-retries.ts';

/** Rows stored per commit: few enough that no commit blocks the process for long. */
const rowsPerCommit = 1000;
const deletedPerCommit = 500;

/** A row to be stored; `retryOf` is the order ID of the payout that it retries, if any. */
export type DraftRow = PayoutRow & { readonly retryOf?: string; readonly source?: RowSource | null };

type DraftSource = {
  readonly profile: Pick<StoredProfile, 'keyId' | 'callbackUrl' | 'merchantCode' | 'baseUrl'>;
  readonly fileName: string;
  /** See `NewBatch`. */
  readonly fileHash: string;
  /** The sheet that the draft is linked with; absent if there is none. */
  readonly sheetId?: string;
  /** The message that the rows came in; absent for those of a table. */
  readonly message?: FileSource | null;
};

/** The ID of a draft of these rows, and the hash of the rows that the ID is derived from. */
export async function draftIdentity(
  { store, clock }: StoreContext,
  profile: DraftSource['profile'],
  rows: readonly DraftRow[],
  message: FileSource | null = null,
): Promise<{ batchId: string; contentHash: string }> {
  const hasher = contentHasher(message?.messageId ?? null);
  for await (const some of slicesOf(clock, rows, rowsPerCommit)) for (const row of some) hasher.add(row);
  const contentHash = hasher.digest();
  const releases = store.releasesOfContent(profile.keyId, contentHash);
  return { batchId: batchIdOf(profile, contentHash, releases), contentHash };
}

/** The hashes of rows, by their index, that were computed before. */
type KnownHashes = readonly (PaymentHashes | undefined)[];

/** Two concurrent imports of equal rows would each create what is one draft, and a draft being deleted would be found as that of other rows. */
const inTurn = inTurns();

/**
 * Stores rows as a draft batch, all or none, yielding to other work in between; reports progress as `import`. Equal rows have
 * one draft at a time: an existing one is returned, of the given sheet from then on. Discarded drafts of these rows, or with an order ID of one, are replaced.
 */
export function storeDraft(
  context: CoreContext,
  source: DraftSource,
  rows: readonly DraftRow[],
  hashes: KnownHashes = [],
): Promise<BatchSummary> {
  return inTurn(context.store, async () => {
    const { store, clock, emit } = context;
    const { profile, message = null } = source;
    const { batchId, contentHash } = await draftIdentity(context, profile, rows, message);
    const known = store.findBatch(batchId);
    if (known !== null && (await isReady(context, known, profile.callbackUrl, rows))) {
      link(context, source, batchId);
      emit({ kind: 'batch', id: batchId });
      return toBatchSummary(store, known);
    }
    const retries = await retryIdsOf(context, profile, rows);
    await makeRoom(context, batchId);
    try {
      store.beginBatch(newBatch(source, { batchId, contentHash, at: clock.now() }));
      // Before the rows: then no crash leaves a draft without its sheet, and only a draft counts as the sheet's.
      link(context, source, batchId);
      const added = await addRows(context, profile, rows, { batchId, retries, replaces: true, hashes });
      actorStore(context).finishBatch(batchId, { ...added, at: clock.now() });
    } catch (thrown) {
      await makeRoom(context, batchId);
      throw thrown;
    }
    emit({ kind: 'batch', id: batchId });
    const batch = store.findBatch(batchId);
    if (batch === null) throw new Error(`batch ${batchId} was stored and is not there`);
    return toBatchSummary(store, batch);
  });
}

/**
 * Deletes the draft of a sheet as if it had never been imported, so that its order IDs are free again; nothing if it was
 * released, or is the draft of another sheet with equal rows by now.
 */
export function takeBackDraft(
  context: CoreContext,
  { sheetId, batchId }: Pick<StoredSheet, 'sheetId' | 'batchId'>,
): Promise<void> {
  return inTurn(context.store, async () => {
    if (batchId === null || context.store.findSheet(sheetId)?.batchId !== batchId) return;
    await makeRoom(context, batchId, { isDiscarded: false });
    context.emit({ kind: 'batch', id: batchId });
  });
}

/** Deletes a batch that was just imported and turned out not to be what was wanted. */
export function takeBackImport(context: CoreContext, batchId: string): Promise<void> {
  return inTurn(context.store, () => makeRoom(context, batchId));
}

/** Links a draft, or one that is being imported, with the sheet that its rows come from, if any. */
function link({ store, emit }: CoreContext, { sheetId }: DraftSource, batchId: string): void {
  if (sheetId === undefined) return;
  for (const other of store.linkSheet(sheetId, batchId)) emit({ kind: 'sheet', id: other });
}

function newBatch(
  { profile, fileName, fileHash, message = null }: DraftSource,
  batch: Pick<NewBatch, 'batchId' | 'contentHash' | 'at'>,
): Required<NewBatch> {
  const { keyId, callbackUrl } = profile;
  return { ...batch, keyId, callbackUrl, fileName, fileHash, source: message };
}

type Adding = {
  readonly batchId: string;
  /** The order IDs of retries, by that of the payout each retries. */
  readonly retries: ReadonlyMap<string, string>;
  /** Whether rows replace discarded drafts that have their order IDs; otherwise these rows go without. */
  readonly replaces: boolean;
  readonly hashes: KnownHashes;
};

/** Adds all rows to a batch. Discarded drafts are looked for only once an order ID turns out to be used, since few are. */
async function addRows(
  context: CoreContext,
  { keyId, callbackUrl }: Pick<StoredProfile, 'keyId' | 'callbackUrl'>,
  rows: readonly DraftRow[],
  { batchId, retries, replaces, hashes }: Adding,
): Promise<{ rowsHash: string; totals: CurrencyTotal[] }> {
  const { store, clock, emit } = context;
  const hasher = rowsHasher(callbackUrl);
  const totals = runningTotals();
  const chunkOf = chunkDealer('payout');
  const tell = rowProgress(emit, 'import');
  for (let start = 0; start < rows.length; start += rowsPerCommit) {
    const page = rows.slice(start, start + rowsPerCommit);
    const newRows = (held: ReadonlySet<string>): NewRow[] =>
      page.map((row, index) => {
        const rowNumber = start + index + 1;
        const own = held.has(row.idPayout) ? undefined : row.idPayout;
        const named = row.idPayout === '' ? retries.get(row.retryOf ?? '') : own;
        const idPayment = named ?? `${batchId}-${rowNumber}`;
        return newRow(row, {
          rowNumber,
          idPayment,
          tokenChunk: named === undefined ? 0 : chunkOf(idPayment),
          keys: paymentKeysOf(row, hashes[start + index]),
        });
      });
    let added = newRows(new Set());
    try {
      store.addRows(batchId, added);
    } catch (thrown) {
      const isUsed = errorOf(thrown).code === 'orderIdUsed';
      const orderIds = isUsed ? added.map(({ idPayment }) => idPayment) : [];
      const discarded = store.discardedOrderIds(keyId, orderIds);
      if (discarded.length === 0) throw thrown;
      if (replaces)
        for (const holder of new Set(discarded.map((held) => held.batchId))) await makeRoom(context, holder);
      else added = newRows(new Set(discarded.map(({ idPayment }) => idPayment)));
      store.addRows(batchId, added);
    }
    for (const row of added) {
      hasher.add(row);
      totals.add(row);
    }
    tell(start + added.length, rows.length);
    await clock.turn();
  }
  return { rowsHash: hasher.digest(), totals: totals.list() };
}

/** Written out: copying a row of unknown shape costs several times as much. */
function newRow(
  row: DraftRow,
  given: Pick<NewRow, 'rowNumber' | 'idPayment' | 'tokenChunk' | 'keys'>,
): NewRow {
  return {
    kind: 'payout',
    rowNumber: given.rowNumber,
    idPayment: given.idPayment,
    tokenChunk: given.tokenChunk,
    keys: given.keys,
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
  const { profile, message = null } = source;
  const batchId = newId(random);
  const { contentHash } = await draftIdentity(context, profile, rows, message);
  const begun = newBatch(source, { batchId, contentHash, at: clock.now() });
  store.beginBatch(begun);
  const { at: createdAt, ...kept } = begun;
  try {
    // These rows are not kept, so they replace nothing.
    const adding = { batchId, retries: new Map<string, string>(), replaces: false, hashes: [] };
    const added = await addRows(context, profile, rows, adding);
    return await use({
      ...kept,
      ...added,
      createdAt,
      kind: 'payout',
      profileName: profile.name,
      environment: profile.environment,
      state: 'importing',
      rows: rows.length,
      releasedAt: null,
      isPaused: false,
      scheduledFor: null,
      scheduleError: null,
      sheetId: null,
    });
  } finally {
    await makeRoom(context, batchId);
  }
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
    ids.set(retryOf, nextRetry(context, profile, retryOf).idPayout);
    if (ids.size % rowsPerCommit === 0) await context.clock.turn();
  }
  return ids;
}

const texts = ['amount', 'accountName', 'accountNumber', 'emailAddress', 'reference'] as const;

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
  for await (const page of contentPagesOfBatch(context.store, context.clock, batchId))
    for (const known of page) {
      const row = rows[known.rowNumber - 1];
      if (texts.some((text) => row?.[text] !== known[text])) return false;
    }
  return true;
}

/** Deletes a draft, or with `isDiscarded` also a discarded one, so that its order IDs are free; none of it was ever sent. */
async function makeRoom(context: CoreContext, batchId: string, which = { isDiscarded: true }): Promise<void> {
  const { clock } = context;
  const store = actorStore(context);
  await inPieces(
    clock,
    deletedPerCommit,
    (limit) => store.takeBackDraft(batchId, limit, clock.now(), which) ?? 0,
  );
}
