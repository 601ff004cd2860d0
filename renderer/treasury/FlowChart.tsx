import { useTheme } from '@mui/material/styles';
import { dayMs } from '../../contract/duration.ts';
import { amountIn, moneyText } from '../../contract/text/numbers.ts';
import { edgeGap, edgeWidthOf, extremesOf, rangeOf } from '../kit/chart-scale.ts';
import type { FlowPeriod, Period } from '../queries/treasury.ts';
import { ChartBox } from '../kit/layout/ChartBox.tsx';
import { useChartWidth } from '../kit/layout/useChartWidth.ts';

type FlowChartProps = {
  readonly period: Period;
  readonly flows: readonly FlowPeriod[];
  readonly currencyCode: string;
};

const height = 200;
const outside = { top: 8, right: 12, bottom: 24 };

/** Money in above the line and money out below it, each bar at its position in time. */
export function FlowChart({ period, flows, currencyCode }: FlowChartProps) {
  const { vars } = useTheme();
  const { frame, width } = useChartWidth();
  const [start, end] = [Date.parse(period.from), Date.parse(period.until) + dayMs];
  const value = (amount: string) => Number.parseFloat(amount);
  const { lowest, highest } = rangeOf(
    flows.flatMap((flow) => [value(flow.in), value(flow.out)]),
    true,
  );
  const edges = (
    [
      ['In', extremesOf(flows.map((flow) => flow.in)).at(-1) ?? '0'],
      ['Out', extremesOf(flows.map((flow) => flow.out))[0] ?? '0'],
    ] as const
  )
    .filter(([, amount]) => value(amount) !== 0)
    .map(([word, amount]) => ({ word, amount, text: `${word} ${amountIn(amount, currencyCode)}` }));
  const margin = { ...outside, left: edgeWidthOf(edges.map(({ text }) => text)) };
  const x = (at: number) =>
    margin.left + ((at - start) / (end - start)) * (width - margin.left - margin.right);
  const y = (amount: number) =>
    height - margin.bottom - ((amount - lowest) / (highest - lowest)) * (height - margin.top - margin.bottom);
  return (
    <ChartBox frame={frame}>
      <svg
        role="img"
        aria-label={`Money in and out in ${currencyCode} from ${period.from} to ${period.until}; the table below has every value.`}
        width={width}
        height={height}
        style={{ display: 'block' }}
        fontSize={12}
        fill={vars?.palette.text.secondary ?? 'currentColor'}
      >
        {flows.map((flow) => {
          const [left, right] = [x(Date.parse(flow.from)), x(Date.parse(flow.until) + dayMs)];
          const barWidth = Math.max(1, Math.min(40, (right - left) * 0.7));
          const middle = (left + right) / 2 - barWidth / 2;
          return (
            <g key={flow.from}>
              <title>{`${flow.from}: in ${moneyText({ amount: flow.in, currencyCode })}, out ${moneyText({ amount: flow.out, currencyCode })}`}</title>
              <rect
                x={middle}
                width={barWidth}
                y={y(value(flow.in))}
                height={Math.max(0, y(0) - y(value(flow.in)))}
                fill={vars?.palette.primary.main ?? 'currentColor'}
              />
              <rect
                x={middle}
                width={barWidth}
                y={y(0)}
                height={Math.max(0, y(value(flow.out)) - y(0))}
                fill={vars?.palette.text.disabled ?? 'currentColor'}
              />
            </g>
          );
        })}
        <line
          x1={margin.left}
          x2={width - margin.right}
          y1={y(0)}
          y2={y(0)}
          stroke={vars?.palette.divider ?? 'currentColor'}
        />
        {edges.map(({ word, amount, text }) => (
          <text
            key={word}
            x={margin.left - edgeGap}
            y={word === 'In' ? y(value(amount)) + 10 : y(value(amount))}
            textAnchor="end"
          >
            {text}
          </text>
        ))}
        <text x={margin.left} y={height - 6}>
          {period.from}
        </text>
        {period.until === period.from ? null : (
          <text x={width - margin.right} y={height - 6} textAnchor="end">
            {period.until}
          </text>
        )}
      </svg>
    </ChartBox>
  );
}
