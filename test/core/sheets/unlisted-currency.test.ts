import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';

it('names at its cell a currency that the gateway did not list, without a query, until it is known to be offered', async () => {
  const office = await openOffice({ isPatient: true });
  const { sheetId } = await openSheetOf(office, [
    'amount,currency,method,name,account',
    '10.00,XXQ,BANK_TRANSFER,Ann,ACC-1',
    '20.00,EUR,BANK_TRANSFER,Ben,ACC-2',
  ]);
  const found = async () => {
    const view = { onlyProblems: false };
    const { rows } = await office.get('sheets.rows', { sheetId, view, from: 0, limit: 10 });
    return rows.map(({ findings }) => findings.filter(({ column }) => column === 'currencyCode'));
  };

  // The list was read when the file was opened.
  office.leave();
  expect(await office.get('sheets.findings', { sheetId })).toMatchObject({
    warnings: 1,
    methods: { checked: 0 },
  });
  const message =
    'The gateway did not list XXQ among its currencies. If the code is right, you can still pay it.';
  expect(await found()).toEqual([
    [{ column: 'currencyCode', kind: 'method', level: 'warn', message, suggestion: null }],
    [],
  ]);

  // The list is of then, and the gateway may take the currency since.
  office.comeBack();
  office.sandbox.gateway.addCode({ list: 'currencies', code: 'XXQ', name: 'New' });
  await office.get('sheets.findings', { sheetId, withMethods: true });
  expect(await found()).toEqual([[], []]);
});
