type SparklineProps = {
  /** Oldest first. Amounts are plain decimals: only the picture rounds them. */
  readonly points: readonly { readonly at: string; readonly amount: string }[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
};

const margin = 2;

/** The line of a picture through these amounts, in a box of this size. */
function sparklinePath(
  points: readonly { readonly at: string; readonly amount: string }[],
  width: number,
  height: number,
): string {
  const times = points.map(({ at }) => Date.parse(at));
  const heights = points.map(({ amount }) => Number.parseFloat(amount));
  const first = Math.min(...times);
  const span = Math.max(...times) - first || 1;
  const lowest = Math.min(...heights);
  const rise = Math.max(...heights) - lowest;
  return points
    .map((_, index) => {
      const x = margin + (((times[index] ?? first) - first) / span) * (width - 2 * margin);
      const part = rise === 0 ? 0.5 : ((heights[index] ?? lowest) - lowest) / rise;
      const y = height - margin - part * (height - 2 * margin);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** How an amount went, as a small line in the colour of the text around it. */
export function Sparkline({ points, label, width = 120, height = 28 }: SparklineProps) {
  if (points.length === 0) return <div style={{ width, height }} />;
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
      {points.length === 1 ? (
        <circle cx={width - margin - 1} cy={height / 2} r={2} fill="currentColor" />
      ) : null}
      <path
        d={sparklinePath(points, width, height)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
