import type { PayoutRow } from '../../contract/payments/payment.ts';
import type { Temper } from './fates.ts';
import type { Weather } from './network.ts';
import { drawActs, withLaterActs, withQuestions, withRareActs, type Act, type Plot } from './acts.ts';
import { makeIncoming, makeRow, type IncomingStory } from './rows.ts';
import type { SeededRandom } from './seeded-random.ts';
import { switches, type SwitchName } from './switches.ts';

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
  /** The same as `clockAheadMs` and `jumps` for the colleague's computer. */
  readonly colleagueAheadMs: number;
  readonly colleagueJumps: Scenario['jumps'];
  /** Chance that the gateway answers a question with another payment. */
  readonly mixedUp: number;
  /** When a computer falls asleep, and for how long. */
  readonly naps: readonly { readonly afterMs: number; readonly forMs: number }[];
  readonly colleagueNaps: Scenario['naps'];
  /** When the gateway calls payments real although they are tests, and for how long; null: never. */
  readonly callsReal: { readonly afterMs: number; readonly forMs: number } | null;
  /** When the key of the profile is replaced, and after how long the gateway has it; null: never. */
  readonly replacesKey: Scenario['callsReal'];
  /** Whether Bursar listens for callbacks where it works in the background. */
  readonly callbacks: boolean;
};

/** A rule that is in force for a while, about the currency or the payee of a row. */
export type RuleChange = {
  readonly rule: 'limit' | 'floor' | 'payeePolicy' | 'block';
  readonly row: PayoutRow;
  readonly afterMs: number;
  readonly forMs: number;
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many simulations have two people who do everything, on computers of their own, on copies of one data folder, or on one computer. */
const togetherChance = 0.08;
const copiesChance = 0.06;
const sideBySideChance = 0.06;
/** How many begin with a release at a later time, and with a file that is released in parts. */
const scheduledChance = 0.08;
const inPartsChance = 0.05;

/** `beside`, `others`, `rare` and `later` decide what was added later, so that the rest of a seed stays the same. */
export function makeScenario(
  random: SeededRandom,
  { beside, others, rare, later }: Readonly<Record<'beside' | 'others' | 'rare' | 'later', SeededRandom>>,
): Scenario {
  const isCalm = random.chance(0.2);
  const share = (most: number): number => (isCalm ? 0 : random.fraction() * most);
  const drawn = drawPlot(random);
  const isTogether = others.chance(togetherChance) && switches.together;
  const plot = drawPair(rare) ?? (isTogether ? 'together' : (drawLater(later) ?? drawn));
  const rowCount = random.chance(0.75) ? 1 + random.below(4) : 4 + random.below(9);
  const rows = Array.from({ length: rowCount }, (_, index) =>
    makeRow(random, index, plot === 'foreign' ? 0.7 : undefined),
  );
  const jumps = drawJumps(random);
  const callsReal = drawCallsReal(later, plot);
  const isRetried = plot === 'retries' || plot === 'scheduled' || plot === 'inParts';
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
      refused: share(isRetried ? 0.6 : 0.3),
      unseen: share(0.3),
      unpaid: isRetried ? 0.5 : share(0.3),
      settleMs: random.pick([0, 500, 2000, 30_000]),
      forgotten: masked('forgets', rare.pick([0, 0, 0, 0.2])),
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
    pauses: onePerson(plot, callsReal, random.pick([0, 0, 1, 3])),
    acts: withLaterActs(withRareActs(withQuestions(drawActs(random), beside), plot, rare), plot, later),
    editsAccounts: random.chance(0.5) && switches.editedAccounts,
    imageAfterMs: random.pick([0, 1, 500, 2000, 20_000]),
    isRestored: random.chance(0.5),
    colleagueAfterMs: random.pick([0, 300, 5000, hour]),
    colleagueActs: withLaterActs(withRareActs(drawActs(others), plot, rare), plot, later),
    goesBackBefore: others.chance(0.5) ? others.below(4) : null,
    incoming: Array.from({ length: random.pick([0, 0, 0, 0, 0, 0, 1, 4]) }, (_, index) =>
      makeIncoming(random, index),
    ),
    // Older records would bring back a rule that nobody takes back again.
    ruleChanges:
      switches.changedRules &&
      plot !== 'older' &&
      plot !== 'together' &&
      plot !== 'copies' &&
      beside.chance(0.3)
        ? makeRuleChanges(beside, rows)
        : [],
    considersMs: masked('slowAnswers', others.pick([0, 0, 0, 8 * minute, 45 * minute, 3 * hour])),
    colleagueAheadMs: masked('clockJumps', rare.pick([0, 0, 0, 0, -1, 1]) * day),
    colleagueJumps: drawJumps(others),
    mixedUp: masked('mixedUp', rare.pick([0, 0, 0, 0.05])),
    naps: drawNaps(later),
    colleagueNaps: drawNaps(later),
    callsReal,
    replacesKey: drawReplacesKey(later, plot),
    callbacks: later.chance(0.25) && switches.callbacks,
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

function drawLater(random: SeededRandom): 'scheduled' | 'inParts' | null {
  const isScheduled = random.chance(scheduledChance);
  const isInParts = random.chance(inPartsChance);
  if (isScheduled && switches.schedules) return 'scheduled';
  return isInParts && switches.setsAside ? 'inParts' : null;
}

/** The records of the folder and the keys of the computer belong together. */
function drawReplacesKey(random: SeededRandom, plot: Plot): Scenario['replacesKey'] {
  const drawn = drawSpan(random);
  const isDrawn = random.chance(0.1) && switches.keyChanges;
  return isDrawn && !hasColleague(plot) && plot !== 'older' ? drawn : null;
}

function drawSpan(random: SeededRandom): { readonly afterMs: number; readonly forMs: number } {
  return {
    afterMs: random.below(random.pick([1, 2000, minute])),
    forMs: random.pick([1, 1000, minute, hour]),
  };
}

/** Where batches are paused for that, a person resumes them all: nobody may have paused them for another reason. */
function drawCallsReal(random: SeededRandom, plot: Plot): Scenario['callsReal'] {
  const drawn = {
    afterMs: random.below(random.pick([1, 2000, minute])),
    forMs: random.pick([1000, minute, hour]),
  };
  const isDrawn = random.chance(0.12) && switches.testFlags;
  return isDrawn && !hasColleague(plot) && plot !== 'sideBySide' && plot !== 'older' ? drawn : null;
}

function drawNaps(random: SeededRandom): Scenario['naps'] {
  const naps = Array.from({ length: random.pick([0, 0, 0, 0, 0, 1, 2]) }, () => ({
    afterMs: random.below(random.pick([2_000, minute, hour])),
    forMs: random.pick([5_000, 4 * minute, 3 * hour, 2 * day]),
  }));
  return switches.naps ? naps : [];
}

function drawPair(random: SeededRandom): 'copies' | 'sideBySide' | null {
  const areCopies = random.chance(copiesChance);
  const isSideBySide = random.chance(sideBySideChance);
  if (areCopies && switches.copies) return 'copies';
  return isSideBySide && switches.sideBySide ? 'sideBySide' : null;
}

function makeRuleChanges(random: SeededRandom, rows: readonly PayoutRow[]): RuleChange[] {
  return Array.from({ length: 1 + random.below(3) }, () => ({
    rule: random.pick(['limit', 'floor', 'payeePolicy', 'block']),
    row: random.pick(rows),
    afterMs: random.below(random.pick([1, 1000, 10_000, 2 * hour])),
    forMs: random.pick([500, 5000, minute]),
  }));
}

const hasColleague = (plot: Plot): boolean =>
  plot === 'colleague' || plot === 'together' || plot === 'copies';

/** Several questions must be answered before a row is sent that others may have sent: with many refused, that takes for ever. */
function fewIf(isNeeded: boolean, share: number): number {
  return isNeeded ? Math.min(share, 0.1) : share;
}

/** Where two people, or a person and Bursar, pause and resume the same batches, nobody can tell whose pause is over. */
function onePerson(plot: Plot, callsReal: Scenario['callsReal'], pauses: number): number {
  return plot === 'sideBySide' || callsReal !== null ? 0 : pauses;
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
    scheduled: switches.schedules,
    inParts: switches.setsAside,
    plain: true,
    retries: switches.retries,
    older: switches.restores || switches.lostJournals,
    colleague: switches.twoComputers,
    together: switches.together,
    edits: switches.editsAfterChecks,
    foreign: switches.foreignOrders,
    copies: switches.copies,
    sideBySide: switches.sideBySide,
  };
  return isOn[plot] ? plot : 'plain';
}

/** Whether nobody confirms what looks like a duplicate, unless they mean it once more: the file is imported with changes. */
export function isWary({ acts: own, colleagueActs }: Scenario): boolean {
  return [...own, ...colleagueActs].includes('payCorrected');
}

/** What happens in a scenario, in a word or two. */
export function wordsOf(scenario: Scenario): string {
  const { plot, jumps, isRestored } = scenario;
  const what: Partial<Record<Plot, string>> = {
    retries: ` ${scenario.acts.join(' ')}`,
    together: ` ${scenario.acts.join(' ')}; ${scenario.colleagueActs.join(' ')}; back ${scenario.goesBackBefore} ${isRestored}`,
    copies: ` ${isRestored ? 'restored' : 'copied'} ${scenario.acts.join(' ')}; ${scenario.colleagueActs.join(' ')}`,
    scheduled: ` ${scenario.acts.join(' ')}`,
    inParts: ` ${scenario.acts.join(' ')}`,
    sideBySide: ` ${scenario.acts.join(' ')}; ${scenario.colleagueActs.join(' ')}`,
    older: isRestored ? ' restored' : ' lost',
  };
  const clock = jumps.map(({ byMs }) => `, clock set by ${byMs / hour} h`).join('');
  return `${plot}${what[plot] ?? ''}${clock}`;
}
