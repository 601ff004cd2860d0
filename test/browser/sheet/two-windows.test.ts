import { beforeAll, expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { sharedBrowser } from '../kit/launch.ts';
import { cell, header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile } from '../kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

it('changes only rows that the person sees, and never overwrites what another window wrote in between', async () => {
  const { app, page } = await openConnected('two-windows');
  await bringFile(page, csvFile('two.csv', [header, ...[1, 2, 3, 4].map(line)]));
  await cell(page, 'Payee 4').waitFor();
  const opened = app.context.waitForEvent('page');
  await page.evaluate('void window.open(location.href)');
  const other = await opened;
  await cell(other, 'Payee 4').waitFor();

  // The rows on the screen are those from before the other window removed one.
  await cell(page, '20.00').click();
  await page.keyboard.press('Shift+ArrowDown');
  const released = Promise.withResolvers<void>();
  const endHolding = await intercept(page, '**/sheets.rows', async (route) => {
    await released.promise;
    await route.continue();
  });
  await cell(other, 'Payee 1').click();
  await other.keyboard.press('Control+Delete');
  await untilShown(other, ['Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await page.keyboard.press('Delete');
  await page.getByText(/^The rows changed after they were shown/).waitFor();
  endHolding();
  released.resolve();
  const kept = ['Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00'];
  await untilShown(page, kept);
  await untilShown(other, kept);
  // The selection went with its rows.
  await page.keyboard.press('Delete');
  await untilShown(page, ['Payee 2 ', 'Payee 3 ', 'Payee 4 40.00']);
  await page.keyboard.press('Control+z');
  await untilShown(page, kept);
  await untilShown(other, kept);

  // What is cut is what is emptied, though a row before it goes while it is read.
  await cell(page, '30.00').click();
  const wentOn = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const endReading = await intercept(page, '**/sheets.rows', async (route) => {
    // What is copied is read by itself; whatever the screen reads goes on.
    if (!/"limit":1\b/.test(route.request().postData() ?? '')) return route.continue();
    const response = await route.fetch();
    isHeld.resolve();
    await wentOn.promise;
    return route.fulfill({ response });
  });
  await page.getByRole('grid').dispatchEvent('cut');
  await isHeld.promise;
  await cell(other, 'Payee 2').click();
  await other.keyboard.press('Control+Delete');
  await untilShown(page, ['Payee 3 30.00', 'Payee 4 40.00']);
  endReading();
  wentOn.resolve();
  await untilShown(page, ['Payee 3 ', 'Payee 4 40.00']);
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 3 30.00', 'Payee 4 40.00']);
  await page.keyboard.press('Control+z');
  await untilShown(page, kept);
  await untilShown(other, kept);

  // A cell that the other window writes while it is edited here.
  await cell(page, '30.00').click();
  await page.keyboard.type('111.11');
  await cell(other, '30.00').click();
  await other.keyboard.type('222.22');
  await other.keyboard.press('Enter');
  await untilShown(other, ['Payee 2 20.00', 'Payee 3 222.22', 'Payee 4 40.00']);
  await page.keyboard.press('Enter');
  await page
    .getByText('Amount in row 2 became “222.22” while it was being edited. “111.11” was not written over it.')
    .waitFor();
  const picture = process.env['BURSAR_PICTURES'];
  if (picture !== undefined) await page.screenshot({ path: `${picture}/two-windows.png` });
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 222.22', 'Payee 4 40.00']);

  // A row before the one that is edited goes: Enter leads to the next one all the same.
  await cell(page, '222.22').click();
  await page.keyboard.type('33.00');
  await cell(other, 'Payee 2').click();
  await other.keyboard.press('Control+Delete');
  await untilShown(page, ['Payee 3 222.22', 'Payee 4 40.00']);
  const [field, row] = [page.getByRole('grid').locator('xpath=..').locator('input'), cell(page, '222.22')];
  expect((await field.boundingBox())?.y).toBeCloseTo((await row.boundingBox())?.y ?? 0, -1);
  await page.keyboard.press('Enter');
  await page.keyboard.type('44.00');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 3 33.00', 'Payee 4 44.00']);

  // A slow answer to a change of this window comes after the other one changed the rows again.
  const slow = Promise.withResolvers<void>();
  const isStored = Promise.withResolvers<void>();
  const saved = page.getByText('Everything typed here is kept.');
  await saved.waitFor();
  await page.route('**/sheets.change', async (route) => {
    const response = await route.fetch();
    isStored.resolve();
    await slow.promise;
    return route.fulfill({ response });
  });
  await cell(page, '44.00').click();
  await page.keyboard.type('45.00');
  await page.keyboard.press('Enter');
  await isStored.promise;
  await cell(other, 'Payee 3').click();
  await other.keyboard.press('Control+Delete');
  await untilShown(page, ['Payee 4 45.00']);
  slow.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await saved.waitFor();
  await untilShown(page, ['Payee 4 45.00']);
});
