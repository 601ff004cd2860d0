import { compareAmounts } from '../../contract/money/amount.ts';
import type { StoredPayment } from '../../main/core/ports/index.ts';
import type { BookEntry } from '../../sandbox/index.ts';
import type { VirtualOffice } from '../kit/virtual-office.ts';

const mostBatches = 1000;
const mostRows = 1000;

/** What the records say of payouts that the gateway's book does not; records that were older in between miss some. */
export function bookProblems({ store, gateway }: VirtualOffice, wereOlder: boolean): string[] {
  const book = new Map(
    gateway
      .book()
      .filter(({ kind }) => kind === 'payout')
      .map((entry) => [`${entry.merchantCode} ${entry.id}`, entry]),
  );
  const merchants = new Map(store.listProfiles().map(({ keyId, merchantCode }) => [keyId, merchantCode]));
  const recorded = new Set<string>();
  const problems = [...book.values()]
    .filter(({ acceptedCount }) => acceptedCount !== 1)
    .map(({ id }) => `${id} was accepted more than once`);
  for (const { batchId, keyId } of store.listBatches({ after: null, limit: mostBatches }))
    for (const payment of store.rowsOfBatch(batchId, 0, mostRows)) {
      const key = `${merchants.get(keyId)} ${payment.idPayment}`;
      if (payment.state !== 'draft') recorded.add(key);
      const problem = problemOf(payment, book.get(key), wereOlder);
      if (problem !== null) problems.push(`${payment.idPayment} is ${payment.state}: ${problem}`);
    }
  if (!wereOlder)
    for (const [key, { merchantCode }] of book)
      if ([...merchants.values()].includes(merchantCode) && !recorded.has(key))
        problems.push(`nobody knows of ${key}, which the gateway holds`);
  return problems;
}

const heldStates: ReadonlySet<string> = new Set(['accepted', 'paid', 'failed']);
const unsentStates: ReadonlySet<string> = new Set(['draft', 'cancelled']);

function problemOf(
  { state, amount, currencyCode, problem }: StoredPayment,
  entry: BookEntry | undefined,
  wereOlder: boolean,
): string | null {
  if (entry === undefined) return heldStates.has(state) ? 'the gateway holds nothing' : null;
  const isSame = compareAmounts(entry.amount, amount) === 0 && entry.currencyCode === currencyCode;
  if (state === 'paid' && (entry.status !== 'SUCCESS' || !isSame))
    return `the gateway reports ${entry.status}, ${entry.amount} ${entry.currencyCode}`;
  if (unsentStates.has(state) && problem === null && !wereOlder) return 'the gateway holds it';
  return null;
}
