import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { payBatch } from './evidence/packs.ts';

it('a stopped export says that no file was written, whatever it is of', async () => {
  const office = await openOffice();
  const batchId = await payBatch(office, ['10.00']);
  const day = new Date(office.now()).toISOString().slice(0, 10);
  const format = 'csv';
  const exports = [
    ['payouts.export', { format }],
    ['incoming.export', { format }],
    ['payees.export', { format }],
    ['audit.export', { filter: {}, format }],
    ['books.export', { from: day, until: day, profileName: 'main', format }],
    ['batches.export', { batchId, format }],
  ] as const;
  const stopping = new AbortController();
  stopping.abort();
  for (const [name, input] of exports)
    expect(await office.tell(name, input, stopping.signal), name).toMatchObject({
      error: { code: 'stopped', message: 'The export was stopped. No file was written.' },
    });
});
