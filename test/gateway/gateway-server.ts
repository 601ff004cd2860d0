import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';

export type Seen = {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

export type Reply = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** Answers one request: a reply, or null when it has dealt with the response by itself. */
export type Answering = (seen: Seen, response: ServerResponse) => Reply | null | Promise<Reply | null>;

export type TestServer = {
  readonly baseUrl: string;
  readonly seen: Seen[];
  readonly sockets: Set<Socket>;
  readonly server: Server;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A real HTTP server on loopback that keeps what it was asked. */
export async function startServer(answering: Answering): Promise<TestServer> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const one = { at, method, url, headers, body: Buffer.concat(chunks) };
    seen.push(one);
    const reply = await answering(one, response);
    if (reply === null) return;
    response.writeHead(reply.status, reply.headers ?? {});
    response.end(reply.body ?? '');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}`,
    seen,
    sockets,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return address.port;
}

/** An unsigned token that looks like a JWT with these times, and with these claims beside them. */
export function makeToken(
  lifetimeSeconds: number,
  issuedAt = Math.floor(Date.now() / 1000),
  more: object = {},
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: issuedAt, exp: issuedAt + lifetimeSeconds, jti: randomUUID(), sub: 'M1', ...more };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

/** Hands out tokens of ten minutes and answers everything else by `operation`. */
export function withTokens(operation: Answering): Answering {
  return (seen, response) =>
    seen.url.endsWith('/auth-tokens') ? json(200, { token: makeToken(600) }) : operation(seen, response);
}
