import { expect, it } from 'vitest';
import { candidatesFor } from '../../../../main/core/treasury/statement/candidates.ts';
import type { FlowPayment } from '../../../../main/core/ports/index.ts';

const minute = 60_000;

const paidAt = (at: number): FlowPayment => ({
  at,
  paymentId: at,
  kind: 'payout',
  state: 'paid',
  idPayment: `paid-${at / minute}`,
  batchId: 'batch',
  paymentMethodCode: 'CARD',
  accountName: 'Payee',
  reference: '',
  amount: '1.00',
  currencyCode: 'EUR',
  fee: null,
  firstSentAt: 0,
  ownId: '',
});

it('a payment that ended beside a balance is a candidate that says whether it was the one that shows the difference or the one before', () => {
  const payments = [9, 15, 29, 33].map((at) => paidAt(at * minute));
  const found = candidatesFor('-9.00', payments, { since: 10 * minute, readAt: 30 * minute });
  expect(found.map(({ id, reason }) => [id, reason])).toEqual([
    ['paid-9', 'nearEarlierReading'],
    ['paid-29', 'nearReading'],
  ]);
});
