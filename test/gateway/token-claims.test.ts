import { describe, expect, it } from 'vitest';
import { readClaims } from '../../main/gateway/tokens/token-claims.ts';
import { connect, errorOf, interactive } from './connect.ts';
import { json, makeToken, startServer } from './gateway-server.ts';

const scope = ['POST /payouts/b1-[0-9]+'];

/** A token with just these claims. */
function tokenOf(claims: unknown): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
}
const nothing = { operations: [], sub: null, jti: null, issuedAt: null, expiresAt: null };

describe('the claims of a token', () => {
  it('are read as the interface shows them, with times as ISO 8601', () => {
    const more = { operations: ['GET /payins/p1'], jti: 'j1' };
    expect(readClaims(makeToken(600, 1_700_000_000, more))).toEqual({
      operations: ['GET /payins/p1'],
      sub: 'M1',
      jti: 'j1',
      issuedAt: '2023-11-14T22:13:20.000Z',
      expiresAt: '2023-11-14T22:23:20.000Z',
    });
  });

  it.each<[string, unknown, object]>([
    ['none at all', {}, nothing],
    ['one operation without a list', { operations: 'GET /x' }, { ...nothing, operations: ['GET /x'] }],
    [
      'operations that are no texts, none of which is left out',
      { operations: ['GET /x', { method: 'POST' }, 7, null] },
      { ...nothing, operations: ['GET /x', '{"method":"POST"}', '7', 'null'] },
    ],
    [
      'times as texts and with fractions',
      { iat: '1700000000', exp: 1_700_000_000.5 },
      { ...nothing, issuedAt: '2023-11-14T22:13:20.000Z', expiresAt: '2023-11-14T22:13:20.500Z' },
    ],
    ['times that are none', { iat: 'soon', exp: 1e300 }, nothing],
    ['other types', { sub: { a: 1 }, jti: 7, exp: null }, { ...nothing, jti: '7' }],
  ])('may be %s', (_words, claims, expected) => {
    expect(readClaims(tokenOf(claims))).toEqual(expected);
  });

  it.each([
    ['a text', 'token'],
    ['nothing', ''],
    ['no JSON', `${'a'.repeat(8)}.bm8ganNvbg.c2ln`],
    ['a list', tokenOf([1])],
    ['a number', tokenOf(7)],
  ])('are null in %s', (_words, token) => {
    expect(readClaims(token)).toBe(null);
  });
});

describe('tokens', () => {
  it('I8: are not shown from a token answer in a shape that cannot be read', async () => {
    await using server = await startServer(() => json(200, { weird: [makeToken(600)] }));
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('checkAccess', { scope }, interactive));
    expect(error.code).toBe('gatewayAnswerUnreadable');
    expect(JSON.stringify(error)).not.toContain('eyJ');
  });

  it('are not said to have got no answer if it never ended or was cut off, but asked for once more', async () => {
    for (const headers of [{}, { 'content-length': '5000' }]) {
      await using server = await startServer(({ url }, response) => {
        if (!url.endsWith('/auth-tokens')) return json(200, []);
        response.writeHead(200, headers);
        response.write(`{"token":"${makeToken(600)}${'x'.repeat(2000)}`, () => response.destroy());
        return null;
      });
      await using client = connect(server.baseUrl, { http: { largestAnswerBytes: 1000 } });
      const refused = errorOf(await client.call('checkAccess', { scope: [] }, interactive));
      expect(refused).toMatchObject({ code: 'gatewayAnswerUnreadable', details: { status: 200 } });
      expect(refused.message).toBe(
        'The gateway response to the token request had no usable token, because it was cut off or too long. Check that the gateway address of the profile leads to the gateway itself.',
      );
      expect(server.seen).toHaveLength(2);
      const unread = errorOf(await client.call('balances', { currencyCodes: [] }, interactive));
      expect(unread).toMatchObject({ code: 'gatewayUnreachable', details: { tokenStatus: 200 } });
      expect(unread.message).toContain('Could not read balances. The gateway response to the token request');
    }
  });

  it('are not waited for once the caller gives up, also one that is to be given to others', async () => {
    const hasGivenUp = Promise.withResolvers<void>();
    await using server = await startServer(async () => {
      await hasGivenUp.promise;
      return json(200, { token: makeToken(600) });
    });
    await using client = connect(server.baseUrl);
    const stopping = new AbortController();
    const options = { ...interactive, signal: stopping.signal };
    const token = { operations: scope, money: null, validitySeconds: 60 };
    const asked = client.call('createToken', token, options);
    await expect.poll(() => server.seen.length).toBe(1);
    stopping.abort();
    hasGivenUp.resolve();
    expect(errorOf(await asked)).toMatchObject({
      code: 'stopped',
      message: 'Could not get an access token: stopped before the gateway answered.',
    });
  });

  it('I8: are not shown from a token answer that was cut off behind the token', async () => {
    await using server = await startServer((_seen, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(JSON.stringify({ token: makeToken(600) }).slice(0, -1), () => response.destroy());
      return null;
    });
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('checkAccess', { scope }, interactive));
    expect(error).toMatchObject({ code: 'gatewayAnswerUnreadable', details: { status: 200 } });
    expect(JSON.stringify(error)).not.toContain('eyJ');
  });
});
