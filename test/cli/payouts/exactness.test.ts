import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { payoutFile } from '../kit/payout-files.ts';
import { Balances, onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const largest = '123456789012345678.123456789012345678';
const smallest = '0.000000000000000001';
const amounts: readonly (readonly [string, string])[] = [
  [largest, 'ETH'],
  [smallest, 'ETH'],
  ['1000000', 'JPY'],
  ['0.10', 'EUR'],
  ['9007199254740993', 'JPY'],
  ['0.12345678', 'BTC'],
  ['1.234', 'BHD'],
];

describe('currency codes', () => {
  it('pass from the file to the gateway as the gateway lists them, in payouts, top-ups and links', () =>
    withMerchant(async (merchant) => {
      const codes = ['USDT_TRC20', 'usdc.e', 'eur'];
      const lines = codes.map((currencyCode, index) => ({ currencyCode, accountNumber: `ACC-${index}` }));
      const file = merchant.write('payouts.csv', payoutFile(lines));
      const { totals } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      const sent = ['USDT_TRC20', 'usdc.e', 'EUR'];
      expect(totals.map(({ currencyCode }) => currencyCode)).toEqual(sent);
      const book = merchant.sandbox.gateway.book();
      expect(book.map(({ currencyCode }) => currencyCode).toSorted()).toEqual(sent.toSorted());
      const listed = readJson(await merchant.run('payouts', '--currency', 'usdc.e', '--json'), Payouts);
      expect(listed.map(({ money }) => money.currencyCode)).toEqual(['usdc.e']);
      const topUp = ['topup', 'create', '--amount', '5', '--currency', 'usdc.e', '--method', 'CRYPTO'];
      expect((await merchant.run(...topUp, '--wait')).exitCode).toBe(0);
      const { sandbox } = merchant;
      await merchant.run('profile', 'edit', 'test', '--payment-page', sandbox.paymentPageUrl);
      const link = ['link', 'create', '--amount', '5', '--currency', 'USDT_TRC20', '--customer-name', 'A B'];
      const made = await merchant.run(...link, '--return-url', 'https://merchant.example/thanks');
      expect(made.stdout).toContain('&currencyCode=USDT_TRC20&');
      expect(made.stdout).toContain('&accountName=A%20B');
    }));
});

describe('amounts', () => {
  it('pass from the file to the gateway’s book byte for byte, and come back in every list', () =>
    withMerchant(async (merchant) => {
      const lines = amounts.map(([amount, currencyCode], index) => ({
        amount,
        currencyCode,
        accountNumber: `ACC-${index}`,
      }));
      const file = merchant.write('payouts.csv', payoutFile(lines));
      const { batchId, byState, totals } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      expect(byState).toEqual({ paid: amounts.length });
      const book = merchant.sandbox.gateway.book();
      for (const [index, [amount, currencyCode]] of amounts.entries()) {
        const entry = book.find(({ id }) => id === `${batchId}-${index + 1}`);
        expect(entry).toMatchObject({ amount, currencyCode });
        expect(entry?.body).toContain(`"amount":${amount},`);
      }
      expect(totals).toEqual([
        { currencyCode: 'ETH', amount: '123456789012345678.123456789012345679', count: 2 },
        { currencyCode: 'JPY', amount: '9007199255740993', count: 2 },
        { currencyCode: 'EUR', amount: '0.10', count: 1 },
        { currencyCode: 'BTC', amount: '0.12345678', count: 1 },
        { currencyCode: 'BHD', amount: '1.234', count: 1 },
      ]);
      const payouts = readJson(await merchant.run('payouts', '--json'), Payouts);
      const listed = payouts.toReversed().map(({ money }) => [money.amount, money.currencyCode]);
      expect(listed).toEqual(amounts);
      expect(payouts.find(({ rowNumber }) => rowNumber === 1)?.fee).toEqual({
        // One hundredth, as the sandbox takes it, cut off at 18 decimals.
        amount: '1234567890123456.781234567890123456',
        currencyCode: 'ETH',
      });
      const shown = await merchant.run('payout', `${batchId}-1`);
      expect(shown.stdout).toContain('123,456,789,012,345,678.123456789012345678 ETH');

      const out = `${merchant.folder}/export.csv`;
      expect((await merchant.run('batch', 'export', batchId, '--out', out)).exitCode).toBe(0);
      const exported = readFileSync(out, 'utf8');
      // With a fourth decimal, which no spreadsheet reads as thousands.
      for (const [amount, currencyCode] of amounts)
        expect(exported).toContain(`\n${amount === '1.234' ? '1.2340' : amount},${currencyCode}`);
    }));

  it('show balances to the last decimal', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write(
        'payouts.csv',
        payoutFile([
          { amount: '0.000000000000000100', currencyCode: 'XETH', accountNumber: 'ACC-1' },
          { amount: '12345678901234567.89', currencyCode: 'EUR', accountNumber: 'ACC-2' },
        ]),
      );
      expect((await merchant.run('pay', file, '--yes')).exitCode).toBe(0);
      const balances = await merchant.run('balances', '--currency', 'eur,XETH', '--json');
      const available = readJson(balances, Balances).map(({ currencyCode, amounts: named }) => [
        currencyCode,
        named.find(({ name }) => name === 'available')?.amount,
      ]);
      expect(Object.fromEntries(available)).toEqual({
        // 10,000,000.00 less the payout less its fee 123,456,789,012,345.67; and a new account less 100 and 1.
        EUR: '-12469135680246913.56',
        XETH: '-0.000000000000000101',
      });
      const person = await merchant.run('balances', '--currency', 'XETH');
      expect(person.stdout).toMatch(/^XETH +available +-0\.000000000000000101$/m);
    }));
});
