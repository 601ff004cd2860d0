import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { onlyBatch } from '../kit/shapes.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from '../kit/with-merchant.ts';

it.skipIf(process.platform === 'win32')(
  'I1: moving the data folder while a batch is sent ends the sending, and resume finishes it once the folder is back',
  () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(50);
      const paying = merchant.start('pay', merchant.write('payouts.csv', payoutFileTo(...accounts)), '--yes');
      await untilAccepted(merchant, 1);
      const elsewhere = `${merchant.dataDirectory}-elsewhere`;
      renameSync(merchant.dataDirectory, elsewhere);
      const { exitCode, stderr } = await paying.end;
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`The data folder ${merchant.dataDirectory} was moved or deleted`);
      expect(stderr).toContain('`bursar resume` continues');
      expect(merchant.sandbox.gateway.book().length).toBeLessThan(accounts.length);
      renameSync(elsewhere, merchant.dataDirectory);
      expect(onlyBatch(await merchant.run('resume', '--json')).byState).toEqual({ paid: accounts.length });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
    }),
);
