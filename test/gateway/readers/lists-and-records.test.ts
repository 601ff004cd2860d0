import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../../main/gateway/exact-json.ts';
import { readAccounts } from '../../../main/gateway/readers/accounts.ts';
import {
  currencyList,
  methodList,
  operatorList,
  readCodeList,
  segmentList,
} from '../../../main/gateway/readers/code-list.ts';
import type { CodeListShape } from '../../../main/gateway/readers/code-list.ts';
import { readMerchantInfo } from '../../../main/gateway/readers/merchant-info.ts';
import { readToken } from '../../../main/gateway/readers/token-answer.ts';

const json = (text: string) => parseExactJson(text) ?? null;
const codes = (text: string, shape: CodeListShape) => readCodeList(json(text), shape);

describe('code lists (interface: GET /currencies, /segments, /payment-operators, /payment-methods)', () => {
  const euro = [{ code: 'EUR', name: 'Euro' }];
  it.each([
    ['a bare list of objects', '[{"currencyCode":"EUR","name":"Euro"}]', euro],
    ['texts', '["EUR"]', [{ code: 'EUR', name: null }]],
    ['a wrapped list', '{"currencies":[{"code":"EUR","description":"Euro"}]}', euro],
    ['a list in items', '{"items":[{"currency":"EUR","label":"Euro"}],"total":1}', euro],
    ['an unknown wrapping', '{"x":{"y":[{"id":"EUR","title":"Euro"}]}}', euro],
    ['a map of names', '{"EUR":"Euro"}', euro],
    ['a map of objects', '{"data":{"EUR":{"name":"Euro"}}}', euro],
    ['nested codes', '[{"currency":{"code":"EUR","name":"Euro"}}]', euro],
    [
      'a new code of new kind',
      '[{"currencyCode":"NEWCOIN9","future":{"a":1}}]',
      [{ code: 'NEWCOIN9', name: null }],
    ],
    ['no items', '[]', []],
  ])('reads %s', (_shape, text, expected) => {
    expect(codes(text, currencyList)).toEqual(expected);
  });

  it('knows the names of each list', () => {
    const named = [{ code: 'X', name: 'Y' }];
    expect(codes('[{"segmentCode":"X","name":"Y"}]', segmentList)).toEqual(named);
    expect(codes('{"paymentOperators":[{"paymentOperatorCode":"X","name":"Y"}]}', operatorList)).toEqual(
      named,
    );
    expect(codes('[{"paymentMethod":{"code":"X","name":"Y"}}]', methodList)).toEqual(named);
  });

  it('leaves out a code that is too long to be one, and finds nothing if there is no other', () => {
    const [long, longest] = ['x'.repeat(101), 'y'.repeat(100)];
    expect(codes(JSON.stringify([long, { code: long, name: 'Z' }]), operatorList)).toBeNull();
    expect(codes(JSON.stringify([long, longest]), operatorList)).toEqual([{ code: longest, name: null }]);
  });

  it('finds nothing without a code', () => {
    for (const text of ['{}', '{"warnings":[]}', 'null', 'true', '[true]', '[{"a":[]}]', '"EUR"'])
      expect(codes(text, currencyList)).toBeNull();
  });
});

describe('merchant information (interface: GET /merchant-info)', () => {
  const full = { merchantCode: 'M1', merchantName: 'Shop', channelName: null };
  it.each([
    ['the plain names', '{"merchantCode":"M1","name":"Shop"}', full],
    ['an ID', '{"merchantId":"M1","merchantName":"Shop"}', full],
    ['a wrapping', '{"merchant":{"code":"M1","name":"Shop"}}', full],
    ['a wrapping in data', '{"data":{"merchantInfo":{"code":"M1","name":"Shop"}}}', full],
    ['a list of one', '[{"code":"M1","name":"Shop"}]', full],
    ['a number for a code', '{"id":17}', { merchantCode: '17', merchantName: null, channelName: null }],
    ['a channel', '{"merchantCode":"M1","name":"Shop","channelName":"Web"}', { ...full, channelName: 'Web' }],
    [
      'a channel object',
      '{"merchantCode":"M1","name":"Shop","channel":{"name":"Web"}}',
      { ...full, channelName: 'Web' },
    ],
  ])('reads %s', (_shape, text, expected) => {
    expect(readMerchantInfo(json(text))).toEqual(expected);
  });

  it('finds nothing without a code or a name', () => {
    for (const text of ['{}', '[]', 'null', '{"x":1,"y":2}']) expect(readMerchantInfo(json(text))).toBeNull();
  });
});

describe('payment accounts (interface: Payment accounts)', () => {
  const fields =
    '{"accountName":"A","accountNumber":1,"accountType":"","bankCode":"C","bankName":"N","bankBranch":"B","bankCity":"T","bankProvince":"P"}';
  const account = {
    accountName: 'A',
    accountNumber: '1',
    accountType: null,
    bankCode: 'C',
    bankName: 'N',
    bankBranch: 'B',
    bankCity: 'T',
    bankProvince: 'P',
  };
  it.each([
    ['both', `{"customerAccountRequest":${fields},"customerAccountProcess":${fields}}`, account, account],
    ['the request alone', `{"customerAccountRequest":${fields}}`, account, null],
    [
      'the process alone',
      `{"customerAccountProcess":${fields},"customerAccountRequest":null}`,
      null,
      account,
    ],
    ['shorter names', `{"request":${fields},"process":${fields}}`, account, account],
    ['a wrapping', `{"data":{"customerAccountRequest":${fields}}}`, account, null],
    ['accounts', `{"accounts":{"accountRequest":${fields}}}`, account, null],
    ['a list of one', `[{"customerAccountRequest":${fields}}]`, account, null],
    ['a bare account', fields, account, null],
    ['none yet', '{"customerAccountRequest":null,"customerAccountProcess":null}', null, null],
  ])('reads %s', (_shape, text, customerAccountRequest, customerAccountProcess) => {
    expect(readAccounts(json(text))).toEqual({ customerAccountRequest, customerAccountProcess });
  });

  it('finds nothing without an account', () => {
    for (const text of ['{}', '[]', 'null', '{"a":"b"}']) expect(readAccounts(json(text))).toBeNull();
  });
});

describe('token answers (interface: Auth token)', () => {
  it.each([
    '{"token":"a.b.c"}',
    '{"accessToken":"a.b.c"}',
    '{"access_token":"a.b.c","token_type":"bearer"}',
    '{"data":{"token":"a.b.c"}}',
    '{"authToken":{"token":"a.b.c"}}',
    '[{"jwt":"a.b.c"}]',
    '"a.b.c"',
    'a.b.c\n',
  ])('reads %s', (text) => {
    expect(readToken(text)).toBe('a.b.c');
  });

  it('refuses a token that cannot be in a header', () => {
    for (const text of [
      '{}',
      '',
      '"x"',
      '{"token":"a b"}',
      '{"token":"a\\r\\nX: 1"}',
      '{"token":"é"}',
      '<html>',
    ])
      expect(readToken(text)).toBeNull();
    expect(readToken(`{"token":"${'x'.repeat(20_000)}"}`)).toBeNull();
  });
});

it('no reader throws, whatever JSON comes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      for (const shape of [currencyList, segmentList, operatorList, methodList]) codes(text, shape);
      readMerchantInfo(json(text));
      readAccounts(json(text));
      const token = readToken(text);
      expect(token === null || /^[\x21-\x7e]+$/.test(token)).toBe(true);
    }),
  );
});
