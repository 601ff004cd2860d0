import { rangeOf, stepPath } from './chart-scale.ts';

type SparklineProps = {
  /** Oldest first. Amounts are plain decimals: only the picture rounds them. */
  readonly points: readonly { readonly at: string; readonly amount: string }[];
  /** The time span of the width, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly label: string;
};

const margin = 2;
const width = 120;
const height = 28;

/** The history of an amount: a step line on real time that ends where nothing more is known, in the colour of the surrounding text. */
export function Sparkline({ points, from, until, label }: SparklineProps) {
  if (points.length === 0) return <div style={{ width, height }} />;
  const all = points.map(({ at, amount }) => ({ at: Date.parse(at), amount: Number.parseFloat(amount) }));
  const { lowest, highest } = rangeOf(all.map(({ amount }) => amount));
  const x = (at: number) => {
    const part = Math.min(1, Math.max(0, (at - from) / (until - from)));
    return margin + part * (width - 2 * margin);
  };
  const y = (amount: number) =>
    height - margin - ((amount - lowest) / (highest - lowest)) * (height - 2 * margin);
  const last = all.at(-1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      style={{ display: 'block' }}
    >
      <title>{label}</title>
      {last === undefined ? null : <circle cx={x(last.at)} cy={y(last.amount)} r={1.5} fill="currentColor" />}
      <path
        d={stepPath([all], x, y)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
