import type { AppError } from '../../../contract/errors.ts';
import { notifyAll, type AppEventListener } from '../../../contract/events.ts';
import { fail, type Result } from '../../../contract/result.ts';
import type { BackgroundTask } from '../../../contract/treasury/attention.ts';
import type { Bursar } from '../../compose.ts';
import { quietCall, type Call, type Dispatch } from '../../dispatch.ts';
import { OpenCalls } from './open-calls.ts';
import {
  commandLineOperations,
  isOperationName,
  type OperationInput,
  type OperationName,
} from '../../../contract/operations.ts';

export type Compose = () => Promise<Result<Bursar>>;

/** Holds the open data folder for a window: sends and tracks in the background while it is open, and can release it temporarily. */
export class Holder {
  readonly calls = new OpenCalls();
  readonly #compose: Compose;
  readonly #listeners = new Set<AppEventListener>();
  #current: Promise<Result<Bursar>>;
  #background: Bursar['background'] = noBackground;
  #isClosed = false;
  #isReleased = false;

  constructor(compose: Compose) {
    this.#compose = compose;
    this.#current = this.#open();
  }

  /** Resolves when the data folder is open, or with the reason why it is not. */
  async opened(): Promise<Result<null>> {
    const current = await this.#current;
    return current.ok ? { ok: true, value: null } : current;
  }

  subscribe(listener: AppEventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit: AppEventListener = (event) =>
    notifyAll(this.calls.named(event), this.#listeners, this.#background, 'window');

  /** Passes any call to the core; waits while the folder is released. */
  async dispatch(name: string, input: unknown, call: Call): Promise<Result<unknown>> {
    const current = await this.#current;
    if (this.#isClosed) return fail('stopped', 'Bursar is being closed. Start it again.');
    return current.ok ? carryUnknown(current.value.dispatch, name, input, call) : current;
  }

  /** Reports the end of a background task of the face; `failure` null: it worked. */
  async report(task: BackgroundTask, failure: AppError | null): Promise<void> {
    const current = await this.#current;
    if (!current.ok) return;
    if (failure === null) current.value.background.worked(task);
    else current.value.background.failed(task, failure);
  }

  /**
   * Stops cleanly, lets `work` use the folder, and opens it again whatever the result. Only one at a time: a second one would wait for calls
   * that wait for it.
   */
  async withoutFolder<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
    if (this.#isReleased)
      return fail(
        'changeDeclined',
        'A backup is being restored already. Nothing else was changed. Wait until it is restored, then try again.',
      );
    this.#isReleased = true;
    const before = this.#current;
    const working = Promise.withResolvers<Result<Value>>();
    this.#current = (async () => {
      await this.#stop(await before);
      try {
        working.resolve(await work());
      } catch (thrown) {
        working.reject(thrown);
      }
      return this.#open();
    })().finally(() => {
      this.#isReleased = false;
    });
    await this.#current;
    return working.promise;
  }

  /** Stops cleanly: requests in flight are awaited and recorded. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#stop(await this.#current);
  }

  async #open(): Promise<Result<Bursar>> {
    const bursar = await this.#compose();
    if (!bursar.ok) return bursar;
    this.#background = bursar.value.background;
    bursar.value.subscribe(this.emit);
    const started = await bursar.value.dispatch('runner.start', {}, quietCall());
    if (!started.ok) this.#background.failed('runner', started.error);
    return bursar;
  }

  async #stop(current: Result<Bursar>): Promise<void> {
    await this.calls.endAll();
    if (!current.ok) return;
    await current.value.dispatch('runner.stop', {}, quietCall());
    await current.value.close();
  }
}

/** Before the data folder is open there is nowhere to show a failure. */
const noBackground: Bursar['background'] = { failed: () => undefined, worked: () => undefined };

const longestShownName = 200;

/**
 * Passes a call whose name and input come from a page to the core, which parses the input by the contract. Operations only for the command line
 * are as unknown here as any other unknown name (invariant I5).
 */
function carryUnknown(
  dispatch: Dispatch,
  name: string,
  input: unknown,
  call: Call,
): Promise<Result<unknown>> {
  if (!isOperationName(name) || commandLineOperations.has(name))
    return Promise.resolve(fail('inputInvalid', `There is no operation ${name.slice(0, longestShownName)}.`));
  // Dispatch parses the input, whatever it is, before anything reads it.
  return dispatch(name, input as OperationInput<OperationName>, call);
}
