import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/index.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { runCli } from '../../kit/run-cli.ts';
import { BatchList, Checks, Failed, onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from '../kit/with-merchant.ts';

const merchantCode = 'MERCHANT';

/** A merchant's key file that no gateway knows. */
function strangeKey({ folder }: Merchant): { keyFile: string; publicKeyPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = path.join(folder, 'strange.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return { keyFile, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

/** Sees that a file was imported at most, and nothing of it released. */
async function expectNothingReleased(merchant: Merchant): Promise<void> {
  const batches = readJson(await merchant.run('batch', 'list', '--json'), BatchList);
  expect(batches.map(({ state }) => state).filter((state) => state !== 'draft')).toEqual([]);
  const payouts = readJson(await merchant.run('payouts', '--json'), Payouts);
  expect(payouts.filter(({ state }) => state !== 'draft')).toEqual([]);
}

describe('a gateway that cannot be reached', () => {
  it.concurrent('ends pay with 6 and releases nothing, and the same command pays when it is back', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(2);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const port = Number(new URL(merchant.sandbox.url).port);
      await merchant.sandbox.close();
      const pay = () => merchant.run('pay', file, '--yes', '--json');
      expect(readJson(await pay(), Failed, 6).error.code).toBe('gatewayUnreachable');
      await expectNothingReleased(merchant);

      const { publicKeyPem } = strangeKey(merchant);
      const options = { port, seed: 1, faults: 0, settleMs: 100, requestsPerSecond: 10 };
      const back = await startSandbox({
        ...options,
        merchants: [{ merchantCode, publicKeyPems: [publicKeyPem], secrets: [] }],
      });
      try {
        const words = ['pay', file, '--yes', '--json', '--data-dir', merchant.dataDirectory];
        const end = await runCli([...words, '--key-file', path.join(merchant.folder, 'strange.pem')]);
        expect(onlyBatch(end).byState).toEqual({ paid: 2 });
        expect(accountsPaidOnce(back.gateway.book())).toEqual(accounts);
      } finally {
        await back.close();
      }
      expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toHaveLength(1);
    }));

  it.concurrent('ends resume with 6 at once, and leaves what is unfinished as it is', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('A-9009', 'B-9009'));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 2);
      child.kill('SIGINT');
      const { byState } = onlyBatch(await end, 5);
      await merchant.sandbox.close();
      const resumed = await merchant.run('resume', '--json');
      expect(onlyBatch(resumed, 6).byState).toEqual(byState);
      expect(resumed.stderr).toContain('could not be reached');
      // It ends: nothing is tried until somebody resumes again.
      expect(resumed.stderr).not.toContain('keeps trying');
    }));

  it.concurrent('ends with 6 whatever else it is asked to do, and says what could not be read', () =>
    withMerchant(async (merchant) => {
      await merchant.sandbox.close();
      const balances = await merchant.run('balances', '--json');
      expect(readJson(balances, Failed, 6).error.message).toContain('Could not read balances');
      const options = await merchant.run('options', 'payout', '--amount', '1', '--currency', 'EUR', '--json');
      expect(readJson(options, Failed, 6).error.code).toBe('gatewayUnreachable');
      const checks = readJson(await merchant.run('profile', 'test', 'test', '--json'), Checks, 6);
      expect(checks.map(({ isFine }) => isFine)).toEqual([true, false]);
    }));
});

describe('a gateway that refuses the merchant', () => {
  it.concurrent('in the middle of a batch: each row and the attention item say what to do, until it is done', () =>
    withMerchant(async (merchant) => {
      const { keyFile } = strangeKey(merchant);
      const file = merchant.write('payouts.csv', payoutFileTo('A-9009', 'B-9009'));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 2);
      child.kill('SIGINT');
      await end;
      const strange = ['--data-dir', merchant.dataDirectory, '--key-file', keyFile];
      const wordsOf = async (): Promise<string> => (await merchant.run('attention')).stdout;
      expect(await merchant.run('attention')).toMatchObject({
        stdout: 'Nothing needs attention.\n',
        stderr: expect.stringMatching(/^1 batch is not finished\. `bursar resume` continues/),
      });

      const due = await runCli(['run-due', ...strange]);
      expect(due.exitCode).toBe(6);
      expect(due.stdout).toMatch(
        /keeps asking\. The gateway did not accept the authentication \(status 401\)\. Check the merchant code, and that the public key.* registered with the gateway\. Gateway response: /,
      );
      expect(await wordsOf()).toMatch(/^test  \S+  Batch \S+ .* authentication .* public key/);
      expect((await runCli(['resume', ...strange])).exitCode).toBe(6);
      expect((await wordsOf()).trim().split('\n')).toHaveLength(1);

      await merchant.run('run-due', '--no-wait', '--json');
      expect(await wordsOf()).toBe('Nothing needs attention.\n');
    }));

  it.concurrent('ends pay with 6 before anything is released, and the same command pays with the right key', () =>
    withMerchant(async (merchant) => {
      const { keyFile } = strangeKey(merchant);
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const common = ['--data-dir', merchant.dataDirectory, '--key-file', keyFile, '--json'];
      const { error } = readJson(await runCli(['pay', file, '--yes', ...common]), Failed, 6);
      expect(error.code).toBe('gatewayUnauthenticated');
      await expectNothingReleased(merchant);
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      const checks = readJson(await runCli(['profile', 'test', 'test', ...common]), Checks, 6);
      expect(checks.at(-1)).toMatchObject({ name: 'Token', isFine: false });

      expect(onlyBatch(await merchant.run('pay', file, '--yes', '--json')).byState).toEqual({ paid: 1 });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(['ACC-1']);
    }));
});
