import { dayMs, hourMs } from '../../contract/duration.ts';
import { compareAmounts } from '../../contract/money/amount.ts';
import { isFirstEver } from '../../contract/text/treasury/balances-read-text.ts';

/** A moment and an amount; pictures round amounts, texts never do. */
export type ChartPoint = { readonly at: number; readonly amount: number };

/** The lowest and the highest of these amounts, exactly; one if a chart draws them at the same height, none if there are none. */
export function extremesOf(amounts: readonly string[]): string[] {
  const [first, ...others] = amounts;
  if (first === undefined) return [];
  const lowest = others.reduce((least, each) => (compareAmounts(each, least) < 0 ? each : least), first);
  const highest = others.reduce((most, each) => (compareAmounts(each, most) > 0 ? each : most), first);
  return Number.parseFloat(lowest) === Number.parseFloat(highest) ? [lowest] : [lowest, highest];
}

/** The value range of a chart; a flat one gets room above and below. */
export function rangeOf(values: readonly number[], hasZero = false): { lowest: number; highest: number } {
  const all = hasZero ? [0, ...values] : values;
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  if (lowest !== highest) return { lowest, highest };
  const room = Math.abs(lowest) * 0.1 || 1;
  return { lowest: lowest - room, highest: highest + room };
}

/** No figure of a chart is wider. */
const characterWidth = 8;
/** Between the amount of an edge and the chart. */
export const edgeGap = 8;
const leastEdgeWidth = 130;

/** The space to the left of a chart for the amounts of its edges: without their first digits they would be others. */
export function edgeWidthOf(texts: readonly string[]): number {
  return Math.max(leastEdgeWidth, ...texts.map((text) => text.length * characterWidth + 2 * edgeGap));
}

/** A step line: an amount holds until the next one is known. Each part is drawn separately, with nothing between them. */
export function stepPath(
  parts: readonly (readonly ChartPoint[])[],
  x: (at: number) => number,
  y: (amount: number) => number,
): string {
  return parts
    .map((part) =>
      part
        .map(({ at, amount }, index) => {
          const place = `${x(at).toFixed(1)} ${y(amount).toFixed(1)}`;
          return index === 0 ? `M${place}` : `H${x(at).toFixed(1)}V${y(amount).toFixed(1)}`;
        })
        .join(''),
    )
    .join('');
}

/**
 * The day with which a chart begins: that of the first balance if nothing is known before, as the text below says. The first hours of a profile
 * would be a tick at the end of an empty month.
 */
export function chartStart(
  { from }: { readonly from: string },
  points: readonly { readonly at: string }[],
  gaps: readonly { readonly after: string; readonly before: string }[],
): number {
  const [first] = points;
  return Date.parse(first !== undefined && isFirstEver(from, first, gaps) ? first.at.slice(0, 10) : from);
}

/** A time label under a chart, with its position. */
type TimeLabel = {
  readonly at: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
};

/**
 * At most five time labels under a chart of whole days in UTC, well separated on an axis of this width: times of day up to two days, then days.
 */
export function timeLabels(start: number, end: number, width: number): TimeLabel[] {
  const days = Math.round((end - start) / dayMs);
  const times =
    days <= 2
      ? [0, 1, 2, 3, 4].map((part) => start + part * days * 6 * hourMs)
      : [...new Set([0, 1, 2, 3, 4].map((part) => Math.round((part / 4) * (days - 1))))].map(
          (day) => start + day * dayMs,
        );
  const labels = times.map((at, index): TimeLabel => ({
    at,
    text: days <= 2 ? timeText(at, { isFirst: index === 0, isEnd: at === end }) : dayOf(at),
    anchor: index === 0 ? 'start' : index === times.length - 1 ? 'end' : 'middle',
  }));
  const [first, last] = [labels[0], labels.at(-1)];
  if (first === undefined || last === undefined || first === last) return labels;
  const leftOf = ({ at, text, anchor }: TimeLabel): number =>
    ((at - start) / (end - start)) * width - text.length * characterWidth * sharesLeft[anchor];
  const rightOf = (label: TimeLabel): number => leftOf(label) + label.text.length * characterWidth;
  const kept = [first];
  for (const label of labels.slice(1, -1))
    if (leftOf(label) > rightOf(kept.at(-1) ?? first) + edgeGap && rightOf(label) + edgeGap < leftOf(last))
      kept.push(label);
  return leftOf(last) > rightOf(first) + edgeGap ? [...kept, last] : [first];
}

/** How much of a label is to the left of its moment. */
const sharesLeft = { start: 0, middle: 0.5, end: 1 } as const;

/** The label of a day is where the day begins. */
function timeText(at: number, { isFirst, isEnd }: Record<'isFirst' | 'isEnd', boolean>): string {
  const time = isEnd ? '24:00' : new Date(at).toISOString().slice(11, 16);
  const text = time === '00:00' ? `${dayOf(at)} ${time}` : time;
  return isFirst ? `${text} UTC` : text;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
