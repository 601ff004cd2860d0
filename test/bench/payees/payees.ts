import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { gatherParties, type Row } from '../../../main/core/payees/gather-parties.ts';
import { describePayee } from '../../../main/core/payees/known.ts';
import { compareNames } from '../../../main/core/payees/names/compare-names.ts';
import type { Party } from '../../../main/core/payees/parties.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { Connection } from '../../../main/store/connection.ts';
import { openStore } from '../../../main/store/index.ts';
import { enterPayee } from '../../../main/store/payees/index-payees.ts';
import { systemClock } from '../../../main/system.ts';
import { labelledNames, qualityOf, type Quality } from '../../core/payees/labelled-names.ts';
import { inWords, milliseconds, percent, type Figure } from '../kit/figure.ts';
import { beginWatching } from '../kit/watch.ts';

const knownPayees = 200_000;
const rows = 100_000;
const seed = 20_261_121;
/** Rows of a page, as the store gives them. */
const atOnce = 500;
const aimMs = 3000;
const aimBlockMs = 50;

/** How well names are told apart, and what it costs to look for the look-alikes of a big draft among many payees. */
export async function payeesOfADraft(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  try {
    fillPayees(directory);
    const store = openFolder(directory);
    const half = await lookUp(store, 'half of them known as they are', 0.5);
    const none = await lookUp(store, 'none of them known', 0);
    store.close();
    return [...quality(), half, none];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
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

/** Looks all rows up among all known payees of a data folder, as a check does; rows whose payee is known as they are among them. */
async function lookUp(store: Store, words: string, shareKnown: number): Promise<Figure> {
  const make = partyMaker();
  const known = Array.from({ length: knownPayees }, make.party);
  const asKnown = Math.round(rows * shareKnown);
  const others = Array.from({ length: rows }, (_none, index) => {
    const payee = known[index] ?? make.party();
    return index < asKnown ? payee : make.other(payee, index);
  });
  const cpuBefore = process.cpuUsage();
  const watching = beginWatching();
  const drafts = await gatherParties(
    { store, clock: systemClock },
    { environment: 'sandbox', rows: others.length },
    pagesOf(others),
  );
  const { longestBlockMs, durationMs } = watching.end();
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1000;
  const related = drafts.filter(
    ({ known: itself, sameAccount, sameName, alike, alikeAccounts }) =>
      itself !== null || sameAccount.size + sameName.size + alike.size + alikeAccounts.size > 0,
  ).length;
  return {
    name: `${inWords(rows)} rows against ${inWords(knownPayees)} payees of a data folder: ${words}`,
    measured: `${milliseconds(cpuMs)} CPU, longest block ${milliseconds(longestBlockMs)}, ${inWords(related)} rows related to a payee`,
    limit: `${milliseconds(durationMs)} for the whole`,
    ratio: '–',
    aim: {
      words: `${inWords(aimMs)} ms CPU, ${aimBlockMs} ms`,
      isMet: cpuMs <= aimMs && longestBlockMs <= aimBlockMs,
    },
  };
}

/** Fills a data folder with the known payees, as if a list of them had been imported. */
function fillPayees(directory: string): void {
  openFolder(directory).close();
  const connection = new Connection(new Sqlite(path.join(directory, 'bursar.sqlite')));
  const make = partyMaker();
  connection.transaction(() => {
    for (let number = 0; number < knownPayees; number += 1) {
      const { name, account } = make.party();
      const paidAs = { accountName: name, accountNumber: account, emailAddress: '' };
      const payee = { environment: 'sandbox', payee: payeeKeyOf(paidAs), ...paidAs } as const;
      enterPayee(connection, payee, describePayee, null);
    }
  });
  connection.close();
}

function openFolder(directory: string): Store {
  const opened = openStore({ directory, clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

async function* pagesOf(parties: readonly Party[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < parties.length; start += atOnce) {
    yield parties.slice(start, start + atOnce).map(({ name, account }, index) => ({
      rowNumber: start + index + 1,
      accountName: name,
      accountNumber: account,
      emailAddress: '',
      amount: '1.00',
      currencyCode: 'EUR',
    }));
    await systemClock.turn();
  }
}

const syllables = 'ka mo ri ten lo va sen bar ni du gro pel tis hau wen mar zo ek lin fa'.split(' ');
const forms = ['GmbH', 'Ltd', 'S.A.', 'Inc.', 'AG', 's.r.o.', ''];

type Maker = { party(): Party; other(known: Party, index: number): Party };

/** Invented people and companies with German IBANs of 300 banks, always the same for a seed. */
function partyMaker(): Maker {
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
