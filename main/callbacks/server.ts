import type { CallbackFault } from '../../contract/receiving/callbacks.ts';
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CallbackPath, HeardCallback, ListenAt } from '../core/ports/index.ts';
import type { CallbackLimits } from './limits.ts';
import { readCallback } from './read-callback.ts';

type CallbackServer = {
  /** Resolves with the port; rejects with the system's error where that is not possible. */
  listen(where: ListenAt): Promise<number>;
  serve(paths: readonly CallbackPath[]): void;
  /** Ends every connection. */
  close(): void;
};

/** How often connections are looked through for those that take too long. */
const lookThroughMs = 500;
/** What a path may end with; anything else is not even hashed. */
const secretPattern = /(?:^|\/)([A-Za-z0-9_-]{22,64})\/?(?:\?|$)/;

/**
 * Answers callbacks (interface: Events): 200 at once to what is well formed, 400 to what is not, 404 to every path that is not one of
 * those served, 405 and 413 to the rest. `hear` gets each request after its answer was given; nothing is kept here.
 */
export function createCallbackServer(
  limits: CallbackLimits,
  hear: (heard: HeardCallback) => void,
): CallbackServer {
  let known = new Map<string, CallbackPath>();
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: lookThroughMs,
  });
  server.maxConnections = limits.connections;

  const find = ({ url = '' }: IncomingMessage): CallbackPath | null => {
    const secret = secretPattern.exec(url)?.[1];
    return secret === undefined ? null : (known.get(hash('sha256', secret, 'hex')) ?? null);
  };

  const answer = (message: IncomingMessage, reply: ServerResponse, handle: () => void): void => {
    const { method, headers } = message;
    const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    const isSmall = !hasBody || length <= limits.bodyBytes;
    const to = find(message);
    const end = (
      status: number,
      kind: HeardCallback['kind'],
      fault: CallbackFault | null,
      idEntity?: string,
    ): void => {
      reply.sendDate = false;
      if (status === 405) reply.setHeader('Allow', 'POST');
      // A caller that sends more than the limit loses the connection: the body is not read to its end.
      if (!message.complete && !isSmall) reply.setHeader('Connection', 'close');
      reply.writeHead(status, { 'Content-Length': 0 }).end();
      hear({ kind, keyId: to?.keyId ?? null, idEntity: idEntity ?? null, status, fault });
    };
    if (to === null) return end(404, 'refused', { code: 'noSuchAddress' });
    if (method !== 'POST') return end(405, 'refused', { code: 'notPost' });
    const tooLarge = { code: 'tooLarge', mostBytes: limits.bodyBytes } as const;
    if (hasBody && Number.isFinite(length) && !isSmall) return end(413, 'refused', tooLarge);
    handle();
    readBody(message, limits.bodyBytes, (body) => {
      if (body === null) return end(413, 'refused', tooLarge);
      const read = readCallback(body);
      if (read.kind === 'malformed') return end(400, 'malformed', read.fault);
      if (read.kind === 'unfamiliar') return end(200, 'unfamiliar', read.fault);
      return end(200, 'received', null, read.idEntity);
    });
  };

  server.on('request', (message, reply) => answer(message, reply, () => undefined));
  server.on('checkContinue', (message, reply) => answer(message, reply, () => reply.writeContinue()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = statusOf(error.code ?? '');
    // Only what was not answered yet can be answered; anything else would be taken as the answer to something else.
    if (status !== null && socket.writable && socket.bytesWritten === 0)
      socket.write(`HTTP/1.1 ${status} Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    socket.destroySoon();
    // Who connects and then says nothing, as proxies do that connect beforehand, asked for nothing.
    if (status !== null && socket.bytesRead > 0)
      hear({
        ...unread,
        kind: status === 400 ? 'malformed' : 'refused',
        status,
        fault: unreadFaults[status],
      });
  });

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port, exclusive: true }, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    serve(paths) {
      known = new Map(paths.map((path) => [path.hash, path]));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const unread = { keyId: null, idEntity: null };
const unreadFaults = {
  400: { code: 'notHttp' },
  408: { code: 'tooSlow' },
  431: { code: 'headersTooLarge' },
} as const;

/** What is answered to a request that was not read to the end of its headers or its body; null: it was given up. */
function statusOf(code: string): keyof typeof unreadFaults | null {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 431;
    case 'ECONNRESET':
    case 'EPIPE':
      return null;
    default:
      return 400;
  }
}

/** Gives the body once, or null as soon as it is too large; nothing where the connection breaks off. */
function readBody(
  message: IncomingMessage,
  mostBytes: number,
  done: (body: Uint8Array | null) => void,
): void {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const take = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    if (bytes <= mostBytes) {
      chunks.push(chunk);
      return;
    }
    message.off('data', take).off('end', end).pause();
    done(null);
  };
  const end = (): void => done(Buffer.concat(chunks));
  message
    .on('data', take)
    .on('end', end)
    .on('error', () => undefined);
}
