import { expect, it } from 'vitest';
import { openBook, openDesk } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const bob = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };

it('a row that was cancelled because a colleague retried it is not paid in another file without a question', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-2', { posts: [{ isEffective: false, answer: 406 }] });
  const mine = await desk.pay([ada, bob]);
  gateway.treat('A-2', {});
  const retry = desk.idOf(String(await desk.retry(mine)));
  time.pass(3_600_000);
  const colleague = await openDesk(gateway, time);
  const theirs = await colleague.pay([ada, bob]);
  expect(colleague.states(theirs)).toEqual(['outside', 'cancelled']);
  const idPayout = `${theirs}-2`;
  const { problemMessage } = await colleague.get('payouts.show', { idPayout });
  expect(problemMessage).toContain(`payout ${retry}, which is paid`);

  const alone = await colleague.draft([bob]);
  expect(await colleague.release(alone)).toMatchObject({ error: { code: 'duplicateHeld' } });
  const { rows } = await colleague.get('batches.duplicates', { batchId: alone });
  expect(rows).toMatchObject([{ kind: 'samePayment', equalTo: { idPayout, state: 'paid' } }]);
  expect(gateway.timesPaid('A-2')).toBe(1);
  expect(await colleague.release(alone, true)).toMatchObject({ ok: true });
  expect((await colleague.get('audit.verify', {})).problems).toEqual([]);
});
