import type { z } from 'zod';
import { AppError } from '../../../contract/errors.ts';
import { type Operations, type WindowOperationName, operations } from '../../../contract/operations.ts';
import type { Result } from '../../../contract/result.ts';
import { type HostOperations, hostOperations, isHostOperationName } from '../../../contract/window/host.ts';
import { takePrefetched } from '../../prefetched.ts';
import { bridge, silent } from '../../bridge.ts';
import { nameCall } from '../../events.ts';
import { CallError, appErrorOf } from '../../call-error.ts';

function resultOf(answer: unknown): Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return silent;
  if (answer.ok === true) return { ok: true, value: 'value' in answer ? answer.value : undefined };
  const error = AppError.safeParse('error' in answer ? answer.error : undefined);
  return error.success ? { ok: false, error: error.data } : silent;
}

type CallOptions = {
  /** Aborting requests a clean stop; the call then ends with its result so far, often the error `stopped`. */
  readonly signal?: AbortSignal | undefined;
};

/** Every operation that a page may call: Bursar's own and those of the window around it. */
type AllOperations = Pick<Operations, WindowOperationName> & HostOperations;

export type CallName = keyof AllOperations;

export type CallInput<Name extends CallName> = z.input<AllOperations[Name]['input']>;

export type CallOutput<Name extends CallName> = z.output<AllOperations[Name]['output']>;

/** Calls an operation. Rejects with a {@link CallError} that carries the program's error. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { signal }: CallOptions = {},
): Promise<CallOutput<Name>> {
  const callId = crypto.randomUUID();
  if (signal !== undefined) nameCall(signal, callId);
  const stop = () => void bridge().call('host.cancel', { callId });
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const result = resultOf(await (takePrefetched(name, input) ?? bridge().call(name, input, callId)));
    if (!result.ok) throw new CallError(result.error);
    return outputOf(name).parse(result.value);
  } catch (thrown) {
    if (thrown instanceof CallError) throw thrown;
    if (signal?.aborted === true)
      throw new CallError({ code: 'stopped', message: 'You stopped this.', details: {} });
    throw new CallError(appErrorOf(thrown));
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function outputOf<Name extends CallName>(name: Name): z.ZodType<CallOutput<Name>>;

function outputOf(name: CallName): z.ZodType {
  return isHostOperationName(name) ? hostOperations[name].output : operations[name].output;
}
