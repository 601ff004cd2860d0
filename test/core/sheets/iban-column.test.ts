import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import { must, newDesk, reopened, type Desk } from '../../kit/sheet-desk.ts';

const file = (header: string, ...accounts: readonly string[]): string =>
  [
    `amount,currencyCode,paymentMethodCode,accountName,${header},reference`,
    ...accounts.map((account, index) => `1.00,EUR,BANK_TRANSFER,Ada,${account},Invoice ${index}`),
  ].join('\n');

/** The accounts with a problem, and what it says. */
async function problemsOf(desk: Desk, sheetId: string): Promise<(readonly [string, string])[]> {
  return (await desk.rows(sheetId)).flatMap(({ cells, problems }) =>
    problems.map(({ fault }) => [cells.accountNumber, faultText(fault).message] as const),
  );
}

it('under the header IBAN, an account that begins as one has to be one, in a sheet as on the command line', async () => {
  const { desk, store } = await newDesk();
  const accounts = ['DE00123', 'DE89 3704 0044 0532 0130 00', '12345678', 'XX123'];
  const bytes = Buffer.from(file('IBAN', ...accounts));
  const input = { profileName: 'main', fileName: 'f.csv', bytes };
  const imported = await desk.sheets['batches.import'](input, desk.call);
  const problems = [{ value: 'DE00123', fault: { code: 'ibanLength', found: 7 } }];
  expect(imported).toMatchObject({ ok: false, error: { details: { problems } } });

  const { sheetId, version } = await desk.csv(file('IBAN', ...accounts));
  const expected = [['DE00123', expect.stringContaining('has 7 characters')]];
  expect(await problemsOf(desk, sheetId)).toEqual(expected);
  const rows = { kind: 'rowNumbers' as const, rowNumbers: [1, 3], version };
  const { aside } = must(await desk.sheets['sheets.setAside']({ sheetId, rows }, desk.call));
  const { desk: later } = await reopened(store);
  expect(await problemsOf(later, aside.sheetId)).toEqual(expected);
  expect(await problemsOf(later, sheetId)).toEqual([]);
  const typed = { accountNumber: 'FR76' };
  await later.change(sheetId, { kind: 'set', rows: [{ rowId: 2, cells: typed }] });
  expect(await problemsOf(later, sheetId)).toEqual([['FR76', expect.stringContaining('has 4 characters')]]);
});

it('under another header, an account may begin like an IBAN', async () => {
  const { desk } = await newDesk();
  const { sheetId } = await desk.csv(file('accountNumber', 'DE00123', 'DE89370400440532013001'));
  expect(await problemsOf(desk, sheetId)).toEqual([
    ['DE89370400440532013001', expect.stringContaining('check digits')],
  ]);
});
