import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Book } from '../../book/book.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** A payment of each of the rows' own order IDs stands at the gateway already, made with another program. */
export function payElsewhere(
  book: Book,
  random: SeededRandom,
  rows: readonly PayoutRow[],
  acceptedAt: number,
): void {
  for (const row of rows) {
    if (row.idPayout === '' || random.chance(0.3)) continue;
    const amount = random.pick([row.amount, row.amount, `1${row.amount}`, oneMore(row.amount)]);
    book.addForeign({
      kind: 'payouts',
      id: row.idPayout,
      accountName: random.chance(0.5) ? row.accountName : 'Somebody else',
      accountNumber: 'ELSEWHERE',
      amount,
      currencyCode: row.currencyCode,
      acceptedAt,
    });
  }
}

/** An amount that differs in the last digit alone. */
function oneMore(amount: string): string {
  return `${amount.slice(0, -1)}${(Number(amount.slice(-1)) + 1) % 10}`;
}
