import { app, Notification } from 'electron';
import { mayInstallUpdates } from './update-signatures.ts';

const checkEveryMs = 24 * 60 * 60 * 1000;

/**
 * Looks for a newer version now and then, where a feed is set and the app is an installed one; without a feed nothing is asked
 * anywhere. It is quiet: a failure says nothing, and a newer version is told once and comes only when the person clicks.
 */
export class Updates {
  #feedUrl: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  setFeed(feedUrl: string | null): void {
    if (feedUrl === this.#feedUrl) return;
    this.#feedUrl = feedUrl;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    if (feedUrl === null || !app.isPackaged) return;
    void checkQuietly(feedUrl);
    this.#timer = setInterval(() => void checkQuietly(feedUrl), checkEveryMs);
  }

  stop(): void {
    this.setFeed(null);
  }
}

async function checkQuietly(feedUrl: string): Promise<void> {
  try {
    const { default: updater } = await import('electron-updater');
    const { autoUpdater } = updater;
    autoUpdater.logger = null;
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = true;
    autoUpdater.setFeedURL({ provider: 'generic', url: feedUrl });
    const found = await autoUpdater.checkForUpdates();
    if (found === null || !found.isUpdateAvailable || !Notification.isSupported()) return;
    const mayInstall = mayInstallUpdates(process.platform, process.resourcesPath);
    const notice = new Notification({
      title: `Bursar ${found.updateInfo.version} is available`,
      body: mayInstall
        ? 'Click to download it; it is installed when you quit Bursar.'
        : 'This build cannot check who signed an update. Download and install it yourself.',
    });
    if (mayInstall) notice.on('click', () => void downloadQuietly(() => autoUpdater.downloadUpdate()));
    notice.show();
  } catch {
    // Ignored: offline is usual, and the next day looks for an update again.
  }
}

/** A download that fails is offered again with the next check. */
async function downloadQuietly(download: () => Promise<unknown>): Promise<void> {
  try {
    await download();
  } catch {
    // Ignored: a download that fails is offered again with the next check.
  }
}
