import { describe, expect, it } from 'vitest';
import { Balances, Failed, Options, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

describe('bursar balances', () => {
  it.concurrent('shows every currency that the gateway holds, or the named ones', () =>
    withMerchant(async (merchant) => {
      const all = readJson(await merchant.run('balances', '--json'), Balances);
      expect(all.length).toBeGreaterThan(5);
      const some = readJson(await merchant.run('balances', '--currency', 'eur, JPY', '--json'), Balances);
      expect(some.map(({ currencyCode }) => currencyCode).toSorted()).toEqual(['EUR', 'JPY']);
      expect(some[0]?.amounts.map(({ name }) => name)).toEqual(['available', 'blocked', 'total']);
      const person = await merchant.run('balances', '--currency', 'EUR');
      expect(person.stdout).toMatch(/^EUR +available +10,000,000(\.00)?$/m);
      expect((await merchant.run('balances', '--currency', 'NONE')).stdout).toBe('No balances.\n');
    }));

  it.concurrent('ends with 6 and the gateway’s own words when it refuses', () =>
    withMerchant(async (merchant) => {
      const { error } = readJson(await merchant.run('balances', '--currency', 'X406', '--json'), Failed, 6);
      expect(error.code).toBe('gatewayRefused');
      const wrong = await merchant.run('balances', '--currency', 'not a code', '--json');
      expect(readJson(wrong, Failed, 2).error.code).toBe('inputInvalid');
    }));
});

describe('bursar options', () => {
  it.concurrent('lists methods and operators of payouts, payins and top-ups', () =>
    withMerchant(async (merchant) => {
      for (const kind of ['payout', 'payin', 'topup']) {
        const words = ['options', kind, '--amount', '100.00', '--currency', 'eur'];
        const options = readJson(await merchant.run(...words, '--json'), Options);
        const transfer = options.find(({ paymentMethodCode }) => paymentMethodCode === 'BANK_TRANSFER');
        const operator = { paymentOperatorCode: 'SANDBOX_BANK', name: 'Sandbox Bank' };
        expect(transfer?.name, kind).toBe('Bank transfer');
        expect(transfer?.operators, kind).toContainEqual(operator);
      }
      const business = ['options', 'payin', '--amount', '1', '--currency', 'EUR', '--segment', 'BUSINESS'];
      const offered = readJson(await merchant.run(...business, '--json'), Options);
      expect(offered.map(({ paymentMethodCode }) => paymentMethodCode)).toEqual(['BANK_TRANSFER']);
      const person = await merchant.run('options', 'payout', '--amount', '100.00', '--currency', 'EUR');
      expect(person.stdout).toMatch(/^BANK_TRANSFER .*SANDBOX_BANK +Sandbox Bank$/m);
    }));

  it.concurrent('ends with 6 if no option is available, and with 2 if the amount is invalid', () =>
    withMerchant(async (merchant) => {
      const none = ['options', 'payout', '--amount', '4060.07', '--currency', 'EUR', '--json'];
      const { error } = readJson(await merchant.run(...none), Failed, 6);
      expect(error.code).toBe('gatewayRefused');
      expect(error.details.problems?.map(({ code }) => code)).toEqual(['NO_PAYMENT_OPTION']);
      const person = await merchant.run(...none.filter((word) => word !== '--json'));
      expect(person.stderr).toContain('[NO_PAYMENT_OPTION]');
      for (const amount of ['1e3', '-5', 'ten', '0'])
        expect(
          (await merchant.run('options', 'payout', `--amount=${amount}`, '--currency', 'EUR')).exitCode,
          amount,
        ).toBe(2);
      expect((await merchant.run('options', 'refund', '--amount', '1', '--currency', 'EUR')).exitCode).toBe(
        2,
      );
      expect((await merchant.run('options', 'payout', '--amount', '1')).exitCode).toBe(2);
    }));
});
