import {
  callAddress,
  callIdHeader,
  decodeWire,
  encodeWire,
  eventsAddress,
  wireType,
  type Bridge,
} from '../contract/bridge.ts';
import { AppError } from '../contract/errors.ts';
import { AppEvent, type AppEventListener } from '../contract/events.ts';
import { fail, succeed, type Result } from '../contract/result.ts';

declare global {
  interface Window {
    /** What the preload of the desktop app gives; absent in an ordinary browser. */
    readonly bursar?: Bridge;
  }
}

/** The bridge of the surroundings, and a word when the stream of events was interrupted, so that some may be lost. */
type PageBridge = Bridge & { onAgain(listener: () => void): () => void };

const silent = fail(
  'internal',
  'Bursar does not answer: it may have been closed. Start it again, then load this page again. Nothing was lost.',
);

function resultOf(value: unknown): Result<unknown> {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return silent;
  if (value.ok === true) return succeed('value' in value ? value.value : undefined);
  const error = AppError.safeParse('error' in value ? value.error : undefined);
  return error.success ? { ok: false, error: error.data } : silent;
}

async function callByHttp(name: string, input: unknown, callId?: string): Promise<Result<unknown>> {
  try {
    const response = await fetch(callAddress(name), {
      method: 'POST',
      body: encodeWire(input),
      headers: { 'content-type': wireType, ...(callId === undefined ? {} : { [callIdHeader]: callId }) },
    });
    const answer = decodeWire(new Uint8Array(await response.arrayBuffer()));
    return answer.ok ? resultOf(answer.value) : silent;
  } catch {
    return silent;
  }
}

function bridgeByHttp(): PageBridge {
  const listeners = new Set<AppEventListener>();
  const againListeners = new Set<() => void>();
  let wasOpen = false;
  const begin = () => {
    const source = new EventSource(eventsAddress);
    source.addEventListener('open', () => {
      if (wasOpen) for (const listener of againListeners) listener();
      wasOpen = true;
    });
    source.addEventListener('message', ({ data }) => {
      const event = AppEvent.safeParse(JSON.parse(String(data)));
      if (event.success) for (const listener of listeners) listener(event.data);
    });
  };
  let hasBegun = false;
  return {
    call: callByHttp,
    onEvent: (listener) => {
      if (!hasBegun) begin();
      hasBegun = true;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onAgain: (listener) => {
      againListeners.add(listener);
      return () => void againListeners.delete(listener);
    },
  };
}

let made: PageBridge | null = null;

/** The one bridge of this page: the preload's where there is one, else calls and events over HTTP to where the page came from. */
export function bridge(): PageBridge {
  made ??=
    window.bursar === undefined
      ? bridgeByHttp()
      : { call: window.bursar.call, onEvent: window.bursar.onEvent, onAgain: () => () => undefined };
  return made;
}
