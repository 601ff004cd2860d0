import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../files/workbooks.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFile, payoutFileTo } from '../kit/payout-files.ts';
import { BatchList, Failed, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

/** Pays a file that must be refused as input, and gives the error after seeing that nothing was imported or sent. */
async function refusedFile(merchant: Merchant, name: string, content: string | Uint8Array) {
  const file = merchant.write(name, content);
  const { error } = readJson(await merchant.run('pay', file, '--yes', '--json'), Failed, 3);
  expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toEqual([]);
  expect(merchant.sandbox.gateway.statistics().requests).toBe(0);
  return error;
}

describe('a file with errors', () => {
  it.concurrent('ends with 3 and names line, column, value and what is expected, and sends nothing', () =>
    withMerchant(async (merchant) => {
      const content = payoutFile([
        { accountNumber: 'ACC-1' },
        { accountNumber: 'ACC-2', amount: '12.345' },
        { accountNumber: 'ACC-3', currencyCode: 'JPY', amount: '10.50' },
      ]);
      const { code, details } = await refusedFile(merchant, 'payouts.csv', content);
      expect(code).toBe('fileHasErrors');
      expect(details.problems).toEqual([
        expect.objectContaining({ line: 3, field: 'amount', value: '12.345' }),
        expect.objectContaining({ line: 4, field: 'amount', value: '10.50' }),
      ]);
      for (const { expected } of details.problems ?? []) expect(expected).toMatch(/\w/);
    }));

  it.concurrent('prints the same for people on standard error, one line per problem', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFile([{ accountNumber: 'ACC-1', amount: '-25.00' }]));
      const { exitCode, stdout, stderr } = await merchant.run('pay', file, '--yes');
      expect([exitCode, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/line 2, amount: found "-25\.00"; expected: /);
    }));

  it.concurrent('prints each sentence once, and what was found at each place', () =>
    withMerchant(async (merchant) => {
      const unnamed = await merchant.run('pay', merchant.write('unnamed.csv', 'foo,bar\n1,2\n'), '--yes');
      expect(unnamed.stderr.split('No column of the header is recognised as Amount')).toHaveLength(2);
      expect(unnamed.stderr).toContain('\n  line 1, amount: found "foo, bar"; expected: ');
      await merchant.run(
        'settings',
        'set',
        'releaseLimits',
        '[{"currencyCode":"EUR","largestPayout":"5.00","largestBatch":null}]',
      );
      const payouts = payoutFile([{ accountNumber: 'ACC-1', amount: '25.00' }]);
      const over = await merchant.run('pay', merchant.write('over.csv', payouts), '--yes');
      expect(over.exitCode).toBe(8);
      expect(over.stderr.split('the limit for one payout is')).toHaveLength(2);
    }));

  it.concurrent('reports every problem of the example file at its own line', () =>
    withMerchant(async (merchant) => {
      const examples = path.resolve(import.meta.dirname, '../../../examples/payouts-with-errors.csv');
      const { details } = await refusedFile(merchant, 'payouts.csv', readFileSync(examples));
      const lines = new Set((details.problems ?? []).map(({ line }) => line));
      expect(lines.size).toBeGreaterThanOrEqual(15);
    }));

  it.concurrent('shows both readings of an amount that can be read in two ways', () =>
    withMerchant(async (merchant) => {
      const content = payoutFile([{ accountNumber: 'ACC-1', amount: '1,234', currencyCode: 'BHD' }]);
      const { code, message } = await refusedFile(merchant, 'payouts.csv', content);
      expect(code).toBe('fileAmbiguous');
      expect(message).toMatch(/1234\b.*1\.234|1\.234.*1234\b/);
    }));

  it.concurrent('refuses an order ID that occurs twice in a file', () =>
    withMerchant(async (merchant) => {
      const content = payoutFile([
        { accountNumber: 'ACC-1', idPayout: 'salary-1' },
        { accountNumber: 'ACC-2', idPayout: 'salary-1' },
      ]);
      const { details } = await refusedFile(merchant, 'payouts.csv', content);
      expect(details.problems).toEqual([
        expect.objectContaining({ line: 3, field: 'idPayout', value: 'salary-1' }),
      ]);
    }));

  it.concurrent('I2: refuses an order ID that was used before, whatever its row contains now', () =>
    withMerchant(async (merchant) => {
      const first = payoutFile([{ accountNumber: 'ACC-1', idPayout: 'salary-1' }]);
      const paid = await merchant.run('pay', merchant.write('first.csv', first), '--yes', '--json');
      expect(paid.exitCode, paid.stderr).toBe(0);
      const second = merchant.write(
        'second.csv',
        payoutFile([{ accountNumber: 'ACC-2' }, { accountNumber: 'ACC-3', idPayout: 'salary-1' }]),
      );
      for (const words of [['--yes'], ['--yes', '--again']]) {
        const { error } = readJson(await merchant.run('pay', second, ...words, '--json'), Failed, 3);
        expect(error.code).toBe('orderIdUsed');
        expect(error.details.problems).toEqual([
          expect.objectContaining({ line: 3, field: 'idPayout', value: 'salary-1' }),
        ]);
      }
      expect(merchant.sandbox.gateway.book().map(({ id }) => id)).toEqual(['salary-1']);
    }));

  it.concurrent('refuses a file that is not a table of payouts', () =>
    withMerchant(async (merchant) => {
      const contents: Record<string, string | Uint8Array> = {
        'empty.csv': '',
        'header.csv': payoutFileTo(),
        'prose.csv': 'Dear treasurer,\nplease pay everyone.\n',
        'noise.csv': new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 255, 254, 0]),
      };
      for (const [name, content] of Object.entries(contents)) {
        const { code } = await refusedFile(merchant, name, content);
        expect(['fileHasErrors', 'fileUnreadable'], name).toContain(code);
      }
    }));

  it.concurrent('treats a missing file as wrong usage', () =>
    withMerchant(async (merchant) => {
      const { exitCode, stderr } = await merchant.run('pay', `${merchant.folder}/nothing.csv`, '--yes');
      expect(exitCode).toBe(2);
      expect(stderr).toContain('nothing.csv');
      expect((await merchant.run('pay', merchant.folder, '--yes')).exitCode).toBe(2);
    }));
});

it.skipIf(process.platform === 'win32')('reads an endless file up to the limit and refuses it', () =>
  withMerchant(async (merchant) => {
    const { error } = readJson(await merchant.run('pay', '/dev/zero', '--yes', '--json'), Failed, 3);
    expect(error).toMatchObject({ code: 'fileUnreadable' });
    expect(error.message).toContain('64 MiB');
    expect(merchant.sandbox.gateway.statistics().requests).toBe(0);
  }),
);

it('--worksheet and --header-row name where the table is; one that does not exist is wrong usage', () =>
  withMerchant(async (merchant) => {
    const title = [['Payroll of October'], ['amount', 'currency', 'method'], ['1.25', 'EUR', 'WIRE']];
    const book = merchant.write('book.xlsx', workbook([['Who asked for this']], title));
    const place = ['--worksheet', 'S2', '--header-row', '2', '--json'];
    const draft = z.object({ totals: z.array(z.unknown()) });
    const { totals } = readJson(await merchant.run('prepare', book, ...place), draft);
    expect(totals).toEqual([{ currencyCode: 'EUR', amount: '1.25', count: 1 }]);
    const other = await merchant.run('check', book, '--worksheet', 'October');
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('It has “S1”, “S2”.');
    expect((await merchant.run('prepare', book, '--header-row', 'two')).exitCode).toBe(2);
    for (const command of ['prepare', 'check']) {
      const { stdout, stderr } = await merchant.run(command, book, '--worksheet', 'S2');
      expect(stdout + stderr).toContain('If another row of the file names the columns, add --header-row');
    }
  }));
