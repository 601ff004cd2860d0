import { expect, it } from 'vitest';
import { openBook } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };

it('a paid payout of which the gateway reports another amount later stays paid, is told, and says what the gateway holds for as long as it does', async () => {
  const { gateway, desk } = await openBook();
  const batchId = await desk.pay([ada]);
  const payout = { idPayout: desk.idOf(batchId) };
  gateway.treat('A-1', { amount: '999.00' });
  await desk.get('payouts.refresh', payout);
  expect(desk.states(batchId)).toEqual(['paid']);
  expect((await desk.get('attention.list', {})).map(({ kind }) => kind)).toEqual(['statusChanged']);
  expect((await desk.get('payouts.show', payout)).problemMessage).toContain('The gateway holds 999.00 EUR');
  expect(await desk.retry(batchId)).toHaveProperty('refused');
  gateway.treat('A-1', {});
  await desk.get('payouts.refresh', payout);
  const { problemMessage, events } = await desk.get('payouts.show', payout);
  expect(problemMessage).toBeNull();
  expect(events.at(-1)).toMatchObject({ from: 'paid', to: 'paid' });
});
