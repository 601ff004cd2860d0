import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCallbackListening } from '../../main/callbacks/index.ts';
import { openLine, pathOf, patient, post, secret, startListening, statusesIn } from './listening.ts';

const good = '{"idEntity":"order-1"}';

describe('the listener for callbacks', () => {
  it('answers 200 to a valid callback, and reports its payment and profile', async () => {
    const listening = await startListening();
    for (const address of [listening.url, listening.url.slice(0, -1), `${listening.url}?a=b`])
      expect((await post(address, good)).status).toBe(200);
    await vi.waitUntil(() => listening.heard().length > 0, patient);
    expect(listening.heard()[0]).toEqual({
      kind: 'received',
      keyId: pathOf(secret).keyId,
      idEntity: 'order-1',
      status: 200,
      fault: null,
    });
  });

  it('answers 200 to any well-formed JSON, and 400 to a body that is not JSON or has an idEntity outside the pattern', async () => {
    const { url, heard } = await startListening();
    expect((await post(url, '{"idEntity":"a b"}')).status).toBe(400);
    expect((await post(url, '')).status).toBe(400);
    for (const body of ['{"eventType":"REFUNDED"}', '{}', '[]', 'null', '"order-1"', '7'])
      expect([body, (await post(url, body)).status]).toEqual([body, 200]);
    await vi.waitUntil(() => heard().length === 8, patient);
    expect(heard().map(({ kind }) => kind)).toEqual([
      'malformed',
      'malformed',
      ...Array(6).fill('unfamiliar'),
    ]);
  });

  it('answers 404 to every other path, whatever the method, so that nobody can find the address', async () => {
    const { url, port } = await startListening();
    const origin = `http://127.0.0.1:${port}`;
    const wrong = [
      '/',
      '/callbacks',
      `/${secret}x/`,
      `/${secret.slice(1)}/`,
      `/${secret}/more`,
      `/${secret.toUpperCase()}/`,
    ];
    for (const path of wrong)
      for (const method of ['POST', 'GET', 'DELETE']) {
        const answer = await fetch(`${origin}${path}`, {
          method,
          ...(method === 'POST' ? { body: good } : {}),
        });
        expect([path, method, answer.status, await answer.text()]).toEqual([path, method, 404, '']);
      }
    expect((await post(url, good)).status).toBe(200);
  });

  it('answers 405 to any method other than POST', async () => {
    const { url } = await startListening();
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await fetch(url, { method });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  it('refuses a body larger than 64 kB, announced or not, without reading all of it', async () => {
    const { url, port, turnedAway } = await startListening();
    const fitting = JSON.stringify({ idEntity: 'order-1', more: 'x'.repeat(65_000) });
    expect((await post(url, fitting)).status).toBe(200);
    const announced = await openLine(port);
    announced.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n{`);
    await announced.closed;
    const unannounced = await openLine(port);
    unannounced.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
    for (let chunk = 0; chunk < 65; chunk += 1) unannounced.socket.write(`400\r\n${' '.repeat(1024)}\r\n`);
    await unannounced.closed;
    expect(statusesIn(`${announced.text()}${unannounced.text()}`)).toEqual(['413', '413']);
    await turnedAway(2);
  });

  it('does not ask for a body that it would refuse (Expect: 100-continue)', async () => {
    const { port } = await startListening();
    const head = (length: number) =>
      `POST /${secret}/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    const large = await openLine(port);
    large.socket.write(head(1e9));
    await large.closed;
    expect(statusesIn(large.text())).toEqual(['413']);
    const small = await openLine(port);
    small.socket.write(head(good.length));
    await vi.waitUntil(() => small.text().includes('100'), patient);
    small.socket.write(good);
    await vi.waitUntil(() => small.text().includes('200'), patient);
  });

  it('closes the connection of a client that sends slowly or never finishes', async () => {
    const { port, url, turnedAway } = await startListening({ headersMs: 300, requestMs: 600 });
    const silent = await openLine(port);
    const slowHeaders = await openLine(port);
    slowHeaders.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nX-A`);
    const slowBody = await openLine(port);
    slowBody.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n{`);
    const endless = await openLine(port);
    endless.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const drip = setInterval(() => endless.socket.write('1\r\n \r\n'), 50);
    onTestFinished(() => clearInterval(drip));
    await Promise.all([silent, slowHeaders, slowBody, endless].map(({ closed }) => closed));
    await turnedAway(3);
    expect((await post(url, good)).status).toBe(200);
  });

  it('refuses headers that are too large, and anything that is not HTTP', async () => {
    const { port, url, turnedAway } = await startListening();
    const large = await openLine(port);
    large.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(9000)}\r\n\r\n`);
    const noHttp = await openLine(port);
    noHttp.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x0d, 0x0a, 0x0d, 0x0a]));
    await Promise.all([large.closed, noHttp.closed]);
    expect([statusesIn(large.text()), statusesIn(noHttp.text())]).toEqual([['431'], ['400']]);
    await turnedAway(2);
    expect((await post(url, good)).status).toBe(200);
  });

  it('answers pipelined requests one by one, in order', async () => {
    const { port } = await startListening();
    const line = await openLine(port);
    const request = (path: string, body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const three = `${request(`/${secret}/`, good)}${request('/wrong/', good)}${request(`/${secret}/`, '{')}`;
    line.socket.write(three.repeat(300));
    await vi.waitUntil(() => statusesIn(line.text()).length === 900, patient);
    expect(statusesIn(line.text()).join(' ')).toBe(Array(300).fill('200 404 400').join(' '));
  });

  it('answers 200 to every callback of a flood: only queries to the gateway are limited', async () => {
    const { port, reports } = await startListening({ reportEveryMs: 300 });
    const line = await openLine(port);
    const request = (body: string) =>
      `POST /${secret}/ HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let count = 0; count < 3000; count += 1)
      line.socket.write(request(JSON.stringify({ idEntity: `order-${count}` })));
    await vi.waitUntil(() => statusesIn(line.text()).length === 3000, patient);
    expect(new Set(statusesIn(line.text()))).toEqual(new Set(['200']));
    expect(Math.max(...reports.map(({ heard }) => heard.length))).toBeLessThanOrEqual(120);
  });

  it('accepts connections up to its limit, and new ones once earlier ones have ended', async () => {
    const { port, url } = await startListening({ connections: 3, headersMs: 60_000, requestMs: 60_000 });
    const lines = [await openLine(port), await openLine(port), await openLine(port)];
    const refused = await openLine(port);
    await refused.closed;
    for (const { socket } of lines) socket.destroy();
    await vi.waitFor(async () => expect((await post(url, good)).status).toBe(200), patient);
  });

  it('reports each payment once, however many callbacks name it at once, and counts everything it refused', async () => {
    const listening = await startListening({ reportEveryMs: 300 });
    const { port, heard, turnedAway } = listening;
    const line = await openLine(port);
    const request = `POST /${secret}/ HTTP/1.1\r\nHost: a\r\nContent-Length: ${good.length}\r\n\r\n${good}`;
    line.socket.write(`${request.repeat(500)}${`GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(500)}`);
    await turnedAway(500);
    expect(heard().filter(({ kind }) => kind === 'received').length).toBeLessThan(20);
    expect(heard().length).toBeLessThan(200);
  });

  it('serves the new path at once, and the previous one no longer', async () => {
    const { open, url, port } = await startListening();
    const renewed = 'renewed-renewed-renewed-renewed1';
    open.serve([pathOf(renewed)]);
    await vi.waitFor(async () => expect((await post(url, good)).status).toBe(404), patient);
    expect((await post(`http://127.0.0.1:${port}/${renewed}/`, good)).status).toBe(200);
  });

  it('says which port is in use, and continues without it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const nobody = { hear: () => undefined, onEnd: () => expect.unreachable() };
    const opened = await createCallbackListening().open({ host: '127.0.0.1', port }, [], nobody);
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid', details: { cause: 'EADDRINUSE' } },
    });
    const nowhere = await createCallbackListening().open({ host: '192.0.2.1', port: 0 }, [], nobody);
    expect(nowhere).toMatchObject({ ok: false, error: { details: { cause: 'EADDRNOTAVAIL' } } });
  });

  it('ends every connection when it stops, and delivers what it had not reported yet', async () => {
    const { open, url, port, ends, heard } = await startListening({ reportEveryMs: 60_000 });
    expect((await post(url, '{"idEntity":"first"}')).status).toBe(200);
    await vi.waitUntil(() => heard().length === 1, patient);
    expect((await post(url, '{"idEntity":"last"}')).status).toBe(200);
    const idle = await openLine(port);
    const halfway = await openLine(port);
    halfway.socket.write(`POST /${secret}/ HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n{`);
    await open.close();
    await Promise.all([idle.closed, halfway.closed]);
    await expect(post(url, good)).rejects.toThrow();
    expect(heard().map(({ idEntity }) => idEntity)).toEqual(['first', 'last']);
    expect(ends).toEqual([]);
  });
});
