import {
  callAddress,
  callIdHeader,
  decodeWire,
  encodeWire,
  wireType,
  type Bridge,
} from '../contract/window/bridge.ts';
import { fail } from '../contract/result.ts';
import { readEvents } from './event-stream.ts';
import { createListeners } from './kit/listeners.ts';
import { enter, sessionHeaders } from './session.ts';

declare global {
  interface Window {
    /** The preload's bridge in the desktop app; absent in an ordinary browser. */
    readonly bursar?: Bridge;
  }
}

type Listener = (value: unknown) => void;

/**
 * The raw bridge of the host environment: the caller parses its results (`queries/wire/call.ts`, `events.ts`), so that the first queries do
 * not wait for the parser. `onAgain` reports that the stream of events was interrupted, so that some may be lost, and `onLost` that it
 * cannot be opened: what the page shows may be out of date.
 */
type PageBridge = {
  /** False in a browser tab that has neither a token nor the session secret. */
  readonly isLetIn: Promise<boolean>;
  /** Never rejects; the result should be a `Result`. */
  call(name: string, input: unknown, callId?: string): Promise<unknown>;
  /** The result should be an `AppEvent`. */
  onEvent(listener: Listener): () => void;
  onAgain(listener: () => void): () => void;
  onLost(listener: () => void): () => void;
};

/** Replaces an invalid answer. */
export const silent = fail(
  'internal',
  'Bursar does not answer: it may have been closed. Start it again, then reload this page to see what was saved and done.',
);

let isLeaving = false;

/** Calls made while the page unloads arrive afterwards, too. Not always: a browser allows 64 KiB of such requests in total. */
function watchLeaving(): void {
  addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
    });
  });
}

const largeBytes = 65_536;

/** A file goes as a `Blob`: Chromium copies bytes before `fetch` returns, which blocks the page. */
function bodyOf(bytes: Uint8Array<ArrayBuffer>): BodyInit {
  return bytes.length > largeBytes ? new Blob([bytes]) : bytes;
}

async function callByHttp(
  session: string | null,
  ...[name, input, callId]: Parameters<PageBridge['call']>
): Promise<unknown> {
  try {
    const response = await fetch(callAddress(name), {
      method: 'POST',
      keepalive: isLeaving,
      body: bodyOf(encodeWire(input)),
      headers: {
        'content-type': wireType,
        ...sessionHeaders(session),
        ...(callId === undefined ? {} : { [callIdHeader]: callId }),
      },
    });
    const answer = decodeWire(new Uint8Array(await response.arrayBuffer()));
    return answer.ok ? answer.value : silent;
  } catch {
    return silent;
  }
}

function bridgeByHttp(): PageBridge {
  const entered = enter();
  watchLeaving();
  const events = createListeners<unknown>();
  const again = createListeners();
  const lost = createListeners();
  const begin = async () => {
    await readEvents(await entered, {
      onAgain: again.notify,
      onLost: lost.notify,
      onEvent: events.notify,
    });
  };
  let hasBegun = false;
  return {
    isLetIn: entered.then((session) => session !== null),
    call: async (...called) => callByHttp(await entered, ...called),
    onEvent: (listener) => {
      if (!hasBegun) void begin();
      hasBegun = true;
      return events.listen(listener);
    },
    onAgain: again.listen,
    onLost: lost.listen,
  };
}

let made: PageBridge | null = null;

/** The one bridge of this page: the preload's if there is one, otherwise calls and events over HTTP to the page's server. */
export function bridge(): PageBridge {
  made ??=
    window.bursar === undefined
      ? bridgeByHttp()
      : {
          isLetIn: Promise.resolve(true),
          call: window.bursar.call,
          onEvent: window.bursar.onEvent,
          onAgain: () => () => undefined,
          onLost: () => () => undefined,
        };
  return made;
}
