import type { SeededRandom } from '../seeded-random.ts';
import { switches } from '../switches.ts';

export type Plot =
  | 'plain'
  | 'retries'
  | 'older'
  | 'colleague'
  | 'together'
  | 'edits'
  | 'foreign'
  | 'copies'
  | 'sideBySide'
  | 'scheduled'
  | 'inParts'
  | 'twoProfiles';

const rareActChance = 0.15;
const laterActChance = 0.2;

/** What a person does after a file was released and run. */
const acts = [
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
/** What a person does in some simulations. */
const rareActs = ['payCorrected', 'cancelMidway', 'decideOutside', 'rename', 'renewProfile'] as const;
/** What was added later. */
const laterActs = ['schedule', 'repairInParts'] as const;
export type Act =
  | (typeof acts)[number]
  | (typeof rareActs)[number]
  | (typeof laterActs)[number]
  | typeof askAgain;

export function drawActs(random: SeededRandom): Act[] {
  return Array.from({ length: 2 + random.below(4) }, () => random.pick(acts));
}

export function withQuestions(drawn: readonly Act[], random: SeededRandom): Act[] {
  return drawn.flatMap((act) => (random.chance(0.2) && switches.takenBack ? [askAgain, act] : [act]));
}

const rareActIsOn: Record<(typeof rareActs)[number], (plot: Plot) => boolean> = {
  // Order IDs follow from the rows, so a changed file is found in the history alone.
  payCorrected: (plot) => switches.corrections && (plot === 'retries' || plot === 'sideBySide'),
  // A restored backup does not know of a release that was cancelled since.
  cancelMidway: (plot) => switches.cancels && plot !== 'together',
  decideOutside: () => switches.outsideDecisions,
  rename: (plot) => switches.renames && plot !== 'twoProfiles',
  // The other person would find none in between.
  renewProfile: (plot) => switches.renames && plot !== 'sideBySide' && plot !== 'twoProfiles',
};

export function withRareActs(drawn: readonly Act[], plot: Plot, random: SeededRandom): Act[] {
  return drawn.flatMap((act) => {
    const rare = random.pick(rareActs);
    return random.chance(rareActChance) && rareActIsOn[rare](plot) ? [rare, act] : [act];
  });
}

const laterActIsOn: Record<(typeof laterActs)[number], (plot: Plot) => boolean> = {
  // Where records become older, or are copied, a schedule is ended by that; and of two people, each may schedule a draft of the other.
  schedule: (plot) =>
    switches.schedules && (plot === 'retries' || plot === 'scheduled' || plot === 'inParts'),
  repairInParts: () => switches.setsAside,
};

export function withLaterActs(drawn: readonly Act[], plot: Plot, random: SeededRandom): Act[] {
  return drawn.flatMap((act) => {
    const later = random.pick(laterActs);
    return random.chance(laterActChance) && laterActIsOn[later](plot) ? [later, act] : [act];
  });
}
