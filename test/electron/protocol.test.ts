import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageFiles } from '../../main/faces/window/page-files.ts';

vi.mock('electron', () => ({ protocol: {} }));

const files: PageFiles = {
  index: (nonce) => ({
    bytes: new TextEncoder().encode(`page ${nonce}`),
    contentType: 'text/html; charset=utf-8',
  }),
  find: (pathname) =>
    Promise.resolve(
      pathname === '/assets/page.js'
        ? { bytes: new TextEncoder().encode('true;'), contentType: 'text/javascript; charset=utf-8' }
        : null,
    ),
};

let answer: (address: string, method?: string) => Promise<Response>;

beforeAll(async () => {
  const { answerPageRequest } = await import('../../main/faces/electron/app-protocol.ts');
  answer = (address, method = 'GET') => answerPageRequest(files, new Request(address, { method }));
});
afterAll(() => vi.doUnmock('electron'));

describe('app://', () => {
  it('serves the page under a policy that denies everything by default and has a new nonce each time', async () => {
    const nonces = new Set<string>();
    for (const address of ['app://bursar/', 'app://bursar/?x=1']) {
      const response = await answer(address);
      expect(response.status).toBe(200);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
      const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';
      expect(await response.text()).toBe(`page ${nonce}`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  it('serves its files, each with its own type', async () => {
    const response = await answer('app://bursar/assets/page.js');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    'app://bursar/../package.json',
    'app://bursar/assets/../../electron/main.js',
    'app://bursar/%2e%2e/%2e%2e/etc/passwd',
    'app://bursar/..%2f..%2fetc/passwd',
    'app://bursar/assets/..%5c..%5cmain.js',
    'app://bursar//etc/passwd',
    'app://bursar/assets/page.js%00',
    'app://evil/',
    'app://evil/assets/page.js',
    'app://bursar.evil/',
  ])('serves nothing at %s', async (address) => {
    expect((await answer(address)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])('accepts no %s', async (method) => {
    for (const address of ['app://bursar/', 'app://bursar/assets/page.js'])
      expect((await answer(address, method)).status).toBe(405);
  });
});
