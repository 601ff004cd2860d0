import { expect, it, onTestFinished } from 'vitest';
import type { OperationInput } from '../../../../contract/operations.ts';
import {
  buttonsOf,
  entriesOf,
  headingOf,
  optionsOf,
  optionValue,
  press,
  visit,
  wordsOf,
  type Seen,
} from '../../../sandbox/payment-page/walk.ts';
import { startSandbox } from '../../../../sandbox/index.ts';
import { callbackUrl, openOffice } from '../../../kit/office.ts';

type Link = Partial<OperationInput<'links.create'>>;

/** An office whose links lead to the hosted payment page. */
async function openWithPage(settleMs = 0) {
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    faults: 0,
    settleMs,
    requestsPerSecond: 1000,
    merchants: [],
  });
  onTestFinished(() => sandbox.close());
  const { gateway, paymentPageUrl } = sandbox;
  const office = await openOffice({ gateway });
  await office.get('profiles.edit', { name: 'main', newName: 'main', callbackUrl, paymentPageUrl });
  return office;
}

const pay = (seen: Seen): Promise<Seen> => press(seen, 'Pay 125.50 EUR');
const next = (seen: Seen, typed: Record<string, string> = {}): Promise<Seen> =>
  press(seen, 'Continue', typed);
const card = { kind: 'fixed', paymentMethodCode: 'CARD', paymentOperatorCode: '' } as const;
const jane = { accountName: 'Jane Roe', emailAddress: 'jane@example.com' };
const typedJane = { 'typed-accountName': 'Jane Roe', 'typed-emailAddress': 'jane@example.com' };

it.each<[string, Link, (first: Seen) => Promise<Seen>]>([
  [
    '1: the customer chooses and types everything',
    {},
    async (first) => {
      expect(optionsOf(first).length).toBeGreaterThan(1);
      return pay(await next(await next(first, { option: optionValue(first, 'Card') }), typedJane));
    },
  ],
  [
    '2: the customer cannot change the data',
    { method: card, customer: jane },
    async (first) => {
      expect(entriesOf(first)).toEqual({});
      expect(wordsOf(first)).toContain('Jane Roe');
      return pay(first);
    },
  ],
  [
    '3: the customer may change the data that is filled in',
    { method: card, customer: { ...jane, accountName: 'Somebody else' }, customerMayChange: true },
    async (first) => {
      expect(entriesOf(first)).toMatchObject({ 'typed-accountName': 'Somebody else' });
      return pay(await next(first, typedJane));
    },
  ],
  [
    '4: the method is fixed and the choice is skipped',
    { method: card },
    async (first) => {
      expect(headingOf(first)).toBe('Your details');
      expect(optionsOf(first)).toEqual([]);
      return pay(await next(first, typedJane));
    },
  ],
  [
    '5: the method is suggested and the customer may switch',
    { method: { kind: 'suggest', paymentMethodCode: 'CARD', paymentOperatorCode: '' }, customer: jane },
    async (first) => {
      expect(optionsOf(first).filter((option) => option.startsWith('['))).toEqual(['[Card, Sandbox Cards]']);
      expect(buttonsOf(first)).toContain('Continue');
      return pay(await next(first));
    },
  ],
])(
  'a link of scenario %s is paid on the payment page, and Bursar learns of it',
  async (_words, link, walk) => {
    const office = await openWithPage();
    const { address, payment } = await office.get('links.create', {
      idPayment: '',
      money: { amount: '125.50', currencyCode: 'EUR' },
      validitySeconds: 3600,
      returnUrl: 'https://merchant.example/thanks',
      method: { kind: 'choose' },
      ...link,
    });
    await walk(await visit(address));
    expect(office.sandbox.gateway.book()).toMatchObject([
      { kind: 'payin', id: payment.idPayment, amount: '125.50', currencyCode: 'EUR' },
    ]);
    expect(office.sandbox.gateway.book()[0]?.body).toContain('"accountName":"Jane Roe"');
    const { idPayment } = payment;
    const known = await office.get('incoming.refresh', { kind: 'payin', idPayment });
    expect(known).toMatchObject({ state: 'paid', gatewayStatus: 'SUCCESS', origin: 'link' });
    const status = await office.get('links.status', { idPayment, validitySeconds: 600 });
    expect(headingOf(await visit(status.address))).toBe('Paid: 125.50 EUR');
  },
);

it('a link that shows the merchant name and collects the reference does both on the payment page', async () => {
  const office = await openWithPage(86_400_000);
  const { address } = await office.get('links.create', {
    idPayment: '',
    money: { amount: '125.50', currencyCode: 'EUR' },
    validitySeconds: 3600,
    returnUrl: 'https://merchant.example/thanks',
    method: { kind: 'fixed', paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: '' },
    customer: jane,
    showsMerchantName: true,
    collectsReference: true,
  });
  const first = await visit(address);
  expect(headingOf(first)).toBe('Pay 125.50 EUR to Sandbox channel');
  await press(await pay(first), 'I have paid', { externalReference: 'RF18 5390' });
  expect(office.sandbox.gateway.book()).toMatchObject([{ externalReference: 'RF18 5390' }]);
});
