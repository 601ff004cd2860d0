import { expect, it } from 'vitest';
import { dayMs } from '../../../contract/duration.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { openBook } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };

it('a paid payout for which the gateway later reports another amount stays paid, raises attention, and shows the gateway’s amount for as long as it differs', async () => {
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

it('a payout whose 201 names another amount is a conflict, also if the gateway names none later, and is never sent again', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { echoed: '999.00', hasMoney: false });
  const batchId = await desk.pay([ada]);
  const payout = { idPayout: desk.idOf(batchId) };
  expect(desk.states(batchId)).toEqual(['conflict']);
  await desk.get('payouts.refresh', payout);
  expect((await desk.get('payouts.show', payout)).problemMessage).toContain('The gateway holds 999.00 EUR');
  expect(await desk.retry(batchId)).toHaveProperty('refused');
  await desk.run();
  expect(gateway.timesPaid('A-1')).toBe(1);
  expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
});

it('a payout in conflict becomes paid once the gateway reports the amount that was sent, raises attention, and is never sent again', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { amount: '7.50' });
  const batchId = await desk.pay([ada]);
  expect(desk.states(batchId)).toEqual(['conflict']);
  const payout = { idPayout: desk.idOf(batchId) };
  gateway.treat('A-1', { amount: '8.00' });
  await desk.get('payouts.refresh', payout);
  expect((await desk.get('payouts.show', payout)).problemMessage).toContain('The gateway holds 8.00 EUR');
  gateway.treat('A-1', {});
  expect(await desk.get('payouts.refresh', payout)).toMatchObject({ state: 'paid', problem: null });
  expect((await desk.get('attention.list', {})).map(({ kind }) => kind)).toEqual(['endChanged']);
  expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
  await desk.run();
  expect(gateway.timesPaid('A-1')).toBe(1);
  expect(await desk.retry(batchId)).toHaveProperty('refused');
});

it('a payout in conflict is queried again by itself, says so, and becomes paid once the gateway reports the amount that was sent', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', { echoed: '999.00', amount: '8.00' });
  const batchId = await desk.pay([ada]);
  const payout = { idPayout: desk.idOf(batchId) };
  const shown = async () => {
    const detail = await desk.get('payouts.show', payout);
    return [detail.state, detail.problemMessage, paymentMeaning({ ...detail, kind: 'payout', origin: null })];
  };
  const named = (amount: string) => [
    'conflict',
    expect.stringContaining(`The gateway holds ${amount} EUR`),
    expect.stringMatching(/operator.* Bursar keeps asking/),
  ];
  expect(await shown()).toEqual(named('999.00'));
  time.pass(dayMs);
  await desk.run();
  expect(await shown()).toEqual(named('8.00'));
  gateway.treat('A-1', {});
  time.pass(dayMs);
  await desk.run();
  expect(desk.states(batchId)).toEqual(['paid']);
  expect((await desk.get('attention.list', {})).map(({ kind }) => kind)).toEqual(['endChanged']);
  expect(gateway.timesPaid('A-1')).toBe(1);
  expect(await desk.get('audit.verify', {})).toMatchObject({ problems: [] });
});

it('a payout in conflict that was queried for 90 days says how to ask', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', { amount: '8.00' });
  const batchId = await desk.pay([ada]);
  for (let week = 0; week < 20; week += 1) {
    time.pass(8 * dayMs);
    await desk.run();
  }
  const detail = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
  expect(detail).toMatchObject({ state: 'conflict', unasked: 'ended' });
  expect(paymentMeaning({ ...detail, kind: 'payout', origin: null })).toMatch(/corrected it, refresh it\.$/);
});
