import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTill, type Till } from './till.ts';
import {
  buttonsOf,
  entriesOf,
  headingOf,
  optionsOf,
  optionValue,
  press,
  type Seen,
  visit,
  wordsOf,
} from './walk.ts';

let till: Till;
beforeEach(async () => {
  till = await openTill();
});
afterEach(() => till.sandbox.close());

const every = ['Bank transfer, Sandbox Bank', 'Bank transfer, Example Bank', 'Card, Sandbox Cards'];
const payWords = 'Pay 12.50 EUR';

function choose(seen: Seen, words: string): Promise<Seen> {
  return press(seen, 'Continue', { option: optionValue(seen, words) });
}

/** What of a payment request the customer decides, as the gateway received it. */
function methodSent(): unknown {
  const { paymentMethod } = JSON.parse(till.body());
  return paymentMethod;
}

describe('scenario 1: only required parameters', () => {
  it('offers the available options, asks for what the method needs, asks for confirmation and pays', async () => {
    const first = await visit(await till.link());
    expect([first.status, headingOf(first), optionsOf(first)]).toEqual([
      200,
      'How do you want to pay?',
      every,
    ]);
    expect(wordsOf(first)).toContain('12.50 EUR to M1');
    const details = await choose(first, 'Card');
    expect(headingOf(details)).toBe('Your details');
    expect(entriesOf(details)).toEqual({ 'typed-accountName': '', 'typed-emailAddress': '' });
    const confirm = await press(details, 'Continue', {
      'typed-accountName': ' Jane Roe ',
      'typed-emailAddress': 'jane@example.com',
    });
    expect(headingOf(confirm)).toBe('Pay 12.50 EUR to M1');
    expect(wordsOf(confirm)).toContain(
      'Pay by Card, Sandbox Cards Your name Jane Roe E-mail address jane@example.com',
    );
    expect(till.book()).toEqual([]);
    const state = await press(confirm, payWords);
    expect(new URL(state.address).pathname).toBe('/status');
    expect(headingOf(state)).toBe('The payment is being processed');
    expect(till.book()).toMatchObject([
      { kind: 'payin', id: 'order-1', currencyCode: 'EUR', status: 'PENDING' },
    ]);
    expect(methodSent()).toEqual({
      paymentMethodCode: 'CARD',
      account: { accountName: 'Jane Roe' },
      paymentOperatorCode: 'SANDBOX_CARDS',
      emailAddress: 'jane@example.com',
    });
  });

  it('asks again, next to the field, for missing or wrong values, and keeps what was typed', async () => {
    const details = await choose(await visit(await till.link()), 'Card');
    const again = await press(details, 'Continue', {
      'typed-accountName': '',
      'typed-emailAddress': 'jane<at>',
    });
    expect([again.status, headingOf(again)]).toEqual([422, 'Your details']);
    expect(entriesOf(again)).toEqual({ 'typed-accountName': '', 'typed-emailAddress': 'jane<at>' });
    expect(wordsOf(again)).toContain('Enter this: your name.');
    expect(wordsOf(again)).toContain('Write the address like name@example.com.');
    expect(again.html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(till.book()).toEqual([]);
  });

  it('requires a choice to continue, and accepts only an offered one', async () => {
    const first = await visit(await till.link());
    for (const option of ['', 'CRYPTO/SANDBOX_CHAIN', 'CARD/SANDBOX_BANK']) {
      const again = await press(first, 'Continue', { option });
      expect([again.status, headingOf(again)]).toEqual([422, 'How do you want to pay?']);
      expect(wordsOf(again)).toContain('Choose how you want to pay.');
    }
    expect(till.book()).toEqual([]);
  });

  it('the customer can go back and pay with another method, and is asked for what that one needs', async () => {
    const details = await choose(await visit(await till.link()), 'Card');
    const typed = { 'typed-accountName': 'Jane Roe', 'typed-emailAddress': 'jane@example.com' };
    const confirm = await press(details, 'Continue', typed);
    const changed = await press(confirm, 'Change the details');
    expect(entriesOf(changed)).toEqual(typed);
    const options = await press(confirm, 'Pay another way');
    expect(optionsOf(options)).toEqual([every[0], every[1], '[Card, Sandbox Cards]']);
    const other = await choose(options, 'Example Bank');
    expect(headingOf(other)).toBe('Pay 12.50 EUR to M1');
    await press(other, payWords);
    expect(methodSent()).toEqual({
      paymentMethodCode: 'BANK_TRANSFER',
      account: { accountName: 'Jane Roe' },
      paymentOperatorCode: 'EXAMPLE_BANK',
    });
  });

  it('asks for nothing for a method without requirements, such as a new one', async () => {
    till.sandbox.gateway.addCode({ list: 'paymentMethods', code: 'NEW_PAY', name: 'New pay' });
    const confirm = await choose(await visit(await till.link()), 'New pay');
    await press(confirm, payWords);
    expect(methodSent()).toEqual({ paymentMethodCode: 'NEW_PAY' });
  });
});

const customer = { accountName: 'Jane Roe', emailAddress: 'jane@example.com', bankCity: 'Brno' };
const sentAccount = { accountName: 'Jane Roe', bankCity: 'Brno' };

describe('scenario 2: customer data in the address', () => {
  it('asks for nothing, allows no edits, and submits the data with the request', async () => {
    const confirm = await choose(await visit(await till.link(customer)), 'Card');
    expect(headingOf(confirm)).toBe('Pay 12.50 EUR to M1');
    expect([entriesOf(confirm), buttonsOf(confirm)]).toEqual([{}, [payWords, 'Pay another way']]);
    await press(confirm, payWords, { 'typed-accountName': 'Mallory', 'typed-bankCity': 'Elsewhere' });
    expect(methodSent()).toMatchObject({ account: sentAccount, emailAddress: 'jane@example.com' });
  });

  it('asks only for what the method needs and the address lacks', async () => {
    const details = await choose(await visit(await till.link({ accountName: 'Jane Roe' })), 'Card');
    expect(entriesOf(details)).toEqual({ 'typed-emailAddress': '' });
    expect(wordsOf(details)).toContain('Your name Jane Roe');
  });

  it('refuses a link whose fixed data cannot be sent', async () => {
    const refused = await visit(await till.link({ emailAddress: 'nobody' }));
    expect(refused.status).toBe(400);
    expect(wordsOf(refused)).toContain('emailAddress : Write the address like name@example.com.');
  });
});

describe('scenario 3: allowCustomerDataChange', () => {
  const changeable = { ...customer, allowCustomerDataChange: 'true' };

  it('shows the data for editing, and sends it as the customer left it', async () => {
    const details = await choose(await visit(await till.link(changeable)), 'Card');
    expect(entriesOf(details)).toEqual({
      'typed-accountName': 'Jane Roe',
      'typed-bankCity': 'Brno',
      'typed-emailAddress': 'jane@example.com',
    });
    const confirm = await press(details, 'Continue', {
      'typed-accountName': 'Jane Doe',
      'typed-bankCity': '',
    });
    await press(confirm, payWords);
    expect(methodSent()).toMatchObject({
      account: { accountName: 'Jane Doe' },
      emailAddress: 'jane@example.com',
    });
    expect(methodSent()).not.toMatchObject({ account: { bankCity: expect.anything() } });
  });

  it('offers to correct data from the address that cannot be sent as it is', async () => {
    const details = await choose(
      await visit(await till.link({ ...changeable, emailAddress: 'nobody' })),
      'Card',
    );
    expect(entriesOf(details)).toMatchObject({ 'typed-emailAddress': 'nobody' });
    expect((await press(details, 'Continue')).status).toBe(422);
  });
});

describe('scenario 4: a fixed method or operator', () => {
  it.each([
    ['a method', { paymentMethodCode: 'CARD' }, undefined],
    ['an operator', { paymentOperatorCode: 'SANDBOX_CARDS' }, 'SANDBOX_CARDS'],
    ['both', { paymentMethodCode: 'CARD', paymentOperatorCode: 'SANDBOX_CARDS' }, 'SANDBOX_CARDS'],
  ])('given %s, skips the choice and offers no other method', async (_words, fixed, operator) => {
    const confirm = await visit(await till.link({ ...customer, ...fixed }));
    expect(headingOf(confirm)).toBe('Pay 12.50 EUR to M1');
    expect(buttonsOf(confirm)).toEqual([payWords]);
    await press(confirm, payWords, { option: 'BANK_TRANSFER/SANDBOX_BANK' });
    expect(methodSent()).toEqual({
      paymentMethodCode: 'CARD',
      account: sentAccount,
      ...(operator === undefined ? {} : { paymentOperatorCode: operator }),
      emailAddress: 'jane@example.com',
    });
  });

  it('still asks for what the method needs', async () => {
    const details = await visit(await till.link({ paymentMethodCode: 'BANK_TRANSFER' }));
    expect([headingOf(details), entriesOf(details)]).toEqual(['Your details', { 'typed-accountName': '' }]);
    expect(buttonsOf(details)).toEqual(['Continue']);
  });

  it.each([
    ['unknown', { paymentMethodCode: 'BARTER' }],
    ['for payouts alone', { paymentMethodCode: 'SEPA' }],
    ['for another currency', { paymentMethodCode: 'MOBILE_WALLET' }],
    [
      'by an operator that does not serve it',
      { paymentMethodCode: 'CARD', paymentOperatorCode: 'SANDBOX_BANK' },
    ],
    ['only named by an unknown operator', { paymentOperatorCode: 'NOBODY' }],
  ])('says so, and sends nothing, if the method is %s', async (_words, fixed) => {
    const refused = await visit(await till.link({ ...customer, ...fixed }));
    expect([refused.status, headingOf(refused)]).toEqual([422, 'This way to pay is not available']);
    expect(wordsOf(refused)).toContain(Object.values(fixed).join(' by '));
    expect(buttonsOf(refused)).toEqual([]);
    expect(till.book()).toEqual([]);
  });
});

describe('scenario 5: optionsAvailable', () => {
  it('has the method of the link preselected, and lets the customer switch', async () => {
    const suggested = { ...customer, paymentMethodCode: 'CARD', optionsAvailable: 'true' };
    const first = await visit(await till.link(suggested));
    expect(optionsOf(first)).toEqual([every[0], every[1], '[Card, Sandbox Cards]']);
    expect(headingOf(await press(first, 'Continue'))).toBe('Pay 12.50 EUR to M1');
    await press(await choose(first, 'Example Bank'), payWords);
    expect(methodSent()).toMatchObject({
      paymentMethodCode: 'BANK_TRANSFER',
      paymentOperatorCode: 'EXAMPLE_BANK',
    });
  });

  it('has the operator of the link preselected', async () => {
    const first = await visit(
      await till.link({ paymentOperatorCode: 'EXAMPLE_BANK', optionsAvailable: 'true' }),
    );
    expect(optionsOf(first)).toEqual([every[0], '[Bank transfer, Example Bank]', every[2]]);
  });

  it('says that the suggested method is not available, and offers the available ones', async () => {
    const first = await visit(await till.link({ paymentMethodCode: 'SEPA', optionsAvailable: 'true' }));
    expect(wordsOf(first)).toContain('This link asks for SEPA, which is not available for this payment.');
    expect(optionsOf(first)).toEqual(every);
  });
});
