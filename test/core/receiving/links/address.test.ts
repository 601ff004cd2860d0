import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkMethod } from '../../../../contract/receiving/links.ts';
import {
  redirectAddress,
  statusAddress,
  type Redirect,
} from '../../../../main/core/receiving/links/address.ts';

const page = 'https://pay.example';
const choose: LinkMethod = { kind: 'choose' };
const nobody = { accountName: '', accountNumber: '', emailAddress: '' };
const somebody = { accountName: 'Élodie Garçon', accountNumber: '', emailAddress: 'elodie@example.com' };

const required: Redirect = {
  merchantCode: 'ACME',
  idPayin: 'order-1',
  token: 'aaa.bbb.ccc',
  money: { amount: '1234.50', currencyCode: 'EUR' },
  callbackUrl: 'https://merchant.example/callbacks?of=bursar&x=1',
  returnUrl: 'https://merchant.example/thanks#done',
  method: choose,
  customer: nobody,
  customerMayChange: false,
};
const requiredParameters = [
  ['merchantCode', 'ACME'],
  ['idPayin', 'order-1'],
  ['token', 'aaa.bbb.ccc'],
  ['amount', '1234.50'],
  ['currencyCode', 'EUR'],
  ['callbackUrl', 'https://merchant.example/callbacks?of=bursar&x=1'],
  ['returnUrl', 'https://merchant.example/thanks#done'],
];

/** What a page reads from its own address, in order. */
function parametersOf(address: string): string[][] {
  return [...new URL(address).searchParams].map((pair) => [...pair]);
}

const sepa = { paymentMethodCode: 'SEPA', paymentOperatorCode: '' };
const bank = { paymentMethodCode: 'SEPA', paymentOperatorCode: 'SANDBOX_BANK' };

describe('the redirect address (interface: Payment web application)', () => {
  it.each<[string, Partial<Redirect>, string[][]]>([
    ['scenario 1: has the required parameters alone', {}, []],
    [
      'scenario 2: has the customer data that is there, which cannot be changed',
      { customer: somebody },
      [
        ['accountName', 'Élodie Garçon'],
        ['emailAddress', 'elodie@example.com'],
      ],
    ],
    [
      'scenario 3: says that the customer may change it',
      { customer: { ...nobody, accountNumber: 'ACC-1' }, customerMayChange: true },
      [
        ['accountNumber', 'ACC-1'],
        ['allowCustomerDataChange', 'true'],
      ],
    ],
    [
      'scenario 4: has the method and skips the choice',
      { method: { kind: 'fixed', ...sepa } },
      [['paymentMethodCode', 'SEPA']],
    ],
    [
      'scenario 4: has method and operator',
      { method: { kind: 'fixed', ...bank } },
      [
        ['paymentMethodCode', 'SEPA'],
        ['paymentOperatorCode', 'SANDBOX_BANK'],
      ],
    ],
    [
      'scenario 4: has the operator alone',
      { method: { kind: 'fixed', paymentMethodCode: '', paymentOperatorCode: 'SANDBOX_BANK' } },
      [['paymentOperatorCode', 'SANDBOX_BANK']],
    ],
    [
      'scenario 5: has the method and lets the customer switch',
      { method: { kind: 'suggest', ...bank } },
      [
        ['paymentMethodCode', 'SEPA'],
        ['paymentOperatorCode', 'SANDBOX_BANK'],
        ['optionsAvailable', 'true'],
      ],
    ],
    [
      'scenarios 3 and 5 together',
      { method: { kind: 'suggest', ...sepa }, customer: somebody, customerMayChange: true },
      [
        ['paymentMethodCode', 'SEPA'],
        ['optionsAvailable', 'true'],
        ['accountName', 'Élodie Garçon'],
        ['emailAddress', 'elodie@example.com'],
        ['allowCustomerDataChange', 'true'],
      ],
    ],
    ['nothing may be changed where no customer data is given', { customerMayChange: true }, []],
  ])('%s', (_words, changes, more) => {
    const address = redirectAddress(page, { ...required, ...changes });
    expect(parametersOf(address)).toEqual([...requiredParameters, ...more]);
    expect(address.startsWith('https://pay.example/?')).toBe(true);
  });

  it.each([
    ['https://pay.example/app', 'https://pay.example/app?', 'https://pay.example/app/status?'],
    ['https://pay.example/app/', 'https://pay.example/app/?', 'https://pay.example/app/status?'],
    ['http://127.0.0.1:4011', 'http://127.0.0.1:4011/?', 'http://127.0.0.1:4011/status?'],
  ])('is appended to the address of the page %s', (at, redirect, status) => {
    expect(redirectAddress(at, required).startsWith(redirect)).toBe(true);
    expect(statusAddress(at, { idPayin: 'x', token: 't', currencyCode: 'EUR' }).startsWith(status)).toBe(
      true,
    );
  });

  it('carries any name of a customer to the page unchanged', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const hostile = fc.constantFrom(
      '&token=other',
      'x#y',
      '?a=b',
      '%26token%3D1',
      '+ +',
      '\r\nSet-Cookie: a=b',
      '"><script>',
      '&amount=0.01',
    );
    const cell = fc.oneof(text, hostile);
    fc.assert(
      fc.property(cell, cell, cell, cell, fc.boolean(), (name, account, email, code, customerMayChange) => {
        const customer = { accountName: name, accountNumber: account, emailAddress: email };
        const method: LinkMethod = { kind: 'fixed', paymentMethodCode: code, paymentOperatorCode: name };
        const address = redirectAddress(page, { ...required, customer, method, customerMayChange });
        const found = parametersOf(address);
        const given = Object.entries(customer).filter(([, value]) => value !== '');
        const codes = [
          ['paymentMethodCode', code],
          ['paymentOperatorCode', name],
        ].filter(([, value]) => value !== '');
        const change = customerMayChange && given.length > 0 ? [['allowCustomerDataChange', 'true']] : [];
        expect(found).toEqual([...requiredParameters, ...codes, ...given, ...change]);
        // One line of plain ASCII, whatever it carries: fit for an e-mail, a QR code and a header.
        expect(address).toMatch(/^[!-~]+$/);
        // A space is %20, which every reader of addresses understands, and never a plus.
        expect(address).not.toContain('+');
        expect(new URL(address).hash).toBe('');
        expect(new URL(address).host).toBe('pay.example');
      }),
      { numRuns: 300 },
    );
  });

  it('holds the amount digit by digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,17}\.\d{1,18}$/), (amount) => {
        const address = redirectAddress(page, { ...required, money: { amount, currencyCode: 'BTC' } });
        expect(new URL(address).searchParams.getAll('amount')).toEqual([amount]);
      }),
    );
  });
});

describe('the address of the status view', () => {
  it('has order ID, token and currency, and nothing else', () => {
    const address = statusAddress(page, { idPayin: 'order-1', token: 'a.b.c', currencyCode: 'EUR' });
    expect(address).toBe('https://pay.example/status?idPayin=order-1&token=a.b.c&currencyCode=EUR');
  });
});
