/** A moment and an amount; pictures round amounts, texts never do. */
export type ChartPoint = { readonly at: number; readonly amount: number };

/** The range of values of a chart; one that is flat gets room above and below. */
export function rangeOf(values: readonly number[], hasZero = false): { lowest: number; highest: number } {
  const all = hasZero ? [0, ...values] : values;
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  if (lowest !== highest) return { lowest, highest };
  const room = Math.abs(lowest) * 0.1 || 1;
  return { lowest: lowest - room, highest: highest + room };
}

/** A step line: an amount holds until the next one is known. Each part is drawn by itself, with nothing between them. */
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
