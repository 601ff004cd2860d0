import { mostChanges, type BatchComparison } from '../../../contract/batches/comparison.ts';
import { addAmounts, compareAmounts } from '../../../contract/money/amount.ts';
import { nameAndAccount } from '../../../contract/text/one-line.ts';
import type { EmittingContext, StoreContext } from '../context/context.ts';
import { isoTime } from '../payments/convert.ts';
import { nameKeyOf } from '../payees/known.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { contentPagesOfBatch, pagesFrom, pagesOf, pagesOfBatch, slicesOf } from '../payments/pages.ts';
import { catchUpKeys } from '../payments/payee.ts';
import type { Clock, StoredBatch, RowContent } from '../ports/index.ts';

/** Read at once; the last comparable batch is among the first of them, unless other profiles release far more often. */
const batchesAtOnce = 200;
/** Two batches are comparable if the smaller pays at least this share of the other's payees. */
const leastShared = 0.3;
/** As many of the last batches are read, and more while they have few rows: a month's payroll lies behind many small batches. */
const leastCandidates = 3;
const mostRowsRead = 5000;
/** Read or compared without a pause for other work: hashes, and names, of which each takes a while. */
const hashesAtOnce = 2500;
const namesAtOnce = 500;
/** Of the table of a batch, which grows. */
const fewestSlots = 256;

type Paid = { readonly name: string; readonly account: string; readonly sums: Map<string, string> };
type Payees = ReadonlyMap<string, Paid>;

/**
 * Compares a batch with the last one of its profile that was released before it and pays mostly the same payees; null if none of
 * the last few does. Retries are excluded on both sides, because the payees they leave out were paid before, and batches that were
 * cancelled as a whole.
 */
export async function compareWithLast(
  context: EmittingContext,
  batch: StoredBatch,
  signal: AbortSignal,
): Promise<BatchComparison | null> {
  const { store } = context;
  await catchUpKeys(context, signal);
  const now = await hashesOf(context, batch.batchId);
  if (now === null) return null;
  let compared = 0;
  let rowsRead = 0;
  for await (const earlier of releasedBefore(context, batch)) {
    // It paid nobody: an account that changed in it is still a changed one.
    const { cancelled = 0 } = store.countByState(earlier.batchId);
    if (cancelled === earlier.rows) continue;
    rowsRead += earlier.rows;
    if (compared >= leastCandidates && rowsRead > mostRowsRead) return null;
    const before = await hashesOf(context, earlier.batchId);
    if (before === null) continue;
    compared += 1;
    if (!isComparable(before, now)) continue;
    return {
      batchId: earlier.batchId,
      fileName: earlier.fileName,
      releasedAt: isoTime(earlier.releasedAt ?? 0),
      totals: earlier.totals,
      ...(await differencesOf(
        context.clock,
        await payeesOf(cancelled === 0 ? rowsOf(context, earlier) : rowsNotCancelled(context, earlier)),
        await payeesOf(rowsOf(context, batch)),
      )),
    };
  }
  return null;
}

/** The batches of the same profile that were released before this one, the last released first, however many others have. */
async function* releasedBefore(
  { store, clock }: StoreContext,
  batch: StoredBatch,
): AsyncGenerator<StoredBatch, void> {
  const pages = pagesOf<StoredBatch>(clock, batchesAtOnce, (last) =>
    store.listBatches({ after: last?.batchId ?? null, limit: batchesAtOnce }),
  );
  for await (const page of pages)
    yield* (
      page
        .filter(
          ({ keyId, batchId, releasedAt }) =>
            keyId === batch.keyId &&
            batchId !== batch.batchId &&
            releasedAt !== null &&
            releasedAt < (batch.releasedAt ?? Number.POSITIVE_INFINITY),
        )
        // One that was scheduled was released after some that were prepared later.
        .toSorted((one, other) => (other.releasedAt ?? 0) - (one.releasedAt ?? 0))
    );
}

/** New and missing payees, other accounts under the same name, and other totals to the same payee or name. */
async function differencesOf(
  clock: Pick<Clock, 'turn'>,
  before: Payees,
  now: Payees,
): Promise<Pick<BatchComparison, 'newPayees' | 'missingPayees' | 'changedAccounts' | 'changedAmounts'>> {
  const added = new Map([...now].filter(([payee]) => !before.has(payee)));
  const names = await nameKeysOf(clock, added);
  /** Needed only where a payee may have another account now. */
  const namesBefore = await nameKeysOf(clock, added.size === 0 ? added : before);
  // By name, a payee that is paid no longer: of several accounts under one name, only one that is left out can have changed.
  const earlier = new Map(
    [...namesBefore].filter(([payee]) => !now.has(payee)).map(([payee, name]) => [name, payee]),
  );
  const changedAccounts: BatchComparison['changedAccounts'] = [];
  const newPayees: string[] = [];
  /** By the account that a payee has now, the one before. */
  const moved = new Map<string, string>();
  for (const [payee, { name, account }] of added) {
    const other = earlier.get(names.get(payee) ?? '');
    const paid = other === undefined ? undefined : before.get(other);
    if (paid === undefined || other === undefined || name === '')
      newPayees.push(nameAndAccount(name, account, ' '));
    else {
      moved.set(payee, other);
      changedAccounts.push({ name, before: paid.account, now: account });
    }
  }
  const left = new Set(moved.values());
  // If a name has several accounts, nobody knows which total replaces which.
  const [timesBefore, timesMoved] = [countOf(namesBefore.values()), countOf(moved.values())];
  const missing = [...before].filter(([payee]) => !now.has(payee) && !left.has(payee));
  const changedAmounts: BatchComparison['changedAmounts'] = [];
  for await (const some of slicesOf(clock, [...now], hashesAtOnce))
    for (const [payee, { name, account, sums }] of some) {
      const other = moved.get(payee);
      if (
        other !== undefined &&
        (timesBefore.get(names.get(payee) ?? '') !== 1 || timesMoved.get(other) !== 1)
      )
        continue;
      const paid = before.get(other ?? payee);
      for (const currencyCode of paid === undefined ? [] : new Set([...paid.sums.keys(), ...sums.keys()])) {
        const [then, next] = [paid?.sums.get(currencyCode) ?? '0', sums.get(currencyCode) ?? '0'];
        if (compareAmounts(then, next) !== 0)
          changedAmounts.push({ name: name || account, currencyCode, before: then, now: next });
      }
    }
  return {
    newPayees: newPayees.slice(0, mostChanges),
    missingPayees: missing
      .map(([, { name, account }]) => nameAndAccount(name, account, ' '))
      .slice(0, mostChanges),
    changedAccounts: changedAccounts.slice(0, mostChanges),
    changedAmounts: changedAmounts.slice(0, mostChanges),
  };
}

/** How often each text comes. */
function countOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The payees of rows, and the total of each currency. */
function addPaid(
  payees: Map<string, Paid>,
  payment: Pick<RowContent, 'accountName' | 'accountNumber' | 'emailAddress' | 'amount' | 'currencyCode'>,
): void {
  const payee = payeeKeyOf(payment);
  const { accountName: name, accountNumber, emailAddress, amount, currencyCode } = payment;
  const paid = payees.get(payee) ?? { name, account: accountNumber || emailAddress, sums: new Map() };
  payees.set(payee, paid);
  const sum = paid.sums.get(currencyCode);
  // Most payees have one row.
  paid.sums.set(currencyCode, sum === undefined ? amount : addAmounts(sum, amount));
}

type Rows = AsyncIterable<readonly RowContent[]>;

function rowsOf({ store, clock }: StoreContext, { batchId }: StoredBatch): Rows {
  return contentPagesOfBatch(store, clock, batchId);
}

/** Without those that paid nobody. Reading states takes longer. */
async function* rowsNotCancelled({ store, clock }: StoreContext, { batchId }: StoredBatch): Rows {
  for await (const page of pagesOfBatch(store, clock, batchId))
    yield page.filter(({ state }) => state !== 'cancelled');
}

async function payeesOf(rows: Rows): Promise<Map<string, Paid>> {
  const payees = new Map<string, Paid>();
  for await (const page of rows) for (const payment of page) addPaid(payees, payment);
  return payees;
}

async function nameKeysOf(clock: Pick<Clock, 'turn'>, payees: Payees): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const some of slicesOf(clock, [...payees], namesAtOnce))
    for (const [payee, { name }] of some) names.set(payee, nameKeyOf(name));
  return names;
}

/** Null where rows of the batch retry earlier payouts. */
async function hashesOf({ store, clock }: StoreContext, batchId: string): Promise<PayeeHashes | null> {
  const hashes = new PayeeHashes();
  const pages = pagesFrom(clock, 0, (afterRowNumber: number) =>
    store.payeeHashes(batchId, { afterRowNumber, limit: hashesAtOnce }),
  );
  for await (const { rows } of pages)
    for (const { payeeHash, nameHash, isRetry } of rows) {
      if (isRetry) return null;
      hashes.set(payeeHash, nameHash);
    }
  return hashes;
}

/** Whether the smaller of the two shares enough payees with the other, by payee or by name. */
function isComparable(before: PayeeHashes, now: PayeeHashes): boolean {
  const names = new PayeeHashes();
  before.forEach((_payee, name) => {
    if (name !== 0) names.set(name, name);
  });
  let shared = 0;
  now.forEach((payee, name) => {
    if (before.has(payee) || names.has(name)) shared += 1;
  });
  return shared >= Math.max(1, leastShared * Math.min(before.size, now.size));
}

/**
 * The hash of each payee's last name by that of the payee (see `PaymentKeys`), in an open hash table: they are larger than the integers
 * that a map finds quickly, and maps of 100,000 blocked the process for twice as long. No hash of a payee is 0, which marks a free slot.
 */
class PayeeHashes {
  #payees = new Float64Array(fewestSlots);
  #names = new Float64Array(fewestSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  set(payee: number, name: number): void {
    const slot = this.#slotOf(payee);
    if (this.#payees[slot] === 0) this.#size += 1;
    this.#payees[slot] = payee;
    this.#names[slot] = name;
    if (2 * this.#size > this.#payees.length) this.#grow();
  }

  has(payee: number): boolean {
    return payee !== 0 && this.#payees[this.#slotOf(payee)] === payee;
  }

  forEach(use: (payee: number, name: number) => void): void {
    for (let slot = 0; slot < this.#payees.length; slot += 1) {
      const payee = this.#payees[slot] ?? 0;
      if (payee !== 0) use(payee, this.#names[slot] ?? 0);
    }
  }

  /** At least half of the slots are free, so that each search ends soon. */
  #grow(): void {
    const [payees, names] = [this.#payees, this.#names];
    this.#payees = new Float64Array(2 * payees.length);
    this.#names = new Float64Array(2 * payees.length);
    this.#size = 0;
    payees.forEach((payee, slot) => {
      if (payee !== 0) this.set(payee, names[slot] ?? 0);
    });
  }

  /** Where the payee is, or the first free slot after that of its hash. */
  #slotOf(payee: number): number {
    const slots = this.#payees.length;
    let slot = payee % slots;
    while (this.#payees[slot] !== 0 && this.#payees[slot] !== payee) slot = (slot + 1) % slots;
    return slot;
  }
}
