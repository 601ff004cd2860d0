/**
 * Characters that are mistaken for one another on a screen or on paper, each folded to one of its group. Made for names of payees
 * after `foldText`, so it holds small letters without accents; it is short on purpose, since each entry also makes names alike that
 * are not. See docs/decisions/0016.
 */
const alike: Readonly<Record<string, string>> = {
  // Cyrillic, Greek and others that look Latin.
  a: 'аαɑ',
  b: 'вβ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еε',
  g: 'ɡ',
  h: 'нһ',
  j: 'ј',
  k: 'кκ',
  m: 'м',
  n: 'пη',
  o: 'оοσօ0',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ5$',
  t: 'тτ',
  u: 'υμ',
  v: 'ν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уγ',
  // Capital I, small l and the digit 1.
  l: 'i1іιӏǀ|!',
  // Hebrew, Devanagari, Thai.
  ד: 'ר',
  ה: 'ח',
  व: 'ब',
  ฏ: 'ฎ',
  ข: 'ฃ',
  ค: 'ฅ',
  // Kana and Han.
  ツ: 'シ',
  ン: 'ソ',
  カ: '力',
  エ: '工',
  ロ: '口囗',
  ハ: '八',
  ニ: '二',
  タ: '夕',
  ト: '卜',
  末: '未',
  土: '士',
  己: '已巳',
  日: '曰',
  人: '入',
  千: '干于',
  候: '侯',
  治: '冶',
  微: '徽',
  大: '太犬',
};

const one = new Map(
  Object.entries(alike).flatMap(([to, others]) => Array.from(others, (from) => [from, to] as const)),
);
/** Letters that together look like another one. */
const pairs = /rn|vv|cl/g;
const pairForms: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' };
/** For the code of the first letter of a pair that of the second; 0: none. */
const secondOf = new Uint8Array(128);
for (const pair of Object.keys(pairForms)) secondOf[pair.charCodeAt(0)] = pair.charCodeAt(1);
const hangul = /[\uac00-\ud7a3]/u;
const onlyDigits = /^\d+$/;
const smallAscii = /^[a-z]*$/;
const smallI = 0x69;

/** A folded word as it looks: two words with one look are mistaken for one another. Numbers stay as they are. */
export function visualFormOf(word: string): string {
  if (smallAscii.test(word)) return asciiForm(word);
  if (onlyDigits.test(word)) return word;
  let visualForm = '';
  for (const character of word) visualForm += one.get(character) ?? character;
  visualForm = visualForm.replace(pairs, (pair) => pairForms[pair] ?? pair);
  // Syllables by their letters: one letter of a syllable is a small difference.
  return hangul.test(visualForm) ? visualForm.normalize('NFD') : visualForm;
}

/** For letters from a to z, of which most names are, in one pass. An l that takes the place of an i makes no pair with what is before it. */
function asciiForm(word: string): string {
  let visualForm = '';
  let copied = 0;
  for (let place = 0; place < word.length; place += 1) {
    const code = word.charCodeAt(place);
    const isPair = secondOf[code] === word.charCodeAt(place + 1);
    if (!isPair && code !== smallI) continue;
    const end = place + (isPair ? 2 : 1);
    visualForm += word.slice(copied, place) + (isPair ? (pairForms[word.slice(place, end)] ?? '') : 'l');
    copied = end;
    place = end - 1;
  }
  return copied === 0 ? word : visualForm + word.slice(copied);
}
