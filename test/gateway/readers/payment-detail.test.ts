import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../../main/gateway/exact-json.ts';
import { readPaymentDetail } from '../../../main/gateway/readers/payment-detail.ts';

const asked = { kind: 'payout', idPayment: 'a' } as const;
const now = Date.UTC(2026, 11, 1);
const read = (text: string) => readPaymentDetail(parseExactJson(text) ?? null, asked, now);
const money = { amount: '10.50', currencyCode: 'EUR' };
const nothing = {
  money: null,
  status: null,
  createdAt: null,
  processedAt: null,
  isTest: null,
  fee: null,
  paymentMethodCode: null,
  instructions: null,
};

describe('the payment detail (interface: Payment detail)', () => {
  it('reads the shape of the interface, whole', () => {
    const text = `{"paymentRequested":{"money":{"amount":10.50,"currencyCode":"EUR"}},
      "process":{"status":"SUCCESS","createdAt":"2026-01-01T00:00:00.000Z","processedAt":"2026-01-01T00:00:01.000Z","isTest":true},
      "fee":{"amount":0.30,"currencyCode":"EUR"},"paymentMethodResponse":{"paymentMethodCode":"BANK","idPayout":"a"}}`;
    expect(read(text)).toEqual({
      money,
      status: 'SUCCESS',
      createdAt: '2026-01-01T00:00:00.000Z',
      processedAt: '2026-01-01T00:00:01.000Z',
      isTest: true,
      fee: { amount: '0.30', currencyCode: 'EUR' },
      paymentMethodCode: 'BANK',
      instructions: null,
    });
  });

  it.each([
    [
      'money directly below paymentRequested',
      '{"paymentRequested":{"amount":10.50,"currencyCode":"EUR"}}',
      { money },
    ],
    [
      'an amount as text',
      '{"paymentRequested":{"money":{"amount":"10.50","currencyCode":"EUR"}}}',
      { money },
    ],
    ['money beside', '{"money":{"amount":10.50,"currency":"EUR"},"status":"NEW"}', { money, status: 'NEW' }],
    ['amount and currency beside', '{"amount":10.50,"currencyCode":"EUR"}', { money }],
    [
      'a flat process',
      '{"status":"X","processedAt":"27.11.2026"}',
      { status: 'X', processedAt: '27.11.2026' },
    ],
    ['a wrapped payment', '{"data":{"payout":{"process":{"status":"X"}}}}', { status: 'X' }],
    ['a payment in a list', '[{"process":{"status":"X","isTest":"false"}}]', { status: 'X', isTest: false }],
    ['a test flag as a number', '{"process":{"status":"X","isTest":1}}', { status: 'X', isTest: true }],
    [
      'a test flag in capitals',
      '{"process":{"status":"X","isTest":"False"}}',
      { status: 'X', isTest: false },
    ],
    ['another test flag as none', '{"process":{"status":"X","isTest":[true]}}', { status: 'X' }],
    ['an empty processedAt as none', '{"process":{"status":"X","processedAt":""}}', { status: 'X' }],
    [
      'a time in seconds',
      '{"process":{"status":"X","processedAt":1796000000}}',
      { status: 'X', processedAt: '1796000000' },
    ],
    [
      'a fee with money',
      '{"process":{"status":"X"},"fee":{"money":{"amount":1,"currencyCode":"EUR"}}}',
      { status: 'X', fee: { amount: '1', currencyCode: 'EUR' } },
    ],
    ['unknown properties', '{"new":[1],"process":{"status":"X","new":{}}}', { status: 'X' }],
  ])('reads %s', (_shape, text, expected) => {
    expect(read(text)).toEqual({ ...nothing, ...expected });
  });

  it('takes a status that is no text for none, and says what it was', () => {
    const finished = (status: string) =>
      read(
        `{"process":{"status":${status},"processedAt":"2026-01-01T00:00:01.000Z"},"amount":10.50,"currency":"EUR"}`,
      );
    for (const status of ['{"code":"SUCCESS"}', '["SUCCESS"]', 'true'])
      expect(finished(status)).toMatchObject({ status: null, unreadableStatus: status });
    for (const none of ['null', '""']) expect(finished(none)).not.toHaveProperty('unreadableStatus');
    expect(finished('"SUCCESS"')).not.toHaveProperty('unreadableStatus');
  });

  it('takes no placeholder for a time, since a payment that was processed counts as finished', () => {
    for (const none of [
      '"0001-01-01T00:00:00.000Z"',
      '"1970-01-01T01:00:00+01:00"',
      '"0000-00-00"',
      '0',
      '"-"',
    ])
      expect(read(`{"process":{"status":"X","createdAt":${none},"processedAt":${none}}}`), none).toEqual({
        ...nothing,
        status: 'X',
      });
  });

  it('takes no time to come for when a payment was processed, but for minutes, by which clocks may differ', () => {
    const processedAt = (time: string) =>
      read(`{"process":{"status":"X","processedAt":"${time}"}}`)?.processedAt;
    for (const none of ['9999-12-31T23:59:59.9999999Z', '2099-01-01', '2026-12-01T00:10:00.001Z'])
      expect(processedAt(none), none).toBeNull();
    for (const time of ['2026-12-01T00:10:00.000Z', '2026-11-30T10:00:00.000Z', '02.12.2099'])
      expect(processedAt(time)).toBe(time);
  });

  it('does not keep a payment in progress because the `Date` of its gateway is days behind', () => {
    const processedAt = (createdAt: string, time: string) =>
      read(`{"process":{"status":"X","createdAt":"${createdAt}","processedAt":"${time}"}}`)?.processedAt;
    const end = '2026-12-20T10:00:01.000Z';
    expect(processedAt('2026-12-20T10:00:00.000Z', end)).toBe(end);
    expect(processedAt('2026-12-20T09:50:01.000Z', end)).toBe(end);
    expect(processedAt('2026-12-20T09:50:00.999Z', end)).toBeNull();
    expect(processedAt('20.12.2026 10:00', end)).toBeNull();
  });

  it("never takes the fee or the method's response for the money requested", () => {
    const text =
      '{"paymentRequested":{},"process":{"status":"X"},"fee":{"amount":1,"currencyCode":"EUR"},"paymentMethodResponse":{"money":{"amount":9,"currencyCode":"EUR"}}}';
    expect(read(text)?.money).toBeNull();
    expect(read('{"fee":{"amount":1,"currencyCode":"EUR"}}')).toBeNull();
  });

  it('finds nothing in an answer about another payment', () => {
    const about = (kind: 'payout' | 'payin' | 'topup', names: string) =>
      readPaymentDetail(
        parseExactJson(`{"process":{"status":"SUCCESS"},${names}}`) ?? null,
        {
          kind,
          idPayment: 'a',
        },
        now,
      );
    for (const other of ['"paymentMethodResponse":{"idPayout":"b"}', '"idPayout":"b"', '"idPayout":"A"'])
      expect(about('payout', other)).toBeNull();
    expect(about('payin', '"paymentMethodResponse":{"idPayin":"b"}')).toBeNull();
    expect(about('topup', '"idTopUp":"b"')).toBeNull();
    expect(about('topup', '"paymentMethodResponse":{"idPayin":"b"}')?.status).toBe('SUCCESS');
    expect(about('payout', '"paymentMethodResponse":{"idPayout":"a"}')?.status).toBe('SUCCESS');
  });

  it('takes no status of an envelope or of a proxy for that of the payment', () => {
    const wrapped =
      '{"status":"SUCCESS","data":{"paymentRequested":{"money":{"amount":10.50,"currencyCode":"EUR"}},"process":{"status":"PENDING"}}}';
    expect(read(wrapped)).toEqual({ ...nothing, money, status: 'PENDING' });
    const unfinished =
      '{"status":"SUCCESS","processedAt":"t","process":{"createdAt":"2026-01-01T00:00:00.000Z"},"amount":10.50,"currencyCode":"EUR"}';
    expect(read(unfinished)).toEqual({ ...nothing, money, createdAt: '2026-01-01T00:00:00.000Z' });
  });

  it('finds nothing in an answer whose amount cannot be read, since it may be a different one', () => {
    for (const amount of ['"7,00"', '"1.000,00"', '"EUR 10.50"', '1e999999999', '"ten"'])
      for (const fields of [
        `"paymentRequested":{"money":{"amount":${amount},"currencyCode":"EUR"}}`,
        `"paymentRequested":{"value":${amount},"currency":"EUR"}`,
        `"money":{"amount":${amount},"currencyCode":"EUR"}`,
        `"amount":${amount},"currencyCode":"EUR"`,
      ])
        expect(read(`{${fields},"process":{"status":"SUCCESS"}}`), fields).toBeNull();
    for (const absent of ['{}', '{"amount":null,"currencyCode":"EUR"}', '{"amount":"","currencyCode":"EUR"}'])
      expect(read(`{"paymentRequested":{"money":${absent}},"process":{"status":"SUCCESS"}}`)).toEqual({
        ...nothing,
        status: 'SUCCESS',
      });
  });

  it('finds nothing in an answer that names an amount without a currency, since it may be a different one', () => {
    for (const requested of [
      '"paymentRequested":{"money":{"amount":9999}}',
      '"paymentRequested":{"amount":10.50}',
      '"money":{"amount":"10.50","currencyCode":""}',
      '"amount":10.50',
    ])
      expect(read(`{${requested},"process":{"status":"SUCCESS"}}`), requested).toBeNull();
  });

  it('finds nothing in an answer without a payment', () => {
    for (const text of [
      '{"status":"success"}',
      '{"status":"SUCCESS","message":"ok","data":{}}',
      '{}',
      '[]',
      'null',
      '"SUCCESS"',
      '{"message":"hi"}',
      '{"paymentRequested":{"amount":1}}',
    ])
      expect(read(text)).toBeNull();
  });

  it('returns a detail or null for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const found = read(text);
        expect(found === null || found.money !== null || found.status !== null).toBe(true);
      }),
    );
  });
});
