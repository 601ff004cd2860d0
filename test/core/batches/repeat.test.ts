import { expect, it, onTestFinished } from 'vitest';
import type { PaperDocument } from '../../../main/core/ports/index.ts';
import { compareWithLast } from '../../../main/core/batches/compare-batches.ts';
import { printReport } from '../../../main/core/batches/print-report.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const minuteMs = 60_000;

it('a repeated batch has the rows of the first under new order IDs, is compared with it, and is paid only once its duplicates are confirmed', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const run = () => office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: minuteMs });
  const march = await office.draft([
    { amount: '10.00', account: 'A' },
    { amount: '20.00', account: 'B' },
    { amount: '30.00', account: 'C' },
  ]);
  expect((await office.tell('sheets.open', { source: { kind: 'repeat', batchId: march.batchId } })).ok).toBe(
    false,
  );
  expect((await office.release(march.batchId)).ok).toBe(true);
  await run();
  const opening = await office.get('sheets.open', { source: { kind: 'repeat', batchId: march.batchId } });
  if (opening.kind !== 'opened') throw new Error('not opened');
  const { sheetId } = opening.sheet;
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
  const [first, , third] = rows.map(({ rowId }) => rowId);
  await office.get('sheets.change', {
    sheetId,
    change: { kind: 'set', rows: [{ rowId: first ?? 0, cells: { amount: '11.00' } }] },
  });
  await office.get('sheets.change', { sheetId, change: { kind: 'remove', rowIds: [third ?? 0] } });
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { comparison, findings } = await office.get('batches.findings', { batchId });
  expect(comparison).toMatchObject({
    batchId: march.batchId,
    newPayees: [],
    missingPayees: ['Payee C C'],
    changedAccounts: [],
    changedAmounts: [{ name: 'Payee A', currencyCode: 'EUR', before: '10.00', now: '11.00' }],
  });
  expect(findings.some(({ kind }) => kind === 'duplicate')).toBe(true);
  const { rowsHash } = await office.get('batches.summary', { batchId });
  expect(await office.tell('batches.release', { batchId, rowsHash })).toMatchObject({
    error: { code: 'duplicateHeld' },
  });
  expect((await office.release(batchId)).ok).toBe(true);
  await run();
  expect(office.gateway.book().map(({ amount, acceptedCount }) => [amount, acceptedCount])).toEqual([
    ['10.00', 1],
    ['20.00', 1],
    ['30.00', 1],
    ['11.00', 1],
    ['20.00', 1],
  ]);
  // The first batch is not compared with a later one, and the report of the second says what changed.
  const [firstBatch, secondBatch] = [office.store.findBatch(march.batchId), office.store.findBatch(batchId)];
  if (firstBatch === null || secondBatch === null) throw new Error('no batch');
  expect(await office.until(compareWithLast(office.parts, firstBatch))).toBeNull();
  let paper: PaperDocument | null = null;
  const { files } = office.parts;
  const watched = {
    ...office.parts,
    files: {
      ...files,
      writePdf: (document: PaperDocument) => {
        paper = document;
        return files.writePdf(document);
      },
    },
  };
  const report = await office.get('batches.show', { batchId });
  expect((await office.until(printReport(watched, report))).ok).toBe(true);
  const said = JSON.stringify(paper);
  expect(said).toContain('["Missing payee","Payee C C","",""]');
  expect(said).toContain('["Changed amount","Payee A","10.00 EUR","11.00 EUR"]');
});
