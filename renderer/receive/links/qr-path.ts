/** The dark squares of a QR code as one path, each square 1 by 1; `margin` squares stay free on each side. */
export function qrPath(
  size: number,
  isDark: (row: number, column: number) => boolean,
  margin: number,
): string {
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    let start: number | null = null;
    for (let column = 0; column <= size; column += 1) {
      const dark = column < size && isDark(row, column);
      if (dark && start === null) start = column;
      if (!dark && start !== null) {
        const width = column - start;
        runs.push(`M${start + margin} ${row + margin}h${width}v1h-${width}z`);
        start = null;
      }
    }
  }
  return runs.join('');
}
