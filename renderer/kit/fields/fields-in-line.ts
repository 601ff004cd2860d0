/** Fields of the same width beside each other, below each other where each would have less than this many pixels. */
export const fieldsInLine = (leastWidth: number) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(${leastWidth}px, 100%), 1fr))`,
  gap: 2,
});
