import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import type { PayoutRow } from '../../contract/payments/payment.ts';
import type { SeededRandom } from './seeded-random.ts';
import { switches } from './switches.ts';

export type IncomingStory = {
  readonly kind: IncomingKind;
  readonly idPayment: string;
  readonly amount: string;
  readonly currencyCode: string;
  readonly accountName: string;
  /** Null: Bursar creates it. Else a customer does after so long, or never. */
  readonly customer: { readonly comesAfterMs: number | null } | null;
};

/** For so long a link is awaited; a customer who comes does so before. */
export const awaitedForMs = 600_000;

const currencies = [
  { code: 'EUR', decimals: 2 },
  { code: 'USD', decimals: 2 },
  { code: 'JPY', decimals: 0 },
  { code: 'BTC', decimals: 8 },
  { code: 'ETH', decimals: 18 },
] as const;

/** One row of the file: each pays a payee of its own. `ownIds`: the chance that it brings its order ID. */
export function makeRow(random: SeededRandom, index: number, ownIds = 0.1): PayoutRow {
  const { code, decimals } = random.pick(currencies);
  const whole = String(random.below(random.pick([10, 10_000, 2_000_000_000])));
  const fraction = Array.from({ length: decimals }, () => random.below(10)).join('');
  const amount =
    decimals === 0 ? String(Number(whole) + 1) : `${whole}.${fraction.slice(0, -1)}${1 + random.below(9)}`;
  const isOwn = random.chance(ownIds);
  return {
    amount,
    currencyCode: code,
    paymentMethodCode: 'BANK_TRANSFER',
    accountName: `Payee ${index}`,
    accountNumber: `ACC${index}${1000 + random.below(9000)}`,
    paymentOperatorCode: '',
    emailAddress: '',
    idPayout: isOwn ? `own-${index}-${random.below(1_000_000)}` : '',
    reference: `invoice ${index}`,
  };
}

export function makeIncoming(random: SeededRandom, index: number): IncomingStory {
  const { amount, currencyCode, accountNumber } = makeRow(random, index);
  const isLink = random.chance(0.5);
  const isLate = random.chance(0.5) && switches.lateCustomers;
  const latest = isLate ? awaitedForMs : awaitedForMs / 2;
  const comesAfterMs = random.chance(0.6)
    ? Math.floor(random.fraction() ** (isLate ? 0.2 : 1) * latest)
    : null;
  return {
    kind: !isLink && random.chance(0.4) ? 'topup' : 'payin',
    idPayment: `in-${index}-${random.below(1_000_000)}`,
    amount,
    currencyCode,
    accountName: `Customer ${accountNumber}`,
    customer: isLink ? { comesAfterMs } : null,
  };
}
