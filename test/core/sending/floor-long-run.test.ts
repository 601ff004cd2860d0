import { expect, it } from 'vitest';
import { atWork, openOffice } from '../../kit/office.ts';
import { addOtherSystem, releaseAmounts } from './other-system.ts';

const until = { until: 'sent', silenceLimitMs: 60_000 } as const;

it('a long run is held by the balance of the last minute: the merchant may have paid otherwise since it began', async () => {
  // A gateway that answers one request after the other, so that there is hardly a moment with none in flight.
  let freeAt = 0;
  let recorded = (): void => undefined;
  const office = await openOffice({
    ...atWork,
    longestWaitMs: 20,
    settleMs: 1e9,
    delayMs: () => {
      freeAt = Math.max(freeAt, performance.now()) + 10;
      return freeAt - performance.now();
    },
    onEvent: ({ kind }) => {
      if (kind === 'batch') recorded();
    },
  });
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '9000000' }];
  await office.get('settings.change', { floors });
  await addOtherSystem(office);
  const other = await releaseAmounts(office, 'second', ['1500000.00']);
  const long = await releaseAmounts(
    office,
    'main',
    Array.from({ length: 300 }, () => '1.00'),
  );

  let paidOtherwise: Promise<void> | null = null;
  let paidAt: number | null = null;
  const payOtherwise = async (): Promise<void> => {
    await office.get('batches.run', { batchIds: [other], ...until });
    paidAt = office.now();
  };
  recorded = () => {
    if (paidAt !== null) office.wait(5000);
    if (office.countOf(long, 'accepted') > 20) paidOtherwise ??= payOtherwise();
  };
  const ended = await office.get('batches.run', { batchIds: [long], ...until });
  await paidOtherwise;
  expect(ended.held?.reason).toBe('short');
  const sentAt = office.store.rowsOfBatch(long, 0, 300).map(({ firstSentAt }) => firstSentAt ?? 0);
  expect(Math.max(...sentAt) - (paidAt ?? 0)).toBeLessThanOrEqual(60_000);
});
