import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lockFolder } from '../../../main/store/folder/folder-lock.ts';
import { startSandbox, steadyClock } from '../../../sandbox/index.ts';
import { payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { Failed, onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { runCli } from '../../kit/run-cli.ts';
import { startAtTerminal } from '../../kit/terminal.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from '../kit/with-merchant.ts';

const Backup = z.looseObject({ path: z.string(), bytes: z.number().int().min(1) });
const Restored = z.looseObject({ replaced: z.string().nullable(), unknownPayments: z.number().int() });

describe('bursar backup and restore', () => {
  it.concurrent('I10: a restored backup makes unfinished payouts unknown, and resume pays none of them twice', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(20);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 3);
      child.kill('SIGINT');
      onlyBatch(await end, 5);
      const backup = `${merchant.folder}/backup.sqlite`;
      const made = readJson(await merchant.run('backup', backup, '--json'), Backup);
      expect(made).toEqual({ path: backup, bytes: statSync(backup).size });
      expect(statSync(backup).mode & 0o777).toBe(0o600);

      // Everything is paid after the backup was made; the backup knows nothing of it.
      expect(onlyBatch(await merchant.run('resume', '--json')).byState).toEqual({ paid: 20 });
      const restored = readJson(await merchant.run('restore', backup, '--yes', '--json'), Restored);
      const unknown = readJson(await merchant.run('payouts', '--state', 'unknown', '--json'), Payouts);
      expect(unknown.length).toBeGreaterThan(0);
      expect(unknown).toHaveLength(restored.unknownPayments);
      expect(readdirSync(merchant.dataDirectory)).toContain(restored.replaced?.split('/').at(-1));

      expect(onlyBatch(await merchant.run('resume', '--json')).byState).toEqual({ paid: 20 });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
      expect((await merchant.run('audit', 'verify')).exitCode).toBe(0);
    }));

  it.concurrent('I10: a draft that was paid after the backup is not paid twice when it is paid again', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(3);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const port = Number(new URL(merchant.sandbox.url).port);
      await merchant.sandbox.close();
      expect((await merchant.run('pay', file, '--yes')).exitCode).toBe(6);
      const backup = `${merchant.folder}/backup.sqlite`;
      const made = await merchant.run('backup', backup);
      expect({ exitCode: made.exitCode, stdout: made.stdout }).toEqual({
        exitCode: 0,
        stdout: expect.stringMatching(/\(\d+ [kM]B, checked\)/),
      });
      const shown = await merchant.run('profile', 'show', 'test', '--json');
      const { publicKey } = readJson(shown, z.looseObject({ publicKey: z.looseObject({ pem: z.string() }) }));
      const merchants = [{ merchantCode: 'MERCHANT', publicKeyPems: [publicKey.pem], secrets: [] }];
      const options = { port, seed: 1, faults: 0, settleMs: 100, requestsPerSecond: 10 };
      let laterMs = 0;
      const clock = { ...steadyClock, now: () => steadyClock.now() + laterMs };
      const back = await startSandbox({ ...options, merchants, clock });
      try {
        expect((await merchant.run('pay', file, '--yes')).exitCode).toBe(0);
        expect((await merchant.run('restore', backup)).exitCode).toBe(0);
        // Further apart than the resolution of the gateway's clock, however fast this computer is.
        laterMs = 10_000;
        const again = onlyBatch(await merchant.run('pay', file, '--yes', '--json'), 4);
        expect(again.byState).toEqual({ outside: 3 });
        expect(accountsPaidOnce(back.gateway.book())).toEqual(accounts);
      } finally {
        await back.close();
      }
    }));

  it.concurrent('asks nothing about a backup that is not there, or while another Bursar uses the data folder', () =>
    withMerchant(async (merchant) => {
      const backup = `${merchant.dataDirectory}.backup`;
      const restore = () =>
        runCli(['restore', backup, '--data-dir', merchant.dataDirectory], {}, 'no\r', true);
      const missing = await restore();
      expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('There is no file')]);
      expect(missing.stderr).not.toContain('Type yes');
      await merchant.run('backup', backup);
      const declined = await restore();
      expect([declined.exitCode, declined.stderr]).toEqual([
        2,
        expect.stringContaining('Nothing was changed'),
      ]);
      const other = lockFolder(merchant.dataDirectory, Date.now);
      if (!other.ok) throw new Error('the data folder is in use');
      const inUse = await restore().finally(() => other.value.release());
      expect([inUse.exitCode, inUse.stderr]).toEqual([7, expect.stringContaining('is in use')]);
      expect(inUse.stderr).not.toContain('Type yes');
    }));

  it.concurrent('I11: a restore that may have lost retries says that it holds releases, and how to end that', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('A-9002', 'A-1'));
      const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'), 4);
      const backup = `${merchant.folder}/backup.sqlite`;
      const restore = async (): Promise<string> => (await merchant.run('restore', backup)).stdout;
      await merchant.run('backup', backup);
      const end = 'bursar attention dismiss --older-records';
      expect(await restore()).not.toContain(end);
      expect((await merchant.run('batch', 'retry', batchId, '--yes')).exitCode).toBe(4);
      expect(await restore()).toContain(end);
      const other = merchant.write('other.csv', payoutFileTo('B-1'));
      const held = await merchant.run('pay', other, '--yes');
      expect([held.exitCode, held.stderr]).toEqual([8, expect.stringContaining(end)]);
      expect((await merchant.run(...end.split(' ').slice(1))).exitCode).toBe(0);
      expect((await merchant.run('pay', other, '--yes')).exitCode).toBe(0);
    }));

  it.concurrent('a backup overwrites no file, and a file that is not a backup is not restored', () =>
    withMerchant(async (merchant) => {
      const taken = merchant.write('taken.txt', 'a letter');
      expect((await merchant.run('backup', taken)).exitCode).not.toBe(0);
      expect(statSync(taken).size).toBe(8);
      const before = readJson(await merchant.run('profile', 'list', '--json'), z.array(z.json()));
      for (const noFile of [`${merchant.folder}/nothing`, merchant.folder, '/dev/zero']) {
        const refused = await merchant.run('restore', noFile, '--yes', '--json');
        expect(readJson(refused, Failed, 2).error.code, noFile).toBe('inputInvalid');
      }
      writeFileSync(taken, 'SQLite format 3\0'.padEnd(4096, 'x'));
      const damaged = await merchant.run('restore', taken, '--yes', '--json');
      expect(readJson(damaged, Failed, 1).error.code).toBe('databaseDamaged');
      expect(readJson(await merchant.run('profile', 'list', '--json'), z.array(z.json()))).toEqual(before);
    }));

  it.concurrent('a restore asks at a terminal, and changes nothing unless the answer is yes', () =>
    withMerchant(async (merchant) => {
      const backup = `${merchant.folder}/backup.sqlite`;
      expect((await merchant.run('backup', backup)).exitCode).toBe(0);
      const files = () => readdirSync(merchant.dataDirectory).filter((name) => name.includes('replaced'));
      const restore = () => startAtTerminal(['restore', backup, '--data-dir', merchant.dataDirectory]);
      const refused = restore();
      await refused.untilShown('Type yes to restore');
      expect(refused.shown()).toContain('Replace all data with this backup?');
      refused.type('no\r');
      expect(await refused.end).toMatchObject({ exitCode: 2, shown: expect.stringContaining('Nothing was') });
      expect(files()).toEqual([]);
      const done = restore();
      await done.untilShown('Type yes to restore');
      done.type('yes\r');
      expect(await done.end).toMatchObject({
        exitCode: 0,
        shown: expect.stringContaining('The backup is restored'),
      });
      expect(files()).not.toEqual([]);
    }));

  it.concurrent('creating a data folder is reported, so that a mistyped one is noticed', () =>
    withMerchant(async (merchant) => {
      const mistyped = `${merchant.folder}/dta`;
      const list = () => runCli(['batch', 'list', '--data-dir', mistyped]);
      expect((await list()).stderr).toContain(`${mistyped} had no Bursar data`);
      expect((await list()).stderr).not.toContain('no data of Bursar');
    }));

  it.concurrent('I10: a damaged database is set aside and reported, and not replaced by an empty one', () =>
    withMerchant(async (merchant) => {
      const database = `${merchant.dataDirectory}/bursar.sqlite`;
      writeFileSync(database, 'this was a database once');
      for (const words of [
        ['batch', 'list'],
        ['batch', 'list'],
      ])
        expect(readJson(await merchant.run(...words, '--json'), Failed, 1).error.code).toBe(
          'databaseDamaged',
        );
      expect(readdirSync(merchant.dataDirectory).some((name) => name.includes('damaged'))).toBe(true);
    }));
});
