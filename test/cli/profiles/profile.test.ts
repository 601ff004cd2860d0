import { generateKeyPairSync } from 'node:crypto';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requireKeyring } from '../../keys/keyring.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFileTo } from '../kit/payout-files.ts';
import { runCli, runProgram, type CliEnd } from '../../kit/run-cli.ts';
import { Audit, Checks, Failed, onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const Profile = z.looseObject({
  name: z.string(),
  environment: z.enum(['sandbox', 'live']),
  merchantCode: z.string(),
  baseUrl: z.string(),
  hasStoredKey: z.boolean(),
});
const Shown = z.strictObject({
  profile: Profile,
  publicKey: z
    .strictObject({ pem: z.string(), fingerprint: z.string(), modulusBits: z.number().int() })
    .nullable(),
});

const noKeyFile = { BURSAR_KEY_FILE: '', BURSAR_KEY_PASSPHRASE: '' };

/** Runs `bursar` on the merchant's data folder with no key named, so that the keychain has to give it. */
function runWithKeychain({ dataDirectory }: Merchant, ...words: string[]): Promise<CliEnd> {
  return runCli([...words, '--data-dir', dataDirectory], noKeyFile);
}

/** The words that add a profile of this merchant code. */
function wordsToAdd({ sandbox }: Merchant, name: string, merchantCode: string, ...key: string[]): string[] {
  const words = ['profile', 'add', name, '--environment', 'sandbox', '--base-url', sandbox.url];
  const rest = ['--merchant', merchantCode, '--callback-url', 'https://merchant.example/callbacks', '--json'];
  return [...words, ...rest, ...key];
}

const addProfile = (merchant: Merchant, ...profile: [string, string, ...string[]]): Promise<CliEnd> =>
  runWithKeychain(merchant, ...wordsToAdd(merchant, ...profile));

/** Gives the sandbox a public key, as its operator would. */
async function register({ sandbox }: Merchant, merchantCode: string, pem: string): Promise<void> {
  const url = `${sandbox.url}/!sandbox/merchants/${merchantCode}/public-key`;
  const answer = await fetch(url, { method: 'PUT', headers: { 'X-Sandbox-Admin': '1' }, body: pem });
  expect(answer.status).toBe(204);
}

describe('bursar profile', () => {
  beforeAll(requireKeyring);

  it.concurrent('generates a key in the keychain, pays with it into a signed log, and removes it', () =>
    withMerchant(async (merchant) => {
      const words = wordsToAdd(merchant, 'fresh', 'FRESH', '--generate-key', '--key-bits', '2048');
      // In a process of its own: what uses the key afterwards has it from the keychain alone.
      const added = readJson(
        await runProgram([...words, '--data-dir', merchant.dataDirectory], noKeyFile),
        Shown,
      );
      expect(added).toMatchObject({
        profile: { name: 'fresh', environment: 'sandbox', merchantCode: 'FRESH', hasStoredKey: true },
        publicKey: { modulusBits: 2048 },
      });
      const shown = await runWithKeychain(merchant, 'profile', 'show', 'fresh');
      expect(shown.stdout).toContain('-----BEGIN PUBLIC KEY-----');
      expect(shown.stdout).not.toContain('PRIVATE KEY');
      const { publicKey } = readJson(
        await runWithKeychain(merchant, 'profile', 'show', 'fresh', '--json'),
        Shown,
      );
      expect(publicKey).toEqual(added.publicKey);

      const unknown = readJson(
        await runWithKeychain(merchant, 'profile', 'test', 'fresh', '--json'),
        Checks,
        6,
      );
      expect(unknown.map(({ name, isFine }) => `${name} ${isFine}`)).toEqual(['Key true', 'Token false']);
      await register(merchant, 'FRESH', publicKey?.pem ?? '');
      const known = readJson(await runWithKeychain(merchant, 'profile', 'test', 'fresh', '--json'), Checks);
      expect(known.map(({ name, isFine }) => `${name} ${isFine}`)).toEqual([
        'Key true',
        'Token true',
        'Balances true',
      ]);
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const paid = await runWithKeychain(merchant, 'pay', file, '--profile', 'fresh', '--yes', '--json');
      expect(onlyBatch(paid).byState).toEqual({ paid: 1 });
      expect(merchant.sandbox.gateway.book()).toMatchObject([{ merchantCode: 'FRESH' }]);

      const audit = readJson(await runWithKeychain(merchant, 'audit', 'verify', '--json'), Audit);
      expect(audit).toMatchObject({ problems: [], notes: [] });
      expect(audit.checkpoints.signedUpTo).toBe(audit.events);

      const removed = await runWithKeychain(merchant, 'profile', 'remove', 'fresh', '--json');
      expect(readJson(removed, z.looseObject({}))).toEqual({ removed: 'fresh', keyLeft: null });
      expect(
        readJson(await runWithKeychain(merchant, 'profile', 'show', 'fresh', '--json'), Failed, 2).error.code,
      ).toBe('notFound');
      // The history stays, and the same merchant comes back without its old key.
      expect(readJson(await runWithKeychain(merchant, 'payouts', '--json'), Payouts)).toHaveLength(1);
      const back = readJson(await addProfile(merchant, 'fresh', 'FRESH'), Shown);
      expect(back).toMatchObject({ profile: { hasStoredKey: false }, publicKey: null });
      expect(
        readJson(await runWithKeychain(merchant, 'profile', 'show', 'fresh', '--json'), Shown).publicKey,
      ).toBe(null);
    }));

  it.concurrent('does not say that the keychain has a key that a copy of the data folder removed', () =>
    withMerchant(async (merchant) => {
      readJson(await addProfile(merchant, 'fresh', 'FRESH', '--generate-key', '--key-bits', '2048'), Shown);
      const copy = { ...merchant, dataDirectory: path.join(merchant.folder, 'copy') };
      cpSync(merchant.dataDirectory, copy.dataDirectory, { recursive: true });
      expect((await runWithKeychain(copy, 'profile', 'remove', 'fresh')).exitCode).toBe(0);
      const shown = await runWithKeychain(merchant, 'profile', 'show', 'fresh');
      expect(shown.stdout).toContain('The keychain of this computer no longer holds the key of fresh.');
      const listed = await runWithKeychain(merchant, 'profile', 'list');
      expect(listed.stdout).not.toContain('in the keychain');
      expect(listed.stdout).toMatch(/Key from\s/);
    }));

  it.concurrent('imports a key file into the keychain and no longer needs the file', () =>
    withMerchant(async (merchant) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const passphrase = 'correct horse battery staple';
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
      const file = merchant.write('merchant.pem', pem.toString());
      const without = await addProfile(merchant, 'imported', 'IMPORTED', '--import-key', file);
      expect(readJson(without, Failed, 2).error.code).toBe('passphraseWrong');
      const words = ['profile', 'add', 'imported', '--environment', 'sandbox', '--merchant', 'IMPORTED'];
      const rest = ['--base-url', merchant.sandbox.url, '--callback-url', 'https://merchant.example/c'];
      const common = ['--import-key', file, '--data-dir', merchant.dataDirectory, '--json'];
      const environment = { BURSAR_KEY_FILE: '', BURSAR_KEY_PASSPHRASE: passphrase };
      const added = readJson(await runCli([...words, ...rest, ...common], environment), Shown);
      expect(added.publicKey?.pem.trim()).toBe(
        publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
      );
      merchant.write('merchant.pem', 'gone');
      await register(merchant, 'IMPORTED', added.publicKey?.pem ?? '');
      const tested = await runWithKeychain(merchant, 'profile', 'test', 'imported');
      expect(tested.exitCode, tested.stdout).toBe(0);
    }));

  it.concurrent('lists profiles, asks which one is meant, and refuses a second one with the same name or merchant', () =>
    withMerchant(async (merchant) => {
      expect(readJson(await addProfile(merchant, 'other', 'OTHER'), Shown).publicKey).toBe(null);
      const profiles = readJson(await merchant.run('profile', 'list', '--json'), z.array(Profile));
      expect(profiles.map(({ name }) => name).toSorted()).toEqual(['other', 'test']);
      const list = await merchant.run('profile', 'list');
      expect(list.stdout).toMatch(/^other +sandbox +OTHER +http/m);
      const which = readJson(await merchant.run('balances', '--json'), Failed, 2);
      expect(which.error).toMatchObject({
        code: 'profileNeeded',
        message: expect.stringContaining('--profile'),
      });
      expect((await merchant.run('balances', '--profile', 'test')).exitCode).toBe(0);
      for (const [name, code] of [
        ['test', 'ANOTHER'],
        ['another', 'MERCHANT'],
      ] as const)
        expect(readJson(await addProfile(merchant, name, code), Failed, 2).error.code).toBe('profileExists');
    }));

  it.concurrent('a refused removal says what prevents it and leaves the key where it is', () =>
    withMerchant(async (merchant) => {
      const key = ['--generate-key', '--key-bits', '2048'];
      const { publicKey } = readJson(await addProfile(merchant, 'fresh', 'FRESH', ...key), Shown);
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      // The gateway does not know the key, so the file stays a draft.
      const draft = await runWithKeychain(merchant, 'pay', file, '--profile', 'fresh', '--yes');
      expect(draft.exitCode, draft.stderr).toBe(6);
      const removed = await runWithKeychain(merchant, 'profile', 'remove', 'fresh', '--json');
      const shown = readJson(await runWithKeychain(merchant, 'profile', 'show', 'fresh', '--json'), Shown);
      expect(shown.publicKey).toEqual(publicKey);
      const { error } = readJson(removed, Failed, 2);
      expect(error.code).toBe('profileInUse');
      expect(error.message).toContain('bursar batch cancel');
    }));

  it.concurrent('keeps a profile whose payouts are unfinished', () =>
    withMerchant(
      async (merchant) => {
        const file = merchant.write('payouts.csv', payoutFileTo('A-9009'));
        expect((await merchant.run('pay', file, '--yes', '--no-wait')).exitCode).toBe(0);
        const removed = await runWithKeychain(merchant, 'profile', 'remove', 'test', '--json');
        expect(readJson(removed, Failed, 2).error.code).toBe('profileInUse');
      },
      { settleMs: 60_000 },
    ));

  it.concurrent('finds the payouts of a removed profile by its name', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      expect((await merchant.run('pay', file, '--yes')).exitCode).toBe(0);
      expect((await runWithKeychain(merchant, 'profile', 'remove', 'test')).exitCode).toBe(0);
      const found = await merchant.run('payouts', '--profile', 'test');
      expect(found.exitCode).toBe(0);
      expect(found.stdout).toContain('ACC-1');
      const failed = await merchant.run('payouts', '--profile', 'test', '--state', 'failed');
      expect(failed).toMatchObject({ exitCode: 0, stdout: 'No payouts.\n' });
    }));

  it.concurrent('refuses an address without https, and options that are missing or exclude each other', () =>
    withMerchant(async (merchant) => {
      const add = (...words: string[]) => runWithKeychain(merchant, 'profile', 'add', 'x', ...words);
      const right = ['--environment', 'sandbox', '--base-url', 'https://gateway.example', '--merchant', 'X'];
      const callback = ['--callback-url', 'https://merchant.example/c'];
      const wrong: [string[], string][] = [
        [right.with(3, 'http://gateway.example').concat(callback), 'https'],
        [right, '--callback-url'],
        [right.slice(2).concat(callback), '--environment'],
        [[...right, ...callback, '--generate-key', '--import-key', 'x'], '--generate-key'],
        [[...right, ...callback, '--generate-key', '--key-bits', '512'], '--key-bits'],
      ];
      for (const [words, named] of wrong) {
        const { exitCode, stderr } = await add(...words);
        expect(exitCode, stderr).toBe(2);
        expect(stderr).toContain(named);
      }
    }));
});
