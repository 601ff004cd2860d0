import { fail, type Result } from '../../../contract/result.ts';
import { largestSheetRows, type SheetOpening } from '../../../contract/batches/sheet.ts';
import type { CoreContext } from '../context/context.ts';
import { chooseProfile, noBatch } from '../context/subject.ts';
import { rowsToRetry } from '../batches/later-retries.ts';
import { cellsOf } from '../batches/payout-cells.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import { readSetting } from '../settings/settings.ts';
import { beginSheet, type FirstRow } from './begin-sheet.ts';
import type { SheetSessions } from './sheet-sessions.ts';

/**
 * A new sheet with the rows of a released batch, whatever their outcome, to be paid again under new order IDs. Each row keeps
 * what it paid then. A row that was retried is as its last retry, or the details that a person corrected there would fail again.
 */
export async function openRepeat(
  context: CoreContext,
  session: SheetSessions,
  batchId: string,
  template: string | null = null,
): Promise<Result<SheetOpening>> {
  const { store, clock } = context;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  if (batch.releasedAt === null)
    return fail('notReleasable', `Batch ${batchId} was not released, so there is nothing to repeat.`, {
      batchId,
    });
  const unpaid = store.problemPayments(batchId, largestSheetRows);
  const retried = new Map((await rowsToRetry(context, unpaid)).map((row) => [row.rowNumber, row]));
  const rows: FirstRow[] = [];
  for await (const payments of contentPagesOfBatch(store, clock, batchId))
    for (const payment of payments) {
      const last = retried.get(payment.rowNumber) ?? payment;
      const { amount, currencyCode } = last;
      rows.push({
        cells: cellsOf(last, ''),
        retryOf: null,
        source: null,
        lastMoney: { amount, currencyCode },
      });
    }
  return beginSheet(context, session, {
    profile: batch,
    name: template ?? `Repeat of ${batch.fileName}`,
    rows,
    notes: [],
    repeats: { batchId, template },
    batchId: null,
  });
}

/** A new sheet with the rows of the last batch that was released from a template. */
export function openTemplate(
  context: CoreContext,
  session: SheetSessions,
  profileName: string | undefined,
  name: string,
): Promise<Result<SheetOpening>> | Result<SheetOpening> {
  const profile = chooseProfile(context.store, profileName);
  if (!profile.ok) return profile;
  const template = readSetting(context.store, 'templates').find(
    (each) => each.name === name && each.profileName === profile.value.name,
  );
  if (template === undefined)
    return fail(
      'notFound',
      `${profile.value.name} has no template “${name}”. Save a released batch as a template first.`,
    );
  return openRepeat(context, session, template.batchId, name);
}
