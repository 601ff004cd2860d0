import { addAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import type { Balance } from '../../../contract/treasury.ts';

/** What an amount that can be spent may be called, the likeliest first. */
const spendable = [/^available$/i, /^available/i, /^balance$/i, /^amount$/i];
/** What an amount may be called that is set aside for payouts in process. */
const setAside = /^(?:blocked|reserved|held|on.?hold|hold|pending|locked|frozen)/i;
/** What everything that is booked may be called. */
const whole = [/^total$/i, /^booked/i, /^ledger/i, /^total/i];

type Amounts = Pick<Balance, 'amounts'>;

/** The amount of a balance that can be spent, as a decimal; null where the gateway named no amount. */
export function availableOf({ amounts }: Amounts): string | null {
  return namedBy(spendable, { amounts }) ?? amounts[0]?.amount ?? null;
}

/** What the gateway sets aside for payouts in process; null where it names no such amount. */
export function reservedOf({ amounts }: Amounts): string | null {
  const reserved = amounts.filter(({ name }) => setAside.test(name));
  return reserved.length === 0 ? null : sumAmounts(reserved.map(({ amount }) => amount));
}

/**
 * What is booked, which changes as payments end: the total where the gateway names one, else what is available and reserved. Where it names
 * neither, what is available stands for it, though a payout in process may be missing from that already.
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
