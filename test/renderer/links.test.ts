import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { readDraft } from '../../main/faces/window/outside-address.ts';
import { operationsOfPage } from '../../main/core/receiving/links/granted.ts';
import { draftOf } from '../../renderer/receive/links/draft.ts';
import {
  emptyLink,
  lifetimes,
  linkInputOf,
  resolveLink,
  type LinkFields,
} from '../../renderer/receive/links/link-form.ts';
import { permissionsText } from '../../renderer/receive/links/permissions.ts';
import { qrPath } from '../../renderer/receive/links/qr-path.ts';

const filled: LinkFields = {
  ...emptyLink,
  amount: ' 125.50 ',
  currencyCode: 'eur',
  returnUrl: 'https://merchant.example/thanks',
};

async function errorsOf(fields: LinkFields): Promise<Record<string, string | undefined>> {
  const { errors } = await resolveLink(fields, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

describe('the form of a payment link', () => {
  it.each<[string, Partial<LinkFields>, object]>([
    ['lets the customer choose', {}, { method: { kind: 'choose' } }],
    [
      'fixes a method',
      { how: 'fixed', paymentMethodCode: ' CARD ' },
      { method: { kind: 'fixed', paymentMethodCode: 'CARD', paymentOperatorCode: '' } },
    ],
    [
      'suggests a method',
      { how: 'suggest', paymentMethodCode: 'CARD', paymentOperatorCode: 'BANK' },
      { method: { kind: 'suggest', paymentMethodCode: 'CARD', paymentOperatorCode: 'BANK' } },
    ],
    [
      'prefills what the customer may change',
      { accountName: 'Élodie', customerMayChange: true },
      { customer: { accountName: 'Élodie', accountNumber: '', emailAddress: '' }, customerMayChange: true },
    ],
    [
      'lets nothing be changed where nothing is filled in',
      { customerMayChange: true },
      { customerMayChange: false },
    ],
    [
      'shows the merchant name and collects the reference',
      { showsMerchantName: true, collectsReference: true },
      { showsMerchantName: true, collectsReference: true },
    ],
    ['is not limited to its money when that is switched off', { limitsMoney: false }, { limitsMoney: false }],
  ])('%s', async (_words, changes, expected) => {
    const fields = { ...filled, ...changes };
    const input = linkInputOf(fields, 'main');
    expect(input).toMatchObject({ money: { amount: '125.50', currencyCode: 'EUR' }, ...expected });
    expect(operations['links.create'].input.safeParse(input).success).toBe(true);
    expect(await errorsOf(fields)).toEqual({});
  });

  it('says next to each field what is missing or wrong', async () => {
    expect(await errorsOf(emptyLink)).toEqual({
      amount: 'Enter the amount, for example 1234.50.',
      currencyCode: 'Enter the currency, for example EUR.',
      returnUrl: 'Enter where the customer is sent after paying.',
    });
    expect(await errorsOf({ ...filled, how: 'suggest' })).toEqual({
      paymentMethodCode: 'Choose the payment method.',
    });
    expect(await errorsOf({ ...filled, how: 'fixed' })).toEqual({
      paymentMethodCode: 'Choose the method or the operator.',
    });
    expect(
      await errorsOf({
        ...filled,
        idPayment: 'a b',
        returnUrl: 'javascript:alert(1)',
        emailAddress: 'nobody',
      }),
    ).toEqual({
      emailAddress: 'An e-mail address is written like name@company.example.',
      idPayment: 'An order ID has 1 to 250 letters, digits, _ and -.',
      returnUrl: 'Enter the full address, for example https://merchant.example/callbacks.',
    });
  });

  it('offers lifetimes that the contract accepts', () => {
    for (const [validitySeconds] of lifetimes)
      expect(
        operations['links.create'].input.safeParse(linkInputOf({ ...filled, validitySeconds }, 'main'))
          .success,
      ).toBe(true);
  });
});

describe('the QR code of a link', () => {
  it('draws every dark square of the code, and no other', () => {
    const { modules } = create('https://pay.example/?token=abc', { errorCorrectionLevel: 'L' });
    const margin = 4;
    const path = qrPath(modules.size, (row, column) => modules.get(row, column) === 1, margin);
    const drawn = new Set<string>();
    for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      for (let step = 0; step < Number(width); step += 1)
        drawn.add(`${Number(y) - margin} ${Number(x) - margin + step}`);
    const dark: string[] = [];
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column) === 1) dark.push(`${row} ${column}`);
    expect([...drawn].toSorted()).toEqual(dark.toSorted());
    expect(dark.length).toBeGreaterThan(200);
  });
});

describe('the e-mail draft of a link', () => {
  const money = { amount: '1234.50', currencyCode: 'EUR' };
  const payment = { money };
  const address = `https://pay.example/?token=${'a'.repeat(400)}&returnUrl=https%3A%2F%2Fx.example`;
  const linkTo = (emailAddress: string): string =>
    emailAddress === '' ? address : `${address}&emailAddress=${encodeURIComponent(emailAddress)}`;

  it('is an address that the window may open, with the complete link in it', () => {
    for (const [emailAddress, recipient] of [
      ['elodie+x@example.com', 'elodie+x@example.com'],
      ['a@b.example?bcc=c@d.example', ''],
      ['', ''],
    ] as const)
      expect(readDraft(draftOf({ address: linkTo(emailAddress), payment }) ?? '')).toEqual({
        recipient,
        subject: 'Payment of 1,234.50 EUR',
        body: `Please pay here:\r\n\r\n${linkTo(emailAddress)}\r\n`,
      });
  });

  it('goes to the customer of this link, not of an earlier one for the same payment', () => {
    const before = { money, emailAddress: 'elodie@example.con' };
    const draft = readDraft(draftOf({ address: linkTo('elodie@example.com'), payment: before }) ?? '');
    expect(draft?.recipient).toBe('elodie@example.com');
    expect(readDraft(draftOf({ address: linkTo(''), payment: before }) ?? '')?.recipient).toBe('');
  });

  it('is not offered for a link too long for one', () => {
    expect(draftOf({ address: `${address}${'a'.repeat(2000)}`, payment })).toBe(null);
  });
});

it('a link says what its token permits, including what its extras add', () => {
  const granted = (extras: Parameters<typeof operationsOfPage>[1]): string =>
    permissionsText(operationsOfPage('A-1', extras));
  expect(granted({ showsMerchantName: false, collectsReference: false })).toBe(
    'List payment methods, pay this order, and read its status. Nothing else.',
  );
  expect(granted({ showsMerchantName: true, collectsReference: true })).toBe(
    "List payment methods, pay this order, read its status, read the merchant's name and code, and set its transfer reference. Nothing else.",
  );
  expect(permissionsText(['^GET \\/merchant\\-info$'])).toContain("the merchant's name");
});
