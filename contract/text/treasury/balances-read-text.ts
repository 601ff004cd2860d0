import { counted } from '../numbers.ts';

type Known = {
  readonly points: readonly { readonly at: string }[];
  readonly gaps: readonly { readonly after: string; readonly before: string }[];
};

/** How many balances were read in a period, which days have none, and whether any were read before the first; empty if none was read. */
export function balancesReadText({ from }: { readonly from: string }, { points, gaps }: Known): string {
  const [first] = points;
  if (first === undefined) return '';
  const isFirstEver = dayOf(first.at) > from && gaps.every(({ after }) => after >= first.at);
  const missing =
    gaps.length === 0
      ? `No gap of more than a day${isFirstEver ? ' since' : ''}.`
      : `${counted(gaps.length, 'gap')} of more than a day without a known balance.`;
  const read = `${counted(points.length, 'balance')} read`;
  return isFirstEver
    ? `${read}, the first on ${dayOf(first.at)}: nothing is known before. ${missing}`
    : `${read}. ${missing}`;
}

/** The day of a time, in UTC. */
const dayOf = (at: string): string => at.slice(0, 10);
