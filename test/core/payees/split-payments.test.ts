import { expect, it } from 'vitest';
import { openOffice, type Office } from '../../kit/office.ts';
import { countCompared, openSheetOf } from '../../kit/office-sheets.ts';

const header = 'amount,currency,method,name,account,operator,reference';
type Cells = readonly [amount: string, name: string, account: string, currency?: string];

async function openFrom500(policy: object): Promise<Office> {
  const office = await openOffice();
  const paid = await office.draftRows([['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1', 'SANDBOX_BANK']]);
  await office.releaseAll(paid);
  await office.get('batches.run', { batchIds: [paid], until: 'final', silenceLimitMs: 10_000 });
  const amountsFrom = [{ currencyCode: 'EUR', amount: '500.00' }];
  await office.get('settings.change', { payeePolicy: { ...policy, amountsFrom } });
  return office;
}

async function sheetOf(office: Office, rows: readonly Cells[]): Promise<string> {
  const lines = rows.map(
    ([amount, name, account, currency = 'EUR'], index) =>
      `${amount},${currency},BANK_TRANSFER,${name},${account},SANDBOX_BANK,R${index}`,
  );
  return (await openSheetOf(office, [header, ...lines])).sheetId;
}

/** What the live search of a sheet finds about payees, which a check of its draft finds as well. */
async function found(office: Office, sheetId: string): Promise<string[]> {
  await office.get('sheets.findings', { sheetId });
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 500 });
  const inSheet = rows.flatMap(({ rowNumber, findings }) =>
    findings.map(({ kind, level, message }) => `${rowNumber} ${kind} ${level} ${message}`),
  );
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { findings } = await office.get('payees.findings', { batchId });
  const inDraft = findings.map(
    ({ rowNumber, kind, level, message }) => `${rowNumber} ${kind} ${level} ${message}`,
  );
  expect(inSheet.toSorted()).toEqual(inDraft.toSorted());
  return inDraft.map((line) => line.split(' ').slice(0, 3).join(' ')).toSorted();
}

it('a payment to a changed account that is split into rows blocks like their sum, however account and name are written', async () => {
  const office = await openFrom500({ changedDetails: 'block' });
  const sheetId = await sheetOf(office, [
    ['499.00', 'Payee 0', 'ACC-2'],
    ['0.60', 'PAYEE 0', 'acc 2'],
    ['0.4', 'Payee 0 Ltd', 'ACC.2'],
    ['499.99', 'Payee 0', 'ACC-3'],
  ]);
  const blocked = ['1 changedDetails block', '2 changedDetails block', '3 changedDetails block'];
  expect(await found(office, sheetId)).toEqual([...blocked, '4 changedDetails info']);
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
});

it('amounts in different currencies are not added up', async () => {
  const office = await openFrom500({ newPayee: 'block' });
  const sheetId = await sheetOf(office, [
    ['499.00', 'Ada', 'ACC-5'],
    ['499.00', 'Ada', 'ACC-5', 'USD'],
  ]);
  expect(await found(office, sheetId)).toEqual(['1 newPayee info', '2 newPayee block']);
});

it('a change of one row updates the other rows of its payee, and only those', async () => {
  const office = await openFrom500({ newPayee: 'block' });
  const sheetId = await sheetOf(office, [
    ['499.00', 'Ada', 'ACC-5'],
    ['0.99', 'Ada', 'ACC-5'],
    ['499.99', 'Bob', 'ACC-6'],
  ]);
  const compared = countCompared(office);
  const after = async (amount: string): Promise<string[]> => {
    const change = { kind: 'set' as const, rows: [{ rowId: 2, cells: { amount } }] };
    await office.get('sheets.change', { sheetId, change });
    compared.length = 0;
    return found(office, sheetId);
  };
  expect(await found(office, sheetId)).toEqual(['1 newPayee info', '2 newPayee info', '3 newPayee info']);
  expect(await after('1.00')).toEqual(['1 newPayee block', '2 newPayee block', '3 newPayee info']);
  expect(compared[0]).toBe(2);
  expect(await after('2.00')).toEqual(['1 newPayee block', '2 newPayee block', '3 newPayee info']);
  expect(compared[0]).toBe(1);
  expect(await after('0.5')).toEqual(['1 newPayee info', '2 newPayee info', '3 newPayee info']);
  expect(compared[0]).toBe(2);
});

it('a payee with small past payments does not count as known for a split payment of the amount', async () => {
  const office = await openFrom500({ newPayee: 'block' });
  const single = await sheetOf(office, [['499.99', 'Payee 0', 'ACC-1']]);
  expect((await found(office, single)).filter((line) => line.includes('newPayee'))).toEqual([]);
  const split = await sheetOf(office, [
    ['300.00', 'Payee 0', 'ACC-1'],
    ['200.00', 'Payee 0', 'ACC-1'],
  ]);
  expect((await found(office, split)).filter((line) => line.includes('newPayee'))).toEqual([
    '1 newPayee block',
    '2 newPayee block',
  ]);
});
