import { overdueAfterMs } from '../../../contract/batches/schedule-times.ts';
import { releaseTimeText } from '../../../contract/text/clock.ts';
import { scheduleErrorText } from '../../../contract/text/failure.ts';
import { counted } from '../../../contract/text/numbers.ts';
import type { AttentionItem } from '../../../contract/treasury.ts';
import type { CoreContext } from '../context.ts';
import { isoTime } from '../payments/convert.ts';
import type { HeldDraft } from '../ports/index.ts';
import { nothingNamed } from './attention-item.ts';

const listedDrafts = 100;

/** What needs a person before drafts are released: duplicates to confirm, and schedules that Bursar did not carry out. */
export function draftItems(context: CoreContext): AttentionItem[] {
  return [...heldItems(context), ...scheduleItems(context)];
}

/** Drafts with duplicates to confirm; what was confirmed with a schedule is asked about again when that is refused. */
function heldItems({ store }: CoreContext): AttentionItem[] {
  const confirmed = new Set(
    store
      .schedules()
      .filter(({ error, confirmation }) => error === null && (confirmation?.confirmed ?? null) !== null)
      .map(({ batchId }) => batchId),
  );
  return store
    .heldDrafts(listedDrafts)
    .filter(({ batchId }) => !confirmed.has(batchId))
    .map(heldItem);
}

function heldItem({ batchId, profileName, fileName, rows, sameFileAs }: HeldDraft): AttentionItem {
  const message =
    sameFileAs === null
      ? `${counted(rows, 'row')} of the draft ${fileName} may pay what is paid already.`
      : `The file of the draft ${fileName} was released before, as batch ${sameFileAs}.`;
  return {
    kind: 'heldDuplicates',
    message,
    count: Math.max(rows, 1),
    profileName,
    batchId,
    ...nothingNamed,
  };
}

/** Scheduled releases that a person has to decide about: refused at their time, missed, or ended by a change of the rows. */
function scheduleItems({ store, clock }: CoreContext): AttentionItem[] {
  const now = clock.now();
  const items = store.schedules().flatMap(({ batchId, profileName, fileName, scheduledFor, error }) => {
    if (error === null && now - scheduledFor < overdueAfterMs) return [];
    const time = releaseTimeText(isoTime(scheduledFor));
    const message =
      error === null
        ? `${fileName} was to be released on ${time}, and Bursar has not released it. Release it now, or end its schedule.`
        : `${fileName} was to be released on ${time}, and waits for a person. ${scheduleErrorText(error)}`;
    return [{ kind: 'schedule' as const, message, count: 1, profileName, batchId, ...nothingNamed }];
  });
  const lost = store.lostSchedules(listedDrafts).map(({ profileName, fileName, scheduledFor }) => ({
    kind: 'schedule' as const,
    message: `The release of ${fileName} on ${releaseTimeText(isoTime(scheduledFor))} is off, because its rows changed. Prepare it and schedule it again.`,
    count: 1,
    profileName,
    batchId: null,
    ...nothingNamed,
  }));
  return [...items, ...lost];
}
