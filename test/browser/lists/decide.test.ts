import { beforeAll, expect, it } from 'vitest';
import { withBursar } from '../../kit/with-bursar.ts';
import { addMerchant, openConnected } from '../kit/connected-app.ts';
import { sharedBrowser } from '../kit/launch.ts';
import { newFolder } from '../kit/open-app.ts';
import { header, line } from '../kit/payout-rows.ts';
import {
  bringFile,
  checkAndRelease,
  csvFile,
  goTo,
  openAnother,
  payoutDrawer,
  stateCount,
} from '../kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

/** How long before the first request from here a payment must have been created to be that of somebody else. */
const longerThanClocksErrMs = 65_000;

it('a payout that a colleague paid with the same file is decided once: a second window with the decision open says that nothing is left to decide', async () => {
  const { merchant, app, page } = await openConnected('decide');
  const file = csvFile('rent.csv', [header, line(1)]);
  const elsewhere = newFolder();
  await addMerchant(elsewhere, merchant);
  await withBursar({ dataDirectory: elsewhere, keyFile: null }, async (get) => {
    const { batch } = await get('batches.import', {
      profileName: 'acme',
      fileName: file.name,
      bytes: file.buffer,
    });
    const { batchId, rowsHash } = batch;
    await get('batches.release', { batchId, rowsHash, confirmed: null });
    const run = await get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    expect(run.outcome).toBe('done');
  });
  merchant.passTime(longerThanClocksErrMs);

  await bringFile(page, file);
  const batchId = await checkAndRelease(page, '1 payout');
  await stateCount(page, 'outside', 1).waitFor();
  const other = await openAnother(page);
  await stateCount(other, 'outside', 1).waitFor();
  await goTo(other, `/payouts/${batchId}-1`);
  // One decides about the payout, the other about all of the batch.
  await payoutDrawer(other).getByRole('button', { name: 'Decide …' }).click();
  await page.getByRole('button', { name: 'Decide about 1 payout …' }).click();
  for (const { window, title, decision } of [
    { window: other, title: 'Decide about this payout', decision: 'Pay again' },
    { window: page, title: 'Decide about 1 payout sent outside Bursar', decision: 'Adopt' },
  ]) {
    const dialog = window.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Save decision' }).and(window.locator(':disabled')).waitFor();
    await dialog.getByRole('radio', { name: decision }).check();
  }
  await page.getByRole('button', { name: 'Save decision' }).click();
  await page.getByText('Decision saved for 1 payout.').waitFor();
  await other.getByText('The payout changed meanwhile: there is nothing left to decide.').waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  await payoutDrawer(other).getByText('Paid', { exact: true }).first().waitFor();
  await payoutDrawer(other).getByRole('button', { name: 'Decide …' }).waitFor({ state: 'detached' });
  expect(app.faults).toEqual([]);
});
