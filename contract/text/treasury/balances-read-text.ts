import { counted } from '../numbers.ts';

type Known = {
  readonly points: readonly { readonly at: string }[];
  readonly gaps: readonly { readonly after: string; readonly before: string }[];
};

/** How many balances were read in a period, which days have none, and whether any were read before the first; empty if none was read. */
export function balancesReadText({ from }: { readonly from: string }, { points, gaps }: Known): string {
  const [first] = points;
  if (first === undefined) return '';
  const isFirst = isFirstEver(from, first, gaps);
  const missing =
    gaps.length === 0
      ? `No gap of more than a day${isFirst ? ' since' : ''}.`
      : `${counted(gaps.length, 'gap')} of more than a day without a known balance.`;
  const read = `${counted(points.length, 'balance')} read`;
  return isFirst
    ? `${read}, the first on ${dayOf(first.at)}: nothing is known before. ${missing}`
    : `${read}. ${missing}`;
}

/** Whether no balance was read before the first one of a period that begins on an earlier day. */
export function isFirstEver(from: string, first: Known['points'][number], gaps: Known['gaps']): boolean {
  return dayOf(first.at) > from && gaps.every(({ after }) => after >= first.at);
}

/** The day of a time, in UTC. */
const dayOf = (at: string): string => at.slice(0, 10);
