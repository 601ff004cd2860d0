import { describe, expect, it } from 'vitest';
import { number, scanJson, type Value } from './exact-json.ts';
import { startRudeMerchant } from './rude-merchant.ts';

type Found = { currencyCode: string; amounts: { name: string; amount: string }[] }[];

const huge = '123456789012345678.123456789012345678';
const balanceShapes: readonly (readonly [string, string, Record<string, string[]>])[] = [
  [
    'a bare array with an amount as an exponent',
    '[{"currencyCode":"EUR","amount":1.2345e3},{"amount":5E-8,"currencyCode":"BTC"}]',
    { EUR: ['1234.5'], BTC: ['0.00000005'] },
  ],
  [
    'a page of items',
    '{"items":[{"currency":"EUR","balance":{"available":10.10,"pending":0}}],"page":{"number":0,"size":20,"totalElements":1,"totalPages":1}}',
    { EUR: ['10.10', '0'] },
  ],
  [
    'a map from code to amount, numbers and texts mixed',
    '{"EUR":12.50,"BTC":"0.00000001","JPY":"7"}',
    { EUR: ['12.50'], BTC: ['0.00000001'], JPY: ['7'] },
  ],
  [
    'a map from code to amounts',
    '{"EUR":{"available":1.00,"blocked":2},"X9":{"available":3.5,"blocked":null}}',
    { EUR: ['1.00', '2'], X9: ['3.5'] },
  ],
  [
    'deep nesting',
    '{"data":{"balances":[{"account":{"id":"A1"},"money":{"amount":"5.00","currencyCode":"EUR"}}]}}',
    { EUR: ['5.00'] },
  ],
  [
    'eighteen digits before and after the point, as a number and as a text',
    `[{"currencyCode":"ETH","amount":${huge}},{"currencyCode":"WEI","amount":"${huge}"}]`,
    { ETH: [huge], WEI: [huge] },
  ],
  [
    'codes under another name',
    '[{"code":"EUR","value":-1.05},{"code":"USDT","value":2}]',
    { EUR: ['-1.05'], USDT: ['2'] },
  ],
  [
    'rows and amounts that are null',
    '[null,{"currencyCode":"EUR","amount":null,"available":7.00,"note":null}]',
    { EUR: ['7.00'] },
  ],
  [
    'a list in a wrapper of one list',
    '{"balanceList":{"balance":[{"ccy":"EUR","available":{"amount":4.20}}]}}',
    { EUR: ['4.20'] },
  ],
  ['a single row', '{"currencyCode":"EUR","amount":9.99}', { EUR: ['9.99'] }],
  ['an empty list', '[]', {}],
];

const sepaOnly = { SEPA: [] };
const bank = { BANK: ['KB', 'CS'] };
const optionShapes: readonly (readonly [string, string, Record<string, string[]>])[] = [
  ['a bare array of codes', '["SEPA"]', sepaOnly],
  [
    'items with operators nested',
    '{"items":[{"paymentMethodCode":"BANK","paymentOperators":[{"paymentOperatorCode":"KB"},{"paymentOperatorCode":"CS"}]}]}',
    bank,
  ],
  ['flat rows', '[{"method":"BANK","operator":"KB"},{"method":"BANK","operator":"CS"}]', bank],
  ['a map by method', '{"BANK":["KB","CS"]}', bank],
  [
    'objects in place of codes',
    '{"data":[{"paymentMethod":{"code":"BANK","name":"Bank"},"operators":[{"operator":{"code":"KB"}},{"operator":{"code":"CS"}}]}]}',
    bank,
  ],
  [
    'operators that are null',
    '[{"paymentMethodCode":"SEPA","paymentOperators":null,"limits":{"min":1,"max":1e6}}]',
    sepaOnly,
  ],
];

describe.concurrent('lists whose shape the interface does not show', () => {
  it.each(balanceShapes)('reads balances to the last digit from %s', async (_words, text, expected) => {
    await using merchant = await startRudeMerchant({ balances: scanJson(text) });
    const { exitCode, stdout } = await merchant.run('balances', '--json');
    expect(exitCode).toBe(0);
    const found = JSON.parse(stdout) as Found;
    const amounts = found.map(({ currencyCode, amounts: named }): [string, string[]] => [
      currencyCode,
      named.map(({ amount }) => amount),
    ]);
    expect(Object.fromEntries(amounts)).toEqual(expected);
  });

  it.each(optionShapes)('reads payment options from %s', async (_words, text, expected) => {
    await using merchant = await startRudeMerchant({ options: scanJson(text) });
    const { exitCode, stdout } = await merchant.run(
      'options',
      'payout',
      '--amount',
      '10.00',
      '--currency',
      'EUR',
      '--json',
    );
    expect(exitCode).toBe(0);
    const found = JSON.parse(stdout) as {
      paymentMethodCode: string;
      operators: { paymentOperatorCode: string }[];
    }[];
    const codes = found.map(({ paymentMethodCode, operators }): [string, string[]] => [
      paymentMethodCode,
      operators.map(({ paymentOperatorCode }) => paymentOperatorCode),
    ]);
    expect(Object.fromEntries(codes)).toEqual(expected);
  });

  it('reads, stores and shows every code list and the merchant, each in a shape of its own', async () => {
    const answers: Readonly<Record<string, string>> = {
      '/currencies': '{"data":{"currencyList":["EUR","BTC","EUR",null]}}',
      '/segments': '{"VIP":{"title":"Best customers"},"STD":{"title":"Everybody"}}',
      '/payment-operators': '[{"operator":{"code":"KB","name":"Komerční banka"},"since":1990}]',
      '/payment-methods': `{"items":[{"code":"${'x'.repeat(500)}"},{"id":"SEPA","label":"SEPA","tags":[]}]}`,
      '/merchant-info': '{"merchant":{"id":"RUDE-1","companyName":"Rude s.r.o.","channel":{"name":"Shop"}}}',
    };
    await using merchant = await startRudeMerchant({
      instead: ({ method, path }) => {
        const text = answers[path];
        return method === 'GET' && text !== undefined ? { status: 200, body: scanJson(text) } : null;
      },
    });
    const codesOf = async (list: string): Promise<unknown> => {
      const { exitCode, stdout } = await merchant.run('codes', list, '--json');
      expect(exitCode, list).toBe(0);
      const { codes } = JSON.parse(stdout) as { codes: { code: string; name: string | null }[] };
      return codes.map(({ code, name }) => [code, name]);
    };
    expect(await codesOf('currencies')).toEqual([
      ['BTC', null],
      ['EUR', null],
    ]);
    expect(await codesOf('segments')).toEqual([
      ['STD', 'Everybody'],
      ['VIP', 'Best customers'],
    ]);
    expect(await codesOf('operators')).toEqual([['KB', 'Komerční banka']]);
    expect(await codesOf('methods')).toEqual([['SEPA', null]]);
    const { stdout } = await merchant.run('merchant', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      merchantCode: 'RUDE-1',
      merchantName: 'Rude s.r.o.',
      channelName: 'Shop',
    });
  });

  it('shows the raw answer if nothing is recognised, and does not call it empty', async () => {
    const balances: Value = { greeting: 'Vítejte', depth: number('3') };
    await using merchant = await startRudeMerchant({ balances });
    const { exitCode, stdout } = await merchant.run('balances', '--json');
    expect(exitCode).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'gatewayAnswerUnreadable', details: { raw: expect.stringContaining('Vítejte') } },
    });
  });

  it("says that there is no payment option, with the gateway's reason (406)", async () => {
    const reason = { errorCode: 'NO_OPTION', message: 'No option for EUR' };
    await using merchant = await startRudeMerchant({
      afterwards: ({ path }, usual) =>
        path.endsWith('!availablePaymentOptions') ? { status: 406, body: [reason] } : usual,
    });
    const { exitCode, stderr } = await merchant.run(
      'options',
      'payout',
      '--amount',
      '1',
      '--currency',
      'EUR',
    );
    expect(exitCode).toBe(6);
    expect(stderr).toContain('No option for EUR');
  });
});
