import { app, type BrowserWindow } from 'electron';
import { operations } from '../../../contract/operations.ts';
import type { Host } from '../window/host.ts';
import { askHowToClose } from './dialogs.ts';
import { showWindow } from './main-window.ts';
import { showNotification } from './notifications.ts';

const recheckMs = 2_000;

/**
 * Decides what closing the window does. While a release is being sent, the person chooses: sending continues without the window
 * and the app quits when everything is sent, or it stops cleanly, or nothing happens.
 */
export class Closing {
  readonly #host: Host;
  readonly #window: BrowserWindow;
  #isAsking = false;
  #isEnding = false;
  #background: NodeJS.Timeout | null = null;

  constructor(host: Host, window: BrowserWindow) {
    this.#host = host;
    this.#window = window;
    window.on('close', (event) => {
      if (this.#isEnding) return;
      event.preventDefault();
      void this.#ask();
    });
  }

  /** Shows the window again while the app runs without it. */
  comeBack(): void {
    if (this.#background !== null) clearTimeout(this.#background);
    this.#background = null;
    if (!this.#window.isDestroyed()) showWindow(this.#window);
  }

  /** Quits without asking: requests in flight are awaited and recorded. */
  async end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#background !== null) clearTimeout(this.#background);
    if (!this.#window.isDestroyed()) this.#window.hide();
    await this.#host.close();
    if (!this.#window.isDestroyed()) this.#window.destroy();
    app.quit();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const unsent = await this.#countUnsent();
      const answer = unsent === 0 || unsent === null ? 'stop' : await askHowToClose(unsent);
      if (answer === 'stop') await this.end();
      if (answer === 'keepSending') this.#continueWithoutWindow();
    } finally {
      this.#isAsking = false;
    }
  }

  /** Null: unknown. */
  async #countUnsent(): Promise<number | null> {
    const answer = await this.#host.call('runner.unsent', {}, null);
    return answer.ok
      ? (operations['runner.unsent'].output.safeParse(answer.value).data?.count ?? null)
      : null;
  }

  #continueWithoutWindow(): void {
    this.#window.hide();
    this.#background = setTimeout(() => void this.#recheck(), recheckMs);
  }

  async #recheck(): Promise<void> {
    const unsent = await this.#countUnsent();
    if (this.#background === null) return;
    if (unsent === null) return this.comeBack();
    if (unsent > 0) {
      this.#background = setTimeout(() => void this.#recheck(), recheckMs);
      return;
    }
    showNotification({
      title: 'Sending has ended',
      body: 'Bursar quits now. Open it to see the outcome of each payout.',
    });
    await this.end();
  }
}
