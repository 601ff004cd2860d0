import { z } from 'zod';
import { inWords, type Figure } from './figure.ts';

/** What one run measured: of each figure the ratio to the limit in every round, because ratios travel from one machine to another. */
export const SavedRun = z.object({
  measured: z.string(),
  figures: z.array(z.object({ name: z.string(), unit: z.string(), ratios: z.array(z.number()).min(1) })),
});
export type SavedRun = z.infer<typeof SavedRun>;

const number = /-?[\d,]*\.?\d+/;
/** A run of one round shows no noise; this share of a figure is taken for it. */
const usualNoise = 0.1;

/** The rounds of a run as they are saved; figures without a ratio cannot be compared. */
export function savedRun(measured: string, rounds: readonly (readonly Figure[])[]): SavedRun {
  const figures = new Map<string, SavedRun['figures'][number]>();
  for (const { name, ratio } of rounds.flat()) {
    const value = number.exec(ratio)?.[0];
    if (value === undefined) continue;
    const figure = figures.get(name) ?? { name, unit: ratio.replace(number, '').trim(), ratios: [] };
    figure.ratios.push(Number(value.replaceAll(',', '')));
    figures.set(name, figure);
  }
  return { measured, figures: [...figures.values()] };
}

/** What became slower, or larger, by more than the noise that was seen between the rounds of either run; and what was measured only once. */
export function compareRuns(before: SavedRun, now: SavedRun): string[] {
  const known = new Map(before.figures.map((figure) => [figure.name, figure]));
  const slower = now.figures.flatMap((figure) => {
    const earlier = known.get(figure.name);
    if (earlier === undefined) return [`New: ${figure.name}`];
    const from = best(earlier);
    const to = best(figure);
    const noise = Math.max(noiseOf(earlier), noiseOf(figure));
    const worse = isMoreBetter(figure) ? from - to : to - from;
    if (worse <= noise) return [];
    const words = (value: number): string => `${inWords(value, 2)} ${figure.unit}`;
    return [`Slower: ${figure.name}: ${words(from)} before, ${words(to)} now; noise ${inWords(noise, 2)}`];
  });
  const names = new Set(now.figures.map(({ name }) => name));
  const missing = before.figures.filter(({ name }) => !names.has(name));
  return [...slower, ...missing.map(({ name }) => `Not measured now: ${name}`)];
}

/** A share of what the machine can do, in percent; every other ratio is a cost. */
function isMoreBetter({ unit }: SavedRun['figures'][number]): boolean {
  return unit === '%';
}

function best(figure: SavedRun['figures'][number]): number {
  return isMoreBetter(figure) ? Math.max(...figure.ratios) : Math.min(...figure.ratios);
}

function noiseOf({ ratios }: SavedRun['figures'][number]): number {
  const [first = 0] = ratios;
  return ratios.length === 1 ? Math.abs(first) * usualNoise : Math.max(...ratios) - Math.min(...ratios);
}
