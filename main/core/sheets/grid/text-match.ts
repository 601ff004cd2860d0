/** Finds a text in cells, in capital and small letters alike; `isWhole`: only where a cell holds nothing else. */
export function textPattern(text: string, isWhole: boolean): RegExp {
  const exact = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(isWhole ? `^${exact}$` : exact, 'giu');
}
