import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { describePayee } from '../../../main/core/payees/known.ts';
import { compareNames } from '../../../main/core/payees/names/compare-names.ts';
import { Connection } from '../../../main/store/connection.ts';
import { openStore } from '../../../main/store/index.ts';
import { enterPayee } from '../../../main/store/payees/index-payees.ts';
import { systemClock } from '../../../main/system.ts';
import { labelledNames, qualityOf, type Quality } from '../../core/payees/labelled-names.ts';
import { runChild } from '../kit/children.ts';
import { inWords, megabytes, milliseconds, percent, type Figure } from '../kit/figure.ts';
import { Watched } from '../kit/watch.ts';
import { knownParties } from './made-parties.ts';

const knownPayees = 200_000;
const rows = 100_000;
const aimMs = 3000;
const aimBlockMs = 50;

/** How well names are told apart, and what it costs to look for the look-alikes of a big draft among many payees. */
export async function payeesOfADraft(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  try {
    fillPayees(directory);
    const half = await lookUp(directory, 'half of them known as they are', 0.5);
    const none = await lookUp(directory, 'none of them known', 0);
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

const LookedUp = Watched.extend({ related: z.number() });

/** Looks all rows up among all known payees of a data folder, as a check does, in a process that has done nothing else. */
async function lookUp(directory: string, words: string, shareKnown: number): Promise<Figure> {
  const input = { directory, rows, shareKnown };
  const { processorMs, durationMs, longestBlockMs, longestCollectionMs, peakHeap, related } = await runChild(
    'payees/look-up.ts',
    input,
    LookedUp,
  );
  return {
    name: `${inWords(rows)} rows against ${inWords(knownPayees)} payees of a data folder: ${words}`,
    measured: `${milliseconds(processorMs)} CPU, longest block ${milliseconds(longestBlockMs)} (longest collection ${milliseconds(longestCollectionMs)}), ${megabytes(peakHeap)} of heap, ${inWords(related)} rows related to a payee`,
    limit: `${milliseconds(durationMs)} for the whole`,
    ratio: '–',
    aim: {
      words: `${inWords(aimMs)} ms CPU, ${aimBlockMs} ms`,
      isMet: processorMs <= aimMs && longestBlockMs <= aimBlockMs,
    },
  };
}

/** Fills a data folder with the known payees, as if a list of them had been imported. */
function fillPayees(directory: string): void {
  const opened = openStore({ directory, clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.message);
  opened.value.close();
  const connection = new Connection(new Sqlite(path.join(directory, 'bursar.sqlite')));
  connection.transaction(() => {
    for (const { name, account } of knownParties(knownPayees)) {
      const paidAs = { accountName: name, accountNumber: account, emailAddress: '' };
      const payee = { environment: 'sandbox', payee: payeeKeyOf(paidAs), ...paidAs } as const;
      enterPayee(connection, payee, describePayee, null);
    }
  });
  connection.close();
}
