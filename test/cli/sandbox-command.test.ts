import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Merchant } from './kit/merchant.ts';
import { payoutFileTo, plainAccounts } from './kit/payout-files.ts';
import { runCli, runProgram, startCli, type CliEnd, type CliRun } from '../kit/run-cli.ts';
import { Batches } from './kit/shapes.ts';
import { withMerchant } from './kit/with-merchant.ts';

const Started = z.strictObject({
  url: z.url(),
  paymentPageUrl: z.url(),
  seed: z.number(),
  faults: z.number(),
  settleMs: z.number(),
});
const Book = z.looseObject({
  payments: z.array(z.looseObject({ amount: z.string(), acceptedCount: z.number(), postsSeen: z.number() })),
});

/** Starts `bursar sandbox --json` and waits for the document that says where it listens. */
async function startSandboxCommand(
  words: readonly string[],
  input = '',
): Promise<CliRun & { started: z.infer<typeof Started> }> {
  const { child, end } = startCli(['sandbox', '--port', '0', '--json', ...words], {}, input);
  let text = '';
  child.stdout?.on('data', (piece: string) => (text += piece));
  const started = await vi.waitFor(() => Started.parse(JSON.parse(text)), { timeout: 60_000, interval: 20 });
  return { child, end, started };
}

/** The merchant's own key and a second profile, `command`, at the address of the started command. */
async function addCommandProfile(merchant: Merchant, url: string): Promise<void> {
  const words = ['profile', 'add', 'command', '--environment', 'sandbox', '--base-url', url];
  const rest = ['--merchant', 'COMMAND', '--callback-url', 'http://127.0.0.1:9/callbacks'];
  expect((await merchant.run(...words, ...rest)).exitCode).toBe(0);
}

function writePublicKey(merchant: Merchant): string {
  const pem = createPublicKey(readFileSync(merchant.keyFile)).export({ type: 'spki', format: 'pem' });
  return merchant.write('public.pem', pem.toString());
}

async function readBook(url: string): Promise<z.infer<typeof Book>['payments']> {
  const answer = await fetch(`${url}/!sandbox/book?after=0&limit=1000`);
  return Book.parse(await answer.json()).payments;
}

/** Repeats `pay` while not even a token can be had, then `resume`, as a person would, until nothing is left. */
async function untilPaid(merchant: Merchant, file: string): Promise<CliEnd> {
  const mostRuns = 20;
  let end = await merchant.run('pay', file, '--profile', 'command', '--yes', '--json');
  for (let runs = 1; runs < mostRuns && (end.exitCode === 6 || end.exitCode === 5); runs += 1)
    end =
      end.exitCode === 6
        ? await merchant.run('pay', file, '--profile', 'command', '--yes', '--json')
        : await merchant.run('resume', '--json');
  return end;
}

describe('bursar sandbox', () => {
  it.concurrent('starts on a free port, pays for the registered merchant, and stops on Ctrl-C', () =>
    withMerchant(async (merchant) => {
      const words = ['--settle-ms', '50', '--merchant', 'COMMAND', '--public-key', writePublicKey(merchant)];
      const { child, end, started } = await startSandboxCommand(words);
      try {
        expect(started).toMatchObject({ seed: 1, faults: 0, settleMs: 50 });
        const page = await fetch(started.paymentPageUrl);
        expect(await page.text()).toContain('This payment link cannot be used');
        await addCommandProfile(merchant, started.url);
        const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
        const paid = await merchant.run('pay', file, '--profile', 'command', '--yes');
        expect(paid.exitCode, paid.stderr).toBe(0);
        expect(await readBook(started.url)).toMatchObject([{ amount: '1.50', acceptedCount: 1 }]);
      } finally {
        child.kill('SIGINT');
      }
      const ended = await end;
      expect([ended.exitCode, ended.stderr]).toEqual([0, '']);
    }));

  it.concurrent('with --faults 0.3 --seed 7 a batch still ends with every row paid once', () =>
    withMerchant(async (merchant) => {
      const faults = ['--faults', '0.3', '--seed', '7', '--settle-ms', '50'];
      const words = [...faults, '--merchant', 'COMMAND', '--public-key', writePublicKey(merchant)];
      const { child, end, started } = await startSandboxCommand(words);
      try {
        expect(started).toMatchObject({ seed: 7, faults: 0.3 });
        await addCommandProfile(merchant, started.url);
        const file = merchant.write('payouts.csv', payoutFileTo(...plainAccounts(12)));
        const paid = await untilPaid(merchant, file);
        expect(paid.exitCode, paid.stderr).toBe(0);
        expect(Batches.parse(JSON.parse(paid.stdout)).batches[0]?.byState).toEqual({ paid: 12 });
        const book = await readBook(started.url);
        expect(book.map(({ acceptedCount }) => acceptedCount)).toEqual(Array.from({ length: 12 }, () => 1));
        expect(new Set(book.map(({ amount }) => amount)).size).toBe(12);
      } finally {
        child.kill('SIGINT');
      }
      expect((await end).exitCode).toBe(0);
    }));

  it.concurrent('authenticates a merchant by the deprecated secret, which appears in no output', () =>
    withMerchant(async (merchant) => {
      const secret = 'tr0ub4dor-8c1f';
      const words = ['--merchant', 'COMMAND', '--secret-auth'];
      const { child, end, started } = await startSandboxCommand(words, `${secret}\n`);
      try {
        const timestamp = Math.floor(Date.now() / 1000);
        const ask = async (given: string) => {
          const operations = ['GET /balances'];
          const request = { merchantCode: 'COMMAND', validitySecs: 60, timestamp, secret: given, operations };
          const headers = { 'x-api-version': '2', 'content-type': 'application/json' };
          const body = JSON.stringify(request);
          return (await fetch(`${started.url}/auth-tokens`, { method: 'POST', headers, body })).status;
        };
        expect([await ask(secret), await ask('another')]).toEqual([200, 401]);
      } finally {
        child.kill('SIGINT');
      }
      const ended = await end;
      expect(`${ended.stdout}${ended.stderr}`).not.toContain(secret);
      expect((await runCli(['sandbox', '--secret-auth'], {}, `${secret}\n`)).exitCode).toBe(2);
      expect((await merchant.run('sandbox', '--merchant', 'X')).exitCode).toBe(2);
    }));

  it.concurrent('says so if a file is not a public key, or is a private key', () =>
    withMerchant(async (merchant) => {
      const files = [merchant.write('letter.txt', 'a letter'), merchant.keyFile];
      for (const file of files) {
        const words = ['sandbox', '--port', '0', '--merchant', 'X', '--public-key', file];
        const { exitCode, stderr } = await merchant.run(...words);
        expect([exitCode, stderr]).toEqual([
          2,
          expect.stringContaining('is not a public RSA key of 2048 bits'),
        ]);
      }
    }));

  it.concurrent('says so when the port is in use', () =>
    withMerchant(async (merchant) => {
      const { port } = new URL(merchant.sandbox.url);
      const { exitCode, stdout, stderr } = await runCli(['sandbox', '--port', port]);
      expect(exitCode).not.toBe(0);
      expect(stdout).toBe('');
      expect(stderr).toContain(port);
      expect(stderr).not.toMatch(/^ {4}at /m);
      const taken = await runCli(['sandbox', '--port', '0', '--page-port', port]);
      expect([taken.exitCode, taken.stderr]).toEqual([exitCode, expect.stringContaining('with --page-port')]);
    }));
});

describe('bursar demo', () => {
  it.concurrent('pays the examples without any set-up, ends with 0 and leaves nothing behind', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bursar-demo-test-'));
    try {
      const environment = { BURSAR_DATA_DIR: folder, BURSAR_KEY_FILE: '', TMPDIR: folder };
      const { exitCode, stdout, stderr } = await runProgram(['demo'], environment);
      expect(exitCode, stderr).toBe(0);
      expect(stdout).toMatch(/Batch \w+: [4-9]\d payouts from payouts\.csv/);
      for (const word of ['EUR', 'USD', 'JPY', 'BTC', 'paid', 'failed', 'rejected'])
        expect(stdout).toMatch(new RegExp(`\\b${word}\\b`));
      expect(stdout).toContain('Problems:');
      expect(stdout).toMatch(/Audit: \d+ events and \d+ payouts agree\./);
      expect(stderr).toContain('no real money moves');
      expect(stderr).toContain('its batch cannot be retried or resumed then');
      expect(`${stdout}${stderr}`).not.toMatch(/bursar (?:batch|resume|payout)/);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
