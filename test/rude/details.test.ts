import { describe, expect, it } from 'vitest';
import { number, type Fields, type Value } from './exact-json.ts';
import type { Entry, Knobs } from './gateway.ts';
import { expectAllPaid, expectBook, makeRows, reportOf, startRudeMerchant } from './rude-merchant.ts';

const rows = makeRows(3);
const one = [{ amount: '1234.50', currencyCode: 'EUR', accountNumber: 'ONLY' }];
const processedAt = '2026-01-02T03:04:05.678Z';
const startsAs = '2026-01-02T03:04:05.000Z';

const withProcess =
  (process: Fields): NonNullable<Knobs['detail']> =>
  (_entry, usual) => ({ ...usual, process });
const withMoney =
  (amount: string, currencyCode: string): NonNullable<Knobs['detail']> =>
  (_entry, usual) => ({ ...usual, paymentRequested: { money: { amount: number(amount), currencyCode } } });
const settledOnly =
  (make: (usual: Fields, entry: Entry) => Value): NonNullable<Knobs['detail']> =>
  (entry, usual, isSettled) =>
    isSettled ? usual : make(usual, entry);

const goingOn: readonly (readonly [string, Partial<Knobs>])[] = [
  ...['EXPIRED', 'paid', 'Úspěch', 'success', ''].map((status): readonly [string, Partial<Knobs>] => [
    `the status ${JSON.stringify(status)} without processedAt`,
    {
      settleMs: 1500,
      detail: settledOnly((usual) => ({ ...usual, process: { status, createdAt: startsAs } })),
    },
  ]),
  [
    'processedAt that is null',
    {
      settleMs: 1500,
      detail: settledOnly((usual) => ({
        ...usual,
        process: { status: 'NEW', createdAt: startsAs, processedAt: null },
      })),
    },
  ],
  ['no process at all', { settleMs: 1500, detail: settledOnly(({ process: _process, ...usual }) => usual) }],
  [
    'a process that is null',
    { settleMs: 1500, detail: settledOnly((usual) => ({ ...usual, process: null })) },
  ],
  ['SUCCESS without processedAt', { detail: withProcess({ status: 'SUCCESS', createdAt: startsAs }) }],
  [
    'money directly under paymentRequested',
    {
      detail: ({ amount, currencyCode }, usual) => ({
        ...usual,
        paymentRequested: { amount: number(amount), currencyCode },
      }),
    },
  ],
  [
    'amounts as texts',
    {
      detail: ({ amount, currencyCode }, usual) => ({
        ...usual,
        paymentRequested: { money: { amount, currencyCode } },
      }),
    },
  ],
  ['no fee', { detail: (_entry, { fee: _fee, ...usual }) => usual }],
  ['a fee that is null', { detail: (_entry, usual) => ({ ...usual, fee: null }) }],
  [
    'a fee in another currency',
    { detail: (_entry, usual) => ({ ...usual, fee: { amount: number('1e-2'), currencyCode: 'CZK' } }) },
  ],
];

describe.concurrent('the contents of a payment detail', () => {
  it.each(goingOn)('waits for SUCCESS and calls the payout paid with %s', async (_words, knobs) => {
    await using merchant = await startRudeMerchant(knobs);
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
  });

  it.each(['EXPIRED', 'paid', 'Úspěch'])(
    'calls a processed payout with the status %s failed, and shows that status as it is',
    async (status) => {
      await using merchant = await startRudeMerchant({
        detail: withProcess({ status, createdAt: startsAs, processedAt }),
      });
      const end = await merchant.pay(rows);
      expect(end.exitCode).toBe(4);
      expect(reportOf(end).batches).toMatchObject([{ byState: { failed: 3 } }]);
      expect(reportOf(end).batches[0]?.problems[0]?.message).toContain(status);
      const records = await merchant.records();
      expect(records.map(({ state, gatewayStatus }) => [state, gatewayStatus])).toEqual(
        rows.map(() => ['failed', status]),
      );
      expectBook(merchant, rows);
    },
  );

  it.each(['success', 'Success'])('calls a processed payout with the status %s paid', async (status) => {
    await using merchant = await startRudeMerchant({
      detail: withProcess({ status, createdAt: startsAs, processedAt }),
    });
    expect((await merchant.pay(one)).exitCode).toBe(0);
    const records = await merchant.records();
    expect(records.map(({ state, gatewayStatus }) => [state, gatewayStatus])).toEqual([['paid', status]]);
  });

  it('stops when a payment is called real, until a person has acknowledged that for the profile', async () => {
    await using merchant = await startRudeMerchant({
      detail: withProcess({ status: 'SUCCESS', createdAt: startsAs, processedAt, isTest: false }),
    });
    expect((await merchant.pay(rows)).exitCode).toBe(5);
    expect(merchant.gateway.book()).toHaveLength(1);
    const told = await merchant.run('attention');
    expect(told.stdout).toContain('bursar attention dismiss --test-flag --profile');
    const nobody = await merchant.run('attention', 'dismiss', '--test-flag', '--profile', 'nobody');
    expect(nobody).toMatchObject({ exitCode: 2 });
    expect(nobody.stderr).toContain('There is no profile named nobody. Choose from: ');
    for (const time of ['first', 'second']) {
      const acknowledged = await merchant.run('attention', 'dismiss', '--test-flag');
      expect(acknowledged.exitCode).toBe(0);
      expect(acknowledged.stdout, time).toMatch(
        /^Acknowledged for \S+: isTest no longer pauses its batches\./,
      );
    }
    expect((await merchant.run('attention')).stdout).not.toContain('--test-flag');
    const [{ batchId = '' } = {}] = await merchant.records();
    expect((await merchant.run('resume', '--batch', batchId)).exitCode).toBe(0);
    expectBook(merchant, rows);
  });

  it('keeps the fee to the last digit in its own currency', async () => {
    const fee = { amount: number('1.50e-1'), currencyCode: 'CZK' };
    await using merchant = await startRudeMerchant({ detail: (_entry, usual) => ({ ...usual, fee }) });
    await expectAllPaid(merchant, await merchant.pay(one), one);
    expect((await merchant.records()).map((record) => record.fee)).toEqual([
      { amount: '0.150', currencyCode: 'CZK' },
    ]);
  });

  it.each(['1234.5', '1234.500000', '1.2345E+3', '12345e-1'])(
    'accepts %s echoed for 1234.50 as the same amount',
    async (amount) => {
      await using merchant = await startRudeMerchant({ detail: withMoney(amount, 'EUR') });
      await expectAllPaid(merchant, await merchant.pay(one), one);
    },
  );

  it.each([
    ['1234.51', 'EUR', '1,234.51'],
    ['1234.500000000000000001', 'EUR', '1,234.500000000000000001'],
    ['-1234.50', 'EUR', '-1,234.50'],
    ['1234.50', 'USD', '1,234.50'],
    ['1234.50', 'eur', '1,234.50'],
  ])(
    'stops with a conflict if the gateway holds %s %s instead of 1234.50 EUR',
    async (amount, currencyCode, shown) => {
      await using merchant = await startRudeMerchant({ detail: withMoney(amount, currencyCode) });
      const end = await merchant.pay(one);
      expect(end.exitCode).toBe(4);
      const [batch] = reportOf(end).batches;
      expect(batch).toMatchObject({
        byState: { conflict: 1 },
        problems: [{ rowNumber: 1, state: 'conflict' }],
      });
      expect(batch?.problems[0]?.message).toContain(`holds ${shown} ${currencyCode} for`);
      expectBook(merchant, one);
      expect(await merchant.records()).toMatchObject([{ state: 'conflict' }]);
    },
  );

  it('I2: treats an order ID that somebody else used for a different amount as a conflict, and never as paid', async () => {
    await using merchant = await startRudeMerchant({
      afterwards: ({ method, idPayment }, usual) =>
        method === 'POST' && idPayment !== null ? { status: 409 } : usual,
      detail: withMoney('99.00', 'EUR'),
    });
    const end = await merchant.pay(one);
    expect(end.exitCode).toBe(4);
    expect(reportOf(end).batches).toMatchObject([{ byState: { conflict: 1 } }]);
  });

  it.each([
    ['410 for two seconds after accepting', { hiddenMs: 2000 }],
    [
      '500 to the first two questions about every payout',
      {
        instead: ({ method, nth, idPayment }) =>
          method === 'GET' && idPayment !== null && nth <= 2 ? { status: 500 } : null,
      },
    ],
    ['410 for four seconds after accepting', { hiddenMs: 4000 }, 15],
  ] satisfies (readonly [string, Partial<Knobs>, number?])[])(
    'keeps asking if GET answers %s',
    async (_words, knobs, count = 2) => {
      const some = makeRows(count);
      await using merchant = await startRudeMerchant(knobs);
      await expectAllPaid(merchant, await merchant.pay(some), some);
    },
  );
});
