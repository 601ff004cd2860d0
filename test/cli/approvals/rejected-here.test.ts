import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { payoutFile } from '../kit/payout-files.ts';
import { readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const Draft = z.looseObject({ batchId: z.string() });

it('a request that was rejected here says that no approval of it counts', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payouts.csv', payoutFile([{ accountNumber: 'ACC-1', amount: '6.00' }]));
    const { batchId } = readJson(await merchant.run('prepare', file, '--json'), Draft);
    const [request, rejection] = ['q', 'r'].map((name) => path.join(merchant.folder, `${name}.bursar`));
    await merchant.run('approval', 'request', batchId, '--out', String(request), '--name', 'Otto');
    const words = ['--note', 'Twice', '--out', String(rejection)];
    expect(await merchant.run('approval', 'reject', String(request), ...words)).toMatchObject({
      exitCode: 0,
    });
    expect((await merchant.run('approval', 'show', String(request))).stdout).toContain(
      'Wherever the rejection is imported, no approval of this request counts. Ask Otto for a new one.',
    );
  }));
