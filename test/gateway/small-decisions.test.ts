import { describe, expect, it, onTestFinished } from 'vitest';
import { normalBaseUrl } from '../../contract/profile.ts';
import { pathOf } from '../../main/gateway/network/addresses.ts';
import { clockDifference, isOtherDifference } from '../../main/gateway/tokens/clock-difference.ts';
import { redact } from '../../main/gateway/network/redaction.ts';
import { defaultPauseMs, retryAfterMs } from '../../main/gateway/network/retry-after.ts';
import { usableForMs } from '../../main/gateway/tokens/token-lifetime.ts';
import { failureText } from '../../contract/text/failure.ts';
import { failureOf } from '../../main/gateway/failures.ts';
import { makeToken } from './gateway-server.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const httpDate = (offsetMs: number): string => new Date(now + offsetMs).toUTCString();

describe('Retry-After of a 429', () => {
  it('is in seconds or a date, at most a minute', () => {
    expect(retryAfterMs({ 'retry-after': '3' }, now)).toBe(3000);
    expect(retryAfterMs({ 'retry-after': httpDate(5000) }, now)).toBe(5000);
    expect(retryAfterMs({ 'retry-after': '86400' }, now)).toBe(60_000);
  });

  it('measures a Retry-After date by the gateway’s clock if it is known', () => {
    const headers = { 'retry-after': httpDate(3_605_000), date: httpDate(3_600_000) };
    expect(retryAfterMs(headers, now)).toBe(5000);
  });

  it('is ignored if it cannot be read or is in the past', () => {
    for (const text of ['', 'soon', '-3', '0', '1.5', httpDate(-5000)])
      expect(retryAfterMs({ 'retry-after': text }, now)).toBeNull();
  });

  it('is a second if none is named, growing with each repetition to a minute', () => {
    expect([1, 2, 3, 4, 20].map(defaultPauseMs)).toEqual([1000, 1500, 2250, 3375, 60_000]);
  });
});

describe('clock differences', () => {
  it('below two seconds count as none', () => {
    expect(clockDifference(httpDate(0), now)).toBe(0);
    expect(clockDifference(httpDate(-1000), now)).toBe(0);
    expect(clockDifference(httpDate(90_000), now + 500)).toBe(90);
    expect(clockDifference(httpDate(-90_000), now + 500)).toBe(-90);
    expect(clockDifference('yesterday', now)).toBeNull();
    expect(clockDifference(undefined, now)).toBeNull();
  });

  it('are measured by a `Date` in each form of HTTP, whatever the time zone of this computer', () => {
    const { TZ } = process.env;
    onTestFinished(() => {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    });
    process.env['TZ'] = 'Asia/Tokyo';
    expect(new Date(now).getHours()).toBe(9);
    for (const date of [
      'Thu, 01 Jan 2026 00:01:00 GMT',
      'Thursday, 01-Jan-26 00:01:00 GMT',
      'Thu Jan  1 00:01:00 2026',
    ])
      expect(clockDifference(date, now), date).toBe(61);
  });

  it('count as changed only if they differ by two seconds from the current correction', () => {
    expect([isOtherDifference(91, 90), isOtherDifference(92, 90), isOtherDifference(0, 90)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(isOtherDifference(null, 90)).toBe(false);
  });
});

describe('token lifetimes', () => {
  it('end half a minute early, or a quarter of their life if that is less', () => {
    expect(usableForMs(makeToken(600), 600)).toBe(570_000);
    expect(usableForMs(makeToken(40), 600)).toBe(30_000);
    expect(usableForMs(makeToken(1), 600)).toBe(750);
  });

  it('are those requested if the token says nothing sensible', () => {
    for (const token of ['opaque', makeToken(-5), makeToken(0), makeToken(99_999)])
      expect(usableForMs(token, 600)).toBe(570_000);
  });
});

describe('redaction', () => {
  it('I8: removes secrets as they are, escaped in JSON and URLs, and cut off at the end', () => {
    const secret = 'abc/def+gh"ij=klmno';
    const forms = [
      secret,
      JSON.stringify(secret),
      JSON.stringify(JSON.stringify(secret)),
      encodeURIComponent(secret),
      JSON.stringify(secret).replaceAll('/', '\\/'),
    ];
    for (const form of forms) expect(redact(`<${form}>`, [secret])).not.toContain('klmno');
    expect(redact('x abc/def+g', [secret])).toBe('x •••');
    expect(redact('x abc/def+g y', [secret])).toBe('x abc/def+g y');
    expect(redact('plain', ['', secret])).toBe('plain');
  });
});

describe('addresses', () => {
  it('are appended to a gateway address with any number of trailing slashes', () => {
    expect(normalBaseUrl('https://G.example/api//')).toBe('https://g.example/api');
    expect(normalBaseUrl('https://g.example')).toBe('https://g.example');
  });

  it('keep an order ID in its own segment', () => {
    expect(pathOf('payouts', '../balances')).toBe('/payouts/..%2Fbalances');
    expect(pathOf('payouts', '!availablePaymentOptions')).toBe('/payouts/!availablePaymentOptions');
  });
});

describe('a gateway that cannot be reached', () => {
  const textOf = (cause: string, effect: 'read' | 'change'): string =>
    failureOf(
      'gatewayUnreachable',
      { words: 'payout p', details: {}, effect },
      { answer: null, cause, secrets: [], readErrors: () => ({}) },
    ).error.message;

  it.each([
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('because of %s leads to the clock and to what is in between, not to the network', (cause) => {
    const details = { cause };
    for (const text of [
      textOf(cause, 'read'),
      textOf(cause, 'change'),
      failureText({ code: 'gatewayUnreachable', details }),
    ]) {
      expect(text).toContain(`does not trust the certificate that it got (${cause}). Check the clock`);
      expect(text).not.toContain('Check the network');
    }
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])(
    'because of %s leads to the network',
    (cause) => {
      expect(textOf(cause, 'read')).toMatch(
        /could not be reached\. Check the network and the gateway address/,
      );
    },
  );
});
