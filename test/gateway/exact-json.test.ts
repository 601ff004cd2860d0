import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumber, parseExactJson } from '../../main/gateway/exact-json.ts';
import {
  encodePaymentRequested,
  encodePayinBody,
  encodePayoutBody,
} from '../../main/gateway/payment-body.ts';

const payout = {
  amount: '1234.50',
  currencyCode: 'EUR',
  paymentMethodCode: 'BANK',
  accountName: 'Zoë "Z"',
  accountNumber: 'DE1',
  paymentOperatorCode: 'OP',
  emailAddress: 'z@example.com',
  callbackUrl: 'https://m.example/cb?x=1',
};
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const amounts = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.stringMatching(/^(\d{1,18})?$/))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`));

describe('exact amounts (interface: Money)', () => {
  it('writes every amount of up to 18 and 18 digits with exactly its own digits', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const body = text(encodePayoutBody({ ...payout, amount }));
        expect(body).toContain(`"money":{"amount":${amount},"currencyCode":"EUR"}`);
      }),
    );
  });

  it('reads every amount of up to 18 and 18 digits back with exactly its own digits', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseExactJson(`{"money":{"amount":${amount}}}`)).toEqual({ money: { amount } });
      }),
    );
  });

  it('writes out exponents, and keeps numbers beyond any sum of money as written', () => {
    expect(parseExactJson('[1E-8, 12.50e2, -0.0, 1e999, 5]')).toEqual([
      '0.00000001',
      '1250',
      '0.0',
      '1e999',
      '5',
    ]);
  });

  it('accepts only a plain decimal as an exact number', () => {
    for (const wrong of ['1e5', '', '01', '1,5', 'NaN', '"x"', '1.'])
      expect(() => exactNumber(wrong)).toThrow(TypeError);
  });
});

describe('reading JSON', () => {
  it('returns nothing for text that is not JSON, too deep or too long', () => {
    expect(parseExactJson('{"a":')).toBeUndefined();
    expect(parseExactJson('<html>')).toBeUndefined();
    expect(parseExactJson('')).toBeUndefined();
    expect(parseExactJson('['.repeat(65) + ']'.repeat(65))).toBeUndefined();
    expect(parseExactJson('['.repeat(64) + ']'.repeat(64))).toBeDefined();
    expect(parseExactJson('['.repeat(4_000_000))).toBeUndefined();
    expect(parseExactJson(`"${'x'.repeat(8 * 1024 * 1024)}"`)).toBeUndefined();
  });

  it('does not count brackets inside texts', () => {
    const brackets = '[{\\"'.repeat(500);
    expect(parseExactJson(`{"a":"${brackets}"}`)).toEqual({ a: '[{"'.repeat(500) });
  });

  it('reads any JSON as JSON.parse does, except for its numbers', () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        const numbersAside = (_key: string, value: unknown) => (typeof value === 'number' ? '#' : value);
        const plain = JSON.stringify(JSON.parse(source, numbersAside));
        const exact = JSON.stringify(parseExactJson(source));
        expect(exact.length).toBeGreaterThanOrEqual(plain.length);
        expect(exact === plain || plain.includes('#')).toBe(true);
      }),
    );
  });
});

describe('payment bodies (interface: Payment request)', () => {
  it('writes a payout minified, with all fields in their places', () => {
    expect(text(encodePayoutBody(payout))).toBe(
      '{"paymentRequested":{"money":{"amount":1234.50,"currencyCode":"EUR"}},"paymentMethod":{"paymentMethodCode":"BANK","account":{"accountName":"Zoë \\"Z\\"","accountNumber":"DE1"},"paymentOperatorCode":"OP","emailAddress":"z@example.com"},"callbackUrl":"https://m.example/cb?x=1"}',
    );
  });

  it('leaves out empty fields, and the account when both its parts are empty', () => {
    const empty = {
      ...payout,
      accountName: '',
      accountNumber: '',
      paymentOperatorCode: '',
      emailAddress: '',
    };
    expect(text(encodePayoutBody(empty))).toBe(
      '{"paymentRequested":{"money":{"amount":1234.50,"currencyCode":"EUR"}},"paymentMethod":{"paymentMethodCode":"BANK"},"callbackUrl":"https://m.example/cb?x=1"}',
    );
    expect(text(encodePayoutBody({ ...payout, accountName: '' }))).toContain(
      '"account":{"accountNumber":"DE1"}',
    );
  });

  it('I2: writes the same bytes for the same payout, in whatever order its fields were given', () => {
    const reversed = Object.fromEntries(Object.entries(payout).toReversed());
    expect(encodePayoutBody({ ...payout, ...reversed })).toEqual(encodePayoutBody(payout));
  });

  it('adds the return address to a payin, and leaves out a method that is not chosen yet', () => {
    const open = { ...payout, paymentMethodCode: '', accountName: '', accountNumber: '' };
    const body = { ...open, paymentOperatorCode: '', emailAddress: '', returnUrl: 'https://m.example/back' };
    expect(text(encodePayinBody(body))).toBe(
      '{"paymentRequested":{"money":{"amount":1234.50,"currencyCode":"EUR"}},"callbackUrl":"https://m.example/cb?x=1","returnUrl":"https://m.example/back"}',
    );
  });

  it('asks for options with the money, and the customer segment if one is named', () => {
    const money = { amount: '0.10', currencyCode: 'BTC' };
    expect(text(encodePaymentRequested({ money, segmentCode: '' }))).toBe(
      '{"money":{"amount":0.10,"currencyCode":"BTC"}}',
    );
    expect(text(encodePaymentRequested({ money, segmentCode: 'RETAIL' }))).toBe(
      '{"money":{"amount":0.10,"currencyCode":"BTC"},"segmentCode":"RETAIL"}',
    );
  });
});
