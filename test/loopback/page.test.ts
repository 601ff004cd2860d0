import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsAddress, sessionHeader } from '../../contract/window/bridge.ts';
import { ask } from './asking.ts';
import { startServing, type Serving } from './serving.ts';

let serving: Serving;
let session: string;

beforeAll(async () => {
  serving = await startServing();
  session = await serving.letIn();
});
afterAll(() => serving.end());

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('the policy of the page', () => {
  it('denies everything by default and loads only what the face serves', async () => {
    const { headers } = await ask(serving.port, { headers: { [sessionHeader]: session } });
    const policy = directives(String(headers['content-security-policy']));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('font-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'none'");
    expect(policy.get('webrtc')).toBe("'block'");
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*|https?:|data:/);
  });

  it('has a nonce for styles that is new each time and appears in the page', async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const { headers, body } = await ask(serving.port, { headers: { [sessionHeader]: session } });
      const nonce = /'nonce-([\w-]{24})'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
      expect(body.toString()).toContain(`<meta name="csp-nonce" content="${nonce}">`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('comes with headers that keep other pages away, with every response', async () => {
    for (const path of ['/', '/assets/page-1.js', '/nothing', '/api/call/x']) {
      const { headers } = await ask(serving.port, { path, headers: { [sessionHeader]: session } });
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy'], path).toContain("default-src 'none'");
      expect(headers['access-control-allow-origin'], path).toBeUndefined();
    }
  });

  it('forbids caching the page, and allows caching files named by their content', async () => {
    expect(
      (await ask(serving.port, { headers: { [sessionHeader]: session } })).headers['cache-control'],
    ).toBe('no-store');
    const file = await ask(serving.port, {
      path: '/assets/page-1.js',
      headers: { [sessionHeader]: session },
    });
    expect(file.headers['cache-control']).toContain('immutable');
    expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });
});

describe('the files of the page', () => {
  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/assets/%252e%252e/secret.js',
    '//etc/passwd',
    '/assets/page-1.js%00.html',
    '/assets/',
    '/index.html',
    '/assets',
  ])('%s is not one of them', async (path) => {
    const answer = await ask(serving.port, { path, headers: { [sessionHeader]: session } });
    expect([403, 404]).toContain(answer.status);
    expect(answer.body.toString()).not.toContain('not for the page');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s changes nothing', async (method) => {
    const answer = await ask(serving.port, {
      method,
      path: '/assets/page-1.js',
      headers: { [sessionHeader]: session },
    });
    expect(answer.status).toBe(405);
  });

  it('refuse a request for another host', async () => {
    const answer = await ask(serving.port, {
      path: 'http://evil.example/',
      headers: { [sessionHeader]: session },
    });
    expect(answer.status).toBe(403);
  });
});

it('survive data that is not a request at all', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(serving.port, '127.0.0.1', () =>
      socket.write('\u0000\u0001 nothing of sense\r\n\r\n'),
    );
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
    socket.resume();
  });
  expect((await ask(serving.port, { headers: { [sessionHeader]: session } })).status).toBe(200);
});

describe('idle connections', () => {
  it('do not keep the page waiting, however many there are', async () => {
    const idle = await Promise.all(Array.from({ length: 300 }, () => openIdle()));
    expect((await ask(serving.port, {})).status).toBe(200);
    const answer = await ask(serving.port, { path: eventsAddress, headers: { [sessionHeader]: 'wrong' } });
    expect(answer.status).toBe(401);
    for (const socket of idle) socket.destroy();
  });

  it('are ended for newer ones, and the admitted page keeps its own', async () => {
    let isHeard = false;
    const stream = request({
      host: '127.0.0.1',
      port: serving.port,
      path: eventsAddress,
      headers: { [sessionHeader]: session },
    });
    stream.on('response', (answer) =>
      answer.on('data', (text) => (isHeard ||= String(text).includes('one'))),
    );
    stream.on('error', () => undefined).end();
    await once(stream, 'response');
    const idle = await Promise.all(Array.from({ length: 100 }, () => openIdle()));
    await vi.waitUntil(() => idle.filter(({ closed }) => closed).length >= 68, 60_000);
    serving.emit({ kind: 'batch', id: 'one' });
    await vi.waitUntil(() => isHeard, 60_000);
    stream.destroy();
    for (const socket of idle) socket.destroy();
  });

  async function openIdle(): Promise<Socket> {
    const socket = connect(serving.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket.resume();
  }
});
