import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import type { PayoutRow } from '../../contract/payments/payment.ts';
import type { Temper } from './fates.ts';
import type { Weather } from './network.ts';
import type { SeededRandom } from './seeded-random.ts';

/**
 * What simulations meet beside crashes and a bad network. Each switch names one thing, so that a fault can be told by what has to
 * happen for it to show: `npm run test:sim -- --without NAME` leaves it out, `--with NAME` adds what is off here because
 * the product does not survive it yet.
 */
export const switches = {
  /** A failed payment becomes SUCCESS later. */
  lateSuccess: true,
  /** A paid payout has another status for a while, or none, and is paid again. */
  takenBack: true,
  /** While an effect is unseen, a repetition is refused with 400, 403, 404, 406 or 422. */
  refusedRepetitions: true,
  /** A status query is refused with 403, 404 or 406, whatever became of the payment. */
  refusedReads: true,
  /** 429 although the limit was kept. */
  busy: true,
  /** Failed rows are retried and repaired, in every way and mixture. */
  retries: true,
  /** A repaired row carries another account. */
  editedAccounts: true,
  /** A file is paid once more because a person says so. */
  payAgain: true,
  /** A sheet is changed after it was checked, and looked at in between. */
  editsAfterChecks: true,
  /** A backup is restored. */
  restores: true,
  /** The last part of the database is lost, without anybody having restored anything. */
  lostJournals: true,
  /** A colleague pays the same file on another computer. */
  twoComputers: true,
  /** Both retry, repair and pay again, and one of them restores a backup in the middle. */
  together: true,
  /** A file brings order IDs that were used outside Bursar. */
  foreignOrders: true,
  /** The clock of a computer is set forward or back. */
  clockJumps: true,
  /** A proxy repeats a request at once, so that the first answer seen is 409. */
  eagerProxies: true,
  /** 201 names other money than was asked for. */
  otherMoney: true,
  /** A customer pays until the very end of the time for which a link is awaited. */
  lateCustomers: true,
  /** A limit, a floor or the policy about payees is set, or a payee is blocked, while something happens, and that is undone later. */
  changedRules: true,
  /** A person considers each release for minutes or hours. */
  slowAnswers: true,
};

export type SwitchName = keyof typeof switches;

export function isSwitch(name: string): name is SwitchName {
  return Object.hasOwn(switches, name);
}

/** What a person does after a file was released and run. */
export const acts = [
  'retryBatch',
  'retryBatch',
  'retryAgain',
  'leaveRetry',
  'repair',
  'repair',
  'leaveRepair',
  'repairOne',
  'releaseLeft',
  'releaseLeft',
  'payHeld',
  'payAgain',
  'wait',
] as const;
/** What a person does beside: asks about every payout again. */
const askAgain = 'askAgain';
export type Act = (typeof acts)[number] | typeof askAgain;

export type Plot = 'plain' | 'retries' | 'older' | 'colleague' | 'together' | 'edits' | 'foreign';

/** Everything that one seed decides before the simulation starts. */
export type Scenario = {
  readonly plot: Plot;
  readonly rows: PayoutRow[];
  readonly weather: Weather;
  readonly temper: Temper;
  /** Whether requests that are refused meet fair weather: else they stay unknown for a day, and a person decides. */
  readonly sparesRefused: boolean;
  readonly refusedRead: number;
  readonly busy: number;
  /** Chance, at each step, that the process is killed. */
  readonly crashChance: number;
  readonly mostCrashes: number;
  /** From when to when, after the start, the gateway cannot be reached at all. */
  readonly outage: { readonly fromMs: number; readonly toMs: number } | null;
  /** Milliseconds by which the computer's clock is ahead of the gateway's. */
  readonly clockAheadMs: number;
  /** When the clock is set, and by how much. */
  readonly jumps: readonly { readonly afterMs: number; readonly byMs: number }[];
  readonly isCancelled: boolean;
  /** Whether the runner sends in the background, or one run after the other in the foreground. */
  readonly isInBackground: boolean;
  /** How many times a person pauses the batch while it is sent in the background, and resumes it. */
  readonly pauses: number;
  readonly acts: readonly Act[];
  /** Whether repaired rows get another account. */
  readonly editsAccounts: boolean;
  /** When the older image of the database is taken, in milliseconds after the start; and whether it is restored as a backup. */
  readonly imageAfterMs: number;
  readonly isRestored: boolean;
  /** After how long a colleague pays the same file. */
  readonly colleagueAfterMs: number;
  /** What the colleague does afterwards, and before which act of the first person an older image of the database comes back. */
  readonly colleagueActs: readonly Act[];
  readonly goesBackBefore: number | null;
  /** What is received beside: created here, or by a customer with a link. */
  readonly incoming: readonly IncomingStory[];
  readonly ruleChanges: readonly RuleChange[];
  /** How long a person considers each release. */
  readonly considersMs: number;
  /** The same as `jumps` for the colleague's computer. */
  readonly colleagueJumps: Scenario['jumps'];
};

/** A rule that is in force for a while, about the currency or the payee of a row. */
export type RuleChange = {
  readonly rule: 'limit' | 'floor' | 'payeePolicy' | 'block';
  readonly row: PayoutRow;
  readonly afterMs: number;
  readonly forMs: number;
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

/** For so long a link is awaited; a customer who comes does so before. */
export const awaitedForMs = 600_000;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many simulations have two people who do everything. */
const togetherChance = 0.08;

/** `beside` and `others` decide what was added later, so that the rest of a seed stays the same. */
export function makeScenario(
  random: SeededRandom,
  { beside, others }: { readonly beside: SeededRandom; readonly others: SeededRandom },
): Scenario {
  const isCalm = random.chance(0.2);
  const share = (most: number): number => (isCalm ? 0 : random.fraction() * most);
  const drawn = drawPlot(random);
  const plot = others.chance(togetherChance) && switches.together ? 'together' : drawn;
  const rowCount = random.chance(0.75) ? 1 + random.below(4) : 4 + random.below(9);
  const rows = Array.from({ length: rowCount }, (_, index) => makeRow(random, index, plot));
  const jumps = drawJumps(random);
  const eagerProxy = share(random.pick([0, 0, 0.2]));
  return {
    plot,
    rows,
    weather: {
      lostRequest: share(0.15),
      lostAnswer: share(0.15),
      repeatedRequest: share(0.15),
      eagerProxy: switches.eagerProxies ? eagerProxy : 0,
      errorBefore: share(0.1),
      errorAfter: share(0.1),
      cutBody: share(0.1),
      notSent: share(0.1),
      longestDelayMs: random.pick([0, 20, 200, 2000]),
    },
    temper: {
      refused: share(plot === 'retries' ? 0.6 : 0.3),
      unseen: share(0.3),
      unpaid: plot === 'retries' ? 0.5 : share(0.3),
      settleMs: random.pick([0, 500, 2000, 30_000]),
    },
    sparesRefused: random.chance(0.9),
    refusedRead: masked('refusedReads', fewIf(hasColleague(plot), random.pick([0, 0, 0.1, 0.4]))),
    busy: masked('busy', random.pick([0, 0, 0.05])),
    crashChance: random.pick([0, 0, 0.005, 0.02, 0.05]),
    mostCrashes: random.below(6),
    outage: random.chance(0.15) ? { fromMs: random.below(3000), toMs: 3000 + random.below(60_000) } : null,
    clockAheadMs: random.chance(0.1) ? random.pick([1, -1]) * (600_000 + random.below(3_600_000)) : 0,
    jumps,
    isCancelled: random.chance(0.1) && plot === 'plain',
    isInBackground: random.chance(0.5),
    pauses: random.pick([0, 0, 1, 3]),
    acts: withQuestions(drawActs(random), beside),
    editsAccounts: random.chance(0.5) && switches.editedAccounts,
    imageAfterMs: random.pick([0, 1, 500, 2000, 20_000]),
    isRestored: random.chance(0.5),
    colleagueAfterMs: random.pick([0, 300, 5000, hour]),
    colleagueActs: drawActs(others),
    goesBackBefore: others.chance(0.5) ? others.below(4) : null,
    incoming: Array.from({ length: random.pick([0, 0, 0, 0, 0, 0, 1, 4]) }, (_, index) =>
      makeIncoming(random, index),
    ),
    // Older records would bring back a rule that nobody takes back again.
    ruleChanges:
      switches.changedRules && plot !== 'older' && plot !== 'together' && beside.chance(0.3)
        ? makeRuleChanges(beside, rows)
        : [],
    considersMs: masked('slowAnswers', others.pick([0, 0, 0, 8 * minute, 45 * minute, 3 * hour])),
    colleagueJumps: drawJumps(others),
  };
}

/** Drawn also where clocks are not set, so that the rest of a seed stays the same. */
function drawJumps(random: SeededRandom): Scenario['jumps'] {
  const jumps = Array.from({ length: random.pick([0, 0, 0, 0, 0, 0, 1, 2]) }, () => ({
    afterMs: random.below(random.pick([5_000, 10 * minute])),
    byMs: random.pick([1, -1]) * random.pick([hour, 5 * hour, 30 * day, 365 * day]),
  }));
  return switches.clockJumps ? jumps : [];
}

function drawActs(random: SeededRandom): Act[] {
  return Array.from({ length: 2 + random.below(4) }, () => random.pick(acts));
}

function withQuestions(drawn: readonly Act[], random: SeededRandom): Act[] {
  return drawn.flatMap((act) => (random.chance(0.2) && switches.takenBack ? [askAgain, act] : [act]));
}

function makeRuleChanges(random: SeededRandom, rows: readonly PayoutRow[]): RuleChange[] {
  return Array.from({ length: 1 + random.below(3) }, () => ({
    rule: random.pick(['limit', 'floor', 'payeePolicy', 'block']),
    row: random.pick(rows),
    afterMs: random.below(random.pick([1, 1000, 10_000, 2 * hour])),
    forMs: random.pick([500, 5000, minute]),
  }));
}

const hasColleague = (plot: Plot): boolean => plot === 'colleague' || plot === 'together';

/** Several questions must be answered before a row is sent that others may have sent: with many refused, that takes for ever. */
function fewIf(isNeeded: boolean, share: number): number {
  return isNeeded ? Math.min(share, 0.1) : share;
}

function masked(name: SwitchName, chance: number): number {
  return switches[name] ? chance : 0;
}

function drawPlot(random: SeededRandom): Plot {
  const plot = random.pick<Plot>([
    'plain',
    'plain',
    'plain',
    'retries',
    'retries',
    'retries',
    'older',
    'colleague',
    'edits',
    'foreign',
  ]);
  const isOn: Record<Plot, boolean> = {
    plain: true,
    retries: switches.retries,
    older: switches.restores || switches.lostJournals,
    colleague: switches.twoComputers,
    together: switches.together,
    edits: switches.editsAfterChecks,
    foreign: switches.foreignOrders,
  };
  return isOn[plot] ? plot : 'plain';
}

function makeIncoming(random: SeededRandom, index: number): IncomingStory {
  const { amount, currencyCode, accountNumber } = makeRow(random, index, 'plain');
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

const currencies = [
  { code: 'EUR', decimals: 2 },
  { code: 'USD', decimals: 2 },
  { code: 'JPY', decimals: 0 },
  { code: 'BTC', decimals: 8 },
  { code: 'ETH', decimals: 18 },
] as const;

function makeRow(random: SeededRandom, index: number, plot: Plot): PayoutRow {
  const { code, decimals } = random.pick(currencies);
  const whole = String(random.below(random.pick([10, 10_000, 2_000_000_000])));
  const fraction = Array.from({ length: decimals }, () => random.below(10)).join('');
  const amount =
    decimals === 0 ? String(Number(whole) + 1) : `${whole}.${fraction.slice(0, -1)}${1 + random.below(9)}`;
  const isOwn = random.chance(plot === 'foreign' ? 0.7 : 0.1);
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

/** What happens in a scenario, in a word or two. */
export function wordsOf(scenario: Scenario): string {
  const { plot, jumps, isRestored } = scenario;
  const what: Partial<Record<Plot, string>> = {
    retries: ` ${scenario.acts.join(' ')}`,
    together: ` ${scenario.acts.join(' ')}; ${scenario.colleagueActs.join(' ')}; back ${scenario.goesBackBefore} ${isRestored}`,
    older: isRestored ? ' restored' : ' lost',
  };
  const clock = jumps.map(({ byMs }) => `, clock set by ${byMs / hour} h`).join('');
  return `${plot}${what[plot] ?? ''}${clock}`;
}
