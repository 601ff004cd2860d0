import { expect, it } from 'vitest';
import { atWork, openOffice } from '../../kit/office.ts';
import { addOtherSystem, releaseAmounts } from './other-system.ts';

it('a batch that joins a run later is held by the balance of then: the merchant may have paid otherwise meanwhile', async () => {
  const office = await openOffice({ ...atWork, longestWaitMs: 20, settleMs: 1e9 });
  const accepted = () => office.sandbox.gateway.book().map(({ amount }) => amount);
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '9000000' }];
  await office.get('settings.change', { floors });
  await office.releaseAll((await office.draft(['1.00'])).batchId);
  await office.get('runner.start', {});
  await office.until(() => accepted().length === 1);

  await addOtherSystem(office);
  await releaseAmounts(office, 'second', ['1500000.00']);
  await office.until(() => accepted().length === 2);

  office.wait(120_000);
  const later = await office.draft(['2.00']);
  await office.releaseAll(later.batchId);
  await office.until(
    async () => accepted().length > 2 || (await office.get('runner.state', {})).problems.length > 0,
  );
  expect(accepted()).toEqual(['1.00', '1500000.00']);
  expect(office.countOf(later.batchId, 'queued')).toBe(1);
});
