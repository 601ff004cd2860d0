/** Finds a text in cells, ignoring case; `isWhole`: only if a cell contains nothing else. */
export function textPattern(text: string, isWhole: boolean): RegExp {
  const exact = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(isWhole ? `^${exact}$` : exact, 'giu');
}
