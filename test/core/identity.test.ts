import { expect, it } from 'vitest';
import type { PayoutRow } from '../../contract/payment.ts';
import { duplicateKeyOf, rowsHasher } from '../../main/core/payments/identity.ts';

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
  ['an operator is named', row, { paymentOperatorCode: 'BANK1' }],
])('two rows pay the same although %s', (_, one, changes) => {
  expect(duplicateKeyOf({ ...one, ...changes })).toBe(duplicateKeyOf(one));
});

it.each<readonly [string, PayoutRow, Partial<PayoutRow>]>([
  ['amount', row, { amount: '1200.05' }],
  ['currency', row, { currencyCode: 'USD' }],
  ['account', row, { accountNumber: 'DE02120300000000202052' }],
  ['e-mail address, with no account,', byEmail, { emailAddress: 'ada@example.org' }],
  ['name, with nothing else,', byName, { accountName: 'Ada Byrom' }],
  ['reference', row, { reference: 'Invoice 7 Strasse' }],
])('two rows do not pay the same when the %s differs', (_, one, changes) => {
  expect(duplicateKeyOf({ ...one, ...changes })).not.toBe(duplicateKeyOf(one));
});

it('I4: the hash of many rows differs when any of them does, and does not depend on how they came', () => {
  const hashOf = (changed: number): string => {
    const hasher = rowsHasher('https://merchant.example/c');
    for (let rowNumber = 1; rowNumber <= 2100; rowNumber += 1)
      hasher.add({
        ...row,
        rowNumber,
        idPayment: `b-${rowNumber}`,
        amount: rowNumber === changed ? '2' : '1',
      });
    return hasher.digest();
  };
  const hashes = [0, 1, 999, 1000, 1001, 2000, 2001, 2100].map(hashOf);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashOf(0)).toBe(hashes[0]);
});
