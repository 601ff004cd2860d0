import { latin } from './labelled/latin.ts';
import { latinMistaken } from './labelled/latin-mistaken.ts';
import { otherAlphabets } from './labelled/other-alphabets.ts';
import { asian } from './labelled/asian.ts';
import type { NameRelation } from '../../../main/core/payees/names/compare-names.ts';

/** Two names and what a person who pays says of them. */
export type LabelledPair = {
  readonly script: string;
  readonly label: NameRelation;
  readonly left: string;
  readonly right: string;
};

const labels: Readonly<Record<string, NameRelation>> = {
  '=': 'same',
  '~': 'alike',
  '<': 'part',
  '!': 'different',
};

/**
 * Invented names of people and companies. `=` is one name in two ways of writing it, `~` another name that is easily mistaken for the
 * first, `<` the same with words left out or shortened, `!` two that a person tells apart at once, or must: branches, relatives.
 */
export const labelledNames: readonly LabelledPair[] = Object.entries({
  ...latin,
  ...latinMistaken,
  ...otherAlphabets,
  ...asian,
}).flatMap(([script, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, sign, left, right] = /^\s*([=~<!]) (.+?) \| (.+)$/u.exec(line) ?? [];
      const label = labels[sign ?? ''];
      if (label === undefined || left === undefined || right === undefined)
        throw new Error(`not a pair: ${line}`);
      return { script, label, left, right };
    }),
);

/** How well a decision about pairs agrees with the labels. */
export type Quality = { readonly precision: number; readonly recall: number; readonly pairs: number };

/** Compares what is found with what a person says, for everything that counts as found. */
export function qualityOf(
  pairs: readonly LabelledPair[],
  isWanted: (label: NameRelation) => boolean,
  compare: (left: string, right: string) => NameRelation,
): Quality {
  let [right, found, wanted] = [0, 0, 0];
  for (const pair of pairs) {
    const isFound = isWanted(compare(pair.left, pair.right));
    if (isFound) found += 1;
    if (isWanted(pair.label)) wanted += 1;
    if (isFound && isWanted(pair.label)) right += 1;
  }
  return { precision: right / found, recall: right / wanted, pairs: pairs.length };
}
