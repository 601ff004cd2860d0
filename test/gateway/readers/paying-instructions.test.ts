import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayingInstructions } from '../../../contract/receiving/incoming.ts';
import { parseExactJson } from '../../../main/gateway/exact-json.ts';
import { readInstructions } from '../../../main/gateway/readers/paying-instructions.ts';

const read = (text: string) => readInstructions(parseExactJson(text));
const nothing = {
  bankName: null,
  branchName: null,
  accountName: null,
  accountNumber: null,
  money: null,
  expireAt: null,
  reference: null,
  returnUrl: null,
};

describe('how an offline method is paid (interface: Payment detail, paymentMethodResponse)', () => {
  it('reads the shape of the interface, whole', () => {
    const text = `{"idPayin":"a","paymentMethodCode":"M","account":{"bankName":"Bank","branchName":"Main"},
      "money":{"amount":10.50,"currencyCode":"EUR"},"expireAt":"2026-01-02T00:00:00.000Z","reference":"0012","returnUrl":"https://x"}`;
    expect(read(text)).toEqual({
      ...nothing,
      bankName: 'Bank',
      branchName: 'Main',
      money: { amount: '10.50', currencyCode: 'EUR' },
      expireAt: '2026-01-02T00:00:00.000Z',
      reference: '0012',
      returnUrl: 'https://x',
    });
  });

  it.each([
    ['a bank beside the account', '{"bankName":"Bank","account":{}}', { bankName: 'Bank' }],
    [
      'an account with its holder',
      '{"account":{"accountName":"M","accountNumber":"DE5"}}',
      { accountName: 'M', accountNumber: 'DE5' },
    ],
    ['an account of another name', '{"bankAccount":{"iban":"DE5"}}', { accountNumber: 'DE5' }],
    ['a numeric reference', '{"reference":77}', { reference: '77' }],
    [
      'a return address alone',
      '{"returnUrl":"https://m.example/back"}',
      { returnUrl: 'https://m.example/back' },
    ],
    ['unknown properties', '{"new":{"a":1},"reference":"7"}', { reference: '7' }],
  ])('reads %s', (_shape, text, expected) => {
    expect(read(text)).toEqual({ ...nothing, ...expected });
  });

  it('finds nothing in an empty answer, nor in one with only an amount', () => {
    for (const text of [
      'null',
      '[]',
      '"x"',
      '{}',
      '{"paymentMethodCode":"M","idPayout":"a"}',
      '{"money":{"amount":1,"currencyCode":"EUR"}}',
      '{"account":{"bankName":" "},"reference":null}',
    ])
      expect(read(text), text).toBeNull();
  });

  it('never throws, and returns what can be stored and read again', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const found = read(text);
        if (found !== null)
          expect(PayingInstructions.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
      }),
    );
  });
});
