import { createServer, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureText, proxyRefusal, whyUnreachable } from '../../contract/text/failure.ts';
import { createHttpTransport, type HttpTransportOptions } from '../../main/gateway/index.ts';
import { startExchange } from '../../main/gateway/network/exchange.ts';
import type { HttpOutcome } from '../../main/gateway/network/transport.ts';
import { connect, errorOf, interactive, polling, submission, valueOf } from './connect.ts';
import { json, portOf, startServer, withTokens } from './gateway-server.ts';

type Sent = { outcome: HttpOutcome; departures: number };

async function send(
  url: string,
  options: HttpTransportOptions = {},
  signal = new AbortController().signal,
): Promise<Sent> {
  const transport = createHttpTransport({ environment: {}, ...options });
  let departures = 0;
  const outcome = await transport.send({
    method: 'POST',
    url,
    headers: {},
    body: new TextEncoder().encode('{}'),
    signal,
    onDeparture: () => (departures += 1),
  });
  await transport.close();
  return { outcome, departures };
}

/** A server of bare sockets, for answers that no HTTP server would give. */
async function rawServer(onData: (socket: Socket, request: number) => void) {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => onData(socket, (requests += 1)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/x`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An exchange without a network, limited to a minute, and why its request was aborted. */
function exchange() {
  const request = { method: 'GET', url: '', headers: {}, body: null, onDeparture: () => {} } as const;
  const aborted: string[] = [];
  const controller = {
    abort: ({ message }: Error) => aborted.push(message),
  } as unknown as Dispatcher.DispatchController;
  const { signal } = new AbortController();
  const limits = { wholeTimeoutMs: 60_000, largestAnswerBytes: 100 };
  return { ...startExchange({ ...request, signal }, limits), controller, aborted };
}

describe('the outcome of a request', () => {
  it('answered: status, headers by lower-case name and body, after one departure', async () => {
    await using server = await startServer(() => ({ status: 207, headers: { 'X-Odd': 'v' }, body: 'hello' }));
    const { outcome, departures } = await send(`${server.baseUrl}/p?q=1`);
    if (outcome.kind !== 'answered') throw new Error(outcome.cause);
    expect(outcome.answer).toMatchObject({ status: 207, isComplete: true });
    expect(outcome.answer.headers['x-odd']).toBe('v');
    expect(Buffer.from(outcome.answer.body).toString()).toBe('hello');
    expect(departures).toBe(1);
    expect(server.seen[0]?.url).toBe('/p?q=1');
  });

  it('notSent: the connection is refused, the name unknown, or the address neither https nor loopback', async () => {
    const closed = await startServer(() => json(200, {}));
    await closed[Symbol.asyncDispose]();
    for (const url of [
      `${closed.baseUrl}/x`,
      'https://no-such-host.invalid/x',
      'http://192.0.2.1/x',
      'ftp://127.0.0.1/x',
      'x',
    ]) {
      const { outcome, departures } = await send(url);
      expect(outcome.kind, url).toBe('notSent');
      expect(departures).toBe(0);
    }
  });

  it('notSent: TLS cannot be negotiated, so nothing was sent', async () => {
    await using server = await rawServer((socket) => socket.end('not TLS'));
    const { outcome, departures } = await send(server.url.replace('http:', 'https:'));
    expect(outcome.kind).toBe('notSent');
    expect(departures).toBe(0);
  });

  it('notSent: cancelled before it left', async () => {
    await using server = await startServer(() => json(200, {}));
    const already = await send(server.baseUrl, {}, AbortSignal.abort());
    expect(already).toMatchObject({ outcome: { kind: 'notSent' }, departures: 0 });
    const abort = new AbortController();
    const waiting = send(server.baseUrl, {}, abort.signal);
    abort.abort();
    expect(await waiting).toMatchObject({ outcome: { kind: 'notSent' }, departures: 0 });
    expect(server.seen).toHaveLength(0);
  });

  it('noAnswer: the connection is reset or closed without a response, or does not speak HTTP', async () => {
    for (const act of [
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.end('what?\r\n\r\n'),
      (socket: Socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    ]) {
      await using server = await rawServer(act);
      const { outcome, departures } = await send(server.url);
      expect(outcome.kind).toBe('noAnswer');
      expect(departures).toBe(1);
      expect(server.requests()).toBe(1);
    }
  });

  it('noAnswer: no headers in time, or cancelled after it left', async () => {
    await using server = await rawServer(() => {});
    expect((await send(server.url, { headersTimeoutMs: 50 })).outcome).toEqual({
      kind: 'noAnswer',
      cause: 'UND_ERR_HEADERS_TIMEOUT',
    });
    const abort = new AbortController();
    await using slow = await rawServer(() => abort.abort());
    expect((await send(slow.url, {}, abort.signal)).outcome).toEqual({ kind: 'noAnswer', cause: 'aborted' });
  });

  it('answered but incomplete: the body is cut off, stops coming, or is too long', async () => {
    const head = 'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"a":';
    await using cut = await rawServer((socket) => socket.end(head));
    await using stuck = await rawServer((socket) => socket.write(head));
    await using long = await startServer(() => ({ status: 201, body: 'x'.repeat(50_000) }));
    const sent = [
      await send(cut.url),
      await send(stuck.url, { bodyTimeoutMs: 50 }),
      await send(long.baseUrl, { largestAnswerBytes: 1000 }),
    ];
    for (const { outcome } of sent) {
      if (outcome.kind !== 'answered') throw new Error(outcome.cause);
      expect(outcome.answer).toMatchObject({ status: 201, isComplete: false });
      expect(outcome.answer.body.length).toBeLessThanOrEqual(1000);
    }
  });

  it('of everything that has come at the time limit: notSent, noAnswer, or answered but incomplete', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [waiting, sent, begun] = [exchange(), exchange(), exchange()];
    sent.handler.onRequestStart?.(sent.controller, null);
    begun.handler.onRequestStart?.(begun.controller, null);
    begun.handler.onResponseStart?.(begun.controller, 201, {});
    begun.handler.onResponseData?.(begun.controller, Buffer.from('{"a":'));
    vi.advanceTimersByTime(59_999);
    expect(sent.aborted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await waiting.outcome).toEqual({ kind: 'notSent', cause: 'timeout' });
    expect(await sent.outcome).toEqual({ kind: 'noAnswer', cause: 'timeout' });
    expect(await begun.outcome).toMatchObject({ answer: { status: 201, isComplete: false } });
    expect([waiting, sent, begun].map(({ aborted }) => aborted)).toEqual([[], ['timeout'], ['timeout']]);
  });

  it('keeps no piece of the body apart: millions of one byte each would fill the memory', async () => {
    const { handler, outcome, controller } = exchange();
    handler.onResponseStart?.(controller, 200, {});
    const piece = Buffer.alloc(1);
    for (const letter of Buffer.from('whole')) {
      piece[0] = letter;
      handler.onResponseData?.(controller, piece);
    }
    handler.onResponseEnd?.(controller, {});
    const body = Buffer.from('whole');
    expect(await outcome).toMatchObject({ kind: 'answered', answer: { body, isComplete: true } });
  });

  it('waits past an informational answer for the real one', async () => {
    await using server = await rawServer((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    );
    expect((await send(server.url)).outcome).toMatchObject({ kind: 'answered', answer: { status: 200 } });
  });
});

describe('the connection to the gateway', () => {
  it('uses the proxy of the environment, but never for this computer', async () => {
    const asked: string[] = [];
    await using proxy = await startServer(() => json(500, {}));
    proxy.server.on('connect', (request, socket) => {
      asked.push(String(request.url));
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const environment = { https_proxy: proxy.baseUrl, HTTP_PROXY: proxy.baseUrl };
    const through = await send('https://gateway.invalid/x', { environment });
    expect(through).toMatchObject({ outcome: { kind: 'notSent', cause: proxyRefusal }, departures: 0 });
    expect(whyUnreachable(proxyRefusal)).toMatch(/because the proxy .* did not connect to it/);
    expect(asked).toEqual(['gateway.invalid:443']);
    await using server = await startServer(() => json(200, {}));
    expect((await send(server.baseUrl, { environment })).outcome.kind).toBe('answered');
    expect(asked).toHaveLength(1);
    expect(
      (await send('https://gateway.invalid/x', { environment: { HTTPS_PROXY: '::' } })).outcome.kind,
    ).toBe('notSent');
    expect(
      (await send('https://gateway.invalid/x', { environment: { ...environment, NO_PROXY: '*' } })).outcome
        .kind,
    ).toBe('notSent');
    expect(asked).toHaveLength(1);
  });

  it('is kept, and replaced when the gateway has closed it', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    let connections = 0;
    server.server.on('connection', () => (connections += 1));
    await using client = connect(server.baseUrl);
    for (let call = 0; call < 20; call += 1)
      valueOf(await client.call('balances', { currencyCodes: [] }, polling));
    const opened = connections;
    expect(opened).toBeLessThanOrEqual(2);
    server.server.closeIdleConnections();
    await expect.poll(() => server.sockets.size).toBe(0);
    valueOf(await client.call('balances', { currencyCodes: [] }, polling));
    expect(connections).toBe(opened + 1);
  });
});

describe('answers lost on the way to the client', () => {
  it('are not called missing where something came that is no HTTP, or has too many headers', async () => {
    for (const answer of ['what?', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}`]) {
      await using server = await rawServer((socket) => socket.end(`${answer}\r\n\r\n`));
      const base = server.url.replace(/\/x$/, '');
      await using client = connect(base);
      const { message } = errorOf(await client.call('checkAccess', { scope: [] }, interactive));
      expect(message).toContain('the gateway gave no usable answer');
    }
    expect(failureText({ code: 'gatewayNoAnswer', details: {} })).toBe('The gateway gave no usable answer.');
  });

  const payout = {
    kind: 'payout',
    idPayment: 'b1-1',
    body: new Uint8Array([123, 125]),
    scope: ['POST /payouts/b1-1'],
  } as const;

  it('a create without an answer is gatewayNoAnswer and is never sent again by itself', async () => {
    await using server = await startServer(
      withTokens((_seen, response) => {
        response.socket?.destroy();
        return null;
      }),
    );
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('createPayment', payout, interactive));
    expect(error.code).toBe('gatewayNoAnswer');
    expect(error.details.cause).toBeDefined();
    expect(server.seen.filter(({ url }) => url.startsWith('/payouts'))).toHaveLength(1);
  });

  it('a create whose 201 is cut off is accepted; a read that is cut off is unreadable', async () => {
    await using server = await startServer(
      withTokens(({ method }, response) => {
        response.writeHead(method === 'POST' ? 201 : 200, { 'content-length': '100' });
        response.write('{"process":', () => response.destroy());
        return null;
      }),
    );
    await using client = connect(server.baseUrl);
    expect(valueOf(await client.call('createPayment', payout, submission)).status).toBe(201);
    const error = errorOf(await client.call('readPayment', payout, polling));
    expect(error).toMatchObject({ code: 'gatewayAnswerUnreadable', details: { raw: '{"process":' } });
  });

  it('a read is sent once more for a person, and left to the engine when polling', async () => {
    let losses = 1;
    await using server = await startServer(
      withTokens((_seen, response) => {
        if (losses-- <= 0) return json(200, []);
        response.socket?.destroy();
        return null;
      }),
    );
    await using client = connect(server.baseUrl);
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    losses = 1;
    expect(errorOf(await client.call('balances', { currencyCodes: [] }, polling)).code).toBe(
      'gatewayNoAnswer',
    );
  });

  it('an unreachable gateway is gatewayUnreachable: nothing was sent', async () => {
    const closed = await startServer(() => json(200, {}));
    await closed[Symbol.asyncDispose]();
    await using client = connect(closed.baseUrl);
    const error = errorOf(await client.call('createPayment', payout, submission));
    expect(error).toMatchObject({
      code: 'gatewayUnreachable',
      details: { cause: 'ECONNREFUSED', idPayout: 'b1-1' },
    });
  });
});
