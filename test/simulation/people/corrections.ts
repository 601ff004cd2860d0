import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Scenario } from '../scenario.ts';
import type { SeededRandom } from '../seeded-random.ts';

const corrected = ' (corrected)';

/** The payee of a row, however a correction writes the name. */
export function payeeOf(accountName: string): string {
  return accountName.endsWith(corrected) ? accountName.slice(0, -corrected.length) : accountName;
}

/**
 * The rows of the file as somebody writes them once more: some are left out, in another order, and one with another amount, reference or name.
 * Where accounts are repaired, too, only references change: nothing would tell that a row with another account, and another name or amount, is
 * the same.
 */
export function correctedRows(
  { rows, editsAccounts }: Pick<Scenario, 'rows' | 'editsAccounts'>,
  random: SeededRandom,
): PayoutRow[] {
  const kept = rows.filter(() => random.chance(0.7)).map((row) => ({ ...row, idPayout: '' }));
  if (random.chance(0.3)) kept.reverse();
  const changed = random.below(rows.length);
  const change = random.pick(editsAccounts ? (['none', 'reference'] as const) : changes);
  return kept.map((row, index) => (index === changed ? changedRow(row, change) : row));
}

const changes = ['none', 'reference', 'amount', 'name'] as const;

function changedRow(row: PayoutRow, change: (typeof changes)[number]): PayoutRow {
  switch (change) {
    case 'none':
      return row;
    case 'reference':
      return { ...row, reference: `${row.reference} again` };
    case 'amount':
      return { ...row, amount: `1${row.amount}` };
    case 'name':
      return { ...row, accountName: `${row.accountName}${corrected}` };
  }
}
