/** The row that a key moves to from the active one (−1: none yet); null: the key does not move. */
export function activeAfter(key: string, active: number, rows: number, pageRows: number): number | null {
  if (rows === 0) return null;
  const within = (index: number) => Math.min(rows - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return within(active + 1);
    case 'ArrowUp':
      return within(active - 1);
    case 'PageDown':
      return within(active + pageRows);
    case 'PageUp':
      return within(active - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return null;
  }
}
