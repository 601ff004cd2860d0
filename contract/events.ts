import { z } from 'zod';
import { Notification } from './notifications.ts';

/**
 * The one event stream. An event says what changed and which one; a face that shows it reads it again. Only `progress`, `busy`,
 * `notification` and `badge` carry figures: how far a long operation (`id` names it) has come, how long it waits, and what a face shows
 * outside its window.
 */
export const AppEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), id: z.string() }),
  z.object({ kind: z.literal('batch'), id: z.string() }),
  z.object({ kind: z.literal('payout'), id: z.string() }),
  /** A payin or top-up; `id` is its order ID. */
  z.object({ kind: z.literal('incoming'), id: z.string() }),
  z.object({ kind: z.literal('sheet'), id: z.string() }),
  /** What is recorded of a payee changed; empty `id`: of many. */
  z.object({ kind: z.literal('payee'), id: z.string() }),
  /** Balances of a profile were read. */
  z.object({ kind: z.literal('balances'), id: z.string() }),
  z.object({ kind: z.literal('settings'), id: z.string() }),
  /** Approvers, a policy or signed files changed; `id` is the batch concerned, or empty. */
  z.object({ kind: z.literal('approvals'), id: z.string() }),
  /** Code lists or the merchant information of a profile were read. */
  z.object({ kind: z.literal('codes'), id: z.string() }),
  /** The listener for callbacks was reached, began or stopped; at most twice a second, `id` is always `callbacks`. */
  z.object({ kind: z.literal('callbacks'), id: z.string() }),
  /** The background runner began, stopped, or stands still for a reason; `id` is always `runner`. */
  z.object({ kind: z.literal('runner'), id: z.string() }),
  /** The gateway of a profile stopped or began answering, or its clock differs from this computer's. */
  z.object({ kind: z.literal('gateway'), id: z.string(), message: z.string() }),
  /** The gateway of a profile is too busy, and Bursar asks it nothing for this long. */
  z.object({ kind: z.literal('busy'), id: z.string(), waitSeconds: z.number() }),
  /** A backup took the place of the database: everything is to be read again; `id` is always `restored`. */
  z.object({ kind: z.literal('restored'), id: z.string() }),
  /** An export of the books was saved; `id` is its number. */
  z.object({ kind: z.literal('books'), id: z.string() }),
  /** To be told once, outside the window; `id` is its kind. */
  z.object({ kind: z.literal('notification'), id: z.string(), notification: Notification }),
  /** How many items need attention, for the icon of the program; `id` is always `badge`. */
  z.object({ kind: z.literal('badge'), id: z.string(), count: z.number().int() }),
  z.object({ kind: z.literal('progress'), id: z.string(), done: z.number(), total: z.number().nullable() }),
]);
export type AppEvent = z.infer<typeof AppEvent>;
export type AppEventListener = (event: AppEvent) => void;

/** Where it is told that a listener fails, or that all of them work. */
type ListenersWatched = {
  failed(task: 'listeners', thrown: unknown, key: string): void;
  worked(task: 'listeners', key: string): void;
};

/**
 * Tells each listener, whatever becomes of the others: what one throws neither ends what is being recorded nor keeps the next from
 * hearing. `who` tells these listeners apart from others in what fails.
 */
export function tellAll(
  event: AppEvent,
  listeners: Iterable<AppEventListener>,
  background: ListenersWatched,
  who: string,
): void {
  const key = `${who} ${event.kind}`;
  let isFailing = false;
  for (const listener of listeners)
    try {
      listener(event);
    } catch (thrown) {
      isFailing = true;
      background.failed('listeners', thrown, key);
    }
  if (!isFailing) background.worked('listeners', key);
}
