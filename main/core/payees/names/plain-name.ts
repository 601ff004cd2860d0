import { visualFormOf } from '../../../../contract/payees/confusables.ts';
import { foldText } from '../../../../contract/payees/fold-text.ts';
import { withoutAttachedForms, withoutLegalForms } from './legal-forms.ts';

/** The forms of a name that are compared. */
export type PlainName = {
  /** Its words after folding, without legal forms, titles and conjunctions; empty for an empty name. */
  readonly words: readonly string[];
  /** Names with one key in common are the same name. The first is the words in alphabetical order: it says which name it is. */
  readonly keys: readonly string[];
  /** The visual form of the words, in order. */
  readonly visualForms: readonly string[];
  /** The search keys for two look-alikes: the visual form as one text, in order and in alphabetical order. */
  readonly joined: readonly string[];
};

const apostrophes = /['’‘ʼ`´′״׳"“”]/gu;
const dotsOfInitials = /(?<=(?:^|[^\p{L}])\p{L}(?:\p{M}*))\.(?=\p{L}(?:\.|$|[^\p{L}]))/gu;
const separators = /[^\p{L}\p{N}\p{M}]+/u;
/** Equivalent in ASCII, at a fraction of the cost. */
const plainSeparators = /[^a-z0-9]+/;
const conjunctions: ReadonlySet<string> = new Set(['and', 'und', 'et', 'og', 'och', 'ja', 've']);
const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof herr frau mme mlle sr sra srta dott ing mag г-н г-жа'.split(' '),
);
/** Numbers of funds, series and kings; single letters are more often initials. */
const romanNumbers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ii: '2',
    iii: '3',
    iv: '4',
    vi: '6',
    vii: '7',
    viii: '8',
    ix: '9',
    xi: '11',
    xii: '12',
  }),
);
/** Letters that some people write as two. */
const umlauts = /[äöüåøæœ]/iu;
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Names that need no splitting steps: nearly all, at a fraction of the cost. */
const isSimple = /^[\w ,&/()-]*$/;

/** Prepares a name for comparison. */
export function plainName(name: string): PlainName {
  const words = wordsOf(name);
  const visualForms = words.map(visualFormOf);
  const keys = variantsOf(words);
  if (!isSimple.test(name) && umlauts.test(name.normalize('NFC'))) {
    const spelled = name
      .normalize('NFC')
      .replace(/[äöüåø]/giu, (letter) => twoLetters[letter.toLowerCase()] ?? letter);
    keys.push(...variantsOf(wordsOf(spelled)));
  }
  return { words, keys, visualForms, joined: variantsOf(visualForms) };
}

/** Words in one, in alphabetical order and in their own. */
function variantsOf(words: readonly string[]): string[] {
  const [first = '', second, ...others] = words;
  if (second === undefined) return [first];
  if (others.length === 0) return first <= second ? [first + second] : [second + first, first + second];
  const [sorted, joined] = [words.toSorted().join(''), words.join('')];
  return sorted === joined ? [sorted] : [sorted, joined];
}

function wordsOf(name: string): readonly string[] {
  const split: readonly string[] = isSimple.test(name) ? simpleWords(name) : otherWords(name);
  let bare = split;
  if (bare.some((word) => conjunctions.has(word))) {
    const others = bare.filter((word) => !conjunctions.has(word));
    if (others.length > 0) bare = others;
  }
  if (bare.some((word) => romanNumbers.has(word))) bare = bare.map((word) => romanNumbers.get(word) ?? word);
  bare = withoutLegalForms(bare);
  const [first] = bare;
  return bare.length > 2 && first !== undefined && titles.has(first) ? bare.slice(1) : bare;
}

function simpleWords(name: string): string[] {
  return filled(name.toLowerCase().split(plainSeparators));
}

function otherWords(name: string): string[] {
  const unquoted = name.replace(apostrophes, '');
  const undotted = unquoted.includes('.') ? unquoted.replace(dotsOfInitials, '') : unquoted;
  return filled(withoutAttachedForms(foldText(undotted)).split(separators));
}

function filled(words: string[]): string[] {
  return words[0] === '' || words.at(-1) === '' ? words.filter((word) => word !== '') : words;
}
