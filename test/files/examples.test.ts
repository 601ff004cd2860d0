import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PayoutRow } from '../../contract/payments/payment.ts';
import { accepted, refused } from './reading.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url));

describe('the example files', () => {
  it('contain payouts that Bursar reads, in at least four currencies and without order IDs of their own', async () => {
    const { rows, notes } = await accepted(example('payouts.csv'));
    expect(rows.length).toBeGreaterThanOrEqual(44);
    expect(notes).toMatchObject([
      { code: 'converted', column: 'accountNumber', to: 'DE89370400440532013000', rows: 23 },
    ]);
    for (const row of rows) expect(PayoutRow.safeParse(row).success).toBe(true);
    const currencies = new Set(rows.map(({ currencyCode }) => currencyCode));
    for (const currencyCode of ['EUR', 'USD', 'JPY', 'BTC']) expect(currencies).toContain(currencyCode);
    expect(rows.every(({ idPayout }) => idPayout === '')).toBe(true);
  });

  it('contain no two payouts that could be taken for the same', async () => {
    const { rows } = await accepted(example('payouts.csv'));
    const keys = rows.map((row) =>
      JSON.stringify([row.accountNumber, row.amount, row.currencyCode, row.reference]),
    );
    expect(new Set(keys).size).toBe(rows.length);
  });

  it.each([
    ['9001', 2],
    ['9002', 2],
    ['9003', 1],
    ['9005', 1],
    ['9006', 1],
    ['9012', 1],
  ])('make the sandbox act out %s as often as promised', async (ending, count) => {
    const { rows } = await accepted(example('payouts.csv'));
    expect(rows.filter(({ accountNumber }) => accountNumber.endsWith(ending))).toHaveLength(count);
  });

  it('show one of each mistake, on its line', async () => {
    const { code, problems } = await refused(example('payouts-with-errors.csv'));
    expect(code).toBe('fileHasErrors');
    expect(problems.map(({ line }) => line)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24,
    ]);
  });
});
