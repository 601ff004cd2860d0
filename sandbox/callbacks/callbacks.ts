import { DueQueue } from './due-queue.ts';
import type { Payment } from '../state.ts';
import type { CallbackOutcome, CallbackRecord, DueCallback } from '../types.ts';

const repeats = 4;
const repeatAfterMs = 2 * 60 * 1000;

type Callback = Omit<CallbackRecord, 'attempts' | 'state'> & {
  state: CallbackRecord['state'];
  attempts: { readonly at: number; readonly status: number | null }[];
  takenAt: number;
};

/** The schedule of callbacks (interface: Events): what is due when, and the results. Sends nothing itself. */
export class Callbacks {
  readonly #all: Callback[] = [];
  readonly #waiting = new DueQueue<Callback>();

  /** Plans the callback of a payment whose processing has finished, if it was created with a callbackUrl. */
  plan(payment: Payment, at: number): void {
    const url = payment.request.callbackUrl;
    if (url === undefined || payment.kind === 'topup') return;
    const callback: Callback = {
      callbackId: this.#all.length + 1,
      merchantCode: payment.merchant.merchantCode,
      kind: payment.kind,
      idEntity: payment.id,
      url,
      state: 'waiting',
      attempts: [],
      takenAt: at,
    };
    this.#all.push(callback);
    this.#waiting.push(at, callback);
  }

  nextAt(): number | null {
    return this.#waiting.nextAt();
  }

  takeDue(now: number, limit: number): DueCallback[] {
    const taken: DueCallback[] = [];
    while (taken.length < limit) {
      const due = this.#waiting.takeDue(now);
      if (due === null) break;
      const { item } = due;
      item.state = 'underway';
      item.takenAt = now;
      const { callbackId, url, idEntity, attempts } = item;
      taken.push({ callbackId, url, body: JSON.stringify({ idEntity }), attempt: attempts.length + 1 });
    }
    return taken;
  }

  report(callbackId: number, outcome: CallbackOutcome): void {
    const callback = this.#all[callbackId - 1];
    if (callback?.state !== 'underway') throw new TypeError(`callback ${callbackId} is not underway`);
    if (outcome.kind === 'undeliverable') {
      callback.state = 'undeliverable';
      return;
    }
    const status = outcome.kind === 'answered' ? outcome.status : null;
    callback.attempts.push({ at: callback.takenAt, status });
    if (status === 200) callback.state = 'delivered';
    else if (callback.attempts.length > repeats) callback.state = 'givenUp';
    else {
      callback.state = 'waiting';
      this.#waiting.push(callback.takenAt + repeatAfterMs, callback);
    }
  }

  list(): CallbackRecord[] {
    return this.#all.map(({ takenAt: _takenAt, ...callback }) => ({
      ...callback,
      attempts: [...callback.attempts],
    }));
  }
}
