import type { CoreContext } from '../../context.ts';
import { longestRecheckingMs } from '../../payments/schedule.ts';
import type { DuplicateCheck } from '../duplicates.ts';

/** A row may repeat thousands. */
const rowsPerTurn = 10;

/**
 * The payouts to ask about before a draft is released: those that a person confirms, which ended unpaid, and what else such a row repeats
 * that did. A finding names the latest only, and an earlier one may have been paid since. What a row retries is asked about as such.
 */
export async function doubtfulOfDraft(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { findings, doubtfulIds }: Pick<DuplicateCheck, 'findings' | 'doubtfulIds'>,
): Promise<ReadonlySet<number>> {
  const all = new Set(doubtfulIds);
  const query = { decidedSince: clock.now() - longestRecheckingMs, found: new Map() };
  const rowIds = findings.filter(({ equalId }) => doubtfulIds.has(equalId)).map(({ paymentId }) => paymentId);
  for (const [index, rowId] of [...new Set(rowIds)].entries()) {
    for (const row of store.paymentsOf([rowId])) {
      const family = row.retryOf === null ? [] : store.familyOf(row.keyId, row.idPayment);
      const retried = new Set(family.map(({ paymentId }) => paymentId));
      for (const paymentId of store.doubtfulRepeatsOf(row, query))
        if (!retried.has(paymentId)) all.add(paymentId);
    }
    if (index % rowsPerTurn === rowsPerTurn - 1) await clock.turn();
  }
  return all;
}
