import { compareNames } from '../../../main/core/payees/names/compare-names.ts';
import { Parties, type Party } from '../../../main/core/payees/parties.ts';
import { labelledNames, qualityOf, type Quality } from '../../core/payees/labelled-names.ts';
import { inWords, milliseconds, percent, type Figure } from '../kit/figure.ts';
import { beginWatching } from '../kit/watch.ts';

const knownPayees = 200_000;
const rows = 100_000;
/** Payees that are entered or held against a draft between two turns. */
const atOnce = 500;
const aimMs = 3000;
const aimBlockMs = 50;

/** How well names are told apart, and what it costs to look for the look-alikes of a big draft among many payees. */
export async function payeesOfADraft(): Promise<Figure[]> {
  return [
    ...quality(),
    await lookUp('half of them known as they are', 0.5),
    await lookUp('none of them known', 0),
  ];
}

function quality(): Figure[] {
  const limit = 'labels given by hand';
  const figure = (name: string, { precision, recall, pairs }: Quality): Figure => ({
    name: `${name}, ${pairs} labelled pairs`,
    measured: `precision ${percent(precision)}, recall ${percent(recall)}`,
    limit,
    ratio: '–',
    aim: null,
  });
  const isSame = (label: string): boolean => label === 'same';
  const isClose = (label: string): boolean => label === 'same' || label === 'alike';
  return [
    figure('Names that are the same', qualityOf(labelledNames, isSame, compareNames)),
    figure('Names that are the same or mistaken', qualityOf(labelledNames, isClose, compareNames)),
    ...Array.from(Map.groupBy(labelledNames, ({ script }) => script))
      .filter(([, pairs]) => pairs.some(({ label }) => isClose(label)))
      .map(([script, pairs]) =>
        figure(`Same or mistaken, ${script}`, qualityOf(pairs, isClose, compareNames)),
      ),
  ];
}

/** Looks all rows up among all known payees, as a check does; rows whose payee is known as they are among them. */
async function lookUp(words: string, shareKnown: number): Promise<Figure> {
  const make = partyMaker(20_261_121);
  const known = Array.from({ length: knownPayees }, make.party);
  const asKnown = Math.round(rows * shareKnown);
  const others = Array.from({ length: rows }, (_none, index) => {
    const payee = known[index] ?? make.party();
    return index < asKnown ? payee : make.other(payee, index);
  });
  const cpuBefore = process.cpuUsage();
  const watching = beginWatching();
  const parties = new Parties(others.length);
  await inTurns(others, (party) => parties.add(party));
  // As a check does it: the index is made in pieces, and not by the first known payee.
  while (parties.index(atOnce) > 0) await turn();
  let matches = 0;
  await inTurns(known, (party) => {
    matches += parties.match(party).length;
  });
  const { longestBlockMs, durationMs } = watching.end();
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1000;
  return {
    name: `${inWords(rows)} rows against ${inWords(knownPayees)} payees: ${words}`,
    measured: `${milliseconds(cpuMs)} CPU, longest block ${milliseconds(longestBlockMs)}, ${inWords(matches)} matches`,
    limit: `${milliseconds(durationMs)} for the whole`,
    ratio: '–',
    aim: {
      words: `${inWords(aimMs)} ms CPU, ${aimBlockMs} ms`,
      isMet: cpuMs <= aimMs && longestBlockMs <= aimBlockMs,
    },
  };
}

async function inTurns(parties: readonly Party[], each: (party: Party) => void): Promise<void> {
  for (let start = 0; start < parties.length; start += atOnce) {
    for (const party of parties.slice(start, start + atOnce)) each(party);
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const syllables = 'ka mo ri ten lo va sen bar ni du gro pel tis hau wen mar zo ek lin fa'.split(' ');
const forms = ['GmbH', 'Ltd', 'S.A.', 'Inc.', 'AG', 's.r.o.', ''];

type Maker = { party(): Party; other(known: Party, index: number): Party };

/** Invented people and companies with German IBANs of 300 banks, always the same for a seed. */
function partyMaker(seed: number): Maker {
  let state = seed;
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
