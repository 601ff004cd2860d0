import { fail, type Result } from '../../../contract/result.ts';
import type { SheetOpening } from '../../../contract/batches/sheet.ts';
import type { CoreContext } from '../context/context.ts';
import { chooseProfile, noBatch } from '../context/subject.ts';
import { cellsOf } from '../batches/payout-cells.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import { readSetting } from '../settings/settings.ts';
import { beginSheet, type FirstRow } from './begin-sheet.ts';
import type { SheetSessions } from './sheet-sessions.ts';

/**
 * A new sheet with the rows of a released batch, whatever their outcome, to be paid again under new order IDs. Each row keeps
 * what it paid then.
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
  const rows: FirstRow[] = [];
  for await (const payments of contentPagesOfBatch(store, clock, batchId))
    rows.push(
      ...payments.map((payment) => ({
        cells: cellsOf(payment, ''),
        retryOf: null,
        source: null,
        lastMoney: { amount: payment.amount, currencyCode: payment.currencyCode },
      })),
    );
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
