import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFileTo } from '../kit/payout-files.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

/** Adds a second profile for the same merchant at the same sandbox. */
async function addSecond({ run, sandbox }: Merchant): Promise<void> {
  const words = ['profile', 'add', 'second', '--environment', 'sandbox', '--base-url', sandbox.url];
  const rest = ['--merchant', 'SECOND', '--callback-url', 'https://second.example/callbacks'];
  expect((await run(...words, ...rest, '--prepare-only')).exitCode).toBe(0);
}

it.concurrent('resume sends nothing of another profile than the one that --profile names', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payouts.csv', payoutFileTo('ACC-1', 'ACC-2'));
    const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
    await addSecond(merchant);
    for (const words of [['resume'], ['run-due']]) {
      const end = await merchant.run(...words, '--profile', 'second', '--json');
      expect(readJson(end, Failed, 2).error.message).toContain('covers all profiles');
    }
    expect((await merchant.run('resume', '--batch', batchId, '--profile', 'test')).exitCode).toBe(0);
  }));

it.concurrent('no command for a batch runs if --profile names another profile than the batch has', () =>
  withMerchant(async (merchant) => {
    await addSecond(merchant);
    const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
    const prepared = await merchant.run('prepare', file, '--profile', 'test', '--json');
    const { batchId } = readJson(prepared, z.looseObject({ batchId: z.string() }));
    const out = path.join(merchant.folder, 'out.csv');
    for (const words of [
      ['release', batchId, '--yes'],
      ['check', batchId],
      ['resume', '--batch', batchId],
      ['approval', 'request', batchId, '--out', out],
      ['evidence', 'create', '--batch', batchId, '--out', out],
      ...['show', 'pause', 'resume', 'repeat', 'cancel'].map((word) => ['batch', word, batchId]),
      ['batch', 'retry', batchId, '--yes'],
      ['batch', 'export', batchId, '--out', out],
    ]) {
      const end = await merchant.run(...words, '--profile', 'second', '--json');
      expect({ words, said: readJson(end, Failed, 2).error.message }).toEqual({
        words,
        said: `Batch ${batchId} belongs to profile test, not to second. Leave out --profile.`,
      });
    }
    expect(existsSync(out)).toBe(false);
    const discarded = await merchant.run('batch', 'cancel', batchId, '--profile', 'test');
    expect(discarded.stdout).toBe(`Draft ${batchId} of 1 payout discarded. Nothing of it was sent.\n`);
  }));

it.concurrent('no list that covers all profiles is given as the list of one, and none is empty because a name is wrong', () =>
  withMerchant(async (merchant) => {
    const unknown = 'There is no profile named nobody. Choose from: test.';
    const lists = ['attention', 'batch list', 'payee list', 'audit list', 'approval list', 'callbacks state'];
    const ofOne = ['payouts', 'payouts --totals', 'payin list', 'topup list', 'template list'];
    for (const list of [...lists, ...ofOne, 'resume', 'run-due', 'attention dismiss']) {
      const end = await merchant.run(...list.split(' '), '--profile', 'nobody', '--json');
      expect(readJson(end, Failed, 2).error.message).toBe(unknown);
      const only = await merchant.run(...list.split(' '), '--profile', 'test');
      expect({ list, exitCode: only.exitCode }).toEqual({ list, exitCode: 0 });
    }
    for (const list of ['payouts', 'payin', 'payee', 'audit']) {
      const out = path.join(merchant.folder, `${list}.csv`);
      const end = await merchant.run(list, 'export', '--out', out, '--profile', 'nobody', '--json');
      expect(readJson(end, Failed, 2).error.message).toBe(unknown);
      expect(existsSync(out)).toBe(false);
    }
    await addSecond(merchant);
    for (const list of lists) {
      const end = await merchant.run(...list.split(' '), '--profile', 'test', '--json');
      expect({ list, exitCode: end.exitCode }).toEqual({ list, exitCode: 2 });
    }
    for (const list of ofOne)
      expect((await merchant.run(...list.split(' '), '--profile', 'test')).exitCode).toBe(0);
  }));
