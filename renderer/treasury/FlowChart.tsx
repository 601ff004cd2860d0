import { dayMs } from '../../contract/duration.ts';
import { amountIn, moneyText } from '../../contract/text/numbers.ts';
import { extremesOf, rangeOf } from '../kit/chart-scale.ts';
import type { FlowPeriod, Period } from '../queries/treasury.ts';
import { Chart } from '../kit/layout/Chart.tsx';

type FlowChartProps = {
  readonly period: Period;
  readonly flows: readonly FlowPeriod[];
  readonly currencyCode: string;
};

const height = 200;

/** Money in above the line and money out below it, each bar at its position in time. */
export function FlowChart({ period, flows, currencyCode }: FlowChartProps) {
  const value = (amount: string) => Number.parseFloat(amount);
  const edges = [
    { word: 'In', text: extremesOf(flows.map((flow) => flow.in)).at(-1) ?? '0', below: 10 },
    { word: 'Out', text: extremesOf(flows.map((flow) => flow.out))[0] ?? '0', below: 0 },
  ]
    .map(({ word, text, below }) => ({
      amount: value(text),
      text: `${word} ${amountIn(text, currencyCode)}`,
      below,
    }))
    .filter(({ amount }) => amount !== 0);
  return (
    <Chart
      label={`Money in and out in ${currencyCode} from ${period.from} to ${period.until}; the table below has every value.`}
      height={height}
      top={8}
      times={[Date.parse(period.from), Date.parse(period.until) + dayMs]}
      amounts={rangeOf(
        flows.flatMap((flow) => [value(flow.in), value(flow.out)]),
        true,
      )}
      edges={edges}
    >
      {({ x, y, left, right, colours }) => (
        <>
          {flows.map((flow) => {
            const [from, until] = [x(Date.parse(flow.from)), x(Date.parse(flow.until) + dayMs)];
            const barWidth = Math.max(1, Math.min(40, (until - from) * 0.7));
            const middle = (from + until) / 2 - barWidth / 2;
            return (
              <g key={flow.from}>
                <title>{`${flow.from}: in ${moneyText({ amount: flow.in, currencyCode })}, out ${moneyText({ amount: flow.out, currencyCode })}`}</title>
                <rect
                  x={middle}
                  width={barWidth}
                  y={y(value(flow.in))}
                  height={Math.max(0, y(0) - y(value(flow.in)))}
                  fill={colours.main}
                />
                <rect
                  x={middle}
                  width={barWidth}
                  y={y(0)}
                  height={Math.max(0, y(value(flow.out)) - y(0))}
                  fill={colours.pale}
                />
              </g>
            );
          })}
          <line x1={left} x2={right} y1={y(0)} y2={y(0)} stroke={colours.line} />
          <text x={left} y={height - 6}>
            {period.from}
          </text>
          {period.until === period.from ? null : (
            <text x={right} y={height - 6} textAnchor="end">
              {period.until}
            </text>
          )}
        </>
      )}
    </Chart>
  );
}
