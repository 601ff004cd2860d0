import { describe, expect, it } from 'vitest';
import { expectAllPaid, expectBook, makeRows, startRudeMerchant } from './rude-merchant.ts';
import type { Knobs } from './gateway.ts';

const twoHoursMs = 2 * 60 * 60 * 1000;
const rows = makeRows(4);

describe.concurrent('clocks that disagree and tokens that do not last', () => {
  it.each([
    ['two hours ahead', twoHoursMs, 'HS256'],
    ['two hours behind', -twoHoursMs, 'RS256'],
    ['ninety seconds ahead', 90_000, 'opaque'],
  ] as const)('pays if the gateway is %s, and says so', async (_words, clockOffsetMs, tokenForm) => {
    await using merchant = await startRudeMerchant({ clockOffsetMs, tokenForm, settleMs: 300 });
    const end = await merchant.pay(rows);
    await expectAllPaid(merchant, end, rows);
    const direction = clockOffsetMs > 0 ? 'behind' : 'ahead of';
    expect(end.stderr).toMatch(new RegExp(`clock is .+ ${direction} the gateway`));
  });

  it.each([
    ['tokens that live 8 seconds though 600 were asked', 'HS256', 0],
    ['such tokens on a clock two hours behind', 'RS256', -twoHoursMs],
  ] as const)('pays with %s', async (_words, tokenForm, clockOffsetMs) => {
    const many = makeRows(60);
    await using merchant = await startRudeMerchant({ tokenForm, tokenSeconds: 8, clockOffsetMs });
    await expectAllPaid(merchant, await merchant.pay(many), many);
    expect(merchant.gateway.grantedOperations().length).toBeGreaterThan(1);
  });

  // By requests, not by time: on a busy machine a second may pass between the answer with a token and its first use.
  it('pays with opaque tokens that expire every thirty requests without saying so', async () => {
    const many = makeRows(40);
    let end: () => void = () => undefined;
    await using merchant = await startRudeMerchant({
      tokenForm: 'opaque',
      afterwards: ({ count }, usual) => {
        if (count % 30 === 0) end();
        return usual;
      },
    });
    end = merchant.gateway.revokeTokens;
    await expectAllPaid(merchant, await merchant.pay(many), many);
    expect(merchant.gateway.grantedOperations().length).toBeGreaterThan(2);
  });

  it('renews a token that is revoked in the middle of a batch', async () => {
    const many = makeRows(25);
    let revoke: () => void = () => undefined;
    const knobs: Partial<Knobs> = {
      afterwards: ({ count }, usual) => {
        if (count === 8 || count === 30) revoke();
        return usual;
      },
    };
    await using merchant = await startRudeMerchant(knobs);
    revoke = merchant.gateway.revokeTokens;
    await expectAllPaid(merchant, await merchant.pay(many), many);
    expect(merchant.gateway.grantedOperations().length).toBeGreaterThan(2);
  });

  it('pays once more with a new token after a single 401 to every payout', async () => {
    await using merchant = await startRudeMerchant({
      instead: ({ idPayment, nth }) => (idPayment !== null && nth === 1 ? { status: 401 } : null),
    });
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
  });

  it('names the property that the gateway refused when it grants no token of this validity', async () => {
    await using merchant = await startRudeMerchant({ largestValiditySeconds: 60 });
    const { exitCode, stderr } = await merchant.pay(rows);
    expect(exitCode).toBe(6);
    expect(stderr).toContain('validitySecs must be at most 60');
    expectBook(merchant, []);
  });

  it('sends nothing and says what to check when the key is not the registered one', async () => {
    await using merchant = await startRudeMerchant();
    const { exitCode, stderr } = await merchant.payAsStranger(rows);
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/public key .* registered/);
    expectBook(merchant, []);
    expect(merchant.gateway.arrivals().every(({ path }) => path === '/auth-tokens')).toBe(true);
  });

  it.each([
    ['403', { status: 403 }],
    ['500', { status: 500 }],
    ['nothing', 'hangUp'],
    ['200 and half a body', { status: 200, text: '{"token":"eyJ', cut: 'inBody' }],
    ['200 and no body', { status: 200 }],
    ['200 and a login page', { status: 200, text: '<html>Log in</html>' }],
  ] as const)(
    'sends nothing while token requests are answered with %s, and pays when run again',
    async (_words, reply) => {
      let isIll = true;
      await using merchant = await startRudeMerchant({
        instead: ({ path }) => (isIll && path === '/auth-tokens' ? reply : null),
      });
      const first = await merchant.pay(rows);
      expect(first).toMatchObject({ exitCode: 6 });
      expect(first.stderr).not.toBe('');
      expectBook(merchant, []);
      isIll = false;
      await expectAllPaid(merchant, await merchant.pay(rows), rows);
    },
  );

  it.each([
    ['500', { status: 500 }],
    ['nothing', 'hangUp'],
    ['half a body', { status: 200, text: '{"token":"eyJ', cut: 'inBody' }],
  ] as const)(
    'continues by itself when a token request in the middle of a batch is answered with %s',
    async (_words, reply) => {
      const many = makeRows(12);
      let hasSent = false;
      let isUnderWay = false;
      let isAnswered = false;
      let revoke: () => void = () => undefined;
      await using merchant = await startRudeMerchant({
        instead: ({ method, path, idPayment }) => {
          hasSent ||= method === 'POST' && idPayment !== null;
          // A payout is asked about once its request was answered.
          if (!isUnderWay && hasSent && method === 'GET' && idPayment !== null) {
            isUnderWay = true;
            revoke();
          }
          if (path !== '/auth-tokens' || !isUnderWay || isAnswered) return null;
          isAnswered = true;
          return reply;
        },
      });
      revoke = merchant.gateway.revokeTokens;
      await expectAllPaid(merchant, await merchant.pay(many), many);
      expect(isAnswered).toBe(true);
    },
  );

  it('stops when the gateway refuses a token in the middle of a batch, and continues with resume', async () => {
    const many = makeRows(12);
    let revoke: () => void = () => undefined;
    let created = 0;
    let isRefusing = false;
    await using merchant = await startRudeMerchant({
      instead: ({ path }) => (isRefusing && path === '/auth-tokens' ? { status: 403 } : null),
      afterwards: ({ method, idPayment }, usual) => {
        if (method !== 'POST' || idPayment === null) return usual;
        created += 1;
        if (created === 4) {
          isRefusing = true;
          revoke();
        }
        return usual;
      },
    });
    revoke = merchant.gateway.revokeTokens;
    const stopped = await merchant.pay(many);
    expect(stopped.exitCode).toBe(6);
    expect(stopped.stderr).toContain('bursar resume');
    expect(merchant.gateway.book().length).toBeLessThan(many.length);
    isRefusing = false;
    await expectAllPaid(merchant, await merchant.run('resume', '--json'), many);
  });
});
