import type { SeededRandom } from '../simulation/seeded-random.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference,idPayout';
/** Most amounts are right; with those of the last line the sandbox does something else than to pay. */
const oddAmounts = ['', '0', '-5', '1,5', 'abc', '1e3', '4.00', '4.04', '4.09', '4.10'];
const oddAccounts = [
  'DE00123',
  '',
  'MT84MALT011000012345MTLCAST001S',
  'ACC-404',
  'ACC-400',
  'ACC-410',
  'ACC-500',
];

/** A file of payouts to few payees, so that rows repeat each other, of which some are wrong. */
export function payoutFile(random: SeededRandom): Uint8Array {
  const payees = random.pick([3, 10]);
  const rows = Array.from({ length: 1 + random.below(random.pick([3, 12, 40])) }, () => {
    const payee = random.below(payees);
    const currencyCode = random.pick(['EUR', 'EUR', 'EUR', 'EUR', 'USD', 'JPY', 'BTC', 'XX!']);
    const usual =
      currencyCode === 'JPY'
        ? `${1 + random.below(9000)}`
        : `${1 + random.below(500)}.${10 + random.below(90)}`;
    const amount = random.chance(0.1) ? random.pick(oddAmounts) : usual;
    const accountNumber = random.chance(0.15) ? random.pick(oddAccounts) : `ACC-${payee}`;
    const operator = random.chance(0.1) ? '' : 'SANDBOX_BANK';
    const reference = random.pick(['March', `inv ${random.below(20)}`, '']);
    const idPayout = random.chance(0.05) ? `own-${random.below(50)}` : '';
    return [
      amount,
      currencyCode,
      'BANK_TRANSFER',
      `Payee ${payee}`,
      accountNumber,
      operator,
      reference,
      idPayout,
    ].join(',');
  });
  return new TextEncoder().encode([header, ...rows].join('\n'));
}
