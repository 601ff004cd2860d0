import {
  keepPreviousData,
  useMutation,
  useQuery,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { hostOperations, isHostOperationName, type HostOperations } from '../contract/window/host.ts';
import { operations, type Operations, type WindowOperationName } from '../contract/operations.ts';
import { AppError } from '../contract/errors.ts';
import type { Result } from '../contract/result.ts';
import { takeAhead } from './ahead.ts';
import { bridge, silent } from './bridge.ts';
import { CallError, appErrorOf, isStopped } from './call-error.ts';
import { useToast } from './kit/messages/useToast.tsx';

export { CallError, appErrorOf, isStopped };

/** Every operation that a page may call: Bursar's own and those of the window around it. */
export type AllOperations = Pick<Operations, WindowOperationName> & HostOperations;
export type CallName = keyof AllOperations;
export type CallInput<Name extends CallName> = z.input<AllOperations[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<AllOperations[Name]['output']>;

type CallOptions = {
  /** Aborting asks for a clean stop; the call then ends with whatever it came to, often the error `stopped`. */
  readonly signal?: AbortSignal | undefined;
};

function outputOf<Name extends CallName>(name: Name): z.ZodType<CallOutput<Name>>;
function outputOf(name: CallName): z.ZodType {
  return isHostOperationName(name) ? hostOperations[name].output : operations[name].output;
}

function resultOf(answer: unknown): Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return silent;
  if (answer.ok === true) return { ok: true, value: 'value' in answer ? answer.value : undefined };
  const error = AppError.safeParse('error' in answer ? answer.error : undefined);
  return error.success ? { ok: false, error: error.data } : silent;
}

/** Calls an operation. Rejects with a {@link CallError} that carries the error as the program gave it. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { signal }: CallOptions = {},
): Promise<CallOutput<Name>> {
  const callId = crypto.randomUUID();
  const stop = () => void bridge().call('host.cancel', { callId });
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const result = resultOf(await (takeAhead(name, input) ?? bridge().call(name, input, callId)));
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

/** The key under which an operation's answer is kept: events find it by the operation's name and input. */
export function operationKey<Name extends CallName>(name: Name, input: CallInput<Name>): QueryKey {
  return [name, input];
}

type QueryOptions = {
  readonly isEnabled?: boolean;
  /** Asks again after so many milliseconds, for what no event tells. */
  readonly everyMs?: number;
  /** Keeps showing the answer for the input before while the next is read. */
  readonly keepsPrevious?: boolean;
  /** Stops the operation when nobody waits for its answer any more. */
  readonly isCancellable?: boolean;
};

/** Reads an operation's answer and keeps it current: an event that concerns it makes it read again. */
export function useOperation<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: QueryOptions = {},
): UseQueryResult<CallOutput<Name>, CallError> {
  return useQuery<CallOutput<Name>, CallError>({
    queryKey: operationKey(name, input),
    queryFn: (context) => call(name, input, options.isCancellable === true ? { signal: context.signal } : {}),
    enabled: options.isEnabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
  });
}

type ActOptions<Name extends CallName> = {
  readonly onDone?: (output: CallOutput<Name>, input: CallInput<Name>) => void;
  /** In place of the toast that shows every error until it is dismissed. */
  readonly onFault?: (error: CallError, input: CallInput<Name>) => void;
};

/** Runs an operation when a person asks for it. Its error is shown until it is dismissed, unless `onFault` takes it. */
export function useAct<Name extends CallName>(
  name: Name,
  options: ActOptions<Name> = {},
): UseMutationResult<CallOutput<Name>, CallError, CallInput<Name>> {
  const toast = useToast();
  return useMutation<CallOutput<Name>, CallError, CallInput<Name>>({
    mutationFn: (input) => call(name, input),
    onSuccess: (output, input) => options.onDone?.(output, input),
    onError: (error, input) => {
      if (options.onFault !== undefined) options.onFault(error, input);
      else if (!isStopped(error)) toast.error(error);
    },
  });
}
