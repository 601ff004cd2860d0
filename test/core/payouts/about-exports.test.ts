import { expect, it } from 'vitest';
import type { AboutLine, TableWriter } from '../../../main/core/ports/index.ts';
import { openOffice } from '../../kit/office.ts';
import { payBatch } from './evidence/packs.ts';

it('every Excel export says on a sheet of its own what it contains, when it was written, and how many rows it has', async () => {
  const office = await openOffice();
  await payBatch(office, ['10.00', '20.00']);
  await office.get('balances.read', { profileName: 'main' });
  const { files } = office.parts;
  const about: (readonly AboutLine[])[] = [];
  const begin = files.beginTable.bind(files);
  Object.assign(files, {
    beginTable: (...input: Parameters<typeof begin>): TableWriter => {
      const table = begin(...input);
      const finish = table.finish.bind(table);
      return Object.assign(table, {
        finish: (lines: readonly AboutLine[] = []) => {
          about.push(lines);
          return finish(lines);
        },
      });
    },
  });
  const day = new Date(office.now()).toISOString().slice(0, 10);
  const period = { from: day, until: day };
  const format = 'xlsx';
  const exports = [
    ['payees.export', { search: 'a', format }, [['Filter: Search', 'a']]],
    ['payees.export', { format }, [['Filter', 'none']]],
    ['audit.export', { filter: { entities: ['batch'] }, format }, [['Filter: About', 'Batch']]],
    ['books.export', { ...period, profileName: 'main', format }, [['Profile', 'main']]],
    ['flows.export', { ...period, by: 'day', currencyCode: 'EUR', format }, [['Profile', 'all']]],
    ['balances.export', { ...period, currencyCode: 'EUR', format }, [['Profile', 'all']]],
    [
      'statement.export',
      { ...period, profileName: 'main', currencyCode: 'EUR', format },
      [['Profile', 'main']],
    ],
  ] as const;
  for (const [name, input, [first]] of exports) {
    await office.get(name, input);
    const lines = about.at(-1) ?? [];
    expect(lines[0], name).toEqual(first);
    expect(lines, name).toContainEqual(['Exported at (UTC)', expect.stringContaining(day), 'time']);
    expect(Number(lines.find(([line]) => line === 'Rows')?.[1]), name).toBeGreaterThan(0);
  }
  expect(about).toHaveLength(exports.length);
});
