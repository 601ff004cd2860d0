import { expect, it } from 'vitest';
import { compareAccounts } from '../../../main/core/payees/accounts.ts';
import { Parties } from '../../../main/core/payees/parties.ts';

it.each([
  ['spaces', 'DE02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
  ['small letters', 'de02120300000000202051', 'DE02120300000000202051'],
  ['the word IBAN in front', 'IBAN DE02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
  ['dots and slashes', '12.345.678/9', '123456789'],
  ['full-width digits', '１２３４５６７８', '12345678'],
  ['an invisible character', '1234\u200b5678', '12345678'],
  ['the domestic number of an IBAN', '120300000000202051', 'DE02120300000000202051'],
])('an account is the same with %s', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('same');
  expect(compareAccounts(right, left)).toBe('same');
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
  ['the country of the IBAN differs in both letters', 'DE02120300000000202051', 'FR02120300000000202051'],
])('an account is another one where %s', (_what, left, right) => {
  expect(compareAccounts(left, right)).toBe('different');
});

it('an index finds an account in another notation and one with swapped digits', () => {
  const parties = new Parties(2);
  parties.add({ name: 'Ada', account: 'DE02 1203 0000 0000 2020 51' });
  parties.add({ name: 'Bo', account: '77 123 456' });
  expect(parties.match({ name: '', account: 'de02120300000000202051' })).toEqual([
    { number: 0, name: null, account: 'same' },
  ]);
  expect(parties.match({ name: 'bo', account: '77124356' })).toEqual([
    { number: 1, name: 'same', account: 'alike' },
  ]);
});
