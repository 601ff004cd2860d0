import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Merchant } from '../kit/merchant.ts';
import { Failed, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const page = 'https://pay.example/app';
const Claims = z.strictObject({
  operations: z.array(z.string()),
  sub: z.string().nullable(),
  jti: z.string().nullable(),
  issuedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
const Made = z.strictObject({
  payment: z.looseObject({ idPayment: z.string(), origin: z.string() }),
  address: z.string(),
  claims: Claims,
});
const Status = z.strictObject({ address: z.string(), claims: Claims });

async function addPage(merchant: Merchant): Promise<void> {
  const edited = await merchant.run('profile', 'edit', 'test', '--payment-page', page);
  expect(edited.stdout).toContain(`payment page ${page}`);
}

const money = ['--amount', '125.50', '--currency', 'eur'];
const back = ['--return-url', 'https://merchant.example/thanks'];
const parametersOf = (address: string): Record<string, string> =>
  Object.fromEntries(new URL(address).searchParams);

describe('bursar link', () => {
  it.concurrent('creates an address for each behaviour scenario, and says what its token permits', () =>
    withMerchant(async (merchant) => {
      await addPage(merchant);
      const create = async (...words: string[]) =>
        readJson(await merchant.run('link', 'create', ...money, ...back, '--json', ...words), Made);
      const plain = await create('--order-id', 'order-1', '--validity', '600');
      expect(plain.claims.operations).toEqual([
        'POST /payins/!availablePaymentOptions',
        'POST /payins/order-1',
        'GET /payins/order-1',
      ]);
      expect(plain.address.startsWith(`${page}?merchantCode=MERCHANT&idPayin=order-1&token=`)).toBe(true);
      expect(parametersOf(plain.address)).toMatchObject({ amount: '125.50', currencyCode: 'EUR' });
      const more = ['--show-merchant-name', '--collect-reference', '--order-id', 'order-2'];
      expect((await create(...more)).claims.operations).toEqual([
        'POST /payins/!availablePaymentOptions',
        'POST /payins/order-2',
        'GET /payins/order-2',
        'GET /merchant-info',
        'POST /payins/order-2/!setExternalReference',
      ]);
      const fixed = await create('--method', 'CARD', '--operator', 'SANDBOX_BANK');
      expect(parametersOf(fixed.address)).toMatchObject({
        paymentMethodCode: 'CARD',
        paymentOperatorCode: 'SANDBOX_BANK',
      });
      expect(fixed.payment.idPayment).toMatch(/^[A-Za-z0-9_-]{22,}$/);
      const rest = [
        '--customer-name',
        'Élodie',
        '--customer-email',
        'e@example.com',
        '--customer-may-change',
      ];
      const all = await create('--method', 'CARD', '--suggest', '--any-money', '--note', 'x', ...rest);
      expect(parametersOf(all.address)).toMatchObject({
        paymentMethodCode: 'CARD',
        optionsAvailable: 'true',
        accountName: 'Élodie',
        emailAddress: 'e@example.com',
        allowCustomerDataChange: 'true',
      });
      const text = await merchant.runProgram('link', 'create', ...money, ...back, '--order-id', 'order-2');
      expect(text.stdout).toMatch(/^https:\/\/pay\.example\/app\?/);
      expect(text.stdout).toContain('Order ID order-2');
      expect(text.stdout).toMatch(/Valid until \d{4}-/);
      expect(text.stdout).toContain('  POST /payins/order-2');
      const status = readJson(await merchant.run('link', 'status', 'order-1', '--json'), Status);
      expect(status.address.startsWith(`${page}/status?idPayin=order-1&token=`)).toBe(true);
      expect(status.claims.operations).toEqual(['GET /payins/order-1']);
    }));

  it.concurrent('names a missing argument, and creates nothing', () =>
    withMerchant(async (merchant) => {
      const refused = await merchant.run('link', 'create', ...money, ...back, '--json');
      expect(readJson(refused, Failed, 2).error.message).toContain('profile edit test --payment-page');
      for (const words of [
        [...money],
        [...back],
        [...money, ...back, '--suggest'],
        [...money, ...back, '--validity', '59'],
      ])
        expect((await merchant.run('link', 'create', ...words)).exitCode, words.join(' ')).toBe(2);
    }));
});

describe('bursar token', () => {
  it.concurrent('prints what a token permits, and the token itself only on request', () =>
    withMerchant(async (merchant) => {
      const words = ['token', '--operations', 'GET /payins/order-1', '--operations', 'GET /payins/order-2'];
      const common = ['--validity', '60', '--money', '10.00 EUR'];
      const hidden = await merchant.run(...words, ...common);
      expect(hidden.stdout).toContain('  GET /payins/order-2');
      expect(hidden.stdout + hidden.stderr).not.toMatch(/eyJ/);
      const hiddenJson = await merchant.run(...words, ...common, '--json');
      expect(readJson(hiddenJson, z.strictObject({ claims: Claims })).claims.sub).toBe('MERCHANT');
      const revealed = await merchant.run(...words, ...common, '--reveal', '--json');
      const { token, claims } = readJson(revealed, z.strictObject({ token: z.string(), claims: Claims }));
      expect(claims.operations).toEqual(['GET /payins/order-1', 'GET /payins/order-2']);
      const answer = await fetch(`${merchant.sandbox.url}/payins/order-1`, {
        headers: { 'x-api-version': '2', authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(410);
      const general = await merchant.run('token', '--operations', 'GET /payins/.*', '--validity', '60');
      expect(general.stderr).toContain('valid for more than one order ID');
      for (const wrong of [
        ['--validity', '60'],
        ['--operations', 'GET /balances'],
        ['--operations', 'GET /balances', '--validity', '60', '--money', 'ten'],
      ])
        expect((await merchant.run('token', ...wrong)).exitCode).toBe(2);
    }));
});
