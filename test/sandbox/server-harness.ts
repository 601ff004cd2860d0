import { createServer, request as requestHttp, type IncomingMessage } from 'node:http';
import { type SandboxClock, type SandboxServerOptions, startSandbox } from '../../sandbox/index.ts';
import { at, everything, merchantCode, publicKeyPem, secret, startMs } from './harness.ts';

export type HandClock = SandboxClock & { advance(durationMs: number): void };

/** A clock that stands still until it is moved; timers that come due are called in order. */
export function createHandClock(): HandClock {
  let nowMs = startMs;
  const timers = new Set<{ at: number; call: () => void }>();
  return {
    now: () => nowMs,
    setTimer(call, delayMs) {
      const timer = { at: nowMs + Math.max(delayMs, 0), call };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    advance(durationMs) {
      const end = nowMs + durationMs;
      for (;;) {
        const [next] = [...timers]
          .filter((timer) => timer.at <= end)
          .toSorted((left, right) => left.at - right.at);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = Math.max(nowMs, next.at);
        next.call();
      }
      nowMs = end;
    },
  };
}

export function start(options: Partial<SandboxServerOptions> = {}) {
  return startSandbox({
    port: 0,
    seed: 1,
    faults: 0,
    settleMs: 1000,
    requestsPerSecond: null,
    merchants: [{ merchantCode, publicKeyPems: [publicKeyPem], secrets: [secret] }],
    ...options,
  });
}

export type HttpAnswer = { status: number; headers: IncomingMessage['headers']; body: string };

/** One request over HTTP; rejects when the connection ends before the whole answer came. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = requestHttp(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

export function authorized(token: string): Record<string, string> {
  return { 'x-api-version': '2', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

export async function askToken(url: string, nowMs: number): Promise<string> {
  const body = JSON.stringify({
    merchantCode,
    validitySecs: 3600,
    timestamp: Math.floor(nowMs / 1000),
    secret,
    operations: everything,
  });
  const answer = await ask(`${url}/auth-tokens`, { method: 'POST', headers: { 'x-api-version': '2' }, body });
  const token: unknown = at(JSON.parse(answer.body), 'token');
  if (typeof token !== 'string') throw new Error(answer.body);
  return token;
}

/** A receiver of callbacks that answers with the statuses given, one after another, and then with 200. */
export async function startReceiver(statuses: number[] = []) {
  const received: { method: string; contentType: string; body: string }[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((message, reply) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({
        method: message.method ?? '',
        contentType: message.headers['content-type'] ?? '',
        body,
      });
      reply.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end();
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    received,
    /** Resolves when this many callbacks have come. */
    count: (count: number) =>
      new Promise<void>((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
