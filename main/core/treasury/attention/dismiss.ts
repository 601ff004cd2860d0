import type { ParsedInput } from '../../../../contract/operations.ts';
import { seenItem, type SeenItem } from '../../../../contract/treasury/attention.ts';
import type { CoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import { pagesFrom } from '../../payments/pages.ts';

/** How many counts of troubled payouts are read in one go. */
export const countsAtOnce = 500;

/** Dismisses the notice about older records (operation `attention.dismissOlderRecords`). */
export function dismissOlderRecords({ store, emit }: Pick<CoreContext, 'store' | 'emit'>): void {
  if (store.olderRecords() === null) return;
  store.dismissOlderRecords();
  emit({ kind: 'settings', id: 'olderRecords' });
}

/**
 * Dismisses the notices and the failed, rejected and conflicting payouts of one batch, and what a person saw (operation
 * `attention.dismiss`). The notice about older records is dismissed individually where that is confirmed outside the page: if it holds
 * every release, and always where live profiles are not served.
 */
export async function dismissAttention(
  context: CoreContext,
  { batchId, seen }: ParsedInput<'attention.dismiss'>,
): Promise<void> {
  const { store, clock, emit, servesLive } = context;
  if (batchId !== null) {
    store.dismiss(batchId, clock.now());
    emit({ kind: 'batch', id: batchId });
  }
  const lost = seen.flatMap(({ profileName, schedule }) =>
    schedule === undefined
      ? []
      : [{ profileName, fileName: schedule.fileName, scheduledFor: Date.parse(schedule.scheduledFor) }],
  );
  if (lost.length > 0) {
    store.dismissLostSchedules(lost);
    emit({ kind: 'settings', id: 'lostSchedules' });
  }
  const isOlderSeen = seen.some(({ kind }) => kind === 'olderRecords');
  if (isOlderSeen && servesLive && store.olderRecords()?.missesRetries !== true)
    dismissOlderRecords({ store, emit });
  for (const item of [...seen, ...(await seenInOlderBatches(context, seen))]) {
    if (item.batchId === null) continue;
    const upTo = item.upTo === null ? null : { ...item.upTo, at: Date.parse(item.upTo.at) };
    store.dismiss(item.batchId, clock.now(), { ...item, upTo });
    emit({ kind: 'batch', id: item.batchId });
    await clock.turn();
  }
}

/** The payments that are counted together, the oldest first: no more of them than were counted when a person saw it. */
async function seenInOlderBatches(
  { store, clock }: CoreContext,
  seen: readonly SeenItem[],
): Promise<SeenItem[]> {
  const counted = seen.filter((item) => item.batchId === null);
  if (counted.length === 0) return [];
  const named = new Set(seen.map((item) => item.batchId));
  const found: SeenItem[] = [];
  const pages = pagesFrom(clock, null, (before: number | null) =>
    store.troubles({ before, limit: countsAtOnce }),
  );
  for await (const page of pages) {
    const at = isoTime(clock.now());
    for (const { state: kind, handled, ...trouble } of page.troubles)
      if (!named.has(trouble.batchId)) found.push(seenItem({ ...trouble, kind, upTo: { at, handled } }));
  }
  return counted.flatMap((together) => {
    let left = together.count;
    const own = found.filter(
      ({ kind, profileName, paymentKind }) =>
        kind === together.kind &&
        profileName === together.profileName &&
        paymentKind === together.paymentKind,
    );
    return own.toReversed().flatMap((item) => {
      const count = Math.min(item.count, left);
      left -= count;
      return count === 0 ? [] : [{ ...item, count }];
    });
  });
}
