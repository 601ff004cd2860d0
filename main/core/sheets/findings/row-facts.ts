import type { PayoutColumn, SheetCells } from '../../../../contract/batches/sheet.ts';
import { duplicatesSince } from '../../batches/duplicates.ts';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import type { CoreContext } from '../../context.ts';
import { findByRow } from '../../payees/findings.ts';
import { BlockedPayees } from '../../../../contract/payees/blocked-payees.ts';
import { payeeKeyOf } from '../../../../contract/payees/payee-key.ts';
import { catchUpKeys, paymentKeysOf } from '../../payments/payee.ts';
import type { StoredSheet } from '../../ports/index.ts';
import type { FindingsCache, RowFacts } from './cache.ts';
import { keepPayeeFinding, type KeptFinding } from './kept-finding.ts';
import { lastAttempt } from './last-attempt.ts';

/** A row as it stood when the search began. */
export type SeenRow = {
  readonly rowId: number;
  readonly rowNumber: number;
  readonly cells: SheetCells;
  /** The payout that they make. */
  readonly row: PayoutRow;
  readonly retryOf: string | null;
};

/** Rows compared at once: few enough that the process is not blocked for long even when each of them is a duplicate. */
const rowsAtOnce = 250;

type Known = Omit<RowFacts, 'payee'> & {
  readonly seen: SeenRow;
  payee: readonly KeptFinding[];
};

const nothing: readonly KeptFinding[] = [];

/**
 * Finds out about rows that were not looked at yet: what each may repeat of what was released, and whom it pays. `isStale` is asked between
 * pieces; once it is true the rest is left, and nothing is kept.
 */
export async function learnFacts(
  context: CoreContext,
  stored: StoredSheet,
  rows: readonly SeenRow[],
  cache: FindingsCache,
  isStale: () => boolean,
): Promise<void> {
  const { store, clock } = context;
  await catchUpKeys(context);
  const sinceMs = duplicatesSince(context);
  const found: Known[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some: Omit<Known, 'compared'>[] = [];
    const given: Parameters<typeof store.compareGiven>[2][number][] = [];
    for (const seen of rows.slice(start, start + rowsAtOnce)) {
      const { row } = seen;
      const keys = paymentKeysOf(row);
      const { retryOf } = seen;
      const attempt = retryOf === null ? null : lastAttempt(store, stored.keyId, retryOf);
      some.push({ seen, row, payee: nothing, lastAttempt: attempt });
      given.push({
        rowNumber: seen.rowNumber,
        hasOwnId: row.idPayout !== '',
        retryOf: seen.retryOf,
        keys,
      });
    }
    const compared = store.compareGiven(stored.keyId, sinceMs, given);
    for (const [index, known] of some.entries()) {
      const ofRow = compared[index];
      if (ofRow === undefined) throw new Error('a row was not compared');
      found.push({ ...known, compared: ofRow });
    }
    await clock.turn();
    if (isStale()) return;
  }
  await addPayees(context, stored, found);
  for (const { seen, row, compared, payee, lastAttempt: attempt } of found)
    cache.facts.set(seen.cells, { row, compared, payee, lastAttempt: attempt });
}

async function addPayees(
  context: CoreContext,
  { environment }: StoredSheet,
  found: readonly Known[],
): Promise<void> {
  const { store, clock } = context;
  // By row number: a map of as many rows stops the process for longer than it may.
  const byNumber: Known[] = [];
  for (const known of found) byNumber[known.seen.rowNumber] = known;
  const add = (known: Known | undefined, finding: KeptFinding): void => {
    if (known !== undefined) known.payee = [...known.payee, finding];
  };
  await findByRow(
    context,
    { environment, rows: found.length },
    inPages(context, found, ({ seen, row }) => ({ ...row, rowNumber: seen.rowNumber })),
    (finding) => add(byNumber[finding.rowNumber], keepPayeeFinding(finding)),
  );
  const blockedPayees = store.payeesThatAre(environment, 'blocked');
  if (blockedPayees.length === 0) return;
  const blocked = new BlockedPayees(blockedPayees);
  for (const [index, known] of found.entries()) {
    const { row } = known;
    if (blocked.find(payeeKeyOf(row)) !== null)
      add(known, {
        column: accountColumn(row),
        kind: 'blockedPayee',
        level: 'block',
        message: 'This payee is blocked.',
        suggestion: null,
      });
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
}

/** Hands rows out in pages, giving other work its turn in between. */
export async function* inPages<Row, Page>(
  { clock }: Pick<CoreContext, 'clock'>,
  rows: readonly Row[],
  toPage: (row: Row) => Page,
): AsyncGenerator<Page[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    yield rows.slice(start, start + rowsAtOnce).map(toPage);
    await clock.turn();
  }
}

function accountColumn({ accountNumber, emailAddress }: RowFacts['row']): PayoutColumn {
  return accountNumber !== '' ? 'accountNumber' : emailAddress !== '' ? 'emailAddress' : 'accountName';
}
