import type { Notification } from '../notifications.ts';

/** The screen that a click on a notification opens. */
export type NotificationPlace =
  | '/overview'
  | '/batches'
  | '/treasury/position'
  | '/approvals'
  | `/batches/${string}`;

/** The screen that shows the subject of a notification. */
export function placeOfNotification(notification: Notification): NotificationPlace {
  switch (notification.kind) {
    case 'batchEnded':
      return notification.batch === null
        ? '/batches'
        : `/batches/${encodeURIComponent(notification.batch.batchId)}`;
    case 'attention':
      return '/overview';
    case 'lowBalance':
      return '/treasury/position';
    case 'approvalWaiting':
      return '/approvals';
  }
}
