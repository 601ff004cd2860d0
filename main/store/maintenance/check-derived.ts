import type { DerivedStep, KeysOf, DescribePayee } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { lastSequence } from '../audit/chain-head.ts';
import { countOfFacet, indexHistory, indexProblems, memoryOf } from '../history/index.ts';
import { batchNumberOf } from '../payments/payment-id.ts';
import { integerIn, textIn, type Row } from '../read-row.ts';
import { hasRightKeys, keyColumns, keyTables } from '../batches/check-keys.ts';
import { checkFlows } from '../flows/check-flows.ts';
import { checkPayees } from '../payees/check-payees.ts';
import { countRows, differingStates, keptCounts } from './counts.ts';
import { payeeKey, unpaidPayees } from './paid-payees.ts';

/** Rows read per step. */
const rowsAtOnce = 200;

type Steps = Generator<DerivedStep, undefined>;
type Difference = DerivedStep['differences'][number];

/** See MaintenanceStore. */
export function* checkDerived(context: Context, keysOf: KeysOf, describe: DescribePayee): Steps {
  const began = lastSequence(context.connection);
  const paid = new Set<string>();
  const done = yield* checkPayments(context, paid, keysOf);
  yield* checkIndex(context, done);
  for (const unpaid of unpaidPayees(context, { paid, began })) {
    const differences = unpaid.map(() => ({ part: 'payees', difference: { code: 'payeeNotPaid' } }) as const);
    yield { done, differences };
  }
  yield* checkPayees(context, done, describe);
  yield* checkFlows(context, done);
}

/** Payments against the index, the search, their keys, the counts of their batch and the payees; collects the paid payees, returns how many there are. */
function* checkPayments(context: Context, paid: Set<string>, keysOf: KeysOf): Generator<DerivedStep, number> {
  const memory = memoryOf(context);
  let tally = new Map<number, Map<string, number>>();
  let after = 0;
  let done = 0;
  for (;;) {
    while (!indexHistory(context)) yield { done, differences: [] };
    const rows = paymentsAfter(context, after);
    const last = rows.at(-1);
    if (last !== undefined) after = integerIn(last, 'paymentId');
    done += rows.length;
    const differences: Difference[] = [];
    for (const row of rows) {
      if (row['batchState'] === 'importing') continue;
      countOne(tally, row);
      if (row['kind'] !== 'payout') continue;
      differences.push(...indexProblems(memory, row), ...payeeProblems(row, paid));
      if (!hasRightKeys(row, keysOf)) differences.push(keyProblem(row));
    }
    // The rows of the last batch may continue in the next step.
    const going = rows.length === rowsAtOnce ? batchNumberOf(after) : null;
    for (const [batchNumber, counts] of tally)
      if (batchNumber !== going) differences.push(...countProblems(context, batchNumber, counts));
    tally = new Map([...tally].filter(([batchNumber]) => batchNumber === going));
    yield { done, differences };
    if (going === null) return done;
  }
}

function paymentsAfter({ connection }: Context, after: number): Row[] {
  return connection.all(
    `SELECT ${keyColumns}, batchNumber, kind, idPayment, paymentMethodCode, facetNumber, amountKey, nameKey,
       EXISTS (SELECT 1 FROM paidPayees WHERE paidPayees.profileNumber = payments.profileNumber
         AND paidPayees.payee = paymentKeys.payee) AS isKnown,
       (SELECT batches.state FROM batches WHERE batches.batchNumber = payments.batchNumber) AS batchState
     FROM ${keyTables} LEFT JOIN history ON history.paymentId = payments.paymentId
     WHERE payments.paymentId > +? ORDER BY payments.paymentId LIMIT +?`,
    after,
    rowsAtOnce,
  );
}

function countOne(tally: Map<number, Map<string, number>>, row: Row): void {
  const batchNumber = integerIn(row, 'batchNumber');
  const state = textIn(row, 'state');
  const counts = tally.get(batchNumber) ?? new Map<string, number>();
  counts.set(state, (counts.get(state) ?? 0) + 1);
  tally.set(batchNumber, counts);
}

/** Rows may have changed state since they were counted one by one, so a difference is real only if counting at once confirms it. */
function countProblems(
  context: Context,
  batchNumber: number,
  counted: ReadonlyMap<string, number>,
): Difference[] {
  const kept = keptCounts(context, batchNumber);
  if (differingStates(counted, kept).length === 0) return [];
  const real = countRows(context, batchNumber);
  const { batchId } = context.batchCache.ofBatch(batchNumber);
  return differingStates(real, kept).map((state) => ({
    part: 'counts',
    difference: {
      code: 'batchCount',
      batchId,
      state,
      count: real.get(state) ?? 0,
      counted: kept.get(state) ?? 0,
    },
  }));
}

function payeeProblems(row: Row, paid: Set<string>): Difference[] {
  if (row['state'] !== 'paid') return [];
  paid.add(payeeKey(row));
  if (row['isKnown'] === 1) return [];
  return [{ part: 'payees', difference: { code: 'payeeNotListed', idPayment: textIn(row, 'idPayment') } }];
}

function keyProblem(row: Row): Difference {
  return { part: 'keys', difference: { code: 'keysDiffer', idPayment: textIn(row, 'idPayment') } };
}

/** The index against the payments, and its counts against the index. */
function* checkIndex(context: Context, done: number): Steps {
  const memory = memoryOf(context);
  const counts = new Map<number, number>();
  let after = 0;
  for (;;) {
    while (!indexHistory(context)) yield { done, differences: [] };
    const rows = context.connection.all(
      `SELECT paymentId, facetNumber, EXISTS (SELECT 1 FROM payments WHERE payments.paymentId = history.paymentId) AS isThere
       FROM history WHERE paymentId > +? ORDER BY paymentId LIMIT +?`,
      after,
      rowsAtOnce,
    );
    const differences: Difference[] = [];
    for (const row of rows) {
      after = integerIn(row, 'paymentId');
      const facetNumber = integerIn(row, 'facetNumber');
      counts.set(facetNumber, (counts.get(facetNumber) ?? 0) + 1);
      if (row['isThere'] !== 1)
        differences.push({
          part: 'history',
          difference: { code: 'indexedWithoutPayment', paymentId: after },
        });
    }
    yield { done, differences };
    if (rows.length < rowsAtOnce) break;
  }
  for (const { facetNumber, state, currencyCode } of memory.facets.all()) {
    // While a rebuild clears the index, its counts in memory are still those from before.
    while (!indexHistory(context)) yield { done, differences: [] };
    const kept = (): number => memory.facets.ofNumber(facetNumber)?.count ?? 0;
    if (kept() === (counts.get(facetNumber) ?? 0)) continue;
    // As with the counts of a batch: only counting at once shows a real difference.
    const real = countOfFacet(context, facetNumber);
    if (real === kept()) continue;
    const found = { state, currencyCode, count: real, counted: kept() };
    yield { done, differences: [{ part: 'history', difference: { code: 'indexCount', ...found } }] };
  }
}
