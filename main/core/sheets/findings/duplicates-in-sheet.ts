import {
  duplicateText,
  type DuplicateFinding,
  type DuplicateKind,
} from '../../../../contract/batches/duplicates.ts';
import type { PayoutColumn, RowFinding } from '../../../../contract/batches/sheet.ts';
import { EarlierRows } from '../../batches/earlier-rows.ts';
import { comparedOf, findingsOf, type Finding } from '../../batches/duplicates.ts';
import type { CoreContext } from '../../context.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredSheet } from '../../ports/index.ts';
import type { FindingsCache, RowFacts } from './cache.ts';
import type { SeenRow } from './row-facts.ts';

const rowsAtOnce = 500;
const readAtOnce = 100;

/** The cell that a duplicate is marked at: where the rows differ, else the amount. */
const columnOf: Record<DuplicateKind, PayoutColumn> = {
  samePayment: 'amount',
  otherReference: 'reference',
  otherAccount: 'accountNumber',
  otherAmount: 'amount',
};

/** What rows may pay again, of the rows before them and of what was released: found as a check of their draft finds it. */
export async function findDuplicateRows(
  context: CoreContext,
  stored: StoredSheet,
  rows: readonly (readonly [SeenRow, RowFacts])[],
  cache: FindingsCache,
  add: (row: SeenRow, finding: RowFinding) => void,
): Promise<void> {
  const { clock } = context;
  const earlier = new EarlierRows(rows.length);
  const found: (readonly [index: number, finding: Finding])[] = [];
  for (const [index, [{ rowNumber }, { compared }]] of rows.entries()) {
    // Rows of the sheet have the negative of their place, from -1, where released payouts have their payment IDs.
    const row = { ...compared, paymentId: -1 - index, rowNumber };
    for (const finding of findingsOf(row, earlier.add(row))) found.push([index, finding]);
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
  await readOthers(context, found, cache);
  for (const [place, [index, { level, kind, equalId }]] of found.entries()) {
    const [seen, facts] = rows[index] ?? [];
    const twin = equalId < 0 ? rows[-1 - equalId] : undefined;
    const equalTo =
      twin === undefined
        ? cache.others.get(equalId)
        : {
            ...sideOf(twin[0], twin[1].row),
            batchId: stored.sheetId,
            at: isoTime(stored.createdAt),
            state: 'draft' as const,
          };
    if (seen === undefined || facts === undefined || equalTo === undefined)
      throw new Error('a duplicate is not there');
    const text = duplicateText({ ...sideOf(seen, facts.row), level, kind, equalTo }, stored.sheetId);
    add(seen, {
      column: columnOf[kind],
      kind: level === 'exact' ? 'duplicate' : 'possibleDuplicate',
      level: 'block',
      message: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
      suggestion: null,
    });
    if (place % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
}

function sideOf(
  { rowNumber }: SeenRow,
  row: RowFacts['row'],
): Omit<DuplicateFinding, 'level' | 'kind' | 'equalTo'> {
  const { idPayout, amount, currencyCode, reference, accountName, accountNumber, emailAddress } = row;
  const payee = { accountName, accountNumber, emailAddress };
  return { idPayout, rowNumber, payee, money: { amount, currencyCode }, reference };
}

/** Reads the released payouts that are repeated, each once. */
async function readOthers(
  { store, clock }: CoreContext,
  found: readonly (readonly [number, Finding])[],
  { others }: FindingsCache,
): Promise<void> {
  const wanted = new Set(found.map(([, { equalId }]) => equalId).filter((id) => id > 0 && !others.has(id)));
  const ids = [...wanted];
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const some = ids.slice(start, start + readAtOnce);
    for (const [index, payment] of store.paymentsOf(some).entries()) {
      const { batchId, state, createdAt } = payment;
      const at = isoTime(store.findBatch(batchId)?.releasedAt ?? createdAt);
      others.set(some[index] ?? 0, { ...comparedOf(payment), batchId, state, at });
    }
    await clock.turn();
  }
}
