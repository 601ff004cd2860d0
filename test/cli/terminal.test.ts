import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Merchant } from './kit/merchant.ts';
import { payoutFile, payoutFileTo, plainAccounts } from './kit/payout-files.ts';
import { BatchList, readJson } from './kit/shapes.ts';
import { runCli } from '../kit/run-cli.ts';
import { startAtTerminal, type TerminalRun } from '../kit/terminal.ts';
import { makeRows, startRudeMerchant } from '../rude/rude-merchant.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from './kit/with-merchant.ts';

function payAtTerminal({ dataDirectory, keyFile }: Merchant, file: string, ...words: string[]): TerminalRun {
  return startAtTerminal(['pay', file, '--data-dir', dataDirectory, '--key-file', keyFile, ...words]);
}

describe('at a terminal', () => {
  it.concurrent('I5: shows count, totals per currency and environment, asks, and sends after a yes', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write(
        'payouts.csv',
        payoutFile([
          { accountNumber: 'ACC-1', amount: '1234.50' },
          { accountNumber: 'ACC-2', amount: '0.25' },
          { accountNumber: 'ACC-3', amount: '200000', currencyCode: 'JPY' },
        ]),
      );
      const run = payAtTerminal(merchant, file, '--profile', 'test');
      await run.untilShown('Type yes to send');
      expect(run.shown()).toContain('Release 3 payouts from payouts.csv');
      expect(run.shown()).toMatch(/environment +SANDBOX: test data/);
      expect(run.shown()).toMatch(/total +1,234\.75 EUR in 2 payouts/);
      expect(run.shown()).toMatch(/total +200,000 JPY in 1 payout\b/);
      expect(run.shown()).toContain(merchant.sandbox.url);
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      run.type('yes\r');
      const { exitCode, shown } = await run.end;
      expect(exitCode, shown).toBe(0);
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(['ACC-1', 'ACC-2', 'ACC-3']);
      // Every state of the progress line overwrites the one before.
      expect(shown).toContain('\r\u001B[K');
      expect(shown).toMatch(/\d of 3 accepted, (?:\d unknown, )?\d done/);
    }));

  it.concurrent('I5: sends nothing unless the answer is yes', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const run = payAtTerminal(merchant, file);
      await run.untilShown('Type yes to send');
      run.type('y\r');
      const { exitCode, shown } = await run.end;
      expect([exitCode, shown]).toEqual([2, expect.stringContaining('was not released')]);
      const words = ['pay', file, '--data-dir', merchant.dataDirectory, '--key-file', merchant.keyFile];
      for (const answer of ['no', '', 'yes please', 'live', 'y']) {
        const end = await runCli(words, {}, `${answer}\r`, true);
        expect([answer, end.exitCode]).toEqual([answer, 2]);
        expect(end.stderr).toContain('Type yes to send');
        expect(end.stderr).toContain('was not released');
      }
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      const batches = readJson(await merchant.run('batch', 'list', '--json'), BatchList);
      expect(batches).toMatchObject([{ state: 'draft' }]);
    }));

  it.concurrent('I5: a live profile is called live and requires confirmation as such', () =>
    withMerchant(async (merchant) => {
      const words = ['profile', 'add', 'real', '--environment', 'live', '--base-url', merchant.sandbox.url];
      const rest = ['--merchant', 'OTHER', '--callback-url', 'https://merchant.example/c'];
      expect((await merchant.run(...words, ...rest)).exitCode).toBe(0);
      // The gateway of this test lets the merchant in under the same key.
      const publicKeyPems = [await publicKeyOf(merchant)];
      merchant.sandbox.gateway.registerMerchant({ merchantCode: 'OTHER', publicKeyPems, secrets: [] });
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const run = payAtTerminal(merchant, file, '--profile', 'real');
      await run.untilShown('Type live to send');
      expect(run.shown()).toContain('LIVE: real money');
      run.type('yes\r');
      expect((await run.end).exitCode).toBe(2);
      expect(merchant.sandbox.gateway.book()).toEqual([]);
    }));

  it.concurrent('Ctrl-C and Ctrl-D at a prompt send and change nothing, and say so', () =>
    withMerchant(async (merchant) => {
      const { dataDirectory } = merchant;
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      expect((await merchant.run('backup', `${dataDirectory}.backup`)).exitCode).toBe(0);
      const restore = ['restore', `${dataDirectory}.backup`, '--data-dir', dataDirectory];
      for (const key of ['\u0003', '\u0004'])
        for (const [start, said] of [
          [() => payAtTerminal(merchant, file), 'was not released'],
          [() => startAtTerminal(restore), 'Nothing was changed'],
        ] as const) {
          const run = start();
          await run.untilShown('anything else to stop');
          run.type(key);
          expect(await run.end).toEqual({ exitCode: 2, shown: expect.stringContaining(said) });
        }
      expect(merchant.sandbox.gateway.book()).toEqual([]);
      const batches = readJson(await merchant.run('batch', 'list', '--json'), BatchList);
      expect(batches).toMatchObject([{ state: 'draft' }]);
    }));

  it.concurrent('a draft from a restored backup that is not released is not called unsent, because it was sent since', () =>
    withMerchant(async (merchant) => {
      const { dataDirectory, keyFile } = merchant;
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      const prepared = await merchant.run('prepare', file, '--json');
      const { batchId } = readJson(prepared, z.looseObject({ batchId: z.string() }));
      expect((await merchant.run('backup', `${dataDirectory}.backup`)).exitCode).toBe(0);
      expect((await merchant.run('release', batchId, '--yes')).exitCode).toBe(0);
      expect((await merchant.run('restore', `${dataDirectory}.backup`)).exitCode).toBe(0);
      const release = ['release', batchId];
      const { stderr } = await merchant.run(...release);
      expect(stderr).toContain('No terminal');
      const run = startAtTerminal([...release, '--data-dir', dataDirectory, '--key-file', keyFile]);
      await run.untilShown('Type yes to send');
      run.type('no\r');
      const { shown } = await run.end;
      expect(shown).toContain(`Batch ${batchId} was not released.`);
      expect([stderr, shown].join()).not.toMatch(/nothing (?:of it )?was sent/i);
    }));

  it.concurrent('a payin or top-up says, while the gateway is gone, that Bursar keeps trying, and after Ctrl-C what its state is', () =>
    withMerchant(async (merchant) => {
      const { dataDirectory, keyFile } = merchant;
      await merchant.sandbox.close();
      const money = ['--amount', '5', '--currency', 'EUR', '--method', 'BANK_TRANSFER'];
      for (const kind of ['payin', 'topup']) {
        const create = [kind, 'create', ...money, '--data-dir', dataDirectory, '--key-file', keyFile];
        const run = startAtTerminal(create);
        await run.untilShown('Bursar keeps trying; nothing is sent twice.');
        await run.untilShown('Waiting for the gateway. Ctrl-C ends this.');
        run.type('\u0003');
        const { exitCode, shown } = await run.end;
        expect(exitCode, shown).toBe(5);
        expect(shown).toMatch(
          /Waiting for its turn\. These records show no request for it\.[^]*Stopped\. `bursar resume` continues/,
        );
      }
    }));

  it.concurrent('Ctrl-C in the middle ends with 5 and says how to continue', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(20);
      const run = payAtTerminal(merchant, merchant.write('payouts.csv', payoutFileTo(...accounts)), '--yes');
      await untilAccepted(merchant, 3);
      await run.untilShown(' a second, about ');
      expect(run.shown()).not.toContain(' 0.0 a second');
      run.type('\u0003');
      const { exitCode, shown } = await run.end;
      expect(exitCode, shown).toBe(5);
      expect(shown).toContain('bursar resume');
      expect((await merchant.run('resume')).exitCode).toBe(0);
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
    }));

  it.concurrent('Ctrl-C while the gateway keeps a request without an answer says what Bursar waits for, and a second one ends it', async () => {
    await using merchant = await startRudeMerchant({
      afterwards: ({ method }, usual) =>
        method === 'POST' && usual !== 'hangUp' && usual.status === 201
          ? { ...usual, delayMs: 30_000 }
          : usual,
    });
    const run = merchant.payAtTerminal(makeRows(2));
    await vi.waitFor(() => expect(merchant.gateway.book()).not.toEqual([]), { timeout: 30_000 });
    run.type('\u0003');
    await run.untilShown('Stopping: waiting for the answers to requests already sent');
    // One right after the first counts as the same.
    const pressing = setInterval(() => run.type('\u0003'), 100);
    const { exitCode } = await run.end;
    clearInterval(pressing);
    expect(exitCode).not.toBe(0);
    expect((await merchant.records()).map(({ state }) => state)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:sending|unknown)$/)]),
    );
  });
});

async function publicKeyOf(merchant: Merchant): Promise<string> {
  const shown = await merchant.run('profile', 'show', 'test', '--json');
  return readJson(shown, z.looseObject({ publicKey: z.looseObject({ pem: z.string() }) })).publicKey.pem;
}
