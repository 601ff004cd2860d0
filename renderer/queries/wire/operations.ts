import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  keepPreviousData,
  replaceEqualDeep,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isStopped, type CallError } from '../../call-error.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { longestWaitMs } from '../../kit/times.ts';
import { type CallInput, type CallName, type CallOutput, call } from './call.ts';

type MutationOptions<Name extends CallName> = {
  readonly onDone?: (output: CallOutput<Name>, input: CallInput<Name>) => void;
  /** Replaces the toast that shows every error until it is dismissed. */
  readonly onFault?: (error: CallError, input: CallInput<Name>) => void;
};

type QueryOptions<Name extends CallName> = {
  readonly isEnabled?: boolean;
  /** Keeps showing the answer for the previous input while the next is read. */
  readonly keepsPrevious?: boolean;
  /** Reads it again each time it is opened, because it changes without an event that names it. */
  readonly isAlwaysStale?: boolean;
  /** The times (ISO 8601) at which the answer changes by itself and is read again: at once if they passed while it was on its way. */
  readonly changesAt?: (answer: CallOutput<Name>) => readonly string[];
  /** Whether an answer is older than the one shown, which then stays: the slower of two calls may have read first. */
  readonly isOlder?: (answer: CallOutput<Name>, shown: CallOutput<Name>) => boolean;
};

/** A clock that is set back between the answer and now would otherwise have it read without a pause. */
const shortestWaitMs = 500;

/** Milliseconds until the first of these times; false: there is none. */
function waitUntilFirst(times: readonly string[], now: number): number | false {
  if (times.length === 0) return false;
  const waits = times.map((time) => Date.parse(time) - now);
  return Math.max(shortestWaitMs, Math.min(longestWaitMs, ...waits));
}

/** The key of an operation's answer: events find it by the operation's name and input. */
export function operationKey<Name extends CallName>(name: Name, input: CallInput<Name>): QueryKey {
  return [name, input];
}

/** Puts an operation's answer into the query cache. */
export function prefetch<Name extends CallName>(
  queryClient: QueryClient,
  name: Name,
  input: CallInput<Name>,
): Promise<void> {
  return queryClient.prefetchQuery({ queryKey: operationKey(name, input), queryFn: () => call(name, input) });
}

/** Puts an answer that another call returned in the place of the one that is shown; returns the one that is shown then: `isOlder` may keep that. */
export function useKeepAnswer<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): (answer: CallOutput<Name>) => CallOutput<Name> {
  const queryClient = useQueryClient();
  return (answer) => queryClient.setQueryData<CallOutput<Name>>(operationKey(name, input), answer) ?? answer;
}

/** Reads an operation's answer and keeps it current: an event that concerns it makes it read again. */
export function useOperation<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { changesAt, isOlder, ...options }: QueryOptions<Name> = {},
): UseQueryResult<CallOutput<Name>, CallError> {
  return useQuery<CallOutput<Name>, CallError>({
    queryKey: operationKey(name, input),
    queryFn: () => call(name, input),
    enabled: options.isEnabled ?? true,
    ...(options.keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.isAlwaysStale === true ? { staleTime: 0 } : {}),
    ...(changesAt === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }) =>
            data === undefined ? false : waitUntilFirst(changesAt(data), Date.now()),
          // A window that is hidden at that time would still show it when it is opened again.
          refetchIntervalInBackground: true,
        }),
    ...(isOlder === undefined ? {} : { structuralSharing: newerOf(isOlder) }),
  });
}

/** The input of the answer that is shown: the previous one as long as `isPrevious`, while the next is read. */
export function useShownInput<Input>(input: Input, isPrevious: boolean): Input {
  const [shown, setShown] = useState(input);
  if (isPrevious || replaceEqualDeep(shown, input) === shown) return shown;
  setShown(input);
  return input;
}

/** Also applies to an answer that is put into the cache. */
function newerOf<Answer>(isOlder: (answer: Answer, shown: Answer) => boolean) {
  return (shown: unknown, answer: unknown): unknown =>
    shown !== undefined && isOlder(answer as Answer, shown as Answer)
      ? shown
      : replaceEqualDeep(shown, answer);
}

/**
 * Runs an operation when a person asks for it; `stop` ends the one that runs. Asked again for exactly what is running, as by a double
 * click, it does not run twice. Its error is shown until it is dismissed, unless `onFault` takes it.
 */
export function useOperationMutation<Name extends CallName>(
  name: Name,
  options: MutationOptions<Name> = {},
): UseMutationResult<CallOutput<Name>, CallError, CallInput<Name>> & { readonly stop: () => void } {
  const toast = useToast();
  const running = useRef<{ readonly input: CallInput<Name>; readonly stopping: AbortController }>(null);
  const mutation = useMutation<CallOutput<Name>, CallError, CallInput<Name>>({
    mutationFn: async (input) => {
      const mine = { input, stopping: new AbortController() };
      running.current = mine;
      try {
        return await call(name, input, { signal: mine.stopping.signal });
      } finally {
        if (running.current === mine) running.current = null;
      }
    },
    onSuccess: (output, input) => options.onDone?.(output, input),
    onError: (error, input) => {
      if (options.onFault !== undefined) options.onFault(error, input);
      else if (!isStopped(error)) toast.error(error);
    },
  });
  const { mutate } = mutation;
  const mutateOnce = useCallback<typeof mutate>(
    (...asked) => {
      const same = running.current?.input;
      if (same === undefined || replaceEqualDeep(same, asked[0]) !== same) mutate(...asked);
    },
    [mutate],
  );
  return { ...mutation, mutate: mutateOnce, stop: () => running.current?.stopping.abort() };
}
