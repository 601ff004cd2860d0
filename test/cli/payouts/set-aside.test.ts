import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { requireKeyring } from '../../keys/keyring.ts';
import { onlyBatch, readJson } from '../kit/shapes.ts';
import { payoutFile } from '../kit/payout-files.ts';
import { withMerchant } from '../kit/with-merchant.ts';

beforeAll(requireKeyring);

const Prepared = z.looseObject({
  batchId: z.string(),
  rows: z.number().int(),
  setAside: z.strictObject({ rows: z.number().int(), sheetId: z.string(), file: z.string() }).nullable(),
});

it('the good rows of a file are paid now, and the bad ones go to a new sheet and to a file that can be paid once fixed', () =>
  withMerchant(async (merchant) => {
    const good = payoutFile([
      { accountNumber: 'ACC-1', amount: '600.00' },
      { accountNumber: 'ACC-2', amount: '400.00' },
      { accountNumber: 'ACC-3', amount: '12.345' },
    ]);
    const file = merchant.write('payroll.csv', good);
    const aside = merchant.write('x', '').replace(/x$/, 'aside.csv');

    // Without the option one bad row holds all of them.
    expect((await merchant.run('pay', file, '--yes', '--json')).exitCode).toBe(3);
    const paid = await merchant.run('pay', file, '--set-aside', aside, '--yes', '--json');
    expect(paid.stderr).toContain('1 row set aside');
    expect(onlyBatch(paid).byState).toEqual({ paid: 2 });

    const rows = readFileSync(aside, 'utf8');
    expect(rows).toContain('12.345');
    expect(rows).toContain('too many decimals');
    expect((await merchant.run('pay', file, '--set-aside', aside, '--yes')).exitCode).toBe(2);
    const repaired = merchant.write('repaired.csv', rows.replace('12.345', '12.34'));
    expect(onlyBatch(await merchant.run('pay', repaired, '--yes', '--json')).byState).toEqual({ paid: 1 });
  }));

it('where the good rows cannot be prepared, the message says where the ones set aside are', () =>
  withMerchant(async (merchant) => {
    const used = { accountNumber: 'ACC-1', amount: '1.00', idPayout: 'used-1' };
    await merchant.run('prepare', merchant.write('first.csv', payoutFile([used])));
    const rows = [used, { accountNumber: 'ACC-2', amount: '12.345' }];
    const aside = merchant.write('x', '').replace(/x$/, 'aside.csv');
    const refused = await merchant.run(
      'prepare',
      merchant.write('second.csv', payoutFile(rows)),
      '--set-aside',
      aside,
    );
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('This order ID was used before');
    expect(refused.stderr).toContain(`1 row set aside: saved to ${aside}`);
    expect(readFileSync(aside, 'utf8')).toContain('12.345');
  }));

it('pay says once that a row looks like the total of the others', () =>
  withMerchant(async (merchant) => {
    const lines = [
      { accountNumber: 'ACC-1', amount: '1.00' },
      { accountNumber: 'ACC-2', amount: '2.00' },
      { accountName: 'Total', accountNumber: '', amount: '3.00' },
    ];
    const paid = await merchant.run(
      'pay',
      merchant.write('sum.csv', payoutFile(lines)),
      '--yes',
      '--no-wait',
    );
    expect(paid.stderr.match(/Row 3 looks like the total/g)).toHaveLength(1);
  }));

it('rows of a draft are set aside by their numbers; if no row has a problem, nothing is', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write(
      'rent.csv',
      payoutFile([
        { accountNumber: 'ACC-4', amount: '1.00' },
        { accountNumber: 'ACC-5', amount: '2.00' },
        { accountNumber: 'ACC-6', amount: '3.00' },
        { accountName: 'Total', accountNumber: '', amount: '6.00' },
      ]),
    );
    const aside = merchant.write('x', '').replace(/x$/, 'rows.csv');
    const prepared = await merchant.run('prepare', file, '--set-aside', aside, '--json');
    expect(prepared.stderr).toContain('note: Row 4 looks like the total of the rows above');
    const whole = readJson(prepared, Prepared);
    expect(whole).toMatchObject({ rows: 4, setAside: null });
    expect(existsSync(aside)).toBe(false);
    const words = ['batch', 'set-aside', whole.batchId, '--rows', '2', '--out', aside, '--json'];
    const rest = readJson(await merchant.run(...words), Prepared);
    expect(rest).toMatchObject({ rows: 3, setAside: { rows: 1, file: aside } });
    expect(rest.batchId).not.toBe(whole.batchId);
    expect(readFileSync(aside, 'utf8')).toContain('ACC-5');
    // Both sides are in the list, also if the command had been killed before it made a draft of the others.
    const list = await merchant.run('batch', 'list', '--json');
    expect(list.stderr).toContain(
      'note: 1 row in 1 sheet of the window that is no batch: Set aside from rent.csv (1).',
    );
    // Not the one whose total it was.
    const released = await merchant.run('release', rest.batchId, '--yes', '--no-wait', '--json');
    expect(released.stderr).toContain('ATTENTION: Row 3 looks like the total of the rows above');
  }));
