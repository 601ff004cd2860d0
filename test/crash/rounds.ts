import { crashRound, plotNames, type RoundEnd } from './round.ts';

const nothing = {
  kills: 0,
  runs: 0,
  requests: 0,
  repeatedPosts: 0,
  clockChanges: 0,
  refusedReads: 0,
  lateSuccesses: 0,
};
const counted = [
  'kills',
  'runs',
  'requests',
  'repeatedPosts',
  'clockChanges',
  'refusedReads',
  'lateSuccesses',
] as const;

/** Rounds under way at once: most of a round is waiting for the rate limit. */
const atOnce = 6;

/** Runs rounds with consecutive seeds and adds up their figures; rejects with the first that fails. */
export async function crashRounds(
  firstSeed: number,
  rounds: number,
  onRound: (seed: number) => void = () => undefined,
): Promise<RoundEnd> {
  const plots: RoundEnd['plots'] = {};
  const totals = { ...nothing, plots };
  let next = firstSeed;
  const work = async (): Promise<void> => {
    while (next < firstSeed + rounds) {
      const seed = next;
      next += 1;
      const end = await crashRound(seed);
      for (const name of counted) totals[name] += end[name];
      for (const plot of plotsOf(end.plots)) plots[plot] = (plots[plot] ?? 0) + 1;
      onRound(seed);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, rounds) }, work));
  return totals;
}

const plotsOf = (plots: RoundEnd['plots']) => plotNames.filter((plot) => plots[plot] !== undefined);

export function crashFigures(
  firstSeed: number,
  rounds: number,
  { kills, runs, requests, repeatedPosts, clockChanges, refusedReads, lateSuccesses, plots }: RoundEnd,
): string {
  const told = plotsOf(plots).map((plot) => `${plots[plot]} ${plot}`);
  return `crash: seeds ${firstSeed} to ${firstSeed + rounds - 1}: ${rounds * 40} payouts, ${kills} kills, ${runs} runs, ${requests} requests, ${repeatedPosts} repeated posts, ${clockChanges} settings of the clock, ${refusedReads} refused questions, ${lateSuccesses} late successes; ${told.join(', ')}; every row exactly once, every amount exact`;
}
