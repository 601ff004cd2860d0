import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Merchant } from '../kit/merchant.ts';
import { withBursar } from '../../kit/with-bursar.ts';
import { payoutFile, payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from '../kit/with-merchant.ts';

const notice = 'records were older than what was sent';

/** More than a slow machine sends before it is killed. */
const waiting = 25;

/** Pays a file, and releases a second one, nothing of which is sent yet. */
async function payAndRelease(merchant: Merchant): Promise<string[]> {
  const accounts = plainAccounts(waiting + 1);
  const [paid = '', ...others] = accounts;
  const first = await merchant.run('pay', merchant.write('first.csv', payoutFileTo(paid)), '--yes', '--json');
  expect(first.stderr).not.toContain(notice);
  const rows = others.map((accountNumber, index) => ({
    accountNumber,
    accountName: `Vendor ${index}`,
    amount: `${100 + index}.00`,
  }));
  const bytes = Buffer.from(payoutFile(rows));
  await withBursar(merchant, async (get) => {
    const { batchId } = (await get('batches.import', { fileName: 'second.csv', bytes })).batch;
    const { rowsHash } = await get('batches.summary', { batchId });
    await get('batches.release', { batchId, rowsHash });
  });
  return accounts;
}

/** Kills `bursar resume` when it has had some more payouts accepted. */
async function killResume(merchant: Merchant): Promise<void> {
  const before = merchant.sandbox.gateway.book().length;
  const { child, end } = merchant.start('resume', '--json');
  await untilAccepted(merchant, before + 5);
  child.kill('SIGKILL');
  expect((await end).stderr).not.toContain(notice);
}

/** All is paid once, however often it is asked about; nothing more is told. */
async function expectPaidOnce(merchant: Merchant, accounts: readonly string[]): Promise<void> {
  const resumed = await merchant.run('resume', '--json');
  expect(onlyBatch(resumed).byState).toEqual({ paid: waiting });
  expect(resumed.stderr).not.toContain(notice);
  expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
}

describe('I10: records older than what was sent', () => {
  it.concurrent('are detected once if the journal is deleted after a crash, and everything is queried', () =>
    withMerchant(async (merchant) => {
      const accounts = await payAndRelease(merchant);
      await killResume(merchant);
      for (const suffix of ['-wal', '-shm'])
        rmSync(path.join(merchant.dataDirectory, `bursar.sqlite${suffix}`), { force: true });
      const found = await merchant.run('payouts', '--state', 'unknown', '--json');
      expect(found.stderr).toContain(notice);
      expect(readJson(found, Payouts).length).toBeGreaterThan(0);
      await expectPaidOnce(merchant, accounts);
    }));

  it.concurrent('are detected if an older copy of the data folder was put back', () =>
    withMerchant(async (merchant) => {
      const accounts = await payAndRelease(merchant);
      const copy = path.join(merchant.folder, 'copy');
      cpSync(merchant.dataDirectory, copy, { recursive: true });
      await killResume(merchant);
      rmSync(merchant.dataDirectory, { recursive: true });
      cpSync(copy, merchant.dataDirectory, { recursive: true });
      expect((await merchant.run('batch', 'list')).stderr).toContain(notice);
      await expectPaidOnce(merchant, accounts);
    }));

  it.concurrent('are not reported after a crash with the journal in place, nor after a restore', () =>
    withMerchant(async (merchant) => {
      const accounts = await payAndRelease(merchant);
      const backup = path.join(merchant.folder, 'backup.sqlite');
      await merchant.run('backup', backup);
      await killResume(merchant);
      expect((await merchant.run('batch', 'list')).stderr).not.toContain(notice);
      await merchant.run('restore', backup);
      await expectPaidOnce(merchant, accounts);
    }));
});
