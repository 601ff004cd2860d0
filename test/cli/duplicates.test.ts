import { describe, expect, it } from 'vitest';
import { payoutFile, payoutFileTo, plainAccounts } from './payout-files.ts';
import { AppFailure, BatchList, Failed, Held, onlyBatch, readJson } from './shapes.ts';
import { accountsPaidOnce, withMerchant } from './with-merchant.ts';

describe('duplicates', () => {
  it.concurrent(
    'holds the same file with 8 until --again says that it is meant, then pays under new order IDs',
    () =>
      withMerchant(async (merchant) => {
        const accounts = plainAccounts(3);
        const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
        const first = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
        // Another name does not make another file.
        const copy = merchant.write('copy.csv', payoutFileTo(...accounts));
        for (const held of [file, copy]) {
          const { error, batches } = readJson(await merchant.run('pay', held, '--yes', '--json'), Held, 8);
          expect(error.code).toBe('duplicateHeld');
          expect(error.message).toContain(first.batchId);
          expect(batches).toMatchObject([{ rows: 3, byState: { draft: 3 } }]);
        }
        expect(merchant.sandbox.gateway.book()).toHaveLength(3);

        const again = onlyBatch(await merchant.run('pay', file, '--yes', '--again', '--json'));
        expect(again.byState).toEqual({ paid: 3 });
        expect(again.batchId).not.toBe(first.batchId);
        const book = merchant.sandbox.gateway.book();
        expect(accountsPaidOnce(book)).toEqual([...accounts, ...accounts].toSorted());
        expect(new Set(book.map(({ id }) => id)).size).toBe(6);
      }),
  );

  it.concurrent('holds a whole file for a single row that was paid before, and names both rows', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70.00', accountName: 'Ada Byron', reference: 'May' };
      const first = onlyBatch(
        await merchant.run('pay', merchant.write('may.csv', payoutFile([row])), '--yes', '--json'),
      );
      const june = payoutFile([{ accountNumber: 'ACC-2', amount: '1.00' }, row]);
      const file = merchant.write('june.csv', june);
      const { batches } = readJson(await merchant.run('pay', file, '--yes', '--json'), Held, 8);
      const [held] = batches;
      expect(held?.problems).toEqual([
        expect.objectContaining({ rowNumber: 2, state: 'draft', code: 'duplicateHeld' }),
      ]);
      expect(held?.problems[0]?.message).toContain(first.batchId);
      const { exitCode, stdout, stderr } = await merchant.run('pay', file, '--yes');
      expect([exitCode, stdout]).toEqual([8, '']);
      expect(stderr).toContain('--again');
      expect(merchant.sandbox.gateway.book()).toHaveLength(1);
    }),
  );

  it.concurrent('does not hold a row that differs in payee, amount, currency or reference', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70', accountName: 'Ada Byron', reference: 'May' };
      const paid = await merchant.run('pay', merchant.write('may.csv', payoutFile([row])), '--yes');
      expect(paid.exitCode, paid.stderr).toBe(0);
      const others = [
        { ...row, accountNumber: 'ACC-2' },
        { ...row, amount: '70.01' },
        { ...row, currencyCode: 'USD' },
        { ...row, reference: 'June' },
      ];
      const file = merchant.write('june.csv', payoutFile(others));
      expect(onlyBatch(await merchant.run('pay', file, '--yes', '--json')).byState).toEqual({ paid: 4 });
    }),
  );

  it.concurrent('holds equal rows within one file', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70.00', accountName: 'Ada Byron', reference: 'May' };
      const file = merchant.write('payouts.csv', payoutFile([row, { accountNumber: 'ACC-2' }, row]));
      const { batches } = readJson(await merchant.run('pay', file, '--yes', '--json'), Held, 8);
      expect(batches[0]?.problems.map(({ rowNumber }) => rowNumber)).toEqual([3]);
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      const meant = await merchant.run('pay', file, '--yes', '--again', '--json');
      expect(onlyBatch(meant).byState).toEqual({ paid: 3 });
      expect(meant.stderr).toContain('ATTENTION');
    }),
  );

  it.concurrent('takes equal rows with order IDs of their own as meant', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70.00', accountName: 'Ada Byron', reference: 'May' };
      const content = payoutFile([
        { ...row, idPayout: 'salary-1' },
        { ...row, idPayout: 'salary-2' },
      ]);
      const end = await merchant.run('pay', merchant.write('payouts.csv', content), '--yes', '--json');
      expect(onlyBatch(end).byState).toEqual({ paid: 2 });
      expect(merchant.sandbox.gateway.book().map(({ id }) => id)).toEqual(['salary-1', 'salary-2']);
    }),
  );
});

describe('bursar batch retry', () => {
  it.concurrent('sends failed and rejected rows again under new order IDs that name the old ones', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1', 'A-9001', 'A-9002', 'A-9010'));
      const first = onlyBatch(await merchant.run('pay', file, '--yes', '--json'), 4);
      const noTerminal = await merchant.run('batch', 'retry', first.batchId);
      expect([noTerminal.exitCode, noTerminal.stdout]).toEqual([2, '']);
      const retry = onlyBatch(await merchant.run('batch', 'retry', first.batchId, '--yes', '--json'), 4);
      // The conflict is for a person to clear up; it is not sent again.
      expect(retry).toMatchObject({ rows: 2, byState: { failed: 1, rejected: 1 } });
      for (const { rowNumber, idPayout } of retry.problems) {
        const { stdout } = await merchant.run('payout', idPayout, '--json');
        expect(JSON.parse(stdout)).toMatchObject({ retryOf: `${first.batchId}-${rowNumber + 1}` });
      }
      const twice = await merchant.run('batch', 'retry', first.batchId, '--yes', '--json');
      expect(readJson(twice, Failed, 8).error.code).toBe('duplicateHeld');
      expect(merchant.sandbox.gateway.book().filter(({ body }) => body.includes('A-9001'))).toHaveLength(2);
    }),
  );

  it.concurrent('says so when there is nothing to send again', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      const { exitCode, stdout } = await merchant.run('batch', 'retry', batchId, '--yes', '--json');
      expect(exitCode).toBe(2);
      expect(AppFailure.parse(JSON.parse(stdout).error).code).toBe('notReleasable');
      expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toHaveLength(1);
    }),
  );
});
