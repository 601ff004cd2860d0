import { writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { openOffice } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';
import { found } from '../../kit/samples.ts';
import type { AboutLine } from '../../../main/core/ports/index.ts';
import { payBatch } from '../payouts/evidence/packs.ts';

it('exports a batch as CSV, as a workbook, and as a report to print, during sending and after the end', async () => {
  const office = await openOffice();
  const batchId = await payBatch(office, ['10.00', '20.00']);
  const { batchId: draftId } = await office.draft(['1.00']);
  for (const [format, start] of [
    ['csv', '\uFEFFamount,currencyCode'],
    ['xlsx', 'PK\u0003\u0004'],
    ['pdf', '%PDF-1.7'],
  ] as const)
    for (const [each, rows] of [
      [batchId, 2],
      [draftId, 1],
    ] as const) {
      const exported = await office.get('batches.export', { batchId: each, format });
      expect(exported.rows).toBe(rows);
      expect(Buffer.from(exported.bytes).toString('utf8').slice(0, start.length)).toBe(start);
      const folder = process.env['BURSAR_PRINTS'];
      if (folder !== undefined)
        writeFileSync(`${folder}/${each === batchId ? 'sent' : 'draft'}.${format}`, exported.bytes);
    }
});

it('states the outcome of each retry on paper and in a table, as the page does', async () => {
  const office = await openOffice();
  const batchId = await office.draftRows([['4.00', 'EUR', 'BANK_TRANSFER', 'REFUSED-9002']]);
  const run = (each: string) =>
    office.get('batches.run', { batchIds: [each], until: 'final', silenceLimitMs: 10_000 });
  await office.releaseAll(batchId);
  await run(batchId);
  const print = vi.spyOn(office.parts.files, 'writePdf');
  const printed = async (): Promise<string> => {
    await office.get('batches.export', { batchId, format: 'pdf' });
    return JSON.stringify(print.mock.lastCall?.[0].parts);
  };
  const lastCells = async (): Promise<string[]> => {
    const { bytes } = await office.get('batches.export', { batchId, format: 'csv' });
    const [header = '', row = ''] = Buffer.from(bytes).toString('utf8').split('\r\n');
    expect(header.split(',').slice(-3)).toEqual(['retriedBy', 'retriedByState', 'paidToo']);
    return row.split(',').slice(-3);
  };
  expect(await printed()).toContain('"Edit and retry"');
  expect(await lastCells()).toEqual(['', '', '']);
  const opening = await office.get('sheets.open', { source: { kind: 'retryBatch', batchId } });
  if (opening.kind !== 'opened') throw new Error(opening.kind);
  const { sheetId } = opening.sheet;
  const rows = [{ rowId: 1, cells: { accountNumber: 'REPAIRED' } }];
  await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
  const retry = await office.get('sheets.prepare', { sheetId });
  expect(await printed()).toContain('"1 retry is drafted and not released"');
  await office.releaseAll(retry.batchId);
  await run(retry.batchId);
  const paper = await printed();
  expect(paper).toContain('"Retried"');
  const retried = /Retried as (\S+) \(paid\)/.exec(paper)?.[1];
  expect(retried).toBeDefined();
  expect(await lastCells()).toEqual([retried, 'paid', '']);
  expect(paper).not.toContain('Edit and retry');

  // The gateway paid the first one after all.
  const { store } = office;
  const [first] = store.rowsOfBatch(batchId, 0, 1);
  if (first === undefined) throw new Error('the batch has no row');
  const { paymentId, idPayment } = first;
  store.record(
    [found(paymentId, 'rejected', 'accepted'), found(paymentId, 'accepted', 'paid')],
    office.now(),
  );
  expect(await printed()).toContain(
    `"1 row was paid twice: row 1, also by ${retried}. Ask the payee or the gateway for the money back."`,
  );
  expect(await lastCells()).toEqual(['', '', retried]);
  const { paidTwice } = await office.get('batches.show', { batchId: retry.batchId });
  expect(paidTwice).toEqual({ count: 1, named: [{ rowNumber: 1, paidToo: idPayment }] });
  const twice = { idPayout: retried ?? '' };
  expect((await office.get('payouts.show', twice)).paidToo).toBe(idPayment);

  // Then it says that the first one failed, so nobody is asked for money.
  store.record([found(paymentId, 'paid', 'paid', { gatewayStatus: 'FAILED' })], office.now());
  expect(await lastCells()).toEqual(['', '', '']);
  const report = await office.get('batches.show', { batchId: retry.batchId });
  expect(report.paidTwice).toEqual({ count: 0, named: [] });
  expect((await office.get('payouts.show', twice)).paidToo).toBeNull();
  const texts = (await office.get('attention.list', {})).map(attentionText);
  expect(texts).toContainEqual(expect.stringContaining('were both paid'));
  for (const text of texts) expect(text).not.toMatch(/\. Ask .* for the money back/);
});

it('says how many rows were set aside from a batch, and where they are', async () => {
  const office = await openOffice();
  const lines = ['1.00', 'wrong', 'wrong too'].map(
    (amount) => `${amount},EUR,SEPA,Ann,DE89370400440532013000`,
  );
  const { sheetId } = await openSheetOf(office, ['amount,currency,method,name,account', ...lines]);
  await office.get('sheets.setAside', { sheetId, rows: { kind: 'problems' } });
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('batches.export', { batchId, format: 'pdf' });
  expect(JSON.stringify(print.mock.lastCall?.[0].parts)).toMatch(
    /2 rows were set aside and are not in this batch: sheet “Set aside from [^”]+”, not released\./,
  );
});

it('states in a workbook who did what, the outcome and the checkpoint, with typed amounts, counts and times', async () => {
  const office = await openOffice();
  const batchId = await payBatch(office, ['1000.00', '20.00']);
  const finished: (readonly AboutLine[])[] = [];
  const { files } = office.parts;
  const { beginTable } = files;
  vi.spyOn(files, 'beginTable').mockImplementation((format, header) => {
    const table = beginTable(format, header);
    return {
      ...table,
      finish: (about = []) => {
        finished.push(about);
        return table.finish(about);
      },
    };
  });
  await office.get('batches.export', { batchId, format: 'xlsx' });
  const about = finished[0] ?? [];
  expect(about).toEqual(
    expect.arrayContaining([
      ['Rows', '2', 'count'],
      ['Total EUR', '1020.00', 'amount'],
      ['Payouts in EUR', '2', 'count'],
      ['Paid EUR', '1020.00', 'amount'],
      ['Fees of paid payouts EUR', '10.20', 'amount'],
      ['Fees of all rows EUR', '10.20', 'amount'],
      ['Exported at (UTC)', expect.any(String), 'time'],
      [expect.stringContaining('released the batch'), expect.any(String), 'time'],
      ['Last checkpoint', expect.any(String)],
    ]),
  );
  const filter = { batchId, dateOf: 'paid', from: '2020-01-01T00:00:00.000Z', states: ['paid'] } as const;
  await office.get('payouts.export', { filter: { ...filter, states: ['paid'] }, format: 'xlsx' });
  const name = office.store.findBatch(batchId)?.fileName ?? '';
  expect(finished[1]?.filter(([each]) => each.startsWith('Filter'))).toEqual([
    ['Filter: Batch', `${name} (${batchId})`],
    ['Filter: State', 'Paid'],
    ['Filter: Paid at or after (UTC)', '2020-01-01T00:00:00.000Z', 'time'],
  ]);
  await office.get('payouts.export', { filter: { profileName: 'main' }, format: 'xlsx' });
  await office.get('payouts.export', { filter: { batchId }, format: 'xlsx' });
  expect(
    finished.slice(2).map((lines) => lines.filter(([each]) => each.startsWith('Filter: State'))),
  ).toEqual([[['Filter: State', 'All but drafts']], [['Filter: State', 'All']]]);
});

it('says of a report that it is not final while the gateway still processes a payout', async () => {
  const office = await openOffice();
  const batchId = await office.draftRows([['4.00', 'EUR', 'BANK_TRANSFER', 'NEVER-9009']]);
  await office.releaseAll(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 10_000 });
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('batches.export', { batchId, format: 'pdf' });
  expect(print.mock.lastCall?.[0].parts[0]).toEqual({
    kind: 'text',
    text: 'In progress. This report is not final: print it again when the batch has ended.',
    isNotice: true,
  });
});
