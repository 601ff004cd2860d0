import type { Party } from '../../../main/core/payees/parties.ts';

const seedOfWords = 20_261_121;
const seedOfKnown = 1;
const seedOfOthers = 2;

/** Makes this number of invented payees, which are the same every time. */
export function* knownParties(count: number): Generator<Party> {
  const { party } = partyMaker(seedOfKnown);
  for (let number = 0; number < count; number += 1) yield party();
}

/** Makes rows of which this share pays the first known payees as they are: a line each, with the name and the account. */
export function* rowLines(rows: number, shareKnown: number): Generator<string> {
  const asKnown = Math.round(rows * shareKnown);
  const others = partyMaker(seedOfOthers);
  let index = 0;
  for (const payee of knownParties(rows)) {
    const { name, account } = index < asKnown ? payee : others.other(payee, index);
    yield `${name}\t${account}\n`;
    index += 1;
  }
}

const syllables = 'ka mo ri ten lo va sen bar ni du gro pel tis hau wen mar zo ek lin fa'.split(' ');
const forms = ['GmbH', 'Ltd', 'S.A.', 'Inc.', 'AG', 's.r.o.', ''];

type Maker = { party(): Party; other(known: Party, index: number): Party };

/** Invented people and companies with German IBANs of 300 banks, always the same for a seed, of words that are the same for all. */
function partyMaker(seed: number): Maker {
  let state = seedOfWords;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const word = (): string => {
    const text = Array.from({ length: 2 + random(3) }, () => of(syllables)).join('');
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const first = Array.from({ length: 400 }, word);
  const last = Array.from({ length: 20_000 }, word);
  state = seed;
  const name = (): string =>
    random(10) < 6 ? `${of(first)} ${of(last)}` : `${of(last)} ${word()} ${of(forms)}`.trim();
  const account = (): string =>
    `DE${10 + random(90)}${10_000_000 + random(300)}${String(random(10 ** 10)).padStart(10, '0')}`;
  return {
    party: () => ({ name: name(), account: account() }),
    /** In five: one with a changed account, one with a letter changed, three who are new. */
    other(known, index) {
      if (index % 5 === 0) return { name: known.name, account: account() };
      if (index % 5 === 1) return { name: known.name.replace(/[aeiou]/, 'x'), account: account() };
      return { name: name(), account: account() };
    },
  };
}
