import { eventDetail } from '../../../contract/text/activity/event-detail.ts';
import { expect, it, vi } from 'vitest';
import type { EvidenceSubject } from '../../../contract/evidence/evidence.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { payBatch } from './packs.ts';

/** Everything that stands in the PDF of an evidence pack. */
async function paperOf(office: Office, subject: EvidenceSubject): Promise<string> {
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('evidence.create', { subject });
  return JSON.stringify(print.mock.lastCall?.[0].parts);
}

it('tells who verified a payee, how and which account, and that somebody else recorded it', async () => {
  const office = await openOffice({ systemUser: 'otto' });
  const batchId = await payBatch(office, ['10.00']);
  const [payee] = (await office.get('payees.list', { limit: 5 })).payees;
  await office.get('payees.verify', {
    payeeId: payee?.payeeId ?? '',
    account: 'ACC-0',
    by: 'Jane Roe',
    how: 'Called the number of the contract.',
  });
  expect(await paperOf(office, { kind: 'batch', batchId })).toContain(
    'A verification of the payee was recorded by system user otto. By Jane Roe: Called the number of the contract. (Payee 0, ACC-0)',
  );
});

it('tells why duplicates were confirmed, and for which rows, as the log does', async () => {
  const office = await openOffice();
  await payBatch(office, ['10.00', '20.00']);
  const { batchId } = await office.draft(['10.00', '20.00']);
  await office.releaseAll(batchId);
  const told = /Duplicates confirmed: intended \(the whole batch, rows 1-2\)/;
  expect(await paperOf(office, { kind: 'batch', batchId })).toMatch(told);
  const { events } = await office.get('audit.list', { kinds: ['released'], batchId, limit: 9 });
  expect(events.map(({ detail }) => detail).join()).toMatch(told);
  const confirmed = {
    sameFileAs: null,
    rows: [
      { level: 'exact', kind: 'samePayment', reason: 'Second instalment', rows: '1' },
      { level: 'possible', kind: 'otherReference', reason: 'Other orders', rows: '2,7-9' },
      { level: 'possible', kind: 'otherAmount', reason: 'Other orders', rows: '4' },
    ],
  };
  expect(eventDetail({ code: 'released' }, JSON.stringify({ rowsHash: 'aa', confirmed }))).toBe(
    'Duplicates confirmed: Second instalment (row 1); Other orders (rows 2, 7-9, 4)',
  );
});

it('of a draft says that nothing was released, and nothing of payouts in progress', async () => {
  const office = await openOffice();
  const { batchId } = await office.draft(['10.00', '20.00']);
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('evidence.create', { subject: { kind: 'batch', batchId } });
  const totals = print.mock.lastCall?.[0].parts.find((part) => part.kind === 'table');
  const headers = totals?.kind === 'table' ? totals.columns.map(({ header }) => header) : [];
  expect(totals?.kind === 'table' ? totals.rows[0] : []).toHaveLength(headers.length);
  const told = totals?.kind === 'table' ? totals.rows[0]?.map((cell, index) => [headers[index], cell]) : [];
  expect(Object.fromEntries(told ?? [])).toMatchObject({
    Draft: '30.00 (2 payouts)',
    'In progress': '–',
  });
});
