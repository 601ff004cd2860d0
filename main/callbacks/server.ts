import type { CallbackFault } from '../../contract/receiving/callbacks.ts';
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CallbackPath, HeardCallback, ListenAt } from '../core/ports/index.ts';
import type { CallbackLimits } from './limits.ts';
import { readCallback } from './read-callback.ts';

type CallbackServer = {
  /** Resolves with the port; rejects with the system's error if that is not possible. */
  listen(where: ListenAt): Promise<number>;
  serve(paths: readonly CallbackPath[]): void;
  /** Ends every connection. */
  close(): void;
};

/** How often slow connections are looked for. */
const lookThroughMs = 500;
/** What a path may contain at its end; anything else is not even hashed. */
const secretPattern = /(?:^|\/)([A-Za-z0-9_-]{22,64})\/?(?:\?|$)/;

/**
 * Answers callbacks (interface: Events): 200 at once to well-formed ones, 400 to others, 404 to every path that is not served, and
 * 405 or 413 to the rest. `hear` receives each request after its answer; nothing is stored here.
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
      // A caller that sends more than the limit loses the connection: the rest of the body is not read.
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
    // Only an unanswered request can be answered; anything else would be taken for the answer to another one.
    if (status !== null && socket.writable && socket.bytesWritten === 0)
      socket.write(`HTTP/1.1 ${status} Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    socket.destroySoon();
    // A connection without a request, such as one that a proxy opens in advance, needs no answer.
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

/** The answer to a request whose headers or body were not read to the end; null: it was abandoned. */
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

/** Calls back once with the body, or with null as soon as it is too large; not at all if the connection breaks. */
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
