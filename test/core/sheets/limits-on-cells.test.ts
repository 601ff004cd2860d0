import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';

it('marks the amount of each row over the limit for one payout, and removes the mark once it is within or the limit is gone', async () => {
  const office = await openOffice();
  const limit = (largestPayout: string | null) =>
    office.get('settings.change', {
      releaseLimits: [{ currencyCode: 'EUR', largestPayout, largestBatch: '150' }],
    });
  await limit('100');
  const lines = ['100.00', '100.01', '120.00'].map(
    (amount, row) => `${amount},EUR,BANK_TRANSFER,Payee ${row},ACC-${row}`,
  );
  const { sheetId } = await openSheetOf(office, ['amount,currency,method,name,account', ...lines]);
  const marked = async (): Promise<(readonly [number, string, string, string])[]> => {
    await office.get('sheets.findings', { sheetId });
    const { rows } = await office.get('sheets.rows', {
      sheetId,
      view: { onlyProblems: false },
      from: 0,
      limit: 9,
    });
    return rows.flatMap(({ rowNumber, findings }) =>
      findings
        .filter(({ kind }) => kind === 'limit')
        .map(({ column, level, message }) => [rowNumber, String(column), level, message] as const),
    );
  };
  const over = (row: number, amount: string) => [
    row,
    'amount',
    'block',
    expect.stringContaining(`${amount} EUR; the limit for one payout is 100.00 EUR`),
  ];
  expect(await marked()).toEqual([over(2, '100.01'), over(3, '120.00')]);

  const { rows } = await office.get('sheets.rows', {
    sheetId,
    view: { onlyProblems: true },
    from: 0,
    limit: 9,
  });
  expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
  const change = { kind: 'set' as const, rows: [{ rowId: rows[0]?.rowId ?? 0, cells: { amount: '99.99' } }] };
  await office.get('sheets.change', { sheetId, change });
  expect(await marked()).toEqual([over(3, '120.00')]);
  await limit(null);
  expect(await marked()).toEqual([]);
  // What the rows come to together has no cell.
  const { together } = await office.get('sheets.findings', { sheetId });
  expect(JSON.stringify(together)).toContain('overBatchLimit');
});
