import { describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';
import { pay, type Cells } from '../payees/payouts-to.ts';

const header = 'amount,currency,method,name,account,operator,reference';
const [ada, bo]: readonly [Cells, Cells] = [
  ['3.00', 'Ada Lovelace', '10203040'],
  ['4.00', 'Bo Diddley', '50607080'],
];

const lineOf = ([amount, name, account]: Cells): string =>
  [amount, 'EUR', 'BANK_TRANSFER', name, account, 'SANDBOX_BANK', 'December'].join(',');

/** The draft of a sheet of these rows; `meanwhile` happens between its search and its making. */
async function draftOf(
  office: Office,
  rows: readonly Cells[],
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const { sheetId } = await openSheetOf(office, [header, ...rows.map(lineOf)]);
  await office.get('sheets.findings', { sheetId });
  await meanwhile();
  return (await office.get('sheets.prepare', { sheetId })).batchId;
}

/** What an operation returns, and whether it searched for findings about payees. */
async function watched<Value>(
  office: Office,
  operation: () => Promise<Value>,
): Promise<{ value: Value; isSearched: boolean }> {
  let isSearched = false;
  const { payeesThatAre } = office.store;
  Object.assign(office.store, {
    payeesThatAre: (...input: Parameters<typeof payeesThatAre>) => {
      isSearched ||= input[1] === 'verified';
      return payeesThatAre(...input);
    },
  });
  const value = await operation();
  Object.assign(office.store, { payeesThatAre });
  return { value, isSearched };
}

async function checked(
  office: Office,
  batchId: string,
): Promise<{ kinds: string[]; blocked: number; isSearched: boolean }> {
  const { value, isSearched } = await watched(office, () => office.get('payees.findings', { batchId }));
  return { kinds: value.findings.map(({ kind }) => kind), blocked: value.blocked.length, isSearched };
}

async function payeeIdOf(office: Office, search: string): Promise<string> {
  const [payee] = (await office.get('payees.list', { search, limit: 5 })).payees;
  return payee?.payeeId ?? '';
}

const nothing = { kinds: [], blocked: 0, isSearched: false };

describe('the payees of a draft whose sheet was searched', () => {
  it('are not searched again if nothing was found about any of them, but those that are blocked are named', async () => {
    const office = await openOffice();
    await pay(office, [ada, bo]);
    const batchId = await draftOf(office, [ada, bo]);
    expect(await checked(office, batchId)).toEqual(nothing);
    await office.get('payees.block', { payeeId: await payeeIdOf(office, 'Ada') });
    expect(await checked(office, batchId)).toMatchObject({ kinds: [], blocked: 1 });
  });

  it('are not searched again if the only findings are that some are new, which are told as a search tells them', async () => {
    const office = await openOffice();
    await office.get('settings.change', {
      payeePolicy: { newPayee: 'block', amountsFrom: [{ currencyCode: 'EUR', amount: '4.00' }] },
    });
    await pay(office, [ada]);
    const cy: Cells = ['1.00', 'Cy Young', '90807060'];
    const batchId = await draftOf(office, [cy, ada, bo, cy]);
    const known = await watched(office, () => office.get('payees.findings', { batchId }));
    expect(known).toMatchObject({
      isSearched: false,
      value: {
        findings: [
          // Paid so little that the policy does not count it as known.
          { rowNumber: 2, kind: 'newPayee', level: 'block' },
          { rowNumber: 3, kind: 'newPayee', level: 'block' },
          { rowNumber: 1, kind: 'newPayee', level: 'info' },
          { rowNumber: 4, kind: 'newPayee', level: 'info' },
        ],
        blocking: 2,
      },
    });
    office.wait(5 * 60_000);
    const found = await watched(office, () => office.get('payees.findings', { batchId }));
    expect(found).toEqual({ ...known, isSearched: true });
  });

  it('are searched again if anything else was found, also about an account that rows share', async () => {
    const office = await openOffice();
    await pay(office, [ada]);
    const changed = await draftOf(office, [['1.00', ada[1], '99887766']]);
    expect(await checked(office, changed)).toMatchObject({ kinds: ['changedDetails'], isSearched: true });
    await pay(office, [bo, ['1.00', 'Bo Diddley', ada[2]]]);
    const shared = await draftOf(office, [ada, ['1.00', 'Bo Diddley', ada[2]]]);
    expect(await checked(office, shared)).toEqual({
      ...nothing,
      kinds: ['sharedAccount', 'sharedAccount'],
      isSearched: true,
    });
  });

  it('are searched again once a payee was changed, the policy was, a batch was released, or five minutes have passed', async () => {
    const office = await openOffice();
    await pay(office, [ada, bo]);
    const said = { by: 'Kim', how: 'Called the number of the contract.' };
    const payeeId = await payeeIdOf(office, 'Ada');
    for (const meanwhile of [
      () => office.get('payees.verify', { payeeId, account: ada[2], ...said }),
      () => office.get('settings.change', { payeePolicy: { sharedAccount: 'block' } }),
      () => pay(office, [['5.00', 'Cy Young', '90807060']]),
      () => Promise.resolve(office.wait(5 * 60_000)),
    ]) {
      const batchId = await draftOf(office, [ada, bo], meanwhile);
      expect(await checked(office, batchId)).toEqual({ ...nothing, isSearched: true });
    }
  });

  it('are searched by a release all the same', async () => {
    const office = await openOffice();
    await pay(office, [ada, bo]);
    const batchId = await draftOf(office, [ada, bo]);
    const { value, isSearched } = await watched(office, () => office.release(batchId, true));
    expect([value.ok, isSearched]).toEqual([true, true]);
  });

  it('are searched again if the sheet was searched before a change, and that search was stopped', async () => {
    const office = await openOffice();
    await pay(office, [ada, bo]);
    const { sheetId } = await openSheetOf(office, [header, ...[ada, bo].map(lineOf)]);
    await office.get('sheets.findings', { sheetId });
    await office.get('settings.change', { payeePolicy: { sharedAccount: 'block' } });
    const control = new AbortController();
    const { readSetting } = office.store;
    Object.assign(office.store, {
      readSetting: (name: string) => {
        if (name === 'releaseLimits') control.abort();
        return readSetting(name);
      },
    });
    const stopped = await office.tell('sheets.findings', { sheetId }, control.signal);
    expect(stopped).toMatchObject({ ok: false, error: { code: 'stopped' } });
    Object.assign(office.store, { readSetting });
    const { batchId } = await office.get('sheets.prepare', { sheetId });
    expect(await checked(office, batchId)).toEqual({ ...nothing, isSearched: true });
  });
});
