import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { payBatch } from '../evidence/packs.ts';

it('exports a batch as CSV, as a workbook, and as a report to print, while it is sent and when it has ended', async () => {
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
