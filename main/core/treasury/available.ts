import { addAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import type { Balance } from '../../../contract/treasury.ts';
import { availableOf } from '../../../contract/treasury/available.ts';

/** Possible names of the amount reserved for payouts in process. */
const setAside = /^(?:blocked|reserved|held|on.?hold|hold|pending|locked|frozen)/i;
/** Possible names of the booked total. */
const whole = [/^total$/i, /^booked/i, /^ledger/i, /^total/i];

type Amounts = Pick<Balance, 'amounts'>;

/** The amount that the gateway reserves for payouts in process; null if it names none. */
export function reservedOf({ amounts }: Amounts): string | null {
  const reserved = amounts.filter(({ name }) => setAside.test(name));
  return reserved.length === 0 ? null : sumAmounts(reserved.map(({ amount }) => amount));
}

/**
 * The booked amount, which changes as payments end: the total if the gateway names one, otherwise available plus reserved. If it names
 * neither, the available amount is used, although a payout in process may already be missing from it.
 */
export function bookedOf({ amounts }: Amounts): string | null {
  const total = namedBy(whole, { amounts });
  if (total !== null) return total;
  const [available, reserved] = [availableOf({ amounts }), reservedOf({ amounts })];
  return available === null || reserved === null ? available : addAmounts(available, reserved);
}

function namedBy(patterns: readonly RegExp[], { amounts }: Amounts): string | null {
  for (const pattern of patterns) {
    const found = amounts.find(({ name }) => pattern.test(name));
    if (found !== undefined) return found.amount;
  }
  return null;
}
