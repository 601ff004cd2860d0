import { eventsAddress } from '../contract/window/bridge.ts';
import { sessionHeaders } from './session.ts';

const againAfterMs = 500;
const notLetIn = 401;
/** The lock of the tab that reads, and the channel over which it tells the others. */
const shared = 'bursar-events';

type EventListeners = {
  /** The stream was interrupted, and is open again. */
  readonly onAgain: () => void;
  /** The stream cannot be opened. */
  readonly onLost: () => void;
  readonly onEvent: (event: unknown) => void;
};

type Told = { readonly kind: 'again' | 'lost' } | { readonly kind: 'event'; readonly event: unknown };

/**
 * Reads the server-sent events of this page for its lifetime, and reconnects when the stream ends. One tab reads for all of the browser,
 * and another one continues when it is closed: a browser has six connections to one address, and a stream of each tab would leave none
 * for calls. `EventSource` sends no headers, and so could not send the session secret.
 */
export async function readEvents(session: string | null, listeners: EventListeners): Promise<void> {
  const channel = new BroadcastChannel(shared);
  const hear = (told: Told): void => {
    if (told.kind === 'event') listeners.onEvent(told.event);
    else if (told.kind === 'again') listeners.onAgain();
    else listeners.onLost();
  };
  // Only our own pages have this origin.
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data));
  const tell = (told: Told): void => {
    hear(told);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a channel of one origin, not a window
    channel.postMessage(told);
  };
  const isRead = await navigator.locks.request(shared, { ifAvailable: true }, (lock) =>
    lock === null ? null : readStream(session, tell, false),
  );
  if (isRead === null) await navigator.locks.request(shared, () => readStream(session, tell, true));
  listeners.onLost();
}

/** Ends only if this page is not let in. `wasRead`: what the page shows may be older than the first event. */
async function readStream(
  session: string | null,
  tell: (told: Told) => void,
  wasRead: boolean,
): Promise<'notLetIn'> {
  let isAgain = wasRead;
  for (;;) {
    let isOpen = false;
    try {
      const response = await fetch(eventsAddress, { headers: sessionHeaders(session), cache: 'no-store' });
      if (response.status === notLetIn) return 'notLetIn';
      if (response.ok && response.body !== null) {
        isOpen = true;
        if (isAgain) tell({ kind: 'again' });
        isAgain = true;
        await parseEvents(response.body, (event) => tell({ kind: 'event', event }));
      }
    } catch {
      // Ignored: Bursar was closed or is busy: the page tries again until it answers.
    }
    if (!isOpen) {
      isAgain = true;
      tell({ kind: 'lost' });
    }
    await new Promise((resolve) => setTimeout(resolve, againAfterMs));
  }
}

async function parseEvents(stream: ReadableStream<Uint8Array>, onEvent: (event: unknown) => void) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice('data: '.length)));
  }
}
