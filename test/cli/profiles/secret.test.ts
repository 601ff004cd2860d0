import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requireKeyring } from '../../keys/keyring.ts';
import type { Merchant } from '../kit/merchant.ts';
import { runCli, runProgram, type CliEnd } from '../../kit/run-cli.ts';
import { Checks, readJson } from '../kit/shapes.ts';
import { startAtTerminal } from '../../kit/terminal.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const secret = 'tr0ub4dor-"quoted"-ünd-8c1f';
const noKey = { BURSAR_KEY_FILE: '', BURSAR_KEY_PASSPHRASE: '' };

function wordsFor({ sandbox, dataDirectory }: Merchant): string[] {
  sandbox.gateway.registerMerchant({ merchantCode: 'OLD', publicKeyPems: [], secrets: [secret] });
  const words = ['profile', 'add', 'old', '--environment', 'sandbox', '--base-url', sandbox.url];
  const rest = ['--merchant', 'OLD', '--callback-url', 'https://merchant.example/c', '--secret-auth'];
  return [...words, ...rest, '--data-dir', dataDirectory];
}

/** Uses the profile with the keychain alone: lets it in at the gateway and reads its balances. */
async function expectLetIn({ dataDirectory }: Merchant): Promise<void> {
  const run = (...words: string[]): Promise<CliEnd> =>
    runCli([...words, '--data-dir', dataDirectory, '--json'], noKey);
  const checks = readJson(await run('profile', 'test', 'old'), Checks);
  expect(checks.map(({ name, isFine }) => `${name} ${isFine}`)).toEqual(['Token true', 'Balances true']);
  expect((await run('balances', '--profile', 'old')).exitCode).toBe(0);
}

/** Whether the secret, as it is or as JSON writes it, stands in a file of the data folder. */
function isOnDisk({ dataDirectory }: Merchant): boolean {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64')];
  return readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
    .some((bytes) => forms.some((form) => bytes.includes(form)));
}

describe('bursar profile add --secret-auth', () => {
  beforeAll(requireKeyring);

  it.concurrent('keeps the secret from standard input in the keychain only, warns, and authenticates with it', () =>
    withMerchant(async (merchant) => {
      const added = await runProgram([...wordsFor(merchant), '--json'], noKey, `${secret}\n`);
      expect(readJson(added, z.looseObject({ profile: z.looseObject({}) })).profile).toMatchObject({
        authentication: 'secret',
        hasStoredKey: false,
      });
      expect(added.stderr).toContain('deprecated');
      expect(added.stdout + added.stderr).not.toContain(secret.slice(0, 8));
      await expectLetIn(merchant);
      const shown = await runCli(['profile', 'show', 'old', '--data-dir', merchant.dataDirectory], noKey);
      expect(shown.stdout).toContain(
        'Authentication: with the merchant secret, which Bursar takes from the keychain.',
      );
      expect(isOnDisk(merchant)).toBe(false);
      const removed = await runCli(['profile', 'remove', 'old', '--data-dir', merchant.dataDirectory], noKey);
      expect(removed.exitCode).toBe(0);
      const back = await runCli(
        wordsFor(merchant).filter((word) => word !== '--secret-auth'),
        noKey,
      );
      expect(back.stdout).toContain('No key is stored');
    }));

  it.concurrent('takes the secret for one call from the environment', () =>
    withMerchant(async (merchant) => {
      const added = await runCli(wordsFor(merchant), { ...noKey, BURSAR_MERCHANT_SECRET: secret });
      expect(added.exitCode, added.stderr).toBe(0);
      await expectLetIn(merchant);
    }));

  it.concurrent('asks at a terminal, which does not show what is typed', () =>
    withMerchant(async (merchant) => {
      const run = startAtTerminal(wordsFor(merchant));
      await run.untilShown('Merchant secret');
      run.type(`${secret}x\u007F\r`);
      const { exitCode, shown } = await run.end;
      expect(exitCode, shown).toBe(0);
      expect(shown).not.toContain(secret.slice(0, 8));
      await expectLetIn(merchant);
    }));

  it.concurrent('changes to a key, and forgets the secret', () =>
    withMerchant(async (merchant) => {
      expect((await runCli(wordsFor(merchant), noKey, secret)).exitCode).toBe(0);
      const replace = ['profile', 'replace-key', 'old', '--generate-key', '--key-bits', '2048', '--json'];
      const replaced = readJson(
        await runCli([...replace, '--data-dir', merchant.dataDirectory], noKey),
        z.strictObject({ publicKey: z.looseObject({ pem: z.string() }) }),
      );
      merchant.sandbox.gateway.registerMerchant({
        merchantCode: 'OLD',
        publicKeyPems: [replaced.publicKey.pem],
        secrets: [],
      });
      const tested = await runCli(
        ['profile', 'test', 'old', '--data-dir', merchant.dataDirectory, '--json'],
        noKey,
      );
      expect(readJson(tested, Checks).every(({ isFine }) => isFine)).toBe(true);
    }));

  it.concurrent('replaces the secret with the gateway’s new one', () =>
    withMerchant(async (merchant) => {
      expect((await runCli(wordsFor(merchant), noKey, 'an older secret')).exitCode).toBe(0);
      const words = ['profile', 'replace-key', 'old', '--secret-auth', '--data-dir', merchant.dataDirectory];
      const replaced = await runCli(words, noKey, `${secret}\n`);
      expect(replaced.stdout).toContain('The merchant secret of old is replaced.');
      expect(replaced.stdout + replaced.stderr).not.toContain(secret.slice(0, 8));
      await expectLetIn(merchant);
      expect(isOnDisk(merchant)).toBe(false);
    }));

  it.concurrent('asks at a terminal before a key or secret is lost, and --yes answers it', () =>
    withMerchant(async (merchant) => {
      expect((await runCli(wordsFor(merchant), noKey, secret)).exitCode).toBe(0);
      const folder = ['--data-dir', merchant.dataDirectory];
      for (const [words, question] of [
        [['profile', 'remove', 'old'], 'Type yes to remove'],
        [['profile', 'replace-key', 'old', '--generate-key'], 'Type yes to replace'],
      ] as const) {
        const asked = startAtTerminal([...words, ...folder]);
        await asked.untilShown(question);
        expect(asked.shown()).toMatch(/of old|Profile old/);
        asked.type('no\r');
        expect(await asked.end).toMatchObject({ exitCode: 2, shown: expect.stringContaining('Nothing was') });
        await expectLetIn(merchant);
      }
      const { exitCode, shown } = await startAtTerminal(['profile', 'remove', 'old', '--yes', ...folder]).end;
      expect(exitCode, shown).toBe(0);
    }));

  it.concurrent('asks nothing about a profile that is not there', () =>
    withMerchant(async (merchant) => {
      const folder = ['--data-dir', merchant.dataDirectory];
      for (const words of [
        ['profile', 'remove', 'oll'],
        ['profile', 'replace-key', 'oll', '--generate-key'],
        ['profile', 'replace-key', 'oll', '--secret-auth'],
      ]) {
        const { exitCode, stderr } = await runCli([...words, ...folder], noKey, 'yes\r', true);
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining('There is no profile named oll.')]);
        expect(stderr).not.toContain('Type yes');
      }
    }));

  it.concurrent('stores nothing without a secret, with another key beside it, or when the secret is an argument', () =>
    withMerchant(async (merchant) => {
      const words = wordsFor(merchant);
      for (const [line, input] of [
        [words, ''],
        [[...words, '--generate-key'], secret],
        [[...words, secret], secret],
        [words.map((word) => (word === '--secret-auth' ? `--secret-auth=${secret}` : word)), secret],
        [words, 'x'.repeat(501)],
      ] as const) {
        const end = await runCli(line, noKey, input);
        expect(end.exitCode, end.stderr).toBe(2);
        expect(end.stdout + end.stderr).not.toContain(secret.slice(0, 8));
      }
      const listed = await merchant.run('profile', 'list', '--json');
      expect(listed.stdout).not.toContain('"old"');
    }));
});
