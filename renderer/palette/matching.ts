/** An action or destination of the palette. */
export type PaletteEntry = {
  readonly key: string;
  readonly group: 'On this screen' | 'Do' | 'Go to' | 'Profiles' | 'Newest batches' | 'Payouts';
  readonly title: string;
  /** A quieter word beside the title. */
  readonly about?: string;
  /** Additional search words. */
  readonly keywords?: string;
  readonly run: () => void;
};

/**
 * The match score of an entry: 0 not at all, higher is better. Every typed word must begin a word of the entry;
 * matches inside words score lower.
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

/** The matching entries, the best first; ties keep their order. */
export function matching(typed: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  return entries
    .map((entry) => ({ entry, score: fit(typed, entry) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ entry }) => entry);
}
