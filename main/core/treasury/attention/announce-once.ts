import { hourMs } from '../../../../contract/duration.ts';
import {
  NotificationKind,
  type Notification,
  type NotificationSwitch,
} from '../../../../contract/notifications.ts';
import { combine, type News } from './combine.ts';

/** How long further items of a kind are collected after a notification. */
const spacingMs = 60 * 1000;
/** An item that disappears and returns within this time is not announced again. */
const forgottenAfterMs = hourMs;

/** Decides what to announce: each item once, and simultaneous items together. */
type AnnounceOnce = {
  markAnnounced(things: readonly News[], now: number): void;
  isAnnounced(thing: News): boolean;
  /** The notifications for new items in this complete list. Muted items count as announced. */
  announce(things: readonly News[], muted: readonly NotificationSwitch[], now: number): Notification[];
};

export function createAnnounceOnce(): AnnounceOnce {
  /** When each announced item was last present. */
  const announced = new Map<string, number>();
  const announcedAt = new Map<NotificationKind, number>();

  const markAnnounced = (things: readonly News[], now: number): void => {
    for (const { key } of things) announced.set(key, now);
  };
  const isAnnounced = ({ key }: News): boolean => announced.has(key);

  function isTooSoon(kind: NotificationKind, now: number): boolean {
    const at = announcedAt.get(kind);
    // A clock that was set back must not silence anything.
    return at !== undefined && now >= at && now - at < spacingMs;
  }

  return {
    markAnnounced,
    isAnnounced,
    announce(things, muted, now) {
      markAnnounced(things.filter(isAnnounced), now);
      for (const [key, at] of announced) if (now - at > forgottenAfterMs) announced.delete(key);
      const notifications: Notification[] = [];
      for (const kind of NotificationKind.options) {
        const fresh = things.filter((each) => each.kind === kind && !isAnnounced(each));
        if (fresh.length === 0) continue;
        if (muted.includes(kind)) markAnnounced(fresh, now);
        else if (!isTooSoon(kind, now)) {
          markAnnounced(fresh, now);
          announcedAt.set(kind, now);
          notifications.push(...combine(fresh));
        }
      }
      return notifications;
    },
  };
}
