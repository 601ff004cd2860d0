import { app, nativeImage, Notification, type BrowserWindow, type NativeImage } from 'electron';
import { counted } from '../../../contract/text/numbers.ts';
import { notificationText } from '../../../contract/text/attention/notification-text.ts';
import { placeOfNotification, type NotificationPlace } from '../../../contract/window/notification-place.ts';
import type { Host } from '../window/host.ts';

/** Windows shows notifications of a program under the ID that its installer gave the shortcut: `appId` of electron-builder.yml. */
export const appUserModelId = 'app.bursar.desktop';

/** Electron drops the click of a notification that is garbage-collected. */
const shown = new Set<Notification>();
/** Not every platform reports that one was closed, so the oldest are released. */
const mostKept = 50;

/** Shows a notification if the system supports it. */
export function showNotification(
  words: { readonly title: string; readonly body: string },
  onClick?: () => void,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(words);
  shown.add(notification);
  for (const oldest of shown) {
    if (shown.size <= mostKept) break;
    shown.delete(oldest);
  }
  notification.on('click', () => {
    shown.delete(notification);
    onClick?.();
  });
  notification.show();
}

/** Shows the core's notifications outside the window. */
export class Notifications {
  readonly #windowNow: () => BrowserWindow | null;
  readonly #show: (place: NotificationPlace) => void;
  #badge = 0;

  /** A click on a notification calls `show` with its place. */
  constructor(windowNow: () => BrowserWindow | null, show: (place: NotificationPlace) => void) {
    this.#windowNow = windowNow;
    this.#show = show;
  }

  /** Shows this host's notifications from now on; call before it is opened, so that none is missed. */
  connect(host: Pick<Host, 'subscribe'>): void {
    host.subscribe((event) => {
      if (event.kind === 'badge') {
        this.#badge = event.count;
        this.showBadge();
      }
      if (event.kind === 'notification')
        showNotification(notificationText(event.notification), () =>
          this.#show(placeOfNotification(event.notification)),
        );
    });
  }

  /** A number on the app icon on macOS and on Linux desktops that support it; a dot on Windows, where it belongs to the window. */
  showBadge(): void {
    const count = this.#badge;
    if (process.platform !== 'win32') {
      app.setBadgeCount(count);
      return;
    }
    const window = this.#windowNow();
    if (window === null || window.isDestroyed()) return;
    const words = `${counted(count, 'item needs', 'items need')} attention`;
    window.setOverlayIcon(count === 0 ? null : dot(), count === 0 ? '' : words);
  }
}

const dotSize = 16;
const dotColour = { blue: 0x1c, green: 0x6e, red: 0xc2 } as const;

function dot(): NativeImage {
  const pixels = Buffer.alloc(dotSize * dotSize * 4);
  const middle = (dotSize - 1) / 2;
  for (let at = 0; at < dotSize * dotSize; at += 1) {
    const isInside = Math.hypot((at % dotSize) - middle, Math.floor(at / dotSize) - middle) <= middle;
    if (isInside) pixels.set([dotColour.blue, dotColour.green, dotColour.red, 0xff], at * 4);
  }
  return nativeImage.createFromBitmap(pixels, { width: dotSize, height: dotSize });
}
