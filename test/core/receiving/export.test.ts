import { Readable } from 'node:stream';
import readXlsx from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { newPayin } from './quick-office.ts';

const dayMs = 86_400_000;

it('payins and top-ups are listed and exported by the day of their creation, exactly, and safe for a spreadsheet', async () => {
  const office = await openOffice();
  const created = async (idPayment: string, note: string): Promise<number> => {
    await office.get('payins.create', { ...newPayin, idPayment, note });
    return office.now();
  };
  await created('first', 'before');
  office.wait(dayMs);
  const middle = await created('second', '=SUM(A1)');
  office.wait(dayMs);
  await office.get('topups.create', { ...newPayin, idPayment: 'third', note: 'after' });

  const filter = {
    from: new Date(middle - dayMs / 2).toISOString(),
    until: new Date(middle + dayMs / 2).toISOString(),
  };
  const { payments } = await office.get('incoming.list', { ...filter, limit: 10 });
  expect(payments.map(({ idPayment }) => idPayment)).toEqual(['second']);

  const csv = await office.get('incoming.export', { ...filter, format: 'csv' });
  const [header = '', row = '', ...rest] = new TextDecoder().decode(csv.bytes).trim().split('\r\n');
  expect(rest).toEqual([]);
  expect(csv.rows).toBe(1);
  expect(header).toContain('amount,currencyCode,kind,origin,state');
  expect(row).toContain('120.50,EUR,payin,created,queued');
  expect(row).toContain(",'=SUM(A1),second,");
  expect(header).toContain('processedAt');

  const all = await office.get('incoming.export', { format: 'csv' });
  const kinds = new TextDecoder().decode(all.bytes).trim().split('\r\n').slice(1);
  expect(kinds.map((line) => line.split(',')[2])).toEqual(['topup', 'payin', 'payin']);
  const sheet = await office.get('incoming.export', { kind: 'topup', format: 'xlsx' });
  expect(sheet.rows).toBe(1);
  const [, about] = await readXlsx(Readable.from(Buffer.from(sheet.bytes)));
  expect(about?.data).toContainEqual(['Filter: Kind', 'Top-up']);
});
