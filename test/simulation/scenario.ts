import type { IncomingKind } from '../../contract/incoming.ts';
import type { PayoutRow } from '../../contract/payment.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Weather } from './network.ts';

/** Everything that one seed decides before the simulation starts. */
export type Scenario = {
  readonly rows: PayoutRow[];
  readonly weather: Weather;
  readonly settleMs: number;
  /** Chance, at each step, that the process is killed. */
  readonly crashChance: number;
  readonly mostCrashes: number;
  /** From when to when, after the start, the gateway cannot be reached at all. */
  readonly outage: { readonly fromMs: number; readonly toMs: number } | null;
  /** Milliseconds by which this computer's clock is behind the gateway's. */
  readonly clockBehindMs: number;
  readonly isCancelled: boolean;
  /** Whether the runner sends in the background, or one run after the other in the foreground. */
  readonly isInBackground: boolean;
  /** How many times a person pauses the batch while it is sent in the background, and resumes it. */
  readonly pauses: number;
  /** What is received beside: created here, or by a customer with a link. */
  readonly incoming: readonly IncomingStory[];
};

export type IncomingStory = {
  readonly kind: IncomingKind;
  readonly idPayment: string;
  readonly amount: string;
  readonly currencyCode: string;
  readonly accountName: string;
  /** Null: Bursar creates it. Else a customer does after so long, or never. */
  readonly customer: { readonly comesAfterMs: number | null } | null;
};

/** For so long a link is awaited; a customer who comes does so well before. */
export const awaitedForMs = 600_000;

/** Account-number suffixes with which the sandbox does something special (sandbox/README.md). */
const magicSuffixes = [
  '9001',
  '9002',
  '9003',
  '9004',
  '9005',
  '9006',
  '9007',
  '9008',
  '9010',
  '9011',
  '9012',
  '9013',
] as const;
const currencies = [
  { code: 'EUR', decimals: 2 },
  { code: 'USD', decimals: 2 },
  { code: 'JPY', decimals: 0 },
  { code: 'BTC', decimals: 8 },
  { code: 'ETH', decimals: 18 },
] as const;

export function makeScenario(random: SeededRandom): Scenario {
  const isCalm = random.chance(0.2);
  const share = (most: number): number => (isCalm ? 0 : random.fraction() * most);
  const rowCount = 1 + random.below(12);
  return {
    rows: Array.from({ length: rowCount }, (_, index) => makeRow(random, index)),
    weather: {
      lostRequest: share(0.15),
      lostAnswer: share(0.15),
      repeatedRequest: share(0.15),
      errorBefore: share(0.1),
      errorAfter: share(0.1),
      cutBody: share(0.1),
      notSent: share(0.1),
      longestDelayMs: random.pick([0, 20, 200, 2000]),
    },
    settleMs: random.pick([0, 500, 2000, 30_000]),
    crashChance: random.pick([0, 0, 0.005, 0.02, 0.05]),
    mostCrashes: random.below(6),
    outage: random.chance(0.15) ? { fromMs: random.below(3000), toMs: 3000 + random.below(60_000) } : null,
    clockBehindMs: random.chance(0.1) ? (random.below(2) * 2 - 1) * (600_000 + random.below(3_600_000)) : 0,
    isCancelled: random.chance(0.1),
    isInBackground: random.chance(0.5),
    pauses: random.pick([0, 0, 1, 3]),
    incoming: Array.from({ length: random.pick([0, 0, 0, 0, 0, 0, 1, 4]) }, (_, index) =>
      makeIncoming(random, index),
    ),
  };
}

function makeIncoming(random: SeededRandom, index: number): IncomingStory {
  const { amount, currencyCode, accountNumber } = makeRow(random, index);
  const isLink = random.chance(0.5);
  const comesAfterMs = random.chance(0.6) ? random.below(awaitedForMs / 2) : null;
  return {
    kind: !isLink && random.chance(0.4) ? 'topup' : 'payin',
    idPayment: `in-${index}-${random.below(1_000_000)}`,
    amount,
    currencyCode,
    accountName: accountNumber,
    customer: isLink ? { comesAfterMs } : null,
  };
}

function makeRow(random: SeededRandom, index: number): PayoutRow {
  const { code, decimals } = random.pick(currencies);
  const whole = String(random.below(random.pick([10, 10_000, 2_000_000_000])));
  const fraction = Array.from({ length: decimals }, () => random.below(10)).join('');
  const amount =
    decimals === 0 ? String(Number(whole) + 1) : `${whole}.${fraction.slice(0, -1)}${1 + random.below(9)}`;
  const suffix = random.chance(0.3) ? random.pick(magicSuffixes) : String(1000 + random.below(8000));
  return {
    amount,
    currencyCode: code,
    paymentMethodCode: 'BANK_TRANSFER',
    accountName: `Payee ${index}`,
    accountNumber: `ACC${index}${suffix}`,
    paymentOperatorCode: '',
    emailAddress: '',
    idPayout: random.chance(0.1) ? `own-${index}-${random.below(1_000_000)}` : '',
    reference: `invoice ${index}`,
  };
}
