import { expect, it, vi } from 'vitest';
import { openOffice, rowsOf, type Office } from '../../kit/office.ts';
import type { AboutLine, ExportCell } from '../../../main/core/ports/index.ts';

const amounts = (first: number, last: number): string =>
  `${Array.from({ length: last - first + 1 }, (_, index) => first + index).reduce((sum, each) => sum + each, 0)}.00`;

/** A released batch of 600 rows. The next that reads it finds 500 rows queued, and the others cancelled meanwhile. */
async function changingBatch(office: Office, prefix: string): Promise<string> {
  const batchId = await office.draftRows(rowsOf(600, prefix));
  await office.releaseAll(batchId);
  const read = vi.spyOn(office.store, 'rowsOfBatch').mockImplementationOnce((...asked) => {
    read.mockRestore();
    const rows = office.store.rowsOfBatch(...asked);
    office.store.cancelRows(batchId, 600, office.now());
    return rows;
  });
  return batchId;
}

it('stays consistent while rows change: its figures are those of the listed rows', async () => {
  const office = await openOffice();
  const { byState, totalsByState } = await office.get('batches.show', {
    batchId: await changingBatch(office, 'SHOWN'),
  });
  expect(byState).toEqual({ queued: 500, cancelled: 100 });
  expect(totalsByState).toEqual(
    expect.arrayContaining([
      { state: 'queued', totals: [{ currencyCode: 'EUR', amount: amounts(1, 500), count: 500 }] },
      { state: 'cancelled', totals: [{ currencyCode: 'EUR', amount: amounts(501, 600), count: 100 }] },
    ]),
  );
  const agreeing = (said: unknown): void => {
    const text = JSON.stringify(said).replaceAll(',', '');
    for (const sum of [amounts(1, 500), amounts(501, 600)]) expect(text).toContain(sum);
  };

  const { files } = office.parts;
  const print = vi.spyOn(files, 'writePdf');
  await office.get('batches.export', { batchId: await changingBatch(office, 'PRINTED'), format: 'pdf' });
  const printed = print.mock.lastCall?.[0].parts;
  expect(JSON.stringify(printed).match(/"Queued"/g)).toHaveLength(500);
  agreeing(printed);

  const { beginTable } = files;
  const listed: (readonly ExportCell[])[] = [];
  let about: readonly AboutLine[] = [];
  vi.spyOn(files, 'beginTable').mockImplementation((format, header) => {
    const table = beginTable(format, header);
    return {
      ...table,
      add: (rows) => (listed.push(...rows), table.add(rows)),
      finish: (lines = []) => ((about = lines), table.finish(lines)),
    };
  });
  await office.get('batches.export', { batchId: await changingBatch(office, 'TABLED'), format: 'xlsx' });
  expect(listed.filter((cells) => cells.includes('queued'))).toHaveLength(500);
  agreeing(about);
});

it('shows its progress, and ends at once without a file when it is stopped', async () => {
  const office = await openOffice();
  const batchId = await office.draftRows(rowsOf(1200));
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    office.events.length = 0;
    await office.get('batches.export', { batchId, format });
    expect(office.events.filter(({ kind }) => kind === 'progress')).toContainEqual(
      expect.objectContaining({ id: 'export', done: 1200, total: 1200 }),
    );
    const stopping = new AbortController();
    const read = vi.spyOn(office.store, 'rowsOfBatch').mockImplementationOnce((...asked) => {
      stopping.abort();
      read.mockRestore();
      return office.store.rowsOfBatch(...asked);
    });
    const stopped = await office.tell('batches.export', { batchId, format }, stopping.signal);
    expect(stopped).toMatchObject({ ok: false, error: { code: 'stopped' } });
  }
  // It has read all rows, and is about to write them.
  const { files } = office.parts;
  const late = new AbortController();
  const { writePdf } = files;
  vi.spyOn(files, 'writePdf').mockImplementation((document) => {
    late.abort();
    return writePdf(document);
  });
  const stopped = await office.tell('batches.export', { batchId, format: 'pdf' }, late.signal);
  expect(stopped).toMatchObject({ ok: false, error: { code: 'stopped' } });
});
