import type { PayoutRow } from '../../contract/payments/payment.ts';
import type { Plot } from './people/acts.ts';
import type { ApprovalStory, RuleChange, Scenario } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';
import { always, happens, switches, type SwitchName } from './switches.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many simulations have two people who do everything on copies of one data folder, or on one computer. */
const copiesChance = 0.06;
const sideBySideChance = 0.06;
/** How many begin with a release at a later time, and with a file that is released in parts. */
const scheduledChance = 0.08;
const inPartsChance = 0.05;
const approvalsChance = 0.02;
const verificationsChance = 0.02;
const twoProfilesChance = 0.007;

/** Milliseconds by which the clock of a colleague's computer is ahead of that of the first one. */
export function drawColleagueAhead(random: SeededRandom): number {
  return masked('clockJumps', random.pick([0, 0, 0, 0, -1, 1]) * day);
}

/** On one computer, whose records of payees stay. */
export function drawVerifications(random: SeededRandom, plot: Plot): Scenario['verifications'] {
  const waitingHours = random.pick([0, 2, 2]);
  const isDrawn = happens('verifications', random, verificationsChance);
  return isDrawn && !hasColleague(plot) && plot !== 'older' ? { waitingHours } : null;
}

/** Milliseconds by which the clock of a computer is ahead. */
export function drawAhead(random: SeededRandom): number {
  return random.chance(0.1) ? random.pick([1, -1]) * (600_000 + random.below(3_600_000)) : 0;
}

/** Drawn also where clocks are not set, so that the rest of a seed stays the same. */
export function drawJumps(random: SeededRandom): Scenario['jumps'] {
  const jumps = Array.from({ length: random.pick([0, 0, 0, 0, 0, 0, 1, 2]) }, () => ({
    afterMs: random.below(random.pick([5_000, 10 * minute])),
    byMs: random.pick([1, -1]) * random.pick([hour, 5 * hour, 30 * day, 365 * day]),
  }));
  return switches.clockJumps ? jumps : [];
}

/** What a simulation begins with in place of a release. */
export function drawLater(random: SeededRandom): 'scheduled' | 'inParts' | null {
  const isScheduled = happens('schedules', random, scheduledChance);
  const isInParts = happens('setsAside', random, inPartsChance);
  if (isScheduled) return 'scheduled';
  return isInParts ? 'inParts' : null;
}

/** The records of the folder and the keys of the computer belong together. */
export function drawReplacesKey(random: SeededRandom, plot: Plot): Scenario['replacesKey'] {
  const drawn = drawSpan(random);
  const isDrawn = happens('keyChanges', random, 0.1);
  return isDrawn && !hasColleague(plot) && plot !== 'older' ? drawn : null;
}

function drawSpan(random: SeededRandom): { readonly afterMs: number; readonly forMs: number } {
  return {
    afterMs: random.below(random.pick([1, 2000, minute])),
    forMs: random.pick([1, 1000, minute, hour]),
  };
}

/** Where batches are paused for that, a person resumes them all: nobody may have paused them for another reason. */
export function drawCallsReal(random: SeededRandom, plot: Plot): Scenario['callsReal'] {
  const drawn = {
    afterMs: random.below(random.pick([1, 2000, minute])),
    forMs: random.pick([1000, minute, hour]),
  };
  const isDrawn = happens('testFlags', random, 0.12);
  return isDrawn && !hasColleague(plot) && plot !== 'sideBySide' && plot !== 'older' ? drawn : null;
}

/** When a computer falls asleep. */
export function drawNaps(random: SeededRandom): Scenario['naps'] {
  const naps = Array.from(
    { length: random.pick(always.has('naps') ? [1, 2] : [0, 0, 0, 0, 0, 1, 2]) },
    () => ({
      afterMs: random.below(random.pick([2_000, minute, hour])),
      forMs: random.pick([5_000, 4 * minute, 3 * hour, 2 * day]),
    }),
  );
  return switches.naps ? naps : [];
}

/** Whether two people work on copies of one data folder, or at one computer. */
export function drawPair(random: SeededRandom): 'copies' | 'sideBySide' | null {
  const areCopies = random.chance(copiesChance);
  const isSideBySide = random.chance(sideBySideChance);
  if (areCopies && switches.copies) return 'copies';
  return isSideBySide && switches.sideBySide ? 'sideBySide' : null;
}

/** Rules that are changed for a while. */
export function makeRuleChanges(random: SeededRandom, rows: readonly PayoutRow[]): RuleChange[] {
  return Array.from({ length: 1 + random.below(3) }, () => ({
    rule: random.pick(['limit', 'floor', 'payeePolicy', 'block']),
    row: random.pick(rows),
    afterMs: random.below(random.pick([1, 1000, 10_000, 2 * hour])),
    forMs: random.pick([500, 5000, minute]),
  }));
}

/** Whether somebody else pays on another computer, or with another profile. */
export const hasColleague = (plot: Plot): boolean =>
  plot === 'colleague' || plot === 'together' || plot === 'copies' || plot === 'twoProfiles';

/** Where the file is paid, or what failed of it is retried, somebody may pay it with another profile, too. */
export function withTwoProfiles(plot: Plot, random: SeededRandom): Plot {
  const isDrawn = happens('twoProfiles', random, twoProfilesChance);
  return isDrawn && (plot === 'plain' || plot === 'retries') ? 'twoProfiles' : plot;
}

/** Several questions must be answered before a row is sent that others may have sent: with many refused, that takes for ever. */
export function fewIf(isNeeded: boolean, share: number): number {
  return isNeeded ? Math.min(share, 0.1) : share;
}

/** On one computer, whose records stay: the policy in force is in its keychain. */
export function drawApprovals(random: SeededRandom, plot: Plot): ApprovalStory | null {
  const drawn = {
    needed: random.pick([1, 1, 2]),
    change: random.pick(['none', 'leave', 'tighten', 'loosen'] as const),
    afterMs: random.below(random.pick([1000, 20_000, hour])),
  };
  const isDrawn = happens('approvals', random, approvalsChance);
  return isDrawn && !hasColleague(plot) && plot !== 'older' ? drawn : null;
}

/** A chance of something that a switch may turn off. */
export function masked(name: SwitchName, chance: number): number {
  return switches[name] ? chance : 0;
}

/** The plot that was drawn first, unless a switch turns it off. */
export function drawPlot(random: SeededRandom): Plot {
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
    twoProfiles: switches.twoProfiles,
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
