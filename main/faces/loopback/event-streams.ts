import type { ServerResponse } from 'node:http';
import type { Host } from '../window/host.ts';
import { streamHeaders } from './answers.ts';

const heartbeatMs = 15_000;
const againAfterMs = 500;
/** A page that stops reading is disconnected; when it reconnects, it reads everything again. */
const largestBacklogBytes = 1024 * 1024;
const mostStreams = 32;

/** Sends events to pages as they happen (server-sent events). */
export class EventStreams {
  readonly #streams = new Set<ServerResponse>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  constructor(host: Host) {
    this.#unsubscribe = host.subscribe((event) => this.#tell(`data: ${JSON.stringify(event)}\n\n`));
    this.#heartbeat = setInterval(() => this.#tell(':\n\n'), heartbeatMs);
    this.#heartbeat.unref();
  }

  /** Adds a page; if there are too many, the oldest is removed. */
  open(reply: ServerResponse): void {
    const [oldest] = this.#streams;
    if (this.#streams.size >= mostStreams) oldest?.destroy();
    reply.writeHead(200, streamHeaders);
    reply.write(`retry: ${againAfterMs}\n:\n\n`);
    this.#streams.add(reply);
    reply.on('close', () => this.#streams.delete(reply));
  }

  close(): void {
    this.#unsubscribe();
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) stream.destroy();
  }

  #tell(text: string): void {
    for (const stream of this.#streams)
      if (stream.writableLength > largestBacklogBytes) stream.destroy();
      else stream.write(text);
  }
}
