import { mostChanges, type BatchComparison } from '../../../contract/batches/comparison.ts';
import { addAmounts, compareAmounts } from '../../../contract/money/amount.ts';
import type { CoreContext } from '../context.ts';
import { isoTime } from '../payments/convert.ts';
import { nameKeyOf } from '../payees/known.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import type { Clock, StoredBatch, StoredPayment } from '../ports/index.ts';

/** Read at once; the last comparable batch is among the first of them, unless other profiles release far more often. */
const batchesAtOnce = 200;
/** Two batches are comparable if the smaller pays at least this share of the other's payees. */
const leastShared = 0.3;
/** As many of the last batches are read, and more while they have few rows: a month's payroll lies behind many small batches. */
const leastCandidates = 3;
const mostRowsRead = 5000;
/** Compared without a pause for other work. */
const payeesAtOnce = 5000;

type Paid = { readonly name: string; readonly account: string; readonly sums: Map<string, string> };
type Payees = ReadonlyMap<string, Paid>;

/**
 * Compares a batch with the last one of its profile that was released before it and pays mostly the same payees; null if none of
 * the last few does. Retries are excluded on both sides, because the payees they leave out were paid before.
 */
export async function compareWithLast(
  context: Pick<CoreContext, 'store' | 'clock'>,
  batch: StoredBatch,
): Promise<BatchComparison | null> {
  const now = await payeesOf(context, batch.batchId);
  if (now === null) return null;
  let compared = 0;
  let rowsRead = 0;
  for await (const earlier of releasedBefore(context, batch)) {
    rowsRead += earlier.rows;
    if (compared >= leastCandidates && rowsRead > mostRowsRead) return null;
    const before = await payeesOf(context, earlier.batchId);
    if (before === null) continue;
    compared += 1;
    if (!(await isComparable(context.clock, before, now))) continue;
    return {
      batchId: earlier.batchId,
      fileName: earlier.fileName,
      releasedAt: isoTime(earlier.releasedAt ?? 0),
      totals: earlier.totals,
      ...differencesOf(before, now),
    };
  }
  return null;
}

/** The batches of the same profile that were released before this one, the last released first, however many others have. */
async function* releasedBefore(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  batch: StoredBatch,
): AsyncGenerator<StoredBatch, void> {
  for (let after: string | null = null; ;) {
    const page: StoredBatch[] = store.listBatches({ after, limit: batchesAtOnce });
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
    const last = page.at(-1);
    if (last === undefined || page.length < batchesAtOnce) return;
    after = last.batchId;
    await clock.turn();
  }
}

/** New and missing payees, other accounts under the same name, and other totals to the same payee or name. */
function differencesOf(
  before: Payees,
  now: Payees,
): Pick<BatchComparison, 'newPayees' | 'missingPayees' | 'changedAccounts' | 'changedAmounts'> {
  // By name, a payee that is paid no longer: of several accounts under one name, only one that is left out can have changed.
  const earlier = new Map(
    [...before].filter(([payee]) => !now.has(payee)).map(([payee, { name }]) => [nameKeyOf(name), payee]),
  );
  const changedAccounts: BatchComparison['changedAccounts'] = [];
  const newPayees: string[] = [];
  /** By the account that a payee has now, the one before. */
  const moved = new Map<string, string>();
  for (const [payee, { name, account }] of now) {
    if (before.has(payee)) continue;
    const other = earlier.get(nameKeyOf(name));
    const paid = other === undefined ? undefined : before.get(other);
    if (paid === undefined || other === undefined || name === '') newPayees.push(`${name} ${account}`.trim());
    else {
      moved.set(payee, other);
      changedAccounts.push({ name, before: paid.account, now: account });
    }
  }
  const left = new Set(moved.values());
  // If a name has several accounts, nobody knows which total replaces which.
  const [namesBefore, namesMoved] = [
    countOf([...before.values()].map(({ name }) => nameKeyOf(name))),
    countOf([...moved.values()]),
  ];
  const missing = [...before].filter(([payee]) => !now.has(payee) && !left.has(payee));
  const changedAmounts = [...now].flatMap(([payee, { name, account, sums }]) => {
    const other = moved.get(payee);
    if (other !== undefined && (namesBefore.get(nameKeyOf(name)) !== 1 || namesMoved.get(other) !== 1))
      return [];
    const paid = before.get(other ?? payee);
    if (paid === undefined) return [];
    return [...new Set([...paid.sums.keys(), ...sums.keys()])].flatMap((currencyCode) => {
      const [then, next] = [paid.sums.get(currencyCode) ?? '0', sums.get(currencyCode) ?? '0'];
      return compareAmounts(then, next) === 0
        ? []
        : [{ name: name || account, currencyCode, before: then, now: next }];
    });
  });
  return {
    newPayees: newPayees.slice(0, mostChanges),
    missingPayees: missing.map(([, { name, account }]) => `${name} ${account}`.trim()).slice(0, mostChanges),
    changedAccounts: changedAccounts.slice(0, mostChanges),
    changedAmounts: changedAmounts.slice(0, mostChanges),
  };
}

/** How often each text comes. */
function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The payees of rows, and the total of each currency. */
function addPaid(
  payees: Map<string, Paid>,
  payment: Pick<StoredPayment, 'accountName' | 'accountNumber' | 'emailAddress' | 'amount' | 'currencyCode'>,
): void {
  const payee = payeeKeyOf(payment);
  const { accountName: name, accountNumber, emailAddress, amount, currencyCode } = payment;
  const paid = payees.get(payee) ?? { name, account: accountNumber || emailAddress, sums: new Map() };
  payees.set(payee, paid);
  paid.sums.set(currencyCode, addAmounts(paid.sums.get(currencyCode) ?? '0', amount));
}

/** Null where rows of the batch retry earlier payouts. */
async function payeesOf(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  batchId: string,
): Promise<Map<string, Paid> | null> {
  const payees = new Map<string, Paid>();
  for await (const page of pagesOfBatch(store, clock, batchId))
    for (const payment of page) {
      if (payment.retryOf !== null) return null;
      addPaid(payees, payment);
    }
  return payees;
}

/**
 * Whether the smaller of the two shares enough payees with the other. Names are compared as written, without regard to case: comparing
 * them as `nameKeyOf` does took seconds for each batch of 100,000 rows.
 */
async function isComparable(clock: Pick<Clock, 'turn'>, before: Payees, now: Payees): Promise<boolean> {
  const needed = Math.max(1, Math.ceil(leastShared * Math.min(before.size, now.size)));
  let shared = 0;
  let seen = 0;
  const otherNames: string[] = [];
  for (const [payee, { name }] of now) {
    if (before.has(payee)) shared += 1;
    else if (name !== '') otherNames.push(writtenAs(name));
    // Most batches that are comparable pay the same accounts: then no name is read.
    if (shared === needed) return true;
    if ((seen += 1) % payeesAtOnce === 0) await clock.turn();
  }
  const names = new Set<string>();
  for (const { name } of before.values()) {
    names.add(writtenAs(name));
    if ((seen += 1) % payeesAtOnce === 0) await clock.turn();
  }
  return shared + otherNames.filter((name) => names.has(name)).length >= needed;
}

function writtenAs(name: string): string {
  return name.trim().toLowerCase();
}
