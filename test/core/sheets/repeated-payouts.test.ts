import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';

it('a row of a sheet shows the current state of the payout that it repeats, not that of its last check', async () => {
  const office = await openOffice();
  const before = await office.draftRows([['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1', 'SANDBOX_BANK']]);
  await office.releaseAll(before);
  const { sheetId } = await openSheetOf(office, [
    'amount,currency,method,name,account,operator,reference',
    '10.00,EUR,BANK_TRANSFER,Payee 0,ACC-1,SANDBOX_BANK,Other',
    '10.00,EUR,BANK_TRANSFER,Payee 0,ACC-1,SANDBOX_BANK,Third',
  ]);
  await office.get('sheets.findings', { sheetId });
  const repeated = async (): Promise<string[]> => {
    const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
    return rows.flatMap(({ findings }) =>
      findings.flatMap(({ kind, message }) => (kind === 'possibleDuplicate' ? [message] : [])),
    );
  };
  expect(await repeated()).toEqual([
    expect.stringMatching(/as row 1 of batch .*; queued\)\.$/),
    expect.stringMatching(/as row 1 of this batch .*; draft\)\.$/),
  ]);
  await office.get('batches.run', { batchIds: [before], until: 'final', silenceLimitMs: 10_000 });
  expect((await repeated())[0]).toMatch(/; paid\)\.$/);
});
