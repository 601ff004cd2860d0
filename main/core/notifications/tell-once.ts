import { hourMs } from '../../../contract/duration.ts';
import {
  NotificationKind,
  type Notification,
  type NotificationSwitch,
} from '../../../contract/notifications.ts';
import { combine, type News } from './combine.ts';

/** After a notification, what follows of its kind is gathered for so long. */
const spacingMs = 60 * 1000;
/** What goes and comes back within this time is not told again. */
const forgottenAfterMs = hourMs;

/** Decides what is told: each thing once, and what comes together as one. */
type TellOnce = {
  /** Takes these as told. */
  know(things: readonly News[], now: number): void;
  isTold(thing: News): boolean;
  /** The notifications for what is new in this list of everything there is now. What is muted counts as told. */
  tell(things: readonly News[], muted: readonly NotificationSwitch[], now: number): Notification[];
};

export function createTellOnce(): TellOnce {
  /** When each thing that was told was there last. */
  const told = new Map<string, number>();
  const toldAt = new Map<NotificationKind, number>();

  const know = (things: readonly News[], now: number): void => {
    for (const { key } of things) told.set(key, now);
  };
  const isTold = ({ key }: News): boolean => told.has(key);

  function isTooSoon(kind: NotificationKind, now: number): boolean {
    const at = toldAt.get(kind);
    // A clock that was set back does not silence anything.
    return at !== undefined && now >= at && now - at < spacingMs;
  }

  return {
    know,
    isTold,
    tell(things, muted, now) {
      know(things.filter(isTold), now);
      for (const [key, at] of told) if (now - at > forgottenAfterMs) told.delete(key);
      const notifications: Notification[] = [];
      for (const kind of NotificationKind.options) {
        const fresh = things.filter((each) => each.kind === kind && !isTold(each));
        if (fresh.length === 0) continue;
        if (muted.includes(kind)) know(fresh, now);
        else if (!isTooSoon(kind, now)) {
          know(fresh, now);
          toldAt.set(kind, now);
          notifications.push(...combine(fresh));
        }
      }
      return notifications;
    },
  };
}
