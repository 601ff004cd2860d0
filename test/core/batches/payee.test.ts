import { expect, it } from 'vitest';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { normalizedText, plainText } from '../../../contract/payees/plain-text.ts';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';

const row: PayoutRow = {
  amount: '1200.50',
  currencyCode: 'EUR',
  paymentMethodCode: 'BANK_TRANSFER',
  accountName: 'Ada Byron',
  accountNumber: 'DE02120300000000202051',
  paymentOperatorCode: '',
  emailAddress: 'ada@example.com',
  idPayout: '',
  reference: 'Invoice 7 Straße',
};
/** Equal for rows that are exact duplicates of each other. */
function samePaymentOf(payout: PayoutRow): readonly unknown[] {
  const { payee, payeeHash, moneyHash, referenceHash } = paymentKeysOf(payout);
  return [payee, payeeHash, moneyHash, referenceHash];
}
const byEmail = { ...row, accountNumber: '' };
const byName = { ...byEmail, emailAddress: '' };

it.each<readonly [string, PayoutRow, Partial<PayoutRow>]>([
  ['the amount has other zeros', row, { amount: '1200.5' }],
  ['the amount has more zeros', row, { amount: '01200.5000' }],
  ['the account has spaces and small letters', row, { accountNumber: 'de02 1203-0000 0000 2020 51' }],
  ['the name differs and there is an account', row, { accountName: 'A. Byron', emailAddress: '' }],
  ['the e-mail address has capitals and there is no account', byEmail, { emailAddress: 'Ada@Example.com' }],
  ['the name has more spaces and there is nothing else', byName, { accountName: ' ADA\u00a0 Byron' }],
  ['the reference has more spaces and other capitals', row, { reference: 'INVOICE  7 straße ' }],
  ['the reference is composed otherwise', { ...row, reference: 'Caf\u00e9' }, { reference: 'cafe\u0301' }],
  [
    'the account was pasted with characters that cannot be seen',
    row,
    { accountNumber: 'DE0212030000\u200b0000202051' },
  ],
  ['the account is written in full width', row, { accountNumber: 'ＤＥ02120300000000202051' }],
  ['an operator is named', row, { paymentOperatorCode: 'BANK1' }],
])('two rows pay the same although %s', (_, one, changes) => {
  expect(samePaymentOf({ ...one, ...changes })).toEqual(samePaymentOf(one));
});

it.each<readonly [string, PayoutRow, Partial<PayoutRow>]>([
  ['amount', row, { amount: '1200.05' }],
  ['currency', row, { currencyCode: 'USD' }],
  ['account', row, { accountNumber: 'DE02120300000000202052' }],
  ['e-mail address, with no account,', byEmail, { emailAddress: 'ada@example.org' }],
  ['name, with nothing else,', byName, { accountName: 'Ada Byrom' }],
  ['reference', row, { reference: 'Invoice 7 Strasse' }],
])('two rows do not pay the same when the %s differs', (_, one, changes) => {
  expect(samePaymentOf({ ...one, ...changes })).not.toEqual(samePaymentOf(one));
});

it('the payee is the account, else the e-mail address, else the name, and never mistakes one for another', () => {
  const same = { accountNumber: 'ADA', emailAddress: 'ada', accountName: 'Ada' };
  expect(payeeKeyOf(same)).toBe('account ADA');
  expect(payeeKeyOf({ ...same, accountNumber: ' - ' })).toBe('email ada');
  expect(payeeKeyOf({ ...same, accountNumber: '', emailAddress: ' ' })).toBe('name ada');
});

it('an account without the zeros in front of it is another payee, and compared with what was paid to the account with them', () => {
  const [one, other] = ['00860111', '860111'].map((accountNumber) =>
    paymentKeysOf({ ...row, accountNumber }),
  );
  expect(one?.payee).not.toBe(other?.payee);
  expect(one?.payeeHash).toBe(other?.payeeHash);
  const [few, fewer] = ['00012345', '12345'].map((accountNumber) => paymentKeysOf({ ...row, accountNumber }));
  expect(few?.payeeHash).not.toBe(fewer?.payeeHash);
});

it('an empty name or reference matches no other', () => {
  expect(paymentKeysOf({ ...row, accountName: ' ', reference: '' })).toMatchObject({
    nameHash: 0,
    referenceHash: 0,
  });
});

it('the fast normalisation of a text gives the same result as the thorough one, for every character between letters', () => {
  const differing: string[] = [];
  for (let code = 0; code < 0x2_0000; code += 1) {
    const character = String.fromCodePoint(code);
    for (const text of [character, `A${character}b`, `A ${character}`, `${character}e\u0301`])
      if (plainText(text) !== normalizedText(text)) differing.push(text);
  }
  expect(differing).toEqual([]);
});
