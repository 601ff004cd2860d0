import { AsyncLocalStorage } from 'node:async_hooks';
import type { AppEvent } from '../../../contract/events.ts';

/** The calls in progress, so that a person can stop one, and quitting can stop all and wait for them. */
export class OpenCalls {
  readonly #byId = new Map<string, AbortController>();
  readonly #current = new AsyncLocalStorage<string | null>();
  readonly #all = new Map<AbortController, Promise<unknown>>();

  /** Runs one call with its own signal; `cancel` stops it by `callId`. `ending` is aborted by `endAll` alone, and never by the page. */
  async run<Value>(
    callId: string | null,
    outer: AbortSignal | null,
    work: (signal: AbortSignal, ending: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const controller = new AbortController();
    const ending = new AbortController();
    const end = (): void => controller.abort();
    if (outer?.aborted === true) end();
    outer?.addEventListener('abort', end);
    ending.signal.addEventListener('abort', end);
    if (callId !== null) this.#byId.set(callId, controller);
    const done = this.#current.run(callId, () => work(controller.signal, ending.signal));
    this.#all.set(ending, done);
    try {
      return await done;
    } finally {
      this.#all.delete(ending);
      outer?.removeEventListener('abort', end);
      if (callId !== null && this.#byId.get(callId) === controller) this.#byId.delete(callId);
    }
  }

  /** An event with the ID of the call that emits it, if it reports the progress of one. */
  named(event: AppEvent): AppEvent {
    const callId = this.#current.getStore() ?? null;
    return event.kind !== 'progress' || callId === null ? event : { ...event, callId };
  }

  cancel(callId: string): void {
    this.#byId.get(callId)?.abort();
  }

  /** Cancels every call and resolves when each has ended. */
  async endAll(): Promise<void> {
    const open = [...this.#all];
    for (const [controller] of open) controller.abort();
    await Promise.allSettled(open.map(([, done]) => done));
  }
}
