import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

const hourMs = 60 * 60_000;

it('a payout that a person marked as not accepted is a possible duplicate, and is queried before its row is paid again', async () => {
  let isAnswerLost = false;
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    weather: {
      ...fairWeather,
      get lostAnswer() {
        return isAnswerLost ? 1 : 0;
      },
    },
  });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const run = (batchId: string) =>
    office.tell('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 1000 });
  const stateOf = (batchId: string) => office.store.rowsOfBatch(batchId, 0, 1)[0]?.state;
  const row = { amount: '10.00', account: 'A-1' };
  const first = await office.draft([{ amount: '1.00', account: 'B-1' }], 'first.csv');
  expect((await office.release(first.batchId)).ok).toBe(true);
  await run(first.batchId);

  const { batchId } = await office.draft([row]);
  expect((await office.release(batchId)).ok).toBe(true);
  isAnswerLost = true;
  await run(batchId);
  isAnswerLost = false;
  office.isDown = true;
  const idPayout = office.store.rowsOfBatch(batchId, 0, 1)[0]?.idPayment ?? '';
  for (let hours = 0; hours < 30; hours += 3) {
    await office.pass(3 * hourMs);
    await office.tell('payouts.refresh', { idPayout });
  }
  await office.get('payouts.decide', { idPayout, decision: 'notAccepted' });
  expect(stateOf(batchId)).toBe('rejected');
  office.isDown = false;

  const again = await office.draft([row, { amount: '3.00', account: 'C-1' }], 'corrected.csv');
  const { rows } = await office.get('batches.duplicates', { batchId: again.batchId });
  expect(rows).toMatchObject([{ rowNumber: 1, level: 'possible', equalTo: { idPayout, state: 'rejected' } }]);
  // A person confirms it, and the gateway, asked at the release, has paid the first one.
  expect(await office.release(again.batchId)).toMatchObject({ ok: false, error: { code: 'duplicateHeld' } });
  expect(stateOf(batchId)).toBe('paid');
  expect(stateOf(again.batchId)).toBe('draft');
  expect(office.gateway.book()).toHaveLength(2);
});

it('a payout that a person marks as not accepted is asked about at once', async () => {
  let isTold = false;
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  const usual = office.gateway.handle.bind(office.gateway);
  office.gateway.handle = (request) => {
    const answer = usual(request);
    return isTold || !request.path.startsWith('/payouts/')
      ? answer
      : { ...answer, status: request.method === 'GET' ? 403 : 500, body: '{}' };
  };
  office.addProfile('main');
  onTestFinished(() => office.close());
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A-1' }]);
  await office.release(batchId);
  await office.get('runner.start', {});
  await office.pass(26 * hourMs);
  const idPayout = `${batchId}-1`;
  expect((await office.get('payouts.show', { idPayout })).problem?.code).toBe('couldNotAskForLong');
  await office.get('payouts.decide', { idPayout, decision: 'notAccepted' });
  isTold = true;
  await office.pass(60_000);
  expect((await office.get('payouts.show', { idPayout })).state).toBe('paid');
});
