import { shortened } from './numbers.ts';

const longestShown = 80;

const characters = String.raw`\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069`;
const misleading = new RegExp(`[${characters}]`, 'gu');
/**
 * Control characters, line and paragraph separators, and marks that change the direction of text: none of them belongs in a
 * payment, and some make a name look different from what it is. A byte order mark, too.
 */
export const unseenInPayment = new RegExp(String.raw`[${characters}\ufeff]`, 'u');
const runsOfUnseen = new RegExp(`${unseenInPayment.source}+`, 'gu');
/** Format characters, except joiners and marks of direction, which names of some scripts need. */
const unseen = /(?![\u200c-\u200f])\p{Cf}/gu;
const mark = '\uFFFD';

/** A text from elsewhere with a mark for each character that could break its line, rewrite a terminal or reverse the reading direction. */
export function withoutMisleading(text: string): string {
  return text.replace(misleading, mark);
}

/** A text from a file, a page or a gateway as a person reads it before a decision: on one line, with a mark for what is not seen as well. */
export function wholeLine(text: string): string {
  return withoutMisleading(text).replace(unseen, mark);
}

/** The same of a name, shortened. */
export function oneLine(text: string, longest = longestShown): string {
  return shortened(wholeLine(text), longest);
}

/**
 * The blocks whose letters read from right to left, and two marks of that direction, which names may have. After these, 021000021-104 or
 * 021000021 104 would read the other way round.
 */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRightMark = '\u200e';

/** The name of a payee and its account or e-mail address, where both are known, in one text. The account reads as it is, whatever the script of the name. */
export function nameAndAccount(name: string, account: string, between = ', '): string {
  if (name === '' || account === '') return name + account;
  return `${name}${between}${rightToLeft.test(name) ? leftToRightMark : ''}${account}`;
}

/** A text as a payment may have it: a space in place of these characters. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(runsOfUnseen, ' ').trim();
}

/** JSON whose texts are the same, with each of these characters written as an escape. Line breaks between its parts stay. */
export function withEscapes(json: string): string {
  return json.replace(misleading, escaped).replace(unseen, escaped);
}

function escaped(character: string): string {
  if (character === '\n') return character;
  return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
