import type { PayoutRow } from '../../contract/payments/payment.ts';
import type { Temper } from './fates.ts';
import {
  drawAhead,
  drawApprovals,
  drawCallsReal,
  drawColleagueAhead,
  drawJumps,
  drawLater,
  drawNaps,
  drawPair,
  drawPlot,
  drawReplacesKey,
  drawVerifications,
  fewIf,
  hasColleague,
  makeRuleChanges,
  masked,
  withTwoProfiles,
} from './draws.ts';
import type { Weather } from './network.ts';
import { drawActs, withLaterActs, withQuestions, withRareActs, type Act, type Plot } from './people/acts.ts';
import { makeIncoming, makeRow, type IncomingStory } from './rows.ts';
import type { SeededRandom } from './seeded-random.ts';
import { happens, switches } from './switches.ts';

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
  /** How many approvals each release needs, and what becomes of that after a while; null: none. */
  readonly approvals: ApprovalStory | null;
  /** For how many hours payees have to be verified before they are paid; null: nobody verifies them. */
  readonly verifications: { readonly waitingHours: number } | null;
};

export type ApprovalStory = {
  readonly needed: number;
  readonly change: 'none' | 'leave' | 'tighten' | 'loosen';
  readonly afterMs: number;
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

/** How many simulations have two people who do everything, on computers of their own. */
const togetherChance = 0.08;

/** `beside`, `others`, `rare`, `later` and `latest` decide what was added later, so that the rest of a seed stays the same. */
export function makeScenario(
  random: SeededRandom,
  {
    beside,
    others,
    rare,
    later,
    latest,
  }: Readonly<Record<'beside' | 'others' | 'rare' | 'later' | 'latest', SeededRandom>>,
): Scenario {
  const isCalm = random.chance(0.2);
  const share = (most: number): number => (isCalm ? 0 : random.fraction() * most);
  const drawn = drawPlot(random);
  const isTogether = others.chance(togetherChance) && switches.together;
  const former = drawPair(rare) ?? (isTogether ? 'together' : (drawLater(later) ?? drawn));
  const plot = withTwoProfiles(former, latest);
  const rowCount = random.chance(0.75) ? 1 + random.below(4) : 4 + random.below(9);
  const rows = Array.from({ length: rowCount }, (_, index) =>
    makeRow(random, index, plot === 'foreign' ? 0.7 : undefined),
  );
  const approvals = drawApprovals(latest, plot);
  // Approvals are dated by one computer and judged by another; and a clock that is set back dates a verification too early.
  const verifications = approvals === null ? drawVerifications(latest, plot) : null;
  const areClocksRight = approvals !== null || verifications !== null;
  const drawnJumps = drawJumps(random);
  const jumps = areClocksRight ? [] : drawnJumps;
  const callsReal = drawCallsReal(later, plot);
  const isRetried =
    plot === 'retries' || plot === 'twoProfiles' || plot === 'scheduled' || plot === 'inParts';
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
    clockAheadMs: areClocksRight ? 0 * drawAhead(random) : drawAhead(random),
    jumps,
    isCancelled: random.chance(0.1) && plot === 'plain',
    isInBackground: random.chance(0.5),
    pauses: onePerson({ plot, callsReal, approvals }, random.pick([0, 0, 1, 3])),
    acts: withLaterActs(withRareActs(withQuestions(drawActs(random), beside), plot, rare), plot, later),
    editsAccounts: (random.chance(0.5) || verifications !== null) && switches.editedAccounts,
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
      verifications === null &&
      beside.chance(0.3)
        ? makeRuleChanges(beside, rows)
        : [],
    considersMs: masked('slowAnswers', others.pick([0, 0, 0, 8 * minute, 45 * minute, 3 * hour])),
    colleagueAheadMs: areClocksRight ? 0 * drawColleagueAhead(rare) : drawColleagueAhead(rare),
    colleagueJumps: drawJumps(others),
    mixedUp: masked('mixedUp', rare.pick([0, 0, 0, 0.05])),
    naps: drawNaps(later),
    colleagueNaps: drawNaps(later),
    callsReal,
    replacesKey: drawReplacesKey(later, plot),
    callbacks: happens('callbacks', later, 0.25),
    approvals,
    verifications,
  };
}

/** Where two people, or a person and Bursar, pause and resume the same batches, nobody can tell whose pause is over. */
function onePerson(scenario: Parameters<typeof isPausedByOthers>[0], pauses: number): number {
  return isPausedByOthers(scenario) ? 0 : pauses;
}

/** Whether what is paused is resumed by somebody else. */
export function isPausedByOthers({
  plot,
  callsReal,
  approvals,
}: Pick<Scenario, 'plot' | 'callsReal' | 'approvals'>): boolean {
  return plot === 'sideBySide' || plot === 'twoProfiles' || callsReal !== null || approvals !== null;
}

/**
 * Whether nobody confirms what looks like a duplicate, unless they mean it once more: the file is imported with changes, or was released in
 * parts, so that the whole file looks like a new one.
 */
export function isWary({ plot, acts: own, colleagueActs }: Scenario): boolean {
  return plot === 'inParts' || [...own, ...colleagueActs].includes('payCorrected');
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
    twoProfiles: ` ${scenario.acts.join(' ')}; ${scenario.colleagueActs.join(' ')}`,
    sideBySide: ` ${scenario.acts.join(' ')}; ${scenario.colleagueActs.join(' ')}`,
    older: isRestored ? ' restored' : ' lost',
  };
  const clock = jumps.map(({ byMs }) => `, clock set by ${byMs / hour} h`).join('');
  return `${plot}${what[plot] ?? ''}${clock}`;
}
