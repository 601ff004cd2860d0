import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { emptyCells, type SheetCells } from '../../../contract/batches/sheet.ts';
import { totalRowOf } from '../../../main/core/batches/check/total-row.ts';
import { openOffice } from '../../kit/office.ts';
import { must, newDesk } from '../../kit/sheet-desk.ts';

const payout = (amount: string, accountName = 'Payee'): SheetCells => ({
  ...emptyCells,
  amount,
  accountName,
});

it.each<readonly [string, SheetCells, number | null]>([
  ['says so', payout('99.00', 'TOTAL'), 3],
  ['says so in another language', payout('', 'Summe EUR'), 3],
  ['says so beside its amount', payout('Summe: 99,00', ''), 3],
  ['has no payee and the sum of the others', payout('30.50', ''), 3],
  ['has no payee and another amount', payout('30.51', ''), null],
  ['has an account, whatever it is called', { ...payout('30.50', 'Total SA'), accountNumber: 'A-1' }, null],
  ['has a payee, whatever its amount', payout('30.50', 'Totally Fine Ltd'), null],
])('a last row is taken for a total if it %s', (_what, last, expected) => {
  expect(totalRowOf([payout('10.00'), payout('20.50'), last], (row) => row, [])).toBe(expected);
});

describe('the last row of a file', () => {
  const totalOf = async (header: string, ...rows: readonly string[]): Promise<number | null> => {
    const { desk } = await newDesk();
    const bytes = Buffer.from([header, ...rows].join('\n'));
    const opening = must(await desk.open({ kind: 'file', fileName: 'payouts.csv', bytes }));
    return opening.kind === 'opened' ? opening.totalRow : null;
  };

  it.each([
    ['TOTAL', ''],
    ['Summe', 'SEPA'],
  ])(
    'is recognised as a total by "%s" in a column that is not imported, with the method "%s"',
    async (word, method) => {
      const header = 'Nr.,Amount,Currency,Method,Name,Account';
      expect(
        await totalOf(
          header,
          '1,10.00,EUR,SEPA,A,A-1',
          '2,20.50,EUR,SEPA,B,A-2',
          `${word},99.00,EUR,${method},,`,
        ),
      ).toBe(3);
      expect(
        await totalOf(
          header,
          '1,10.00,EUR,SEPA,A,A-1',
          '2,20.50,EUR,SEPA,B,A-2',
          `${word},99.00,EUR,${method},C,A-3`,
        ),
      ).toBeNull();
    },
  );

  it.each([
    ['the sum of those that can be read', '30.50', 4],
    ['more than that', '130.50', 4],
    ['less than that', '30.49', null],
  ])('is a total next to an amount that cannot be read if it is %s', async (_what, amount, expected) => {
    expect(
      await totalOf(
        'Amount,Currency,Method,Name,Account',
        '10.00,EUR,SEPA,A,A-1',
        'n/a,EUR,SEPA,B,A-2',
        '20.50,EUR,SEPA,C,A-3',
        `${amount},EUR,SEPA,,`,
      ),
    ).toBe(expected);
  });
});

it('a file that becomes a draft at once, as by the command `pay`, has a note about such a row, also when it is given again', async () => {
  const office = await openOffice();
  const notesOf = async (lastName: string) => {
    const lines = [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber',
      '10.00,EUR,BANK_TRANSFER,A,A-1',
      `10.00,EUR,BANK_TRANSFER,${lastName},`,
    ];
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    return (await office.get('batches.import', { fileName: 'payouts.csv', bytes })).notes;
  };
  expect(await notesOf('Total')).toEqual([{ code: 'totalRow', row: 2 }]);
  expect(await notesOf('Total')).toEqual([{ code: 'totalRow', row: 2 }]);
  expect(await notesOf('Anna Schmidt')).toEqual([]);
});
