import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../../main/gateway/exact-json.ts';
import { readBalances } from '../../../main/gateway/readers/balances.ts';

const read = (text: string) => readBalances(parseExactJson(text) ?? null);
const one = (name: string, amount = '1234.50') => [{ currencyCode: 'EUR', amounts: [{ name, amount }] }];

describe('the balance list (interface: GET /balances)', () => {
  it.each([
    ['a bare list', '[{"currencyCode":"EUR","amount":1234.50}]', one('amount')],
    ['a wrapped list', '{"items":[{"currency":"EUR","balance":1234.50}]}', one('balance')],
    [
      'an unknown wrapping',
      '{"total":1,"whatever":[{"currencyCode":"EUR","available":"1234.50"}]}',
      one('available'),
    ],
    [
      'a wrapping in a wrapping',
      '{"data":{"balances":[{"currencyCode":"EUR","amount":1234.50}]}}',
      one('amount'),
    ],
    ['a map of amounts', '{"EUR":1234.50}', one('value')],
    ['a map of objects', '{"balances":{"EUR":{"available":1234.50}}}', one('available')],
    ['money below balance', '[{"balance":{"amount":1234.50,"currencyCode":"EUR"}}]', one('balance')],
    [
      'money below a name',
      '[{"currencyCode":"EUR","available":{"amount":1234.50,"currencyCode":"EUR"}}]',
      one('available'),
    ],
    ['a currency object', '[{"currency":{"code":"EUR","name":"Euro"},"amount":1234.50}]', one('amount')],
    [
      'named amounts in a list',
      '[{"currencyCode":"EUR","amounts":[{"type":"AVAILABLE","amount":1234.50}]}]',
      one('AVAILABLE'),
    ],
    ['a single record', '{"currencyCode":"EUR","amount":1234.50}', one('amount')],
    [
      'other numbers beside',
      '[{"id":"77","accountNumber":"123","currencyCode":"EUR","amount":1234.50,"updatedAt":1700}]',
      one('amount'),
    ],
    [
      '18 and 18 digits',
      '[{"currencyCode":"EUR","amount":123456789012345678.123456789012345678}]',
      one('amount', '123456789012345678.123456789012345678'),
    ],
    ['a negative amount', '[{"currencyCode":"EUR","amount":-0.01}]', one('amount', '-0.01')],
  ])('reads %s', (_shape, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('keeps several named amounts of one currency, next to each other or in rows of their own', () => {
    const expected = [
      {
        currencyCode: 'EUR',
        amounts: [
          { name: 'available', amount: '10.00' },
          { name: 'blocked', amount: '2.5' },
        ],
      },
    ];
    expect(read('[{"currencyCode":"EUR","available":10.00,"blocked":"2.5"}]')).toEqual(expected);
    expect(read('[{"currencyCode":"EUR","balance":{"available":10.00,"blocked":2.5}}]')).toEqual(expected);
    expect(
      read(
        '[{"currencyCode":"EUR","type":"available","amount":10.00},{"currencyCode":"EUR","type":"blocked","amount":2.5}]',
      ),
    ).toEqual(expected);
  });

  it('keeps two accounts of one currency apart', () => {
    expect(read('[{"currencyCode":"EUR","amount":1},{"currencyCode":"EUR","amount":2}]')).toHaveLength(2);
  });

  it('takes an empty list for no balances: a currency without an account returns none', () => {
    for (const text of ['[]', '{"balances":[]}', '{"items":[]}', '{"data":{"balances":{}}}'])
      expect(read(text)).toEqual([]);
  });

  it('finds nothing in an answer without a currency', () => {
    for (const text of [
      '{}',
      '{"status":"ok"}',
      '{"data":{}}',
      '{"warnings":[]}',
      'null',
      '"x"',
      '[1,2]',
      '{"message":"hello"}',
      '[{"a":1}]',
      'true',
    ])
      expect(read(text)).toBeNull();
  });

  it('leaves out a row whose currency code is no code, and finds nothing if there is no other', () => {
    const wrong = ['<b>EUR</b>', '\\u202EEUR', `EUR${'x'.repeat(400)}`].map(
      (code) => `{"currencyCode":"${code}","available":1}`,
    );
    expect(read(`[${wrong.join(',')}]`)).toBeNull();
    const right = '{"currencyCode":"usdc.e","available":2}';
    expect(read(`[${[...wrong, right].join(',')}]`)).toEqual([
      { currencyCode: 'usdc.e', amounts: [{ name: 'available', amount: '2' }] },
    ]);
  });

  it('returns a list or null for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const found = read(text);
        expect(found === null || Array.isArray(found)).toBe(true);
      }),
    );
  });
});
