import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Settings } from '../../../contract/settings.ts';
import { payoutFile } from '../kit/payout-files.ts';
import { Failed, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

describe('bursar settings', () => {
  it.concurrent('shows the settings, changes one, and refuses unknown ones', () =>
    withMerchant(async (merchant) => {
      await merchant.run('settings', 'set', 'duplicateWindowDays', '30');
      const settings = readJson(await merchant.run('settings', '--json'), Settings);
      expect(settings).toMatchObject({ duplicateWindowDays: 30, appearance: 'system' });
      expect((await merchant.run('settings')).stdout).toMatch(/^duplicateWindowDays +30$/m);
      for (const words of [
        ['colour', '1'],
        ['duplicateWindowDays', '0'],
        ['appearance', 'pink'],
        ['witnessFile', ''],
        ['floors', '[{"profileName":"tets","currencyCode":"EUR","amount":"1"}]'],
      ])
        expect((await merchant.run('settings', 'set', ...words)).exitCode, words.join(' ')).toBe(2);
      for (const name of ['witnessFile', 'approvalFolder'] as const) {
        const place = path.join(merchant.folder, name === 'witnessFile' ? 'w.jsonl' : 'data');
        const words = ['settings', 'set', name, path.relative('.', place), '--json'];
        expect(readJson(await merchant.run(...words), Settings)[name]).toBe(place);
        expect((await merchant.run('settings', 'set', name, 'not/here')).exitCode).toBe(2);
      }
      expect((await merchant.run('approval', 'folder')).exitCode).toBe(0);
      const floors = [{ profileName: 'tets', currencyCode: 'EUR', amount: '1' }];
      const { stderr } = await merchant.run('settings', 'set', 'floors', JSON.stringify(floors));
      expect(stderr).toBe('bursar: There is no profile named tets. Choose from: test.\n');
    }));

  it.concurrent('ends with 8 and sends nothing of a file that exceeds a limit', () =>
    withMerchant(async (merchant) => {
      const limits = [{ currencyCode: 'EUR', largestPayout: '1', largestBatch: null }];
      expect((await merchant.run('settings', 'set', 'releaseLimits', JSON.stringify(limits))).exitCode).toBe(
        0,
      );
      const file = merchant.write('payouts.csv', payoutFile([{ accountNumber: 'ACC-1', amount: '1.01' }]));
      const { error } = readJson(await merchant.run('pay', file, '--yes', '--json'), Failed, 8);
      expect(error).toMatchObject({ code: 'limitExceeded', message: expect.stringContaining('1.01 EUR') });
      expect(merchant.sandbox.gateway.book()).toEqual([]);
    }));
});

describe('bursar profile edit', () => {
  it.concurrent('changes name and callback address and nothing else', () =>
    withMerchant(async (merchant) => {
      const words = ['--new-name', 'treasury', '--callback-url', 'https://merchant.example/new', '--json'];
      const edited = readJson(
        await merchant.run('profile', 'edit', 'test', ...words),
        z.looseObject({ name: z.string(), callbackUrl: z.string(), merchantCode: z.string() }),
      );
      expect(edited).toMatchObject({
        name: 'treasury',
        callbackUrl: 'https://merchant.example/new',
        merchantCode: 'MERCHANT',
      });
      expect((await merchant.run('profile', 'edit', 'test', '--new-name', 'more')).exitCode).toBe(2);
      expect((await merchant.run('profile', 'replace-key', 'treasury')).exitCode).toBe(2);
    }));
});
