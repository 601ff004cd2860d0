import { expect, it } from 'vitest';
import { bareAccount, mayBeSame } from '../../../contract/payees/payee-key.ts';
import { accountLook, areAlikeAccounts } from '../../../main/core/payees/accounts.ts';
import { Parties } from '../../../main/core/payees/parties.ts';

function compareAccounts(left: string, right: string): 'same' | 'maybe' | 'alike' | 'different' {
  const [one, other] = [bareAccount(left), bareAccount(right)];
  if (one === other) return 'same';
  if (mayBeSame(one, other)) return 'maybe';
  return areAlikeAccounts(accountLook(one), accountLook(other)) ? 'alike' : 'different';
}

it.each([
  ['spaces', 'DE02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
  ['small letters', 'de02120300000000202051', 'DE02120300000000202051'],
  ['the word IBAN in front', 'IBAN DE02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
  ['dots and slashes', '12.345.678/9', '123456789'],
  ['full-width digits', '１２３４５６７８', '12345678'],
  ['an invisible character', '1234\u200b5678', '12345678'],
])('an account is the same with %s', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('same');
  expect(compareAccounts(right, left)).toBe('same');
});

it.each([
  ['stands at the end of an IBAN', '120300000000202051', 'DE02120300000000202051'],
  ['is shorter, without the bank', '00202051', 'DE02120300000000202051'],
  ['has more zeros in front', '000.532.013.000', 'DE89 3704 0044 0532 0130 00'],
])('a domestic number may be the account of an IBAN that %s', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('maybe');
  expect(compareAccounts(right, left)).toBe('maybe');
});

it.each([
  ['zeros in front of a number', '0012345678', '12345678'],
  ['the check digits in front, as in Poland', '61109010140000071219812874', 'PL61109010140000071219812874'],
  ['the bank behind it, as in Czechia', '19-2000145399/0800', 'CZ6508000000192000145399'],
  ['the bank behind it and few digits', '27/0710', 'CZ5707100000000000000027'],
  ['a last group of zeros, as in Hungary', '11773016-11111018', '11773016-11111018-00000000'],
])('an account may be the same with %s', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('maybe');
  expect(compareAccounts(right, left)).toBe('maybe');
});

it.each([
  ['two digits swapped', '123456789', '123465789'],
  ['another digit', '123456789', '123456780'],
  ['a digit left out', '123456789', '12346789'],
  ['a letter for a digit', '12345O789', '123450789'],
  [
    'an IBAN with another digit, whose check digits differ too',
    'DE02120300000000202051',
    'DE72120300000000202061',
  ],
])('an account with %s resembles the other', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('alike');
  expect(compareAccounts(right, left)).toBe('alike');
});

it.each([
  ['two digits differ', '123456789', '123456700'],
  ['it is short', '12345', '12346'],
  ['it is a short number at the end of an IBAN', '202051', 'DE02120300000000202051'],
  ['nothing but zeros and one digit stand at the end', '00000011', 'DE02120300000000202011'],
  ['few digits follow the zeros', '00012345', '12345'],
  ['a Czech number is the end of another one', '145399/0800', 'CZ6508000000192000145399'],
  ['zeros at its end are no last group', '1177301611111018000', '1177301611111018'],
  [
    'two Czech IBANs are written with the same digits',
    'CZ6808000000190012345006',
    'CZ4508000000001912345006',
  ],
  ['it is no number that lacks its zeros', '00AB123456', 'AB123456'],
  ['a dot makes another address of it', 'ada.byron@example.com', 'adabyronx@example.com'],
  ['the country of the IBAN differs in both letters', 'DE02120300000000202051', 'FR02120300000000202051'],
])('an account is different if %s', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('different');
});

it('an index finds an account in another notation, one with swapped digits, and a domestic number', () => {
  const parties = new Parties(3);
  parties.add({ name: 'Ada', account: 'DE02 1203 0000 0000 2020 51' });
  parties.add({ name: 'Bo', account: '77 123 456' });
  parties.add({ name: 'Cy', account: '19-2000145399/0800' });
  expect(parties.match({ name: '', account: 'de02120300000000202051' })).toEqual([
    { number: 0, name: 'different', account: 'same' },
  ]);
  expect(parties.match({ name: 'bo', account: '77124356' })).toEqual([
    { number: 1, name: 'same', account: 'alike' },
  ]);
  expect(parties.match({ name: '', account: 'CZ65 0800 0000 1920 0014 5399' })).toEqual([
    { number: 2, name: null, account: 'alike' },
  ]);
});
