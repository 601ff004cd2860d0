import { isZeroAmount, sumAmounts } from '../../contract/money/amount.ts';
import type { PositionLine } from '../../contract/treasury/position.ts';

/** A line of the position, or the sum of the lines of a currency over all profiles (`isTotal`). */
export type ShownLine = PositionLine & { readonly isTotal: boolean };

const figures = ['available', 'reserved', 'committed', 'expectedIn', 'estimatedFees', 'projected'] as const;

/** Whether there is, will be or, because an amount is not known, may be any money in it. */
export function isInUse(line: PositionLine): boolean {
  if (line.available === null || line.projected === null) return true;
  return figures.some((figure) => {
    const amount = line[figure];
    return amount !== null && !isZeroAmount(amount);
  });
}

/** Lines by currency, those of one currency together; if several profiles have one, followed by their sum. */
export function withTotals(lines: readonly PositionLine[]): ShownLine[] {
  const groups = Map.groupBy(lines, ({ currencyCode }) => currencyCode);
  return [...groups.values()].flatMap((group) => {
    const own = group.map((line) => ({ ...line, isTotal: false }));
    const [first] = group;
    return first === undefined || group.length < 2 ? own : [...own, totalOf(first, group)];
  });
}

/** A sum is unknown if one of its parts is. */
function totalOf(first: PositionLine, lines: readonly PositionLine[]): ShownLine {
  const sum = (figure: (typeof figures)[number]): string | null => {
    const known = lines.map((line) => line[figure]).filter((amount) => amount !== null);
    return known.length < lines.length ? null : sumAmounts(known);
  };
  const times = lines.map(({ asOf }) => asOf).filter((at) => at !== null);
  return {
    profileName: '',
    environment: first.environment,
    currencyCode: first.currencyCode,
    available: sum('available'),
    reserved: sum('reserved'),
    committed: sum('committed') ?? '0',
    expectedIn: sum('expectedIn') ?? '0',
    perhapsCountedTwice: sumAmounts(lines.map((line) => line.perhapsCountedTwice)),
    perhapsTakenTwice: sumAmounts(lines.map((line) => line.perhapsTakenTwice)),
    estimatedFees: sum('estimatedFees'),
    committedWithoutEstimate: lines.reduce((count, line) => count + line.committedWithoutEstimate, 0),
    expectedWithoutFee: lines.reduce((count, line) => count + line.expectedWithoutFee, 0),
    projected: sum('projected'),
    asOf: times.length < lines.length ? null : (times.toSorted()[0] ?? null),
    isTotal: true,
  };
}
