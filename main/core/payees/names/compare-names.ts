import { plainName, type PlainName } from './plain-name.ts';

/**
 * The relation between two names. `same`: one name in two spellings. `alike`: a different name that is easily mistaken
 * for it. `part`: one is the other with words left out or shortened to initials. Names of different scripts are not transliterated.
 */
export type NameRelation = 'same' | 'alike' | 'part' | 'different';

/** The shortest names, by their visible letters, for which one wrong letter makes a look-alike; there are too many short names. */
const shortestName = 6;
/** In Han a character is a word, and in Hangul a syllable has three letters. */
const shortestHangul = 10;
/** In a shorter word among others, one letter makes a different name: Jan and Jon, Kim and Kam. */
const shortestWord = 4;
const jamo = /[\u1100-\u11ff]/u;
const digit = /\d/;

/** Compares two names. */
export function compareNames(left: string, right: string): NameRelation {
  return comparePlainNames(plainName(left), plainName(right));
}

/** Compares two names that are prepared. */
export function comparePlainNames(left: PlainName, right: PlainName): NameRelation {
  if (left.words.length === 0 || right.words.length === 0)
    return left.words.length === right.words.length ? 'same' : 'different';
  if (left.keys.some((key) => right.keys.includes(key))) return 'same';
  if (areAlike(left, right)) return 'alike';
  return isPart(left.words, right.words) || isPart(right.words, left.words) ? 'part' : 'different';
}

function areAlike(left: PlainName, right: PlainName): boolean {
  return left.joined.some((one) =>
    right.joined.some(
      (other) =>
        one === other || (isSmallEdit(one, other) && !isInShortWord(left.visualForms, right.visualForms)),
    ),
  );
}

/** Whether one edit makes one of the other: a letter changed, left out, added, or two beside each other swapped; never a digit. */
function isSmallEdit(one: string, other: string): boolean {
  const least = jamo.test(one) ? shortestHangul : shortestName;
  if (Math.min(one.length, other.length) < least) return false;
  const edit = oneEdit(one, other);
  return edit !== null && !digit.test(edit);
}

/** The characters that one edit changes, on both sides; null where it takes more than one edit, empty where none. */
export function oneEdit(one: string, other: string): string | null {
  if (Math.abs(one.length - other.length) > 1) return null;
  let start = 0;
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
    end -= 1;
    otherEnd -= 1;
  }
  const changed = one.slice(start, end);
  const otherChanged = other.slice(start, otherEnd);
  const isSwap =
    changed.length === 2 && otherChanged.length === 2 && changed === `${otherChanged[1]}${otherChanged[0]}`;
  return isSwap || (changed.length <= 1 && otherChanged.length <= 1) ? changed + otherChanged : null;
}

/** Whether the only word in which they differ is too short to be mistaken. */
function isInShortWord(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length || left.length < 2) return false;
  const onlyLeft = left.filter((word) => !right.includes(word));
  const onlyRight = right.filter((word) => !left.includes(word));
  if (onlyLeft.length !== 1 || onlyRight.length !== 1) return false;
  return Math.max(onlyLeft[0]?.length ?? 0, onlyRight[0]?.length ?? 0) < shortestWord;
}

/** Whether every word of the shorter is a word of the longer, or the initial of one; at least one word in full. */
function isPart(short: readonly string[], long: readonly string[]): boolean {
  if (short.length > long.length) return false;
  const left = [...long];
  let inFull = 0;
  for (const word of short) {
    const full = left.indexOf(word);
    const place = full === -1 && word.length === 1 ? left.findIndex((each) => each.startsWith(word)) : full;
    if (place === -1) return false;
    if (full !== -1 && word.length > 1) inFull += 1;
    left.splice(place, 1);
  }
  return inFull > 0;
}
