import { powerSaveBlocker } from 'electron';
import type { AppEvent } from '../../../../contract/events.ts';
import type { Host } from '../../window/host.ts';
import { readUnsent } from './read-unsent.ts';

const lookGapMs = 2_000;
const telling: ReadonlySet<AppEvent['kind']> = new Set(['runner', 'batch', 'payout', 'restored']);

/**
 * While payouts are being sent, keeps the computer from falling asleep, and macOS from slowing down the timers of a hidden Bursar. The
 * screen may turn off. A payout in doubt keeps nothing awake: it may wait for a person for days.
 */
export class KeepAwake {
  readonly #host: Pick<Host, 'call' | 'subscribe'>;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #blocker: number | null = null;
  #isEnded = false;

  constructor(host: Pick<Host, 'call' | 'subscribe'>) {
    this.#host = host;
    this.#unsubscribe = host.subscribe(({ kind }) => {
      if (telling.has(kind)) this.#lookSoon();
    });
    this.#lookSoon();
  }

  end(): void {
    this.#isEnded = true;
    this.#unsubscribe();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#allowSleep();
  }

  #lookSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, lookGapMs);
  }

  /** Unknown counts as nothing to send: a computer that never sleeps again would be worse. */
  async #look(): Promise<void> {
    const isSending = ((await readUnsent(this.#host))?.beingSent ?? 0) > 0;
    if (!isSending || this.#isEnded) this.#allowSleep();
    else this.#blocker ??= powerSaveBlocker.start('prevent-app-suspension');
  }

  #allowSleep(): void {
    if (this.#blocker !== null) powerSaveBlocker.stop(this.#blocker);
    this.#blocker = null;
  }
}
