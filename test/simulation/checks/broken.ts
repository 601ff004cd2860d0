/** A promise that was broken, in words. */
export class BrokenInvariant extends Error {}

export function insist(holds: boolean, words: string | (() => string)): asserts holds {
  if (!holds) throw new BrokenInvariant(typeof words === 'string' ? words : words());
}
