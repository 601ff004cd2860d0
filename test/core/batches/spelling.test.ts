import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';

function openOffice(): VirtualOffice {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  return office;
}

it('a corrected file is paid as corrected, also if only the case of a wallet address was wrong', async () => {
  const office = openOffice();
  const wrong = await office.draft([{ amount: '10.00', account: '7xKxtg2cw87d97tx' }]);
  const right = await office.draft([{ amount: '10.00', account: '7xKXtg2CW87d97TX' }]);
  const accounts = () => office.store.rowsOfBatch(right.batchId, 0, 10).map((row) => row.accountNumber);
  expect(accounts()).toEqual(['7xKXtg2CW87d97TX']);
  // They are one draft with one order ID, so that they cannot both be released.
  expect(right.batchId).toBe(wrong.batchId);
  expect(right.rowsHash).not.toBe(wrong.rowsHash);
  const { batchId, rowsHash } = wrong;
  const late = await office.tell('batches.release', { batchId, rowsHash, confirmed: null });
  expect(late).toMatchObject({ ok: false, error: { code: 'releaseChanged' } });
});

it('an equal file returns the existing draft', async () => {
  const office = openOffice();
  const rows = [{ amount: '10.00', account: '7xKXtg2CW87d97TX' }];
  const first = await office.draft(rows);
  await office.pass(60_000);
  const { createdAt } = await office.get('batches.summary', { batchId: first.batchId });
  expect(await office.draft(rows)).toEqual(first);
  expect(await office.get('batches.summary', { batchId: first.batchId })).toMatchObject({ createdAt });
});

it('a batch or sheet is named after its file, with a mark for what would reverse the reading direction', async () => {
  const office = openOffice();
  const [fileName, shown] = ['pay\u202Evsc.exe\n.csv', 'pay\uFFFDvsc.exe\uFFFD.csv'];
  const { batchId } = await office.draft([{ amount: '10.00', account: 'ACC-1', reference: '1' }], fileName);
  expect(await office.get('batches.summary', { batchId })).toMatchObject({ fileName: shown });
  const bytes = new TextEncoder().encode('amount,currency,method\n1.00,EUR,BANK_TRANSFER\n');
  const opened = await office.get('sheets.open', { source: { kind: 'file', fileName, bytes } });
  expect(opened).toMatchObject({ sheet: { name: shown } });
});
