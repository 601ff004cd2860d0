import { dayMs } from '../../contract/duration.ts';
import { amountIn } from '../../contract/text/numbers.ts';
import {
  chartStart,
  extremesOf,
  rangeOf,
  stepPath,
  timeLabels,
  type ChartPoint,
} from '../kit/chart-scale.ts';
import type { BalanceHistory, Period } from '../queries/treasury.ts';
import { Chart } from '../kit/layout/Chart.tsx';

type BalanceChartProps = {
  readonly period: Period;
  readonly points: BalanceHistory['points'];
  readonly gaps: BalanceHistory['gaps'];
  readonly currencyCode: string;
};

const height = 240;
const top = 12;

/** Booked balances as a step line over real time. A gap is empty: nothing is known there. */
export function BalanceChart({ period, points, gaps, currencyCode }: BalanceChartProps) {
  const [start, end] = [chartStart(period, points, gaps), Date.parse(period.until) + dayMs];
  const all = points.map(({ at, booked }) => ({ at: Date.parse(at), amount: Number.parseFloat(booked) }));
  // A balance that never changed is one line with its amount, too.
  const limits = extremesOf(points.map(({ booked }) => booked)).map((booked) => ({
    amount: Number.parseFloat(booked),
    text: amountIn(booked, currencyCode),
    below: 4,
  }));
  return (
    <Chart
      label={chartLabel(points, currencyCode)}
      height={height}
      top={top}
      times={[start, end]}
      amounts={rangeOf(all.map((point) => point.amount))}
      edges={limits}
    >
      {({ x, y, left, right, bottom, colours }) => (
        <>
          {gaps.map(({ after, before }) => (
            <rect
              key={after}
              x={x(Math.max(start, Date.parse(after)))}
              width={Math.max(
                0,
                x(Math.min(end, Date.parse(before))) - x(Math.max(start, Date.parse(after))),
              )}
              y={top}
              height={bottom - top}
              fill={colours.gap}
            />
          ))}
          {limits.map(({ amount, text }) => (
            <line key={text} x1={left} x2={right} y1={y(amount)} y2={y(amount)} stroke={colours.line} />
          ))}
          {timeLabels(start, end, right - left).map(({ at, text, anchor }) => (
            <text key={at} x={x(at)} y={height - 6} textAnchor={anchor}>
              {text}
            </text>
          ))}
          <path d={stepPath(partsOf(all, gaps), x, y)} fill="none" stroke={colours.main} strokeWidth={1.5} />
          {all.map(({ at, amount }) => (
            <circle key={at} cx={x(at)} cy={y(amount)} r={all.length > 100 ? 0 : 2} fill={colours.main} />
          ))}
        </>
      )}
    </Chart>
  );
}

/** The points between gaps. */
function partsOf(points: readonly ChartPoint[], gaps: BalanceChartProps['gaps']): ChartPoint[][] {
  const ends = new Set(gaps.map(({ after }) => Date.parse(after)));
  const parts: ChartPoint[][] = [[]];
  for (const point of points) {
    parts.at(-1)?.push(point);
    if (ends.has(point.at)) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** The text of a chart for screen readers. */
function chartLabel(points: BalanceChartProps['points'], currencyCode: string): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return `${currencyCode}: no balances`;
  const text = (point: BalanceChartProps['points'][number]) =>
    `${amountIn(point.booked, currencyCode)} on ${point.at.slice(0, 10)}`;
  return `Booked balance in ${currencyCode} from ${text(first)} to ${text(last)}; the table below has every value.`;
}
