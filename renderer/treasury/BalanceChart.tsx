import { useTheme } from '@mui/material/styles';
import { dayMs } from '../../contract/duration.ts';
import { amountIn } from '../../contract/text/numbers.ts';
import {
  chartStart,
  edgeGap,
  edgeWidthOf,
  extremesOf,
  rangeOf,
  stepPath,
  timeLabels,
  type ChartPoint,
} from '../kit/chart-scale.ts';
import type { BalanceHistory, Period } from '../queries/treasury.ts';
import { ChartBox } from '../kit/layout/ChartBox.tsx';
import { useChartWidth } from '../kit/layout/useChartWidth.ts';

type BalanceChartProps = {
  readonly period: Period;
  readonly points: BalanceHistory['points'];
  readonly gaps: BalanceHistory['gaps'];
  readonly currencyCode: string;
};

const height = 240;
const outside = { top: 12, right: 12, bottom: 24 };

/** Booked balances as a step line over real time. A gap is empty: nothing is known there. */
export function BalanceChart({ period, points, gaps, currencyCode }: BalanceChartProps) {
  const { vars } = useTheme();
  const { frame, width } = useChartWidth();
  const [start, end] = [chartStart(period, points, gaps), Date.parse(period.until) + dayMs];
  const all = points.map(({ at, booked }) => ({ at: Date.parse(at), amount: Number.parseFloat(booked) }));
  const amounts = all.map((point) => point.amount);
  // A balance that never changed is one line with its amount, too.
  const limits = extremesOf(points.map(({ booked }) => booked)).map((booked) => ({
    limit: Number.parseFloat(booked),
    text: amountIn(booked, currencyCode),
  }));
  const margin = { ...outside, left: edgeWidthOf(limits.map(({ text }) => text)) };
  const { lowest, highest } = rangeOf(amounts);
  const x = (at: number) =>
    margin.left + ((at - start) / (end - start)) * (width - margin.left - margin.right);
  const y = (amount: number) =>
    height - margin.bottom - ((amount - lowest) / (highest - lowest)) * (height - margin.top - margin.bottom);
  return (
    <ChartBox frame={frame}>
      <svg
        role="img"
        aria-label={chartLabel(points, currencyCode)}
        width={width}
        height={height}
        style={{ display: 'block' }}
        fontSize={12}
        fill={vars?.palette.text.secondary ?? 'currentColor'}
      >
        {gaps.map(({ after, before }) => (
          <rect
            key={after}
            x={x(Math.max(start, Date.parse(after)))}
            width={Math.max(0, x(Math.min(end, Date.parse(before))) - x(Math.max(start, Date.parse(after))))}
            y={margin.top}
            height={height - margin.top - margin.bottom}
            fill={vars?.palette.action.hover ?? 'none'}
          />
        ))}
        {limits.map(({ limit, text }) => (
          <g key={text}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(limit)}
              y2={y(limit)}
              stroke={vars?.palette.divider ?? 'currentColor'}
            />
            <text x={margin.left - edgeGap} y={y(limit) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {timeLabels(start, end, width - margin.left - margin.right).map(({ at, text, anchor }) => (
          <text key={at} x={x(at)} y={height - 6} textAnchor={anchor}>
            {text}
          </text>
        ))}
        <path
          d={stepPath(partsOf(all, gaps), x, y)}
          fill="none"
          stroke={vars?.palette.primary.main ?? 'currentColor'}
          strokeWidth={1.5}
        />
        {all.map(({ at, amount }) => (
          <circle
            key={at}
            cx={x(at)}
            cy={y(amount)}
            r={all.length > 100 ? 0 : 2}
            fill={vars?.palette.primary.main ?? 'currentColor'}
          />
        ))}
      </svg>
    </ChartBox>
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
