/** Something that the palette can do or lead to. */
export type PaletteEntry = {
  readonly key: string;
  readonly group: 'On this screen' | 'Do' | 'Go to' | 'Profiles' | 'Batches' | 'Payouts';
  readonly title: string;
  /** A quieter word beside the title. */
  readonly about?: string;
  /** Other words under which it may be looked for. */
  readonly keywords?: string;
  readonly run: () => void;
};

/**
 * How well an entry fits what is typed: 0 not at all, else the more the better. Every word that is typed has to begin a word of the entry;
 * within words it counts less.
 */
function fit(
  typed: string,
  { title, keywords = '', about = '' }: Omit<PaletteEntry, 'run' | 'key' | 'group'>,
): number {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return 1;
  const name = title.toLowerCase();
  const all = `${name} ${keywords} ${about}`.toLowerCase();
  let score = name.startsWith(wanted.join(' ')) ? 4 : 0;
  for (const word of wanted) {
    if (startsWord(name, word)) score += 3;
    else if (startsWord(all, word)) score += 2;
    else if (all.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function startsWord(text: string, beginning: string): boolean {
  return text.split(/[\s,./_-]+/).some((word) => word.startsWith(beginning));
}

/** The entries that fit, the best first; among equals the order stays. */
export function matching(typed: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  return entries
    .map((entry) => ({ entry, score: fit(typed, entry) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ entry }) => entry);
}
