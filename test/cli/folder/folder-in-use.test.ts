import { describe, expect, it } from 'vitest';
import { payoutFileTo } from '../kit/payout-files.ts';
import { Failed, readJson } from '../kit/shapes.ts';
import { untilAccepted, withMerchant } from '../kit/with-merchant.ts';

describe('a data folder in use', () => {
  it('I3: every other command ends with 7 and names the process, and the folder is free afterwards', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('A-9009'));
      const backup = `${merchant.folder}/backup.sqlite`;
      const paying = merchant.start('pay', file, '--yes');
      await untilAccepted(merchant, 1);
      const commands = [
        ['pay', file, '--yes', '--again'],
        ['payouts'],
        ['payout', 'any'],
        ['batch', 'list'],
        ['batch', 'cancel', 'any'],
        ['profile', 'list'],
        ['balances'],
        ['doctor'],
        ['audit', 'verify'],
        ['backup', backup],
      ];
      // One as another process, as a person would run it; what holds the folder is one anyway.
      const ends = [await merchant.runProgram('resume', '--json')];
      for (const words of commands) ends.push(await merchant.run(...words, '--json'));
      for (const end of ends) {
        const { error } = readJson(end, Failed, 7);
        expect(error.code).toBe('dataFolderInUse');
        expect(error.message).toMatch(new RegExp(`\\b${paying.child.pid}\\b`));
        expect(end.stderr).toContain(String(paying.child.pid));
      }
      paying.child.kill('SIGINT');
      expect((await paying.end).exitCode).toBe(5);
      expect((await merchant.run('payouts')).exitCode).toBe(0);
      expect(merchant.sandbox.gateway.book()).toHaveLength(1);
    }));
});
