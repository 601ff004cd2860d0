import { expect, it } from 'vitest';
import { withMerchant } from '../kit/with-merchant.ts';

it('a batch of forty currencies makes no line of the list of batches longer than a terminal shows', () =>
  withMerchant(async (merchant) => {
    const lines = Array.from(
      { length: 40 },
      (_, row) => `10.00,TOKEN_${row},BANK_TRANSFER,Ada ${row},A-${row}`,
    );
    const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber';
    const file = merchant.write('payouts.csv', [header, ...lines].join('\n'));
    const prepared = await merchant.run('prepare', file);
    expect(prepared.exitCode, prepared.stderr).toBe(0);
    const { stdout } = await merchant.run('batch', 'list');
    expect(stdout).toContain('10.00 TOKEN_0, 10.00 TOKEN_1, 10.00 TOKEN_2, and 37 more currencies');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(200);
  }));
