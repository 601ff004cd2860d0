import { describe, expect, it } from 'vitest';
import { steadyClock } from '../../../sandbox/index.ts';
import { payoutFile, payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { BatchList, onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from '../kit/with-merchant.ts';

describe('bursar pay', () => {
  it.concurrent('pays a file to the end, prints one JSON document and keeps progress on standard error', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(4);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const end = await merchant.runProgram('pay', file, '--profile', 'test', '--yes', '--json');
      const { batchId, ...report } = onlyBatch(end);
      expect(report).toEqual({
        rows: 4,
        byState: { paid: 4 },
        totals: [{ currencyCode: 'EUR', amount: '12.00', count: 4 }],
        problems: [],
      });
      expect(end.stderr).toContain('Release 4 payouts from payouts.csv');
      expect(end.stderr).toContain('SANDBOX: test data');
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
      const ids = merchant.sandbox.gateway.book().map(({ id }) => id);
      expect(ids.toSorted()).toEqual([1, 2, 3, 4].map((rowNumber) => `${batchId}-${rowNumber}`));
      const payouts = readJson(await merchant.run('payouts', '--batch', batchId, '--json'), Payouts);
      expect(payouts.map(({ state, gatewayStatus }) => `${state} ${gatewayStatus}`)).toEqual(
        Array.from({ length: 4 }, () => 'paid SUCCESS'),
      );
    }));

  it.concurrent('prints a report of totals by state and currency for a person', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write(
        'payouts.csv',
        payoutFile([
          { accountNumber: 'ACC-1', amount: '1234.50' },
          { accountNumber: 'ACC-2', amount: '200000', currencyCode: 'JPY' },
        ]),
      );
      const { exitCode, stdout, stderr } = await merchant.run('pay', file, '--yes');
      expect(exitCode, stderr).toBe(0);
      expect(stdout).toMatch(/^Batch \w+: 2 payouts from payouts\.csv$/m);
      expect(stdout).toMatch(/\bpaid\b/);
      for (const [amount, currencyCode] of [
        ['1,234.50', 'EUR'],
        ['200,000', 'JPY'],
      ]) {
        const line = stdout.split('\n').find((text) => text.includes(currencyCode ?? ''));
        expect(line).toContain(amount);
      }
      expect(stdout).not.toContain('Problems:');
    }));

  it.concurrent('ends with 4 and says for each unpaid row what happened', () =>
    withMerchant(async (merchant) => {
      const accounts = ['ACC-1', 'A-9001', 'A-9002', 'A-9007', 'A-9008', 'A-9010', 'A-9012'];
      const lines = [
        ...accounts.map((accountNumber) => ({ accountNumber })),
        { accountNumber: 'ACC-2', amount: '4060.06' },
      ];
      const file = merchant.write('payouts.csv', payoutFile(lines));
      const { byState, problems } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'), 4);
      expect(byState).toEqual({ paid: 1, failed: 1, rejected: 5, conflict: 1 });
      expect(problems.map(({ rowNumber, state, code }) => [rowNumber, state, code])).toEqual([
        [2, 'failed', 'FAILED'],
        [3, 'rejected', 'ACCOUNT_NOT_PAYABLE'],
        [4, 'rejected', expect.any(String)],
        [5, 'rejected', expect.any(String)],
        [6, 'conflict', 'otherMoney'],
        [7, 'rejected', 'INSUFFICIENT_FUNDS'],
        [8, 'rejected', 'AMOUNT_NOT_ALLOWED'],
      ]);
      // 6.50 was released; the gateway claims to hold one more.
      expect(problems.find(({ state }) => state === 'conflict')?.message).toMatch(/7\.50 EUR.*6\.50 EUR/);
    }));

  it.concurrent('pays every row once when answers are lost, late or busy, or the gateway forgets', () =>
    withMerchant(
      async (merchant) => {
        const accounts = ['A-9003', 'A-9004', 'A-9005', 'A-9006', 'A-9011', 'A-9013', 'A-9014'];
        const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
        const { byState } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
        expect(byState).toEqual({ paid: 7 });
        expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
      },
      { settleMs: 100 },
    ));

  it.concurrent('--no-wait ends when everything is sent, and resume tracks it to the end', () => {
    const settleMs = 15_000;
    let passedMs = 0;
    return withMerchant(
      async (merchant) => {
        const file = merchant.write('payouts.csv', payoutFileTo(...plainAccounts(3)));
        const sent = onlyBatch(await merchant.run('pay', file, '--yes', '--no-wait', '--json'));
        expect(sent.byState).toEqual({ accepted: 3 });
        passedMs = settleMs;
        const tracked = onlyBatch(await merchant.run('resume', '--batch', sent.batchId, '--json'));
        expect(tracked).toMatchObject({ batchId: sent.batchId, byState: { paid: 3 } });
      },
      { settleMs, clock: { ...steadyClock, now: () => steadyClock.now() + passedMs } },
    );
  });

  it.concurrent('I5: without --yes and without a terminal refuses and imports nothing', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const { exitCode, stdout, stderr } = await merchant.run('pay', file);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain('--yes');
      expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toEqual([]);
      expect(merchant.sandbox.gateway.statistics().requests).toBe(0);
    }));

  it.concurrent('I3: of two processes that pay one file at once only one does, and each row is paid once', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(5);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const first = merchant.start('pay', file, '--yes', '--json');
      const second = merchant.start('pay', file, '--yes', '--json');
      const exitCodes = [await first.end, await second.end].map(({ exitCode }) => exitCode).toSorted();
      // The slower one finds the folder in use, or, when it is very slow, the file paid.
      expect(exitCodes[0]).toBe(0);
      expect([7, 8]).toContain(exitCodes[1]);
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
    }));

  it.concurrent('I1: killing a process outright leaves the folder free and a batch that resume finishes', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(15);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 3);
      child.kill('SIGKILL');
      expect(await end).toMatchObject({ exitCode: null, stdout: '' });
      expect(onlyBatch(await merchant.run('resume', '--json')).byState).toEqual({ paid: 15 });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
    }));
});
