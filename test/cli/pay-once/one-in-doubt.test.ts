import { expect, it } from 'vitest';
import { openBook } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const bob = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };
const patient = { timeout: 60_000, interval: 5 };

it.each([400, 403, 404, 406, 500])(
  'one payout whose queries are all answered %i does not hold up any other',
  async (getStatus) => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 500 }], getStatus });
    const doubtful = await desk.draft([ada]);
    await desk.release(doubtful);
    await desk.get('runner.start', {});
    const asked = () =>
      gateway.requests().filter(({ method, idPayment }) => method === 'GET' && idPayment !== null).length;
    await expect.poll(asked, patient).toBeGreaterThan(5);
    expect(await desk.get('runner.state', {})).toMatchObject({ problems: [] });
    const other = await desk.draft([bob]);
    await desk.release(other);
    await expect.poll(() => desk.states(other), patient).toEqual(['paid']);
    expect(desk.states(doubtful)).toEqual(['unknown']);
    gateway.treat('A-1', {});
    await expect.poll(() => desk.states(doubtful), patient).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  },
);

it('after an outage, a gateway that answers even with a refusal is tried with one payout', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { posts: [{ isEffective: true, answer: 'reset' }], getStatus: 406 });
  const doubtful = await desk.draft([ada]);
  await desk.release(doubtful);
  const other = await desk.draft([bob]);
  await desk.release(other);
  await desk.get('batches.pause', { batchId: other });
  await desk.get('runner.start', {});
  await expect.poll(() => desk.states(doubtful), patient).toEqual(['unknown']);
  await gateway.leave();
  await expect
    .poll(() => desk.get('runner.state', {}), patient)
    .toMatchObject({ problems: [{ code: 'gatewayUnreachable' }] });
  await desk.get('batches.resume', { batchId: other });
  await gateway.comeBack();
  await expect.poll(() => desk.states(other), patient).toEqual(['paid']);
  expect(desk.states(doubtful)).toEqual(['unknown']);
});

it('a run that ends once everything is sent gives up on a payout that the gateway neither accepts nor refuses', async () => {
  const { gateway, desk } = await openBook();
  const posts = Array.from({ length: 1000 }, () => ({ isEffective: false, answer: 500 }));
  gateway.treat('A-1', { posts });
  const doubtful = await desk.draft([ada]);
  await desk.release(doubtful);
  const end = await desk.get('batches.run', {
    batchIds: [doubtful],
    until: 'sent',
    silenceLimitMs: 120_000,
    mustReach: true,
  });
  expect(end).toMatchObject({ outcome: 'silent', message: expect.stringMatching(/internal error|order ID/) });
  expect(desk.states(doubtful)).toEqual(['unknown']);
  gateway.treat('A-1', {});
  await desk.run();
  expect(desk.states(doubtful)).toEqual(['paid']);
});
