import { eventsAddress } from '../contract/window/bridge.ts';
import { sessionHeaders } from './session.ts';

const againAfterMs = 500;
const notLetIn = 401;

type EventListeners = {
  /** The stream is open, for the first time or again. */
  readonly onOpen: () => void;
  /** The stream cannot be opened. */
  readonly onLost: () => void;
  readonly onEvent: (event: unknown) => void;
};

/**
 * Reads the server-sent events of this page for its lifetime, and reconnects when the stream ends. `EventSource` sends
 * no headers, and so could not send the session secret.
 */
export async function readEvents(
  session: string | null,
  { onOpen, onLost, onEvent }: EventListeners,
): Promise<void> {
  for (;;) {
    let isOpen = false;
    try {
      const response = await fetch(eventsAddress, { headers: sessionHeaders(session), cache: 'no-store' });
      if (response.status === notLetIn) return onLost();
      if (response.ok && response.body !== null) {
        isOpen = true;
        onOpen();
        await parseEvents(response.body, onEvent);
      }
    } catch {
      // Ignored: Bursar was closed or is busy: the page tries again until it answers.
    }
    if (!isOpen) onLost();
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
