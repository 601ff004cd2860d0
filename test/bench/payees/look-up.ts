import { z } from 'zod';
import { gatherParties, type Row } from '../../../main/core/payees/gather-parties.ts';
import { openStore } from '../../../main/store/index.ts';
import { systemClock } from '../../../main/system.ts';
import { work } from '../kit/in-child.ts';
import { beginWatching } from '../kit/watch.ts';
import { rowLines } from './made-parties.ts';

/** As the store gives them. */
const rowsPerPage = 500;

await work(
  z.object({ directory: z.string(), rows: z.number(), shareKnown: z.number() }),
  async ({ directory, rows, shareKnown }) => {
    const opened = openStore({ directory, clock: systemClock });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = opened.value;
    const pages = madePages(rows, shareKnown);
    const watching = beginWatching();
    const drafts = await gatherParties(
      { store, clock: systemClock },
      { environment: 'sandbox', rows },
      rowsOf(pages),
    );
    const watched = watching.end();
    store.close();
    const related = drafts.filter(
      ({ known: itself, sameAccount, sameName, alike, alikeAccounts }) =>
        itself !== null || sameAccount.size + sameName.size + alike.size + alikeAccounts.size > 0,
    ).length;
    return { ...watched, related };
  },
);

/** Pages of rows as bytes outside the heap: inventing rows takes longer than reading them, and is not what is measured. */
function madePages(rows: number, shareKnown: number): Buffer[] {
  const pages: Buffer[] = [];
  let lines: string[] = [];
  for (const line of rowLines(rows, shareKnown)) {
    lines.push(line);
    if (lines.length < rowsPerPage) continue;
    pages.push(Buffer.from(lines.join('')));
    lines = [];
  }
  return lines.length === 0 ? pages : [...pages, Buffer.from(lines.join(''))];
}

async function* rowsOf(pages: readonly Buffer[]): AsyncGenerator<readonly Row[]> {
  let rowNumber = 0;
  for (const page of pages) {
    yield page
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [accountName = '', accountNumber = ''] = line.split('\t');
        rowNumber += 1;
        return {
          rowNumber,
          accountName,
          accountNumber,
          emailAddress: '',
          amount: '1.00',
          currencyCode: 'EUR',
        };
      });
    await systemClock.turn();
  }
}
