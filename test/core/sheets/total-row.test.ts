import { expect, it } from 'vitest';
import { emptyCells, type SheetCells } from '../../../contract/batches/sheet.ts';
import { totalRowOf } from '../../../main/core/sheets/total-row.ts';

const payout = (amount: string, accountName = 'Payee'): SheetCells => ({
  ...emptyCells,
  amount,
  accountName,
});

it.each<readonly [string, SheetCells, number | null]>([
  ['says so', payout('99.00', 'TOTAL'), 3],
  ['says so in another language', payout('', 'Summe EUR'), 3],
  ['has no payee and the sum of the others', payout('30.50', ''), 3],
  ['has no payee and another amount', payout('30.51', ''), null],
  ['has an account, whatever it is called', { ...payout('30.50', 'Total SA'), accountNumber: 'A-1' }, null],
  ['has a payee, whatever its amount', payout('30.50', 'Totally Fine Ltd'), null],
])('a last row is taken for a total where it %s', (_what, last, expected) => {
  expect(totalRowOf([payout('10.00'), payout('20.50'), last])).toBe(expected);
});
