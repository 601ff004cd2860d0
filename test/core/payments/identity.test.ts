import { expect, it } from 'vitest';
import { rowsHasher } from '../../../main/core/payments/identity.ts';

const row = {
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

it('I4: the hash of many rows differs if any of them does, and does not depend on where they came from', () => {
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
