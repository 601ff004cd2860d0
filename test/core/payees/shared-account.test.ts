import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';
import { draftOf } from './payouts-to.ts';

it('an account that three names share is shown in each of their rows with all others, apart from accounts of one name', async () => {
  const office = await openOffice();
  const names = ['Zeta Mills', 'Omega Timber', 'Kappa Glass'];
  const batchId = await draftOf(office, [
    ['2.00', 'Iota Works', '99887766'],
    ...names.map((name) => ['2.00', name, '10203040'] as const),
  ]);
  const { findings } = await office.get('payees.findings', { batchId });
  expect(
    findings.flatMap(({ kind, rowNumber, evidence }) =>
      kind === 'sharedAccount' ? [[rowNumber, evidence.rows]] : [],
    ),
  ).toEqual([
    [2, [3, 4]],
    [3, [2, 4]],
    [4, [2, 3]],
  ]);
});

it('an account that two names share is shown although each writes it in another form', async () => {
  const office = await openOffice();
  const lines = [
    '1.00,EUR,BANK_TRANSFER,Zeta Mills,0010203040,SANDBOX_BANK,1',
    '1.00,EUR,BANK_TRANSFER,Omega Timber,10203040,SANDBOX_BANK,2',
    '1.00,EUR,BANK_TRANSFER,Kappa Glass,CZ6508000000192000145399,SANDBOX_BANK,3',
    '1.00,EUR,BANK_TRANSFER,Iota Works,19-2000145399/0800,SANDBOX_BANK,4',
  ];
  const { sheetId } = await openSheetOf(office, [
    'amount,currency,method,name,account,operator,reference',
    ...lines,
  ]);
  await office.get('sheets.findings', { sheetId });
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
  const inSheet = rows.flatMap(({ rowNumber, findings }) =>
    findings.flatMap(({ kind }) => (kind === 'sharedAccount' ? [rowNumber] : [])),
  );
  expect(inSheet).toEqual([1, 2, 3, 4]);
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { findings } = await office.get('payees.findings', { batchId });
  const inDraft = findings.flatMap(({ kind, rowNumber, evidence }) =>
    kind === 'sharedAccount' ? [[rowNumber, evidence.rows]] : [],
  );
  expect(inDraft).toEqual([
    [1, [2]],
    [2, [1]],
    [3, [4]],
    [4, [3]],
  ]);
});
