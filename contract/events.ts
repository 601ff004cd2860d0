import { z } from 'zod';
import { Notification } from './notifications.ts';

/**
 * The one event stream. An event says what changed and which one; a face that shows it reads it again. Only `progress`, `busy`,
 * `notification` and `badge` carry data: the progress of a long operation (`id` names it), how long it waits, and what a face shows
 * outside its window.
 */
export const AppEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), id: z.string() }),
  z.object({ kind: z.literal('batch'), id: z.string() }),
  z.object({ kind: z.literal('payout'), id: z.string() }),
  /** A payin or top-up; `id` is its order ID. */
  z.object({ kind: z.literal('incoming'), id: z.string() }),
  z.object({ kind: z.literal('sheet'), id: z.string() }),
  /** A payee's record changed; empty `id`: several. */
  z.object({ kind: z.literal('payee'), id: z.string() }),
  /** Balances of a profile were read. */
  z.object({ kind: z.literal('balances'), id: z.string() }),
  z.object({ kind: z.literal('settings'), id: z.string() }),
  /** Approvers, a policy or signed files changed; `id` is the batch concerned, or empty. */
  z.object({ kind: z.literal('approvals'), id: z.string() }),
  /** Code lists or the merchant information of a profile were read. */
  z.object({ kind: z.literal('codes'), id: z.string() }),
  /** The callback listener received a request, started or stopped; at most twice a second, `id` is always `callbacks`. */
  z.object({ kind: z.literal('callbacks'), id: z.string() }),
  /** The background runner started, stopped, or is blocked for a reason; `id` is always `runner`. */
  z.object({ kind: z.literal('runner'), id: z.string() }),
  /** The gateway of a profile stopped (`isAway`) or began answering, or its clock differs from this computer's. */
  z.object({
    kind: z.literal('gateway'),
    id: z.string(),
    message: z.string(),
    isAway: z.literal(true).optional(),
  }),
  /** The gateway of a profile is too busy, and Bursar asks it nothing for this long. */
  z.object({ kind: z.literal('busy'), id: z.string(), waitSeconds: z.number() }),
  /** A backup replaced the database: everything must be read again; `id` is the window that asked for it. */
  z.object({ kind: z.literal('restored'), id: z.string() }),
  /** An export of the books was saved; `id` is its number. */
  z.object({ kind: z.literal('books'), id: z.string() }),
  /** What needs attention changed by something that no other event names; `id` says what. */
  z.object({ kind: z.literal('attention'), id: z.string() }),
  /**
   * A record of the database cannot be read, and a list leaves it out; once for each. `id` says what cannot be read, or is `records` where
   * that may be of a live profile that is not served.
   */
  z.object({ kind: z.literal('leftOut'), id: z.string() }),
  /** A notification outside the window, shown once; `id` is its kind. */
  z.object({ kind: z.literal('notification'), id: z.string(), notification: Notification }),
  /** How many items need attention, for the icon of the program; `id` is always `badge`. */
  z.object({ kind: z.literal('badge'), id: z.string(), count: z.number().int() }),
  /** `callId` is that of the window's call that it is about; absent: of none. */
  z.object({
    kind: z.literal('progress'),
    id: z.string(),
    done: z.number(),
    total: z.number().nullable(),
    callId: z.string().optional(),
  }),
]);
export type AppEvent = z.infer<typeof AppEvent>;
export type AppEventListener = (event: AppEvent) => void;

/** Where failures of a listener, or their end, are reported. */
type ListenersWatched = {
  failed(task: 'listeners', thrown: unknown, of: { readonly part: string }): void;
  worked(task: 'listeners', of: { readonly part: string }): void;
};

/**
 * Calls each listener, whatever the others do: an exception of one neither ends the current recording nor keeps the next from
 * being called. `who` distinguishes these listeners in failure reports.
 */
export function notifyAll(
  event: AppEvent,
  listeners: Iterable<AppEventListener>,
  background: ListenersWatched,
  who: string,
): void {
  const of = { part: `${who} ${event.kind}` };
  let isFailing = false;
  for (const listener of listeners)
    try {
      listener(event);
    } catch (thrown) {
      isFailing = true;
      background.failed('listeners', thrown, of);
    }
  if (!isFailing) background.worked('listeners', of);
}
