import { z } from 'zod';
import type { OperationInput, OperationName } from '../../../contract/operations.ts';
import { median } from '../kit/figure.ts';
import { work } from '../kit/in-child.ts';
import { makeRows, toCsv } from '../kit/rows.ts';
import { watch } from '../kit/watch.ts';
import { growsWithPayees, rowsOfADraft } from './growth-names.ts';
import { liveThrough, type Lived } from './lived-folder.ts';

/** Lives through so many payouts in a data folder, and measures what people ask of them in processor time, which other work on the machine changes little. */

const rounds = 9;
const year = { from: '2026-01-01', until: '2026-12-31' } as const;

/** A call that asks for what is named, as the window and the command line do. */
function ask<Name extends OperationName>(name: Name, input: OperationInput<Name>) {
  return (lived: Lived): Promise<unknown> => lived.call(name, input);
}

const asked = {
  'list of batches': ask('batches.list', { limit: 50 }),
  'page of the history': ask('payouts.list', { limit: 200 }),
  'page of the history, by state and amount': ask('payouts.list', {
    limit: 200,
    order: 'amountDown',
    filter: { states: ['paid'] },
  }),
  'search of the history': ask('payouts.list', { limit: 200, filter: { search: 'brückner' } }),
  'totals of the history': ask('payouts.totals', { filter: {} }),
  'list of payees': ask('payees.list', { limit: 100 }),
  position: ask('position.read', {}),
  'flows of a year by month': ask('flows.read', { ...year, by: 'month' }),
  'statement of a year': ask('statement.read', { profileName: 'bench', currencyCode: 'EUR', ...year }),
  'page of the audit log': ask('audit.list', { limit: 100 }),
};

await work(z.object({ directory: z.string(), payouts: z.number() }), async ({ directory, payouts }) => {
  const lived = await liveThrough(directory, payouts);
  const medianMs: Record<string, number> = {};
  const blockMs: Record<string, number> = {};
  const draft = toCsv(makeRows(payouts + rowsOfADraft, true).slice(payouts));
  const { batch } = await lived.call('batches.import', { fileName: 'draft.csv', bytes: draft });
  const all = {
    ...asked,
    [growsWithPayees]: ask('payees.findings', { batchId: batch.batchId }),
  };
  for (const [name, call] of Object.entries(all)) {
    // The first call follows what was recorded since and fills caches.
    await call(lived);
    const times: number[] = [];
    const blocks: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage();
      const { watched } = await watch(() => call(lived));
      times.push(millisecondsOf(process.cpuUsage(before)));
      blocks.push(watched.longestBlockMs);
    }
    medianMs[name] = median(times);
    blockMs[name] = median(blocks);
  }
  const before = process.cpuUsage();
  const audit = await watch(() => lived.call('audit.verify', {}));
  const auditMs = millisecondsOf(process.cpuUsage(before));
  const { problems, payments } = audit.value;
  if (problems.length > 0 || payments !== payouts + rowsOfADraft)
    throw new Error(`the audit of ${payouts} payouts found ${payments}: ${problems.join(', ')}`);
  await lived.close();
  return { medianMs, blockMs, auditMs, longestBlockMs: audit.watched.longestBlockMs };
});

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
