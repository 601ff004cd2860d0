import { expect, it } from 'vitest';
import { median, mostInOneSecond, table, type Figure } from './figure.ts';
import { makeRows, toCsv } from './rows.ts';

const figure: Figure = {
  name: 'Import',
  measured: '2,000 ms',
  limit: '900 ms',
  ratio: '2.22 ×',
  aim: { words: 'at most 2 ×', isMet: false },
};

it('says in the table which aims are missed, which are met and which figures have none', () => {
  const lines = table([
    figure,
    { ...figure, aim: { words: 'at most 3 ×', isMet: true } },
    { ...figure, aim: null },
  ]).split('\n');
  expect(lines.map((line) => line.split('|').at(-2)?.trim())).toEqual([
    'Met',
    expect.stringMatching(/^-+$/),
    '**no**',
    'yes',
    '–',
  ]);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

it('takes the median of several measurements, in any order', () => {
  expect(median([30, 10, 20])).toBe(20);
  expect(median([1, 2, 3, 100])).toBe(2);
  expect(() => median([])).toThrow(RangeError);
});

it('measures the same rows in every run, none of which would be held as duplicates', () => {
  const rows = makeRows(2000, true);
  expect(toCsv(makeRows(2000, true))).toEqual(toCsv(rows));
  expect(new Set(rows.map(({ accountNumber, reference }) => `${accountNumber} ${reference}`)).size).toBe(
    2000,
  );
});

it('finds the fullest second, wherever it begins', () => {
  expect(mostInOneSecond([0, 900, 950, 999, 1000, 1900])).toBe(4);
  expect(mostInOneSecond([0, 900, 950, 999, 1000, 1899.9])).toBe(5);
  expect(mostInOneSecond([0, 1000, 2000])).toBe(1);
  expect(mostInOneSecond([])).toBe(0);
});
