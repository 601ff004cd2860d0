import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { SandboxClock } from '../clock.ts';
import { isLoopbackHost, lookupLoopback } from '../http/loopback.ts';
import type { CallbackOutcome, DueCallback, SandboxGateway } from '../types.ts';

const mostAtOnce = 10;
/** How long a receiver may take to answer. */
const timeLimitMs = 5000;

/**
 * Posts due callbacks to addresses on this computer, and records every other address as undeliverable without
 * calling it (interface: Events).
 */
export class CallbackDelivery {
  readonly #gateway: SandboxGateway;
  readonly #clock: SandboxClock;
  readonly #stopped = new AbortController();
  #timer: { readonly at: number; readonly cancel: () => void } | null = null;
  #underway = 0;

  constructor(gateway: SandboxGateway, clock: SandboxClock) {
    this.#gateway = gateway;
    this.#clock = clock;
  }

  /** Schedules the next due callback. Call whenever a payment may have been added. */
  arm(): void {
    const at = this.#gateway.nextCallbackAt();
    if (at === null || this.#stopped.signal.aborted || this.#underway >= mostAtOnce) return;
    if (this.#timer !== null && this.#timer.at <= at) return;
    this.#timer?.cancel();
    const { cancel } = this.#clock.setTimer(() => this.#deliverDue(), at - this.#clock.now());
    this.#timer = { at, cancel };
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#stopped.abort();
  }

  #deliverDue(): void {
    this.#timer = null;
    for (const callback of this.#gateway.takeDueCallbacks(mostAtOnce - this.#underway)) {
      this.#underway += 1;
      void this.#deliver(callback);
    }
    this.arm();
  }

  async #deliver(callback: DueCallback): Promise<void> {
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeLimitMs)]);
    const outcome = await postCallback(callback, signal);
    this.#underway -= 1;
    this.#gateway.reportCallback(callback.callbackId, outcome);
    this.arm();
  }
}

/** Posts one callback and returns the receiver's status; redirects are not followed. */
function postCallback({ url: text, body }: DueCallback, signal: AbortSignal): Promise<CallbackOutcome> {
  const url = new URL(text);
  if (!isLoopbackHost(url.hostname)) return Promise.resolve({ kind: 'undeliverable' });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = send(
      url,
      { method: 'POST', headers, agent: false, lookup: lookupLoopback, signal },
      (response) => {
        response.resume();
        resolve({ kind: 'answered', status: response.statusCode ?? 0 });
      },
    );
    request.on('error', () => resolve({ kind: 'noAnswer' }));
    request.end(body);
  });
}
