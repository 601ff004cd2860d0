import { compareAmounts } from '../../../contract/money/amount.ts';
import type { LimitFault } from '../../../contract/batches/fault.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import { runningTotals } from '../../../contract/money/money.ts';
import { codeKeyOf } from '../../../contract/same-code.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import { moneyText } from '../../../contract/text/numbers.ts';
import type { ReleaseLimit } from '../../../contract/treasury.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import type { StoreContext } from '../context/context.ts';
import type { Store } from '../ports/index.ts';
import { isDamaged, readSetting } from '../settings/settings.ts';

/** The most rows over a limit that are named individually. */
const named = 100;

/** The limits that the current rows of a batch exceed; none: it may be released. */
export function limitFindings(
  { store, clock }: StoreContext,
  { batchId }: { readonly batchId: string },
): Promise<LimitFault[]> {
  return findOverLimits(store, contentPagesOfBatch(store, clock, batchId), named);
}

/** The refusal of a release that exceeds a limit; null if it does not. */
export async function refuseOverLimit(
  context: StoreContext,
  { batchId }: { readonly batchId: string },
): Promise<Failure | null> {
  const faults = await limitFindings(context, { batchId });
  const [first] = faults;
  if (first === undefined) return null;
  const last = faults.at(-1);
  const leftOut = last?.code === 'moreOverLimit' ? last.rows : 0;
  const over = leftOut === 0 ? faults : faults.slice(0, -1);
  const others = over.length - 1 + leftOut;
  const more = others === 0 ? '' : ` And ${others} more.`;
  return fail(
    'limitExceeded',
    `Batch ${batchId} exceeds a limit, so it was not released. ${faultText(first).message}${more} Split or correct the batch, or change the limit in the settings.`,
    { batchId, problems: over.map(placeOf), problemsLeftOut: leftOut },
  );
}

function placeOf(fault: LimitFault): FaultAt {
  const row = overRow(fault);
  const value = 'amount' in fault ? moneyText(fault) : undefined;
  const ofAll = 'currencyCode' in fault ? fault.currencyCode : 'releaseLimits';
  return { field: row === null ? ofAll : `row ${row}`, ...(value === undefined ? {} : { value }), fault };
}

/** The row that exceeds a limit; null: the batch does. */
export function overRow(fault: LimitFault): number | null {
  return 'rowNumber' in fault ? fault.rowNumber : null;
}

type LimitedRow = { readonly rowNumber: number; readonly amount: string; readonly currencyCode: string };

/** Compares each row by exact value, and their total, which is listed before the single rows. Names at most `most` rows, and counts the rest last. */
export async function findOverLimits(
  store: Store,
  pages: AsyncIterable<readonly LimitedRow[]>,
  most: number,
): Promise<LimitFault[]> {
  // A setting that a person made must not be ignored silently.
  if (isDamaged(store, 'releaseLimits')) return [{ code: 'limitsUnreadable' }];
  const limits = strictest(readSetting(store, 'releaseLimits'));
  if (limits.size === 0) return [];
  const totals = runningTotals();
  const rows: LimitFault[] = [];
  let rowsOver = 0;
  for await (const page of pages)
    for (const { rowNumber, amount, currencyCode } of page) {
      totals.add({ amount, currencyCode: codeKeyOf(currencyCode) });
      const largest = limits.get(codeKeyOf(currencyCode))?.largestPayout ?? null;
      if (largest === null || compareAmounts(amount, largest) <= 0) continue;
      rowsOver += 1;
      if (rows.length < most)
        rows.push({ code: 'overPayoutLimit', rowNumber, amount, currencyCode, limit: largest });
    }
  const sums = totals.list().flatMap(({ currencyCode, amount }) => sumOver(limits, currencyCode, amount));
  const leftOut = rowsOver - rows.length;
  return [...sums, ...rows, ...(leftOut === 0 ? [] : [{ code: 'moreOverLimit', rows: leftOut } as const])];
}

/** By currency; if one is named twice, the smaller limit counts. */
export function strictest(limits: readonly ReleaseLimit[]): Map<string, ReleaseLimit> {
  const smaller = (left: string | null, right: string | null): string | null =>
    left === null || right === null ? (left ?? right) : compareAmounts(left, right) > 0 ? right : left;
  const found = new Map<string, ReleaseLimit>();
  for (const limit of limits) {
    const code = codeKeyOf(limit.currencyCode);
    const other = found.get(code) ?? limit;
    found.set(code, {
      currencyCode: limit.currencyCode,
      largestPayout: smaller(limit.largestPayout, other.largestPayout),
      largestBatch: smaller(limit.largestBatch, other.largestBatch),
    });
  }
  return found;
}

function sumOver(limits: ReadonlyMap<string, ReleaseLimit>, code: string, amount: string): LimitFault[] {
  const limit = limits.get(code);
  const largest = limit?.largestBatch ?? null;
  if (limit === undefined || largest === null || compareAmounts(amount, largest) <= 0) return [];
  const { currencyCode } = limit;
  return [{ code: 'overBatchLimit', amount, currencyCode, limit: largest }];
}
