import { describe, expect, it } from 'vitest';
import { payoutFile, payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { AppFailure, BatchList, Held, onlyBatch, readJson } from '../kit/shapes.ts';
import { accountsPaidOnce, withMerchant } from '../kit/with-merchant.ts';

describe('duplicates', () => {
  it.concurrent('holds the same file with 8 until --again confirms it, then pays under new order IDs', () =>
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

      const once = await merchant.run('release', first.batchId, '--yes', '--confirm-duplicates', 'meant');
      expect(once.stderr).toContain('was released or cancelled before. It is not sent a second time.');

      const again = onlyBatch(await merchant.run('pay', file, '--yes', '--again', '--json'));
      expect(again.byState).toEqual({ paid: 3 });
      expect(again.batchId).not.toBe(first.batchId);
      const book = merchant.sandbox.gateway.book();
      expect(accountsPaidOnce(book)).toEqual([...accounts, ...accounts].toSorted());
      expect(new Set(book.map(({ id }) => id)).size).toBe(6);
    }));

  it.concurrent('holds a whole file for a single row that was paid before, and names both rows', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70.00', accountName: 'Ada Byron', reference: 'May' };
      const first = onlyBatch(
        await merchant.run('pay', merchant.write('may.csv', payoutFile([row])), '--yes', '--json'),
      );
      const june = payoutFile([{ accountNumber: 'ACC-2', amount: '1.00' }, row]);
      const file = merchant.write('june.csv', june);
      const { duplicates, error } = readJson(await merchant.run('pay', file, '--yes', '--json'), Held, 8);
      expect(duplicates).toMatchObject({
        exactRows: 1,
        possibleRows: 0,
        rows: [
          {
            rowNumber: 2,
            level: 'exact',
            kind: 'samePayment',
            equalTo: {
              batchId: first.batchId,
              rowNumber: 1,
              payee: { accountName: 'Ada Byron', accountNumber: 'ACC-1' },
              money: { amount: '70.00', currencyCode: 'EUR' },
              state: 'paid',
            },
          },
        ],
      });
      expect(error.details.problems?.[0]?.message).toContain(first.batchId);
      const { exitCode, stdout, stderr } = await merchant.run('pay', file, '--yes');
      expect([exitCode, stdout]).toEqual([8, '']);
      expect(stderr).toContain('--confirm-duplicates');
      // Payee, amount, date and state of the other payment.
      const today = new Date().toISOString().slice(0, 4);
      for (const text of ['Ada Byron, ACC-1', '70.00', `${first.batchId}-1`, 'paid', today])
        expect(stderr).toContain(text);
      expect(merchant.sandbox.gateway.book()).toHaveLength(1);
    }));

  it.concurrent('holds possible duplicates too, until they are confirmed with a reason', () =>
    withMerchant(async (merchant) => {
      const row = {
        accountNumber: 'DE02120300000000202051',
        amount: '1250.00',
        accountName: 'Ada Byron',
        reference: 'Invoice 2026-0417',
      };
      const paid = await merchant.run('pay', merchant.write('april.csv', payoutFile([row])), '--yes');
      expect(paid.exitCode, paid.stderr).toBe(0);
      const others = [
        { ...row, reference: 'Invoice 2026-417' },
        { ...row, accountNumber: 'DE02500105170137075030', reference: 'Other' },
        { ...row, amount: '1205.00' },
      ];
      for (const [index, kind] of ['otherReference', 'otherAccount', 'otherAmount'].entries()) {
        const file = merchant.write(`${kind}.csv`, payoutFile(others.slice(index, index + 1)));
        const held = readJson(await merchant.run('pay', file, '--yes', '--json'), Held, 8);
        expect(held.duplicates.rows).toMatchObject([{ rowNumber: 1, level: 'possible', kind }]);
        expect(merchant.sandbox.gateway.book()).toHaveLength(index + 1);
        const noReason = await merchant.run('pay', file, '--yes', '--confirm-duplicates', ' ');
        expect(noReason.exitCode).toBe(2);
        const confirmed = ['--confirm-duplicates', 'agreed with Ada on the phone'];
        const end = await merchant.run('pay', file, '--yes', ...confirmed, '--json');
        expect(onlyBatch(end).byState).toEqual({ paid: 1 });
        expect(end.stderr).toContain('1 possible duplicate, confirmed');
      }
    }));

  it.concurrent('does not hold a row that shares less with what was paid', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70', accountName: 'Ada Byron', reference: 'May' };
      const paid = await merchant.run('pay', merchant.write('may.csv', payoutFile([row])), '--yes');
      expect(paid.exitCode, paid.stderr).toBe(0);
      const others = [
        { ...row, accountNumber: 'ACC-2', accountName: 'Bob' },
        { ...row, amount: '70.01', reference: 'June' },
        { ...row, currencyCode: 'USD', reference: '' },
      ];
      const file = merchant.write('june.csv', payoutFile(others));
      expect(onlyBatch(await merchant.run('pay', file, '--yes', '--json')).byState).toEqual({ paid: 3 });
    }));

  it.concurrent('holds equal rows within one file', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70.00', accountName: 'Ada Byron', reference: 'May' };
      const file = merchant.write('payouts.csv', payoutFile([row, { accountNumber: 'ACC-2' }, row]));
      const { duplicates } = readJson(await merchant.run('pay', file, '--yes', '--json'), Held, 8);
      expect(duplicates.rows.map(({ rowNumber }) => rowNumber)).toEqual([3]);
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      const meant = await merchant.run('pay', file, '--yes', '--again', '--json');
      expect(onlyBatch(meant).byState).toEqual({ paid: 3 });
      expect(meant.stderr).toContain('ATTENTION');
    }));

  it.concurrent('holds equal rows with order IDs of their own, too', () =>
    withMerchant(async (merchant) => {
      const row = { accountNumber: 'ACC-1', amount: '70.00', accountName: 'Ada Byron', reference: 'May' };
      const content = payoutFile([
        { ...row, idPayout: 'salary-1' },
        { ...row, idPayout: 'salary-2' },
      ]);
      const file = merchant.write('payouts.csv', content);
      const { duplicates } = readJson(await merchant.run('pay', file, '--yes', '--json'), Held, 8);
      expect(duplicates.rows.map(({ idPayout }) => idPayout)).toEqual(['salary-2']);
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      const meant = await merchant.run('pay', file, '--yes', '--again', '--json');
      expect(onlyBatch(meant).byState).toEqual({ paid: 2 });
      const ids = merchant.sandbox.gateway.book().map(({ id }) => id);
      expect(ids.toSorted()).toEqual(['salary-1', 'salary-2']);
    }));
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
      expect(readJson(twice, Held, 8).error.code).toBe('duplicateHeld');
      expect(merchant.sandbox.gateway.book().filter(({ body }) => body.includes('A-9001'))).toHaveLength(2);
    }));

  it.concurrent('says so when there is nothing to retry', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      const { exitCode, stdout } = await merchant.run('batch', 'retry', batchId, '--yes', '--json');
      expect(exitCode).toBe(2);
      expect(AppFailure.parse(JSON.parse(stdout).error).code).toBe('notReleasable');
      expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toHaveLength(1);
    }));
});
