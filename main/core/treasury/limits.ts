import { compareAmounts } from '../../../contract/money/amount.ts';
import type { LimitFault } from '../../../contract/batches/fault.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import { runningTotals } from '../../../contract/money/money.ts';
import { codeKeyOf } from '../../../contract/same-code.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import type { ReleaseLimit } from '../../../contract/treasury.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import type { CoreContext } from '../context.ts';
import { isDamaged, readSetting } from '../settings/settings.ts';

type LimitContext = Pick<CoreContext, 'store' | 'clock'>;

/** The most rows over a limit that are named individually. */
const named = 100;

/** An exceeded limit: by this row, or (null) by the batch. */
type OverLimit = { readonly row: number | null; readonly fault: LimitFault };

/** The limits that a batch exceeds; none: it may be released. */
export async function limitFindings(
  context: LimitContext,
  batch: { readonly batchId: string },
): Promise<LimitFault[]> {
  const { over, leftOut } = await overLimits(context, batch);
  const faults = over.map(({ fault }) => fault);
  return leftOut === 0 ? faults : [...faults, { code: 'moreOverLimit', rows: leftOut }];
}

/** The refusal of a release that exceeds a limit; null if it does not. */
export async function refuseOverLimit(
  context: LimitContext,
  { batchId }: { readonly batchId: string },
): Promise<Failure | null> {
  const { over, leftOut } = await overLimits(context, { batchId });
  const [first] = over;
  if (first === undefined) return null;
  const others = over.length - 1 + leftOut;
  const more = others === 0 ? '' : ` And ${others} more.`;
  return fail(
    'limitExceeded',
    `Batch ${batchId} exceeds a limit, so it was not released. ${faultText(first.fault).message}${more} Split or correct the batch, or change the limit in the settings.`,
    { batchId, problems: over.map(placeOf), problemsLeftOut: leftOut },
  );
}

function placeOf({ row, fault }: OverLimit): FaultAt {
  const value = 'amount' in fault ? `${fault.amount} ${fault.currencyCode}` : undefined;
  const ofAll = 'currencyCode' in fault ? fault.currencyCode : 'releaseLimits';
  return { field: row === null ? ofAll : `row ${row}`, ...(value === undefined ? {} : { value }), fault };
}

/** The current rows of the batch. */
export function overLimits(
  { store, clock }: LimitContext,
  { batchId }: { readonly batchId: string },
): Promise<{ over: OverLimit[]; leftOut: number }> {
  return findOverLimits(store, contentPagesOfBatch(store, clock, batchId), named);
}

type LimitedRow = { readonly rowNumber: number; readonly amount: string; readonly currencyCode: string };

/** Compares each row by exact value, and their total, which is listed before the single rows. Names at most `most` rows. */
export async function findOverLimits(
  store: CoreContext['store'],
  pages: AsyncIterable<readonly LimitedRow[]>,
  most: number,
): Promise<{ over: OverLimit[]; leftOut: number }> {
  // A setting that a person made must not be ignored silently.
  if (isDamaged(store, 'releaseLimits'))
    return { over: [{ row: null, fault: { code: 'limitsUnreadable' } }], leftOut: 0 };
  const limits = strictest(readSetting(store, 'releaseLimits'));
  if (limits.size === 0) return { over: [], leftOut: 0 };
  const totals = runningTotals();
  const rows: OverLimit[] = [];
  let rowsOver = 0;
  for await (const page of pages)
    for (const { rowNumber, amount, currencyCode } of page) {
      totals.add({ amount, currencyCode: codeKeyOf(currencyCode) });
      const largest = limits.get(codeKeyOf(currencyCode))?.largestPayout ?? null;
      if (largest === null || compareAmounts(amount, largest) <= 0) continue;
      rowsOver += 1;
      if (rows.length < most)
        rows.push({
          row: rowNumber,
          fault: { code: 'overPayoutLimit', rowNumber, amount, currencyCode, limit: largest },
        });
    }
  const sums = totals.list().flatMap(({ currencyCode, amount }) => sumOver(limits, currencyCode, amount));
  const over = [...sums.map((fault) => ({ row: null, fault })), ...rows];
  return { over, leftOut: rowsOver - rows.length };
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
