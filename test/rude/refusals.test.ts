import { describe, expect, it } from 'vitest';
import { scanJson, type Value } from './exact-json.ts';
import type { Reply } from './manners.ts';
import { expectAllPaid, expectBook, makeRows, reportOf, startRudeMerchant } from './rude-merchant.ts';

const rows = makeRows(4);
const deep: Value = scanJson(
  '{"a":{"b":[{"c":{"errors":[{"detail":{"code":"LIMIT_EXCEEDED","message":"Daily limit is 1e3"}}]}}]}}',
);

const refusals: readonly (readonly [string, Reply, string])[] = [
  [
    '406 with an object',
    { status: 406, body: { errorCode: 'AMOUNT_TOO_HIGH', message: 'At most 5' } },
    'At most 5',
  ],
  ['406 with an array', { status: 406, body: [{ code: 'ACCOUNT_CLOSED' }] }, 'ACCOUNT_CLOSED'],
  ['406 with an array of texts', { status: 406, body: ['account is closed'] }, 'account is closed'],
  ['406 with an empty body', { status: 406 }, '406'],
  ['406 with deep nesting', { status: 406, body: deep }, 'Daily limit is 1e3'],
  ['406 with ten thousand brackets', { status: 406, text: '['.repeat(10_000) }, '406'],
  [
    '400 with plain text',
    { status: 400, text: 'accountNumber is wrong', headers: { 'Content-Type': 'text/plain' } },
    'accountNumber is wrong',
  ],
  [
    '400 by field',
    {
      status: 400,
      body: { violations: [{ field: 'paymentMethod.account.accountNumber', message: 'no IBAN' }] },
    },
    'Account: no IBAN',
  ],
  [
    '403 for this order ID alone',
    { status: 403, body: { message: 'not allowed for this payee' } },
    'not allowed for this payee',
  ],
];

describe.concurrent('payouts that the gateway refuses', () => {
  it.each(refusals)(
    'rejects one row with the gateway’s reason (%s) and pays the others',
    async (_words, reply, words) => {
      await using merchant = await startRudeMerchant({
        instead: ({ method, idPayment }) =>
          method === 'POST' && idPayment?.endsWith('-2') === true ? reply : null,
      });
      const end = await merchant.pay(rows);
      expect(end.exitCode).toBe(4);
      expect(reportOf(end).batches).toMatchObject([
        {
          byState: { paid: 3, rejected: 1 },
          problems: [{ rowNumber: 2, state: 'rejected', message: expect.stringContaining(words) }],
        },
      ]);
      expectBook(
        merchant,
        rows.filter((_row, index) => index !== 1),
      );
      expect((await merchant.records()).map(({ state }) => state)).toEqual([
        'paid',
        'rejected',
        'paid',
        'paid',
      ]);
    },
  );

  it('sends nothing and says what to check when the gateway address is wrong (404 everywhere)', async () => {
    await using merchant = await startRudeMerchant({ prefix: '/api/v2' }, '/wrong');
    const { exitCode, stderr } = await merchant.pay(rows);
    expect(exitCode).toBe(6);
    expect(stderr).toContain('gateway address');
    expectBook(merchant, []);
    expect(merchant.gateway.arrivals().filter(({ path }) => path.startsWith('/payouts'))).toEqual([]);
  });

  it.each(['/', '//'])(
    'finds the gateway below a path, with %s at the end of the gateway address',
    async (ending) => {
      await using merchant = await startRudeMerchant({ prefix: '/api/payments/v2' }, ending);
      await expectAllPaid(merchant, await merchant.pay(rows), rows);
    },
  );
});
