import { app, type BrowserWindow } from 'electron';
import type { Host } from '../../window/host.ts';
import { askHowToClose, askToDiscard } from '../dialogs.ts';
import { showWindow } from '../main-window.ts';
import { showNotification } from '../notifications.ts';
import { hasUnsaved } from './read-unsaved.ts';
import { readUnsent, type Unsent } from './read-unsent.ts';

const recheckMs = 2_000;

/**
 * Decides what closing the window does. While a release is being sent, or scheduled, the person chooses: Bursar continues without the
 * window and quits when everything is sent and released, or it stops cleanly, or nothing happens. Nothing happens either if something in the
 * page is unsaved and is not to be lost.
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
      const unsent = await readUnsent(this.#host);
      const answer = unsent === null || isNothing(unsent) ? 'stop' : await askHowToClose(unsent);
      if (answer === 'stay' || ((await hasUnsaved(this.#window)) && !(await askToDiscard()))) return;
      if (answer === 'stop') await this.end();
      if (answer === 'keepRunning') this.#continueWithoutWindow();
    } finally {
      this.#isAsking = false;
    }
  }

  #continueWithoutWindow(): void {
    this.#window.hide();
    this.#background = setTimeout(() => void this.#recheck(), recheckMs);
  }

  async #recheck(): Promise<void> {
    const unsent = await readUnsent(this.#host);
    if (this.#background === null) return;
    if (unsent === null) return this.comeBack();
    if (!isNothing(unsent)) {
      this.#background = setTimeout(() => void this.#recheck(), recheckMs);
      return;
    }
    showNotification({
      title: 'Bursar quits now',
      body: 'Nothing is left that it can send or release by itself. Open it to see the outcome of each payout.',
    });
    await this.end();
  }
}

const isNothing = ({ count, scheduledFor }: Unsent): boolean => count === 0 && scheduledFor.length === 0;
