import { dayMs } from '../../../contract/duration.ts';
import { app } from 'electron';
import type { AppError } from '../../../contract/errors.ts';
import { fail } from '../../../contract/result.ts';
import { showNotification } from './notifications.ts';
import { mayInstallUpdates } from './update-signatures.ts';

const checkEveryMs = dayMs;

/** The result of checking a feed: that the check, or the download it started, failed (null: it worked). */
type Report = (failure: AppError | null) => Promise<void>;

/**
 * Checks for a newer version from time to time, if a feed is set and the app is installed; without a feed nothing is requested
 * anywhere. A failure is reported until a check works again. A newer version is announced once and downloaded only when the person
 * clicks.
 */
export class Updates {
  readonly #report: Report;
  #feedUrl: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(report: Report) {
    this.#report = report;
  }

  setFeed(feedUrl: string | null): void {
    if (feedUrl === this.#feedUrl) return;
    this.stop();
    this.#feedUrl = feedUrl;
    if (feedUrl === null) void this.#report(null);
    if (feedUrl === null || !app.isPackaged) return;
    const check = (): void => void this.#reported(() => this.#check(feedUrl));
    check();
    this.#timer = setInterval(check, checkEveryMs);
  }

  stop(): void {
    this.#feedUrl = null;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #check(feedUrl: string): Promise<void> {
    const { default: updater } = await import('electron-updater');
    const { autoUpdater } = updater;
    autoUpdater.logger = null;
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = true;
    autoUpdater.setFeedURL({ provider: 'generic', url: feedUrl });
    const found = await autoUpdater.checkForUpdates();
    if (found === null || !found.isUpdateAvailable) return;
    const mayInstall = mayInstallUpdates(process.platform, process.resourcesPath);
    showNotification(
      {
        title: `Bursar ${found.updateInfo.version} is available`,
        body: mayInstall
          ? 'Click to download it; it is installed when you quit Bursar.'
          : 'This build cannot check who signed an update. Download and install it yourself.',
      },
      mayInstall ? () => void this.#reported(() => autoUpdater.downloadUpdate()) : undefined,
    );
  }

  async #reported(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      await this.#report(null);
    } catch (thrown) {
      const cause = thrown instanceof Error ? thrown.message : 'unknown';
      const { error } = fail('updateCheckFailed', 'Bursar could not check for a newer version.', { cause });
      await this.#report(error);
    }
  }
}
