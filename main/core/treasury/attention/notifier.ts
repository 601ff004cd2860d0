import type { AppEvent } from '../../../../contract/events.ts';
import { countItems, type AttentionItem } from '../../../../contract/treasury/attention.ts';
import type { CoreContext } from '../../context/context.ts';
import { createBackgroundLoop, type BackgroundLoop } from '../../payments/background-loop.ts';
import { createWakeup } from '../../payments/wakeup.ts';
import { readSetting } from '../../settings/settings.ts';
import type { SignedFiles } from './signed-files.ts';
import { newsOfBatch, newsOfFiles, newsOfItems, type EndedBatch } from './combine.ts';
import { createAnnounceOnce } from './announce-once.ts';

/** Changes within this time are combined into one notification. */
const gatherMs = 3 * 1000;
/** Some items appear only as time passes, such as a payout that stays unknown. */
const pollMs = 60 * 1000;

/** Decides which notifications to show outside the window, and the number on the icon, while it runs (events `notification` and `badge`). */
type Notifier = Pick<BackgroundLoop, 'begin' | 'end'> & {
  /** Receives every event of the core. */
  notice(event: AppEvent): void;
};

/** The attention items, as `attention.list` returns them, and the waiting signed files. */
type Sources = {
  readonly attention: (signedFiles: SignedFiles, signal: AbortSignal) => Promise<AttentionItem[]>;
  readonly signedFiles: SignedFiles;
};

/** `context.emit` must not come back as `notice`. Items that exist at the start are not announced. */
export function createNotifier(context: CoreContext, { attention, signedFiles }: Sources): Notifier {
  const { store, clock, emit, background } = context;
  const wakeup = createWakeup(clock);
  let announcer = createAnnounceOnce();
  let badge: number | null = null;
  /** Batches in progress since the start whose end was not announced yet. */
  const followed = new Set<string>();
  /** Batches whose end was announced: a batch that continues is not announced twice. */
  const ended = new Set<string>();
  /** Batches that changed since the last check: a batch may be released and end between two checks. */
  const changed = new Set<string>();
  let begunAt = 0;

  async function watch(signal: AbortSignal): Promise<void> {
    announcer = createAnnounceOnce();
    badge = null;
    for (const set of [followed, ended, changed]) set.clear();
    for (const { batchId } of store.unfinishedBatches()) followed.add(batchId);
    begunAt = clock.now();
    let isFirst = true;
    while (!signal.aborted) {
      try {
        await look(isFirst, signal);
        isFirst = false;
        background?.worked('notifications');
      } catch (thrown) {
        background?.failed('notifications', thrown);
      }
      await wakeup.wait(clock.now() + pollMs, signal);
      await clock.sleep(gatherMs, signal);
    }
  }

  async function look(isFirst: boolean, signal: AbortSignal): Promise<void> {
    const waiting = await signedFiles();
    const items = await attention(() => Promise.resolve(waiting), signal);
    if (signal.aborted) return;
    const keyIdOf = (name: string): string | null => store.findProfile(name)?.keyId ?? null;
    const there = [...newsOfItems(items, keyIdOf), ...newsOfFiles(waiting.files)];
    if (isFirst) announcer.markAnnounced(there, clock.now());
    const batches = endedBatches();
    const muted = readSetting(store, 'mutedNotifications');
    for (const notification of announcer.announce([...batches, ...there], muted, clock.now()))
      emit({ kind: 'notification', id: notification.kind, notification });
    for (const batch of batches)
      if (announcer.isAnnounced(batch)) {
        followed.delete(batch.batchId);
        ended.add(batch.batchId);
      }
    showBadge(muted.includes('badge') ? 0 : countItems(items));
  }

  /** Batches that ended since the start and were not announced yet. */
  function endedBatches(): EndedBatch[] {
    const open = new Set(store.unfinishedBatches().map(({ batchId }) => batchId));
    for (const batchId of open) if (!ended.has(batchId)) followed.add(batchId);
    for (const batchId of changed)
      if (!ended.has(batchId) && (store.findBatch(batchId)?.releasedAt ?? 0) >= begunAt)
        followed.add(batchId);
    changed.clear();
    return [...followed].flatMap((batchId) => {
      if (open.has(batchId)) return [];
      const batch = store.findBatch(batchId);
      const news = batch === null ? null : newsOfBatch(store, batch);
      if (news === null) followed.delete(batchId);
      return news ?? [];
    });
  }

  function showBadge(count: number): void {
    if (count === badge) return;
    badge = count;
    emit({ kind: 'badge', id: 'badge', count });
  }

  const { begin, end, isBegun } = createBackgroundLoop(context, 'notifications', watch);
  return {
    begin,
    end,
    notice({ kind, id }) {
      if (!isBegun()) return;
      if (kind === 'batch') changed.add(id);
      if (isRelevant(kind)) wakeup.wake();
    },
  };
}

function isRelevant(kind: AppEvent['kind']): boolean {
  return (
    kind !== 'progress' && kind !== 'busy' && kind !== 'sheet' && kind !== 'codes' && kind !== 'callbacks'
  );
}
