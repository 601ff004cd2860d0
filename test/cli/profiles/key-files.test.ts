import { createPrivateKey } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { requireKeyring } from '../../keys/keyring.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFileTo } from '../kit/payout-files.ts';
import { runCli, runProgram } from '../../kit/run-cli.ts';
import { Balances, Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const passphrase = 'correct horse battery staple';

/** Runs `bursar` with this environment and neither --data-dir nor --key-file; `run` decides whether as a process. */
function runWith(environment: Readonly<Record<string, string>>, words: readonly string[], run = runCli) {
  const empty = { BURSAR_DATA_DIR: '', BURSAR_KEY_FILE: '', BURSAR_KEY_PASSPHRASE: '' };
  return run(words, { ...empty, ...environment });
}

/** The merchant's key, encrypted, in a file of its own. */
function encryptedKey({ folder, keyFile }: Merchant): string {
  const file = path.join(folder, 'encrypted.pem');
  const key = createPrivateKey(readFileSync(keyFile));
  const pem = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
  writeFileSync(file, pem, { mode: 0o600 });
  return file;
}

describe('data folder and key by environment', () => {
  beforeAll(requireKeyring);

  it.concurrent('BURSAR_DATA_DIR and BURSAR_KEY_FILE replace the options, and the options take precedence', () =>
    withMerchant(async (merchant) => {
      const { dataDirectory, keyFile } = merchant;
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const environment = { BURSAR_DATA_DIR: dataDirectory, BURSAR_KEY_FILE: keyFile };
      const paid = onlyBatch(await runWith(environment, ['pay', file, '--yes', '--json'], runProgram));
      expect(paid.byState).toEqual({ paid: 1 });
      const wrong = {
        BURSAR_DATA_DIR: path.join(merchant.folder, 'elsewhere'),
        BURSAR_KEY_FILE: path.join(merchant.folder, 'no-key.pem'),
      };
      const words = ['balances', '--currency', 'EUR', '--json'];
      const options = ['--data-dir', dataDirectory, '--key-file', keyFile];
      const balances = readJson(await runWith(wrong, [...words, ...options]), Balances);
      expect(balances.map(({ currencyCode }) => currencyCode)).toEqual(['EUR']);
      expect(readdirSync(merchant.folder)).not.toContain('elsewhere');
    }));

  it.concurrent('BURSAR_KEY_PASSPHRASE opens an encrypted key; a wrong or missing one is refused', () =>
    withMerchant(async (merchant) => {
      const environment = {
        BURSAR_DATA_DIR: merchant.dataDirectory,
        BURSAR_KEY_FILE: encryptedKey(merchant),
      };
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const pay = (given: Record<string, string>, run = runCli) =>
        runWith({ ...environment, ...given }, ['pay', file, '--yes', '--json'], run);
      for (const given of [{}, { BURSAR_KEY_PASSPHRASE: 'not that one' }]) {
        const end = await pay(given);
        expect(readJson(end, Failed, 2).error.code).toBe('passphraseWrong');
        expect(end.stdout + end.stderr).not.toContain('not that one');
      }
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      expect(onlyBatch(await pay({ BURSAR_KEY_PASSPHRASE: passphrase }, runProgram)).byState).toEqual({
        paid: 1,
      });
    }));

  it.concurrent('refuses a key file that others may read, and says how to fix it', () =>
    withMerchant(async (merchant) => {
      chmodSync(merchant.keyFile, 0o644);
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const { error } = readJson(await merchant.run('pay', file, '--yes', '--json'), Failed, 2);
      expect(error.code).toBe('keyFileUnsafe');
      expect(error.message).toContain(`chmod 600 ${merchant.keyFile}`);
      expect(merchant.sandbox.gateway.statistics().requests).toBe(0);
    }));

  it.concurrent('refuses a key file that does not exist or contains no key', () =>
    withMerchant(async (merchant) => {
      const noKey = merchant.write('no-key.pem', 'This is not a key.\n');
      chmodSync(noKey, 0o600);
      for (const keyFile of [noKey, path.join(merchant.folder, 'nothing.pem')]) {
        const environment = { BURSAR_DATA_DIR: merchant.dataDirectory, BURSAR_KEY_FILE: keyFile };
        const { exitCode, stderr } = await runWith(environment, ['balances']);
        expect([2, 3], stderr).toContain(exitCode);
        expect(stderr).toContain(keyFile);
      }
      expect(merchant.sandbox.gateway.statistics().requests).toBe(0);
    }));

  it.concurrent('a profile without a stored key is refused if no key is named, with what to do', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const environment = { BURSAR_DATA_DIR: merchant.dataDirectory };
      for (const words of [['pay', file, '--yes'], ['balances']]) {
        const { error } = readJson(await runWith(environment, [...words, '--json']), Failed, 2);
        expect(error.code).toBe('keyMissing');
        expect(error.message).toContain('--key-file');
      }
      const tested = await runWith(environment, ['profile', 'test', 'test']);
      expect(tested.stdout).toMatch(/^FAIL {2}Key: .*--key-file/m);
      expect(merchant.sandbox.gateway.statistics().requests).toBe(0);
    }));

  it.runIf(process.platform === 'linux')('says without a keychain that a key file can be named', () =>
    withMerchant(async (merchant) => {
      const environment = {
        BURSAR_DATA_DIR: merchant.dataDirectory,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
      };
      const { error } = readJson(await runWith(environment, ['balances', '--json'], runProgram), Failed, 2);
      expect(error.code).toBe('keychainUnavailable');
      expect(error.message).toContain('Without the keychain, name a key file for each call with --key-file.');
      const tested = await runWith(environment, ['profile', 'test', 'test'], runProgram);
      expect(tested.stdout).toMatch(/^FAIL {2}Key: No keychain answers.*--key-file/m);
    }),
  );
});
