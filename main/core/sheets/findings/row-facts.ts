import type { PayoutColumn, RowFinding } from '../../../../contract/batches/sheet.ts';
import { duplicatesSince } from '../../batches/duplicates.ts';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import type { CoreContext } from '../../context/context.ts';
import { CountedAmounts } from '../../payees/counted-amounts.ts';
import { findByRow } from '../../payees/findings.ts';
import { BlockedPayees } from '../../../../contract/payees/blocked-payees.ts';
import { catchUpKeys, paymentKeysOf } from '../../payments/payee.ts';
import type { StoredSheet, Store } from '../../ports/index.ts';
import type { ModelRow } from '../grid/model-row.ts';
import type { SheetModel } from '../grid/model.ts';
import type { FindingsCache, RowFacts } from './cache.ts';
import { keepPayeeFinding, type CachedFinding } from './kept-finding.ts';
import { utcDayText } from '../../../../contract/text/clock.ts';
import { problemText } from '../../../../contract/text/problem-text.ts';
import { stateText } from '../../../../contract/text/states.ts';
import { retriableStates } from '../../../../contract/payments/life.ts';
import { retryPaysOtherText } from '../../../../contract/text/payees.ts';
import { firstPayoutOf, payeeOf } from '../../batches/retried-ends.ts';
import { paysOther } from '../../payees/pays-other.ts';
import { columnOf } from '../../batches/rules/learned-rules.ts';
import { slicesOf } from '../../payments/pages.ts';

/** A row as it was when the search began. */
export type SeenRow = Readonly<Pick<ModelRow, 'rowId' | 'rowNumber' | 'cells' | 'retryOf'>> & {
  /** The payout that it makes. */
  readonly row: PayoutRow;
};

/** Rows compared at once: few enough that the process is not blocked for long even if each of them is a duplicate. */
const rowsAtOnce = 250;
/** Rows that are only read. */
const rowsPerTurn = 2000;

const nothing: readonly CachedFinding[] = [];

/** The rows without a problem, collected in pieces. Nothing in the sheet may change meanwhile. */
export async function soundRows(
  { clock }: Pick<CoreContext, 'clock'>,
  model: SheetModel,
): Promise<SeenRow[]> {
  const rows: SeenRow[] = [];
  for await (const some of slicesOf(clock, model.rows, rowsPerTurn))
    for (const row of some) {
      const { rowId, rowNumber, cells, payout, retryOf } = row;
      if (payout !== null && !model.isProblem(row))
        rows.push({ rowId, rowNumber, cells, row: payout, retryOf });
    }
  return rows;
}

/** `isStale` is called between pieces; once it is true the rest is skipped, and nothing is kept. */
type Stopping = { readonly signal: AbortSignal; readonly isStale: () => boolean };

/**
 * Searches the rows that were not searched yet, and those whose payee the sheet pays another amount since, where the payee policy depends
 * on it: the released payouts that each may repeat, and its payee. Adds what it found to these facts. Returns what the rows pay.
 */
export async function learnFacts(
  context: CoreContext,
  stored: StoredSheet,
  rows: readonly SeenRow[],
  facts: FindingsCache['facts'],
  stopping: Stopping,
): Promise<CountedAmounts> {
  const amounts = new CountedAmounts(context, stored.environment);
  const few = () => slicesOf(context.clock, rows, rowsPerTurn);
  for await (const some of few()) for (const { row } of some) amounts.add(row);
  const unknown: SeenRow[] = [];
  for await (const some of few())
    for (const seen of some)
      if (facts.get(seen.cells)?.paidBySheet !== amounts.paidByDraft(seen.row)) unknown.push(seen);
  await learnNext(context, stored, unknown, facts, amounts, stopping);
  return amounts;
}

async function learnNext(
  context: CoreContext,
  stored: StoredSheet,
  rows: readonly SeenRow[],
  facts: FindingsCache['facts'],
  amounts: CountedAmounts,
  { signal, isStale }: Stopping,
): Promise<void> {
  const { store, clock } = context;
  await catchUpKeys(context, signal);
  const sinceMs = duplicatesSince(context);
  const found: MutableFacts[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const given = some.map(({ row, rowNumber, retryOf }) => ({
      rowNumber,
      retryOf,
      keys: paymentKeysOf(row),
    }));
    const compared = store.compareGiven(stored.keyId, sinceMs, given);
    for (const [index, { row, retryOf }] of some.entries()) {
      const ofRow = compared[index];
      if (ofRow === undefined) throw new Error('a row was not compared');
      const attempt = retryOf === null ? null : lastAttempt(store, stored.keyId, { retryOf, row });
      const paidBySheet = amounts.paidByDraft(row);
      found.push({ row, compared: ofRow, paidBySheet, payee: nothing, lastAttempt: attempt });
    }
    await clock.turn();
    if (isStale()) return;
  }
  await addPayees(context, stored, found, amounts, { signal, isStale });
  for (const [index, { cells }] of rows.entries()) {
    // Checked once more at the end: if the search of payees was stopped, they have no findings.
    if (index % rowsPerTurn === 0 && isStale()) return;
    const ofCells = found[index];
    if (ofCells !== undefined) facts.set(cells, ofCells);
    if (index % rowsPerTurn === rowsPerTurn - 1) await clock.turn();
  }
}

type MutableFacts = RowFacts & { payee: RowFacts['payee'] };

async function addPayees(
  context: CoreContext,
  { environment }: StoredSheet,
  found: readonly MutableFacts[],
  amounts: CountedAmounts,
  { signal, isStale }: Stopping,
): Promise<void> {
  const { store, clock } = context;
  // By row number: a map with as many rows would block the process for too long.
  const byNumber: MutableFacts[] = [];
  for (const known of found) byNumber[known.compared.rowNumber] = known;
  const add = (known: MutableFacts | undefined, finding: CachedFinding): void => {
    if (known !== undefined) known.payee = known.payee.concat(finding);
  };
  await findByRow(
    context,
    { environment, rows: found.length, isStale, signal },
    inPages(context, found, ({ row, compared: { rowNumber } }) => ({ ...row, rowNumber })),
    amounts,
    (finding) => add(byNumber[finding.rowNumber], keepPayeeFinding(finding)),
  );
  const blockedPayees = store.payeesThatAre(environment, 'blocked');
  if (blockedPayees.length === 0) return;
  const blocked = new BlockedPayees(blockedPayees);
  for await (const some of slicesOf(clock, found, rowsAtOnce))
    for (const known of some) {
      const { row } = known;
      if (blocked.find(row) !== null)
        add(known, {
          column: blocked.isByAddress(row) ? 'emailAddress' : accountColumn(row),
          kind: 'blockedPayee',
          level: 'block',
          message: 'This payee is blocked.',
          suggestion: null,
        });
    }
}

/** Returns rows in pages, yielding to other work in between. */
export async function* inPages<Row, Page>(
  { clock }: Pick<CoreContext, 'clock'>,
  rows: readonly Row[],
  toPage: (row: Row) => Page,
): AsyncGenerator<Page[]> {
  for await (const some of slicesOf(clock, rows, rowsAtOnce)) yield some.map(toPage);
}

function accountColumn({ accountNumber, emailAddress }: RowFacts['row']): PayoutColumn {
  return accountNumber !== '' ? 'accountNumber' : emailAddress !== '' ? 'emailAddress' : 'accountName';
}

/**
 * Why the last payout for a row that is retried was not paid: at the cell that the gateway complained about, if any, else at the row. A warning
 * if the row pays somebody else by now.
 */
function lastAttempt(
  store: Pick<Store, 'familyOf' | 'paymentsOf'>,
  keyId: string,
  { retryOf, row }: { readonly retryOf: string; readonly row: PayoutRow },
): RowFinding | null {
  const last = store.familyOf(keyId, retryOf).findLast(({ state }) => retriableStates.has(state));
  const [payment] = last === undefined ? [] : store.paymentsOf([last.paymentId]);
  if (payment === undefined || payment.problem === null) return null;
  const { problem, state, firstSentAt, createdAt } = payment;
  const complaints = 'failure' in problem ? (problem.failure.complaints ?? []) : [];
  const columns = complaints.flatMap((complaint) => columnOf(complaint) ?? []);
  const first = firstPayoutOf(store, keyId, retryOf);
  const other =
    first !== null && paysOther(row, first) ? retryPaysOtherText(payeeOf(row), payeeOf(first)) : null;
  const day = utcDayText(firstSentAt ?? createdAt);
  return {
    column: columns[0] ?? null,
    kind: 'lastAttempt',
    level: other === null ? 'info' : 'warn',
    message: `${other === null ? '' : `${other} `}Last attempt, ${day}: ${stateText(state)}. ${problemText(problem, payment)}`,
    suggestion: null,
  };
}
