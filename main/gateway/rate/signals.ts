import { setMaxListeners } from 'node:events';

/** Does work with a signal that aborts with either of two. */
export async function withEither<Value>(
  first: AbortSignal,
  second: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (second === undefined) return work(first);
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const sources = [first, second];
  for (const source of sources) {
    allowManyListeners(source);
    source.addEventListener('abort', abort, { once: true });
    if (source.aborted) abort();
  }
  try {
    return await work(allowManyListeners(controller.signal));
  } finally {
    for (const source of sources) source.removeEventListener('abort', abort);
  }
}

/** Many calls may wait on one signal; that is not a leak, so Node need not warn about it. */
export function allowManyListeners(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}

/** The promise's value, or null as soon as the signal aborts; the promise's later result is ignored. */
export async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  if (signal.aborted) {
    // Ignored: the caller no longer wants it.
    promise.catch(() => {});
    return null;
  }
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const onAbort = (): void => resolve(null);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
