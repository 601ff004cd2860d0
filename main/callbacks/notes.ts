import type { CallbackReport, HeardCallback } from '../core/ports/index.ts';

/** The most payments waiting to be reported: more than a batch of 10,000 has. Scheduled polling finds any beyond them, except those that have ended. */
const mostReceived = 20_000;
/** The most payments in one report, because each is looked up. */
const mostReportedAtOnce = 100;
/** The most others shown as examples; all of them are counted. */
const mostOthers = 20;

/** Collects what was received until it is reported, in bounded space: one entry per payment, however many callbacks name it. */
export class CallbackNotes {
  readonly #received = new Map<string, HeardCallback>();
  #others: HeardCallback[] = [];
  #turnedAway = 0;
  #reportedTurnedAway = 0;

  add(heard: HeardCallback): void {
    if (heard.kind === 'received') {
      const key = `${heard.keyId} ${heard.idEntity}`;
      if (this.#received.size < mostReceived || this.#received.has(key)) this.#received.set(key, heard);
      return;
    }
    if (heard.kind !== 'unfamiliar') this.#turnedAway += 1;
    if (this.#others.length < mostOthers) this.#others.push(heard);
  }

  get hasNews(): boolean {
    return this.#received.size > 0 || this.#others.length > 0 || this.#turnedAway > this.#reportedTurnedAway;
  }

  /** What was received since the last report, oldest first; the rest stays for the next one. */
  take(): CallbackReport {
    const received = [...this.#received].slice(0, mostReportedAtOnce);
    for (const [key] of received) this.#received.delete(key);
    const heard = [...received.map(([, callback]) => callback), ...this.#others];
    this.#others = [];
    this.#reportedTurnedAway = this.#turnedAway;
    return { heard, turnedAway: this.#turnedAway };
  }
}
