import { expect, it } from 'vitest';
import { paysOther } from '../../../main/core/payees/pays-other.ts';

it.each([
  ['another name', { accountName: 'Zeta Mills' }],
  ['another account', { accountNumber: '10203040' }],
  [
    'another name, and the account without its zeros',
    { accountName: 'Zeta Mills', accountNumber: '86011117' },
  ],
])('a retry with %s pays nobody else', (_what, changes) => {
  const payout = { accountName: 'Ada', accountNumber: '0086011117', emailAddress: '' };
  expect(paysOther({ ...payout, ...changes }, payout)).toBe(false);
});

it('a retry with another name and account pays somebody else', () => {
  const payout = { accountName: 'Ada', accountNumber: '0086011117', emailAddress: '' };
  expect(paysOther({ ...payout, accountName: 'Zeta Mills', accountNumber: '86011118' }, payout)).toBe(true);
});
