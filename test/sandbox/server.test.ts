import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decideFault, type Fault, type SandboxServerOptions } from '../../sandbox/index.ts';
import { at, paymentBody, publicKeyPem, read, signatureOf } from './harness.ts';
import { ask, askToken, authorized, createHandClock, start } from './server-harness.ts';

const admin = { 'x-sandbox-admin': '1' };

async function open(options: Partial<SandboxServerOptions> = {}) {
  const clock = createHandClock();
  const sandbox = await start({ clock, ...options });
  onTestFinished(() => sandbox.close());
  return { ...sandbox, clock };
}

/** A server on which this fault befalls every request but the first, which gets the token. */
async function openWith(fault: Fault) {
  const sandbox = await open({
    chooseFault: (requestNumber) => (requestNumber === 1 ? { kind: 'none' } : fault),
  });
  const token = await askToken(sandbox.url, sandbox.clock.now());
  const create = () =>
    ask(`${sandbox.url}/payouts/a`, { method: 'POST', headers: authorized(token), body: paymentBody() });
  return { ...sandbox, create };
}

describe('faults over HTTP', () => {
  it('a lost request ends the connection before the effect', async () => {
    const { create, gateway } = await openWith({ kind: 'lostRequest' });
    await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(gateway.book()).toEqual([]);
    expect(gateway.statistics().requests).toBe(2);
  });

  it('a lost answer ends the connection after the effect', async () => {
    const { create, gateway } = await openWith({ kind: 'lostAnswer' });
    await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(gateway.book()).toHaveLength(1);
  });

  it.each([500, 502, 503] as const)('an error %i before the effect accepts nothing', async (status) => {
    const { create, gateway } = await openWith({ kind: 'errorBefore', status });
    expect(await create()).toMatchObject({ status });
    expect(gateway.book()).toEqual([]);
  });

  it.each([500, 502, 503] as const)(
    'an error %i after the effect has accepted the payment',
    async (status) => {
      const { create, gateway } = await openWith({ kind: 'errorAfter', status });
      expect(await create()).toMatchObject({ status });
      expect(gateway.book()).toHaveLength(1);
    },
  );

  it('a slow answer comes late and whole', async () => {
    const { create, gateway, clock } = await openWith({ kind: 'slowAnswer', delayMs: 300 });
    let isAnswered = false;
    const answer = create().finally(() => {
      isAnswered = true;
    });
    while (gateway.book().length === 0) await new Promise(setImmediate);
    clock.advance(299);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect(await answer).toMatchObject({ status: 201 });
  });

  it('a cut-off body breaks within the answer, after the effect', async () => {
    const { create, gateway } = await openWith({ kind: 'cutBody' });
    await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(gateway.book()).toHaveLength(1);
  });

  it('affect token requests as well', async () => {
    const { url, clock } = await open({ chooseFault: () => ({ kind: 'lostAnswer' }) });
    await expect(askToken(url, clock.now())).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('9005 ends the connection after the effect, and a repetition gets 409', async () => {
    const { url, gateway, clock } = await open();
    const token = await askToken(url, clock.now());
    const create = () =>
      ask(`${url}/payouts/a`, {
        method: 'POST',
        headers: authorized(token),
        body: paymentBody({ accountNumber: '9005' }),
      });
    await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await create()).toMatchObject({ status: 409 });
    expect(gateway.book()).toMatchObject([{ acceptedCount: 1, postsSeen: 2 }]);
  });
});

describe('the choice of faults', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const kindsOf = (seed: number, rate: number) =>
    numbers.map((number) => decideFault({ seed, rate, slowAnswerMs: 300 }, number).kind);

  it('is the same for the same seed and different for another', () => {
    expect(kindsOf(1, 0.3)).toEqual(kindsOf(1, 0.3));
    expect(kindsOf(1, 0.3)).not.toEqual(kindsOf(2, 0.3));
  });

  it('is none at rate 0, always some at rate 1, and keeps to the rate between, all kinds equally', () => {
    expect(new Set(kindsOf(1, 0))).toEqual(new Set(['none']));
    expect(kindsOf(1, 1)).not.toContain('none');
    const kinds = kindsOf(3, 0.3);
    const share = (kind: string) => kinds.filter((one) => one === kind).length / kinds.length;
    expect(share('none')).toBeCloseTo(0.7, 1);
    for (const kind of ['lostRequest', 'lostAnswer', 'errorBefore', 'errorAfter', 'slowAnswer', 'cutBody']) {
      expect(share(kind)).toBeGreaterThan(0.04);
      expect(share(kind)).toBeLessThan(0.06);
    }
  });
});

describe('the server', () => {
  it('keeps connections alive', async () => {
    const { url } = await open();
    const { hostname, port } = new URL(url);
    const text = 'GET /segments HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = await exchange(
      Number(port),
      hostname,
      `${text}${text.replace('Host: x', 'Host: x\r\nConnection: close')}`,
    );
    expect(answers.match(/HTTP\/1\.1 404/g)).toHaveLength(2);
  });

  it('answers 413 to a body above 1 MiB and keeps serving', async () => {
    const { url, clock } = await open();
    const large = ask(`${url}/payouts/a`, {
      method: 'POST',
      headers: { 'x-api-version': '2' },
      body: 'x'.repeat(2 ** 20 + 1),
    });
    expect(await large).toMatchObject({ status: 413 });
    await askToken(url, clock.now());
  });

  it.each([
    'nonsense\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /auth-tokens HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST /auth-tokens HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /segments HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n',
  ])('survives the bytes %j', async (bytes) => {
    const { url, clock } = await open();
    const { hostname, port } = new URL(url);
    expect(await exchange(Number(port), hostname, bytes)).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
    await askToken(url, clock.now());
  });

  it('survives a client that leaves in the middle of its body', async () => {
    const { url, clock } = await open();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => {
      socket.write('POST /payouts/a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf', () => resolve());
    });
    socket.destroy();
    await askToken(url, clock.now());
  });

  it('rejects if its port is in use', async () => {
    const { url } = await open();
    await expect(start({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('administration', () => {
  it('registers a public key, with which the new merchant can sign', async () => {
    const { url, clock } = await open({ merchants: [] });
    const put = { method: 'PUT', headers: admin, body: publicKeyPem };
    expect(await ask(`${url}/!sandbox/merchants/NEW/public-key`, put)).toMatchObject({
      status: 204,
      body: '',
    });
    const body = JSON.stringify({
      merchantCode: 'NEW',
      validitySecs: 60,
      timestamp: clock.now() / 1000,
      operations: ['GET /merchant-info'],
    });
    const headers = { 'x-api-version': '2', 'x-signature': signatureOf(body) };
    const answer = await ask(`${url}/auth-tokens`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const token = String(at(JSON.parse(answer.body), 'token'));
    const info = await ask(`${url}/merchant-info`, { headers: authorized(token) });
    expect(JSON.parse(info.body)).toMatchObject({ merchantCode: 'NEW' });
  });

  it('registers a merchant secret, with which the new merchant can authenticate', async () => {
    const { url, clock } = await open({ merchants: [] });
    const path = `${url}/!sandbox/merchants/NEW/secret`;
    expect(await ask(path, { method: 'PUT', body: 's3cret' })).toMatchObject({ status: 403 });
    expect(await ask(path, { method: 'PUT', headers: admin, body: '' })).toMatchObject({ status: 400 });
    expect(await ask(path, { method: 'PUT', headers: admin, body: 's3cret' })).toMatchObject({
      status: 204,
      body: '',
    });
    const statusWith = async (secret: string) => {
      const operations = ['GET /merchant-info'];
      const timestamp = clock.now() / 1000;
      const body = JSON.stringify({ merchantCode: 'NEW', validitySecs: 60, timestamp, secret, operations });
      const headers = { 'x-api-version': '2', 'content-type': 'application/json' };
      return (await ask(`${url}/auth-tokens`, { method: 'POST', headers, body })).status;
    };
    expect([await statusWith('s3cret'), await statusWith('other')]).toEqual([200, 401]);
  });

  it('refuses writes without its header, and invalid keys', async () => {
    const { url } = await open();
    const path = `${url}/!sandbox/merchants/NEW/public-key`;
    expect(await ask(path, { method: 'PUT', body: publicKeyPem })).toMatchObject({ status: 403 });
    expect(await ask(path, { method: 'PUT', headers: admin, body: 'nonsense' })).toMatchObject({
      status: 400,
    });
    expect(await ask(`${url}/!sandbox/codes`, { method: 'POST', body: '{}' })).toMatchObject({ status: 403 });
  });

  it('refuses a Host that is not this computer', async () => {
    const { url } = await open();
    const headers = { host: 'attacker.example' };
    expect(await ask(`${url}/!sandbox/book`, { headers })).toMatchObject({ status: 403 });
  });

  it('shows the book by pages, statistics and callbacks, none of which counts as a request', async () => {
    const { url, clock, gateway } = await open();
    const token = await askToken(url, clock.now());
    for (const id of ['a', 'b', 'c']) {
      await ask(`${url}/payouts/${id}`, { method: 'POST', headers: authorized(token), body: paymentBody() });
    }
    const page = JSON.parse((await ask(`${url}/!sandbox/book?after=1&limit=1`)).body);
    expect(page).toMatchObject({ payments: [{ id: 'b', amount: '12.50', acceptedCount: 1 }], next: 2 });
    expect(JSON.parse((await ask(`${url}/!sandbox/book`)).body)).toMatchObject({ next: null });
    expect(JSON.parse((await ask(`${url}/!sandbox/statistics`)).body)).toMatchObject({ requests: 4 });
    expect(JSON.parse((await ask(`${url}/!sandbox/callbacks`)).body)).toEqual({ callbacks: [] });
    expect(await ask(`${url}/!sandbox/book?limit=0`)).toMatchObject({ status: 400 });
    expect(await ask(`${url}/!sandbox/other`)).toMatchObject({ status: 404 });
    expect(gateway.statistics().requests).toBe(4);
  });

  it('adds codes to every list', async () => {
    const { url, gateway, clock } = await open();
    const token = await askToken(url, clock.now());
    const lists = {
      currencies: 'currencies',
      segments: 'segments',
      paymentOperators: 'payment-operators',
      paymentMethods: 'payment-methods',
    };
    for (const [list, path] of Object.entries(lists)) {
      const body = JSON.stringify({ list, code: 'NEWCODE', name: 'New' });
      expect(await ask(`${url}/!sandbox/codes`, { method: 'POST', headers: admin, body })).toMatchObject({
        status: 204,
      });
      const response = gateway.handle({
        method: 'GET',
        path: `/${path}`,
        headers: authorized(token),
        body: Buffer.alloc(0),
      });
      expect(JSON.stringify(read(response, list))).toContain('NEWCODE');
    }
    const bad = JSON.stringify({ list: 'currencies', code: 'not a code', name: 'x' });
    expect(await ask(`${url}/!sandbox/codes`, { method: 'POST', headers: admin, body: bad })).toMatchObject({
      status: 400,
    });
  });

  it('does not exist for requests of the interface', async () => {
    const { gateway } = await open();
    const request = {
      method: 'GET',
      path: '/!sandbox/book',
      headers: { 'x-api-version': '2' },
      body: Buffer.alloc(0),
    };
    expect(gateway.handle(request).status).toBe(404);
  });
});

/** Sends bytes on a connection of their own and gives everything that comes back until it ends. */
function exchange(port: number, host: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, host, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
