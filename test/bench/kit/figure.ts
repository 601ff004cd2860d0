import type { Watched } from './watch.ts';

/** One line of the report: what was measured, beside the limit of this machine measured in the same run. */
export type Figure = {
  readonly name: string;
  readonly measured: string;
  /** What the machine can do at best, and what that is. */
  readonly limit: string;
  readonly ratio: string;
  /** Null where nothing is aimed at yet. */
  readonly aim: { readonly words: string; readonly isMet: boolean } | null;
};

/** The middle of some measurements; of an even number the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new RangeError('there is no median of nothing');
  return middle;
}

/** What `hundredths` of a hundred measurements do not exceed. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))];
  if (value === undefined) throw new RangeError('there is no percentile of nothing');
  return value;
}

/** The most of these moments, in milliseconds and in order, that lie within any 1,000 ms. */
export function mostInOneSecond(moments: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [index, at] of moments.entries()) {
    while (at - (moments[first] ?? at) >= 1000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Whole numbers in groups of three, small ones with `decimals` decimals. */
export function inWords(value: number, decimals = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

export function percent(share: number): string {
  return `${inWords(share * 100, 2)} %`;
}

export function times(factor: number): string {
  return `${inWords(factor, 2)} ×`;
}

export function milliseconds(value: number): string {
  return `${inWords(value, value < 10 ? 1 : 0)} ms`;
}

export function megabytes(bytes: number): string {
  return `${inWords(bytes / 1024 / 1024)} MiB`;
}

/** A window that answers later than this feels stuck. */
const blockAimMs = 30;

/** The longest block of the event loop in some rounds of the same work. */
export function blockFigure(name: string, rounds: readonly Watched[]): Figure {
  const blocks = rounds.map(({ longestBlockMs }) => longestBlockMs);
  const whole = median(rounds.map(({ durationMs }) => durationMs));
  const at = rounds.map(({ longestBlockAtMs }) => milliseconds(longestBlockAtMs)).join(', ');
  const collections = milliseconds(median(rounds.map(({ longestCollectionMs }) => longestCollectionMs)));
  const middle = median(blocks);
  return {
    name: `Longest block of the event loop: ${name}`,
    measured: `${milliseconds(middle)} (${blocks.map(milliseconds).join(', ')}; at ${at}), longest collection of garbage ${collections}`,
    limit: `${milliseconds(whole)} for the whole`,
    ratio: `${inWords(middle / blockAimMs, 2)} of ${blockAimMs} ms`,
    aim: { words: `${blockAimMs} ms`, isMet: middle <= blockAimMs },
  };
}

const head = ['Figure', 'Measured', 'Limit of the machine in the same run', 'Ratio', 'Aim', 'Met'];

/** The figures as a table in Markdown, as it stands in BENCHMARKS.md. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, measured, limit, ratio, aim }) => [
    name,
    measured,
    limit,
    ratio,
    aim?.words ?? '–',
    aim === null ? '–' : aim.isMet ? 'yes' : '**no**',
  ]);
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => [...(cells[column] ?? '')].length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
