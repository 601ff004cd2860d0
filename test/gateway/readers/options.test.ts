import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../../main/gateway/exact-json.ts';
import { readOptions } from '../../../main/gateway/readers/options.ts';

const read = (text: string) => readOptions(parseExactJson(text) ?? null);
const bank = (names: (string | null)[] = [null, null]) => [
  {
    paymentMethodCode: 'BANK',
    name: null,
    operators: [
      { paymentOperatorCode: 'A', name: names[0] ?? null },
      { paymentOperatorCode: 'B', name: names[1] ?? null },
    ],
  },
];

describe('available payment options (interface: !availablePaymentOptions)', () => {
  it.each([
    ['operators as texts', '[{"paymentMethodCode":"BANK","paymentOperators":["A","B"]}]', bank()],
    [
      'operators as objects',
      '{"paymentMethods":[{"code":"BANK","operators":[{"code":"A","name":"Alpha"},{"code":"B"}]}]}',
      bank(['Alpha']),
    ],
    ['operators wrapped', '{"items":[{"paymentMethodCode":"BANK","operators":{"items":["A","B"]}}]}', bank()],
    [
      'operators as a map',
      '[{"paymentMethodCode":"BANK","operators":{"A":"Alpha","B":{"name":"Beta"}}}]',
      bank(['Alpha', 'Beta']),
    ],
    [
      'flat rows',
      '[{"paymentMethodCode":"BANK","paymentOperatorCode":"A"},{"paymentMethodCode":"BANK","paymentOperatorCode":"B"}]',
      bank(),
    ],
    [
      'flat rows of objects',
      '[{"paymentMethod":{"code":"BANK"},"paymentOperator":{"code":"A","name":"Alpha"}},{"paymentMethod":{"code":"BANK"},"paymentOperator":{"code":"B"}}]',
      bank(['Alpha']),
    ],
    ['a map by method', '{"BANK":["A","B"]}', bank()],
    ['a map of objects by method', '{"options":{"BANK":{"operators":["A","B"]}}}', bank()],
    [
      'a nested method',
      '{"data":[{"paymentMethod":{"paymentMethodCode":"BANK","operators":["A","B"]}}]}',
      bank(),
    ],
    [
      'two lists side by side',
      '{"paymentMethods":["BANK"],"paymentOperators":[{"code":"A","paymentMethodCode":"BANK"},{"code":"B"}]}',
      bank(),
    ],
    ['a single option', '{"paymentMethodCode":"BANK","paymentOperators":["A","B"]}', bank()],
  ])('reads %s', (_shape, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('reads methods without operators, and their names', () => {
    expect(read('["CARD"]')).toEqual([{ paymentMethodCode: 'CARD', name: null, operators: [] }]);
    expect(read('{"list":[{"paymentMethodCode":"CARD","name":"Card"}]}')).toEqual([
      { paymentMethodCode: 'CARD', name: 'Card', operators: [] },
    ]);
  });

  it.each([
    '{"availablePaymentMethods":[{"code":"BANK"}],"availablePaymentOperators":[{"code":"A"}]}',
    '{"paymentMethodCodes":["BANK"],"paymentOperatorCodes":["A"]}',
  ])('reads two lists, of methods and of operators: %s', (text) => {
    const operators = [{ paymentOperatorCode: 'A', name: null }];
    expect(read(text)).toEqual([{ paymentMethodCode: 'BANK', name: null, operators }]);
  });

  it('does not give an operator to a method that it does not name', () => {
    const text =
      '{"paymentMethods":[{"code":"BANK"},{"code":"CARD"}],"paymentOperators":[{"code":"A","paymentMethodCode":"CARD"}]}';
    expect(read(text)?.map(({ operators }) => operators.length)).toEqual([0, 1]);
  });

  it('finds nothing if no method is named, since these lists are never empty', () => {
    for (const text of ['[]', '{}', 'null', '{"a":{"b":[true]}}', '[[],[]]', '{"items":[]}'])
      expect(read(text)).toBeNull();
  });

  it('returns options or null for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const found = read(text);
        expect(found === null || found.every(({ paymentMethodCode }) => paymentMethodCode !== '')).toBe(true);
      }),
    );
  });
});
