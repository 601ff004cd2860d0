import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

/** Has a call fail as on a full disk, so many times, where `isMeant` says so of its input. */
function fillingDisk<Input extends readonly unknown[], Output>(
  whole: (...input: Input) => Output,
  times: number,
  isMeant: (...input: Input) => boolean,
): { readonly call: (...input: Input) => Output; readonly left: () => number } {
  let left = times;
  return {
    call: (...input) => {
      if (left === 0 || !isMeant(...input)) return whole(...input);
      left -= 1;
      throw new Error('SQLITE_FULL');
    },
    left: () => left,
  };
}

async function released(
  rows: number,
  longestDelayMs: number,
): Promise<{ office: VirtualOffice; batchId: string }> {
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    weather: { ...fairWeather, longestDelayMs },
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const draft = Array.from({ length: rows }, (_, row) => ({ amount: '10.00', account: `PAYEE${row}` }));
  const { batchId } = await office.draft(draft);
  await office.release(batchId);
  return { office, batchId };
}

it('queries every payout whose answer could not be written, without restarting the program', async () => {
  const { office, batchId } = await released(8, 1000);
  const { store } = office;
  const disk = fillingDisk(store.record.bind(store), 3, (findings) =>
    findings.some(({ from }) => from === 'sending'),
  );
  Object.assign(store, { record: disk.call });
  await office.get('runner.start', {});
  await office.pass(10 * 60_000);
  expect(disk.left()).toBe(0);
  expect(store.countByState(batchId)).toEqual({ paid: 8 });
  expect(office.gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual(Array(8).fill(1));
});

it('waits for requests in flight when it fails itself, and records their answers', async () => {
  const { office, batchId } = await released(40, 20_000);
  const { store } = office;
  const isInFlight = (): boolean => (store.countByState(batchId).sending ?? 0) > 3;
  const disk = fillingDisk(store.duePayments.bind(store), 2, (_batchIds) => isInFlight());
  Object.assign(store, { duePayments: disk.call });
  await office.get('runner.start', {});
  await office.pass(10 * 60_000);
  expect(disk.left()).toBe(0);
  expect(store.countByState(batchId)).toEqual({ paid: 40 });
  expect(office.gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual(Array(40).fill(1));
  const reasons = store
    .rowsOfBatch(batchId, 0, 100)
    .flatMap(({ paymentId }) => store.eventsOf(paymentId).map(({ reason }) => reason.code));
  expect(reasons).not.toContain('interrupted');
});
