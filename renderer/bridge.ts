import {
  callAddress,
  callIdHeader,
  decodeWire,
  encodeWire,
  eventsAddress,
  wireType,
  type Bridge,
} from '../contract/bridge.ts';
import { fail } from '../contract/result.ts';

declare global {
  interface Window {
    /** What the preload of the desktop app gives; absent in an ordinary browser. */
    readonly bursar?: Bridge;
  }
}

type Listener = (value: unknown) => void;

/**
 * The bridge of the surroundings as it stands: whoever calls reads what comes (`api.ts`, `events.ts`), so that the first questions need
 * not wait for what reads them. `onAgain` tells that the stream of events was interrupted, so that some may be lost.
 */
type PageBridge = {
  /** Never rejects; what comes ought to be a `Result`. */
  call(name: string, input: unknown, callId?: string): Promise<unknown>;
  /** What comes ought to be an `AppEvent`. */
  onEvent(listener: Listener): () => void;
  onAgain(listener: () => void): () => void;
};

/** In place of an answer that is none. */
export const silent = fail(
  'internal',
  'Bursar does not answer: it may have been closed. Start it again, then load this page again. Nothing was lost.',
);

async function callByHttp(name: string, input: unknown, callId?: string): Promise<unknown> {
  try {
    const response = await fetch(callAddress(name), {
      method: 'POST',
      body: encodeWire(input),
      headers: { 'content-type': wireType, ...(callId === undefined ? {} : { [callIdHeader]: callId }) },
    });
    const answer = decodeWire(new Uint8Array(await response.arrayBuffer()));
    return answer.ok ? answer.value : silent;
  } catch {
    return silent;
  }
}

function bridgeByHttp(): PageBridge {
  const listeners = new Set<Listener>();
  const againListeners = new Set<() => void>();
  let wasOpen = false;
  const begin = () => {
    const source = new EventSource(eventsAddress);
    source.addEventListener('open', () => {
      if (wasOpen) for (const listener of againListeners) listener();
      wasOpen = true;
    });
    source.addEventListener('message', ({ data }) => {
      const event: unknown = JSON.parse(String(data));
      for (const listener of listeners) listener(event);
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
