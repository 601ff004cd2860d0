import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { app, page } from '../kit/shared-app.ts';
import {
  hasFocus,
  heading,
  payoutDrawer,
  payoutTable,
  problemCount,
  stateCount,
  tabTo,
} from '../kit/steps.ts';

it('does everything by keyboard alone: prepare, release, find, read, go back', async () => {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  // Nothing that is typed before the palette is there is lost.
  await press('Control+k');
  await page.keyboard.type('new batch');
  await page.getByRole('option', { name: 'New batch' }).and(page.locator('[aria-selected=true]')).waitFor();
  await press('Enter');
  await heading(page, 'New batch').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Start empty' }));
  await press('Enter');

  const grid = page.getByRole('grid', { name: /^Rows of / });
  await expectFocus(grid);
  for (const text of ['Quentin Ashdown', '75.25', 'EUR', '', 'SEPA', 'NL91ABNA0417164300']) {
    await page.keyboard.type(text);
    await press('Tab');
  }
  await grid.getByRole('gridcell', { name: 'NL91ABNA0417164300' }).waitFor();
  await problemCount(page, 0).getByText('1 row', { exact: true }).waitFor();

  // The row is copied into the one below, then over two at once, and both are taken back.
  const rowCount = (count: string) => page.locator('footer').getByText(count, { exact: true });
  await press('Control+Home', 'Shift+ ', 'Control+c');
  await page.getByText('9 cells copied.').waitFor();
  await press('Control+Home', 'ArrowDown', 'Control+v');
  await rowCount('2 rows').waitFor();
  await press('Home', 'Shift+ArrowDown', 'Shift+ ', 'Control+v');
  await rowCount('3 rows').waitFor();
  await grid.getByRole('gridcell', { name: '75.25' }).nth(2).waitFor();
  await press('Control+z');
  await rowCount('2 rows').waitFor();
  await press('Control+z');
  await rowCount('1 row').waitFor();

  await press('Control+Enter');
  await page.getByRole('button', { name: 'Release 1 payout …' }).and(page.locator(':enabled')).waitFor();
  await press('Control+Enter');
  const sheet = page.getByRole('dialog', { name: 'Release 1 payout?' });
  await expectFocus(sheet.getByRole('button', { name: 'Not now' }));
  await tabTo(page, sheet.getByRole('button', { name: 'Release 1 payout' }));
  await press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await stateCount(page, 'paid', 1).waitFor();

  const palette = page.getByRole('combobox', { name: 'Search or do anything' });
  await press('Control+k');
  await palette.waitFor();
  await press('Control+k');
  await palette.waitFor({ state: 'detached' });
  await press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('payouts');
  await page
    .getByRole('option', { name: /^Payouts/ })
    .and(page.locator('[aria-selected=true]'))
    .waitFor();
  await press('Enter');
  await payoutTable(page).getByRole('row').nth(5).waitFor();
  await press('/');
  await page.keyboard.type('ashdown');
  await payoutTable(page).getByText('Robin Vale').first().waitFor({ state: 'detached' });
  await payoutTable(page).getByText('Quentin Ashdown').waitFor();
  await tabTo(page, payoutTable(page));
  await press('ArrowDown', 'Enter');
  await payoutDrawer(page).getByText('75.25').first().waitFor();
  // The receipt leads back to the payout, beside the list that was searched.
  await tabTo(page, payoutDrawer(page).getByRole('link', { name: 'Receipt' }));
  await press('Enter');
  await heading(page, 'Receipt').waitFor();
  await press('Escape');
  await payoutDrawer(page).getByText('75.25').first().waitFor();
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('ashdown');
  await press('Escape');
  await payoutDrawer(page).waitFor({ state: 'detached' });
  await expectFocus(payoutTable(page));

  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Filter the payouts').waitFor();
  await tabTo(page, keys.getByRole('link', { name: 'Open guide' }));
  await press('Enter');
  await heading(page, 'Guide').waitFor();
  await press('/');
  await page.keyboard.type('order id');
  await page.getByText(/^\d+ matches\. Enter goes to the next\.$/).waitFor();
  const place = () => page.getByRole('article').evaluate((article) => Number(Object(article).scrollTop));
  const before = await place();
  await press('Enter', 'Enter', 'Enter');
  await expect.poll(place).not.toBe(before);
  await tabTo(page, page.getByRole('link', { name: 'Month end' }));
  await press('Enter');
  await page.waitForURL(/#\/guide\/month-end$/);
  const widths = () =>
    page
      .getByRole('img')
      .evaluateAll((pictures) => pictures.map((picture) => Number(Object(picture).naturalWidth)));
  const pictures = readFileSync(new URL('../../../docs/guide.md', import.meta.url), 'utf8').match(/!\[/g);
  await expect.poll(widths).toEqual(pictures?.map(() => 1280));

  await press('Control+,');
  await heading(page, 'Guide').waitFor({ state: 'detached' });
  // The settings have no search of their own.
  await press('/');
  await palette.waitFor();
  await press('Escape');
  await press('F1');
  await heading(page, 'Guide').waitFor();
  expect(app.faults).toEqual([]);
});

async function expectFocus(wanted: Locator): Promise<void> {
  await wanted.waitFor();
  await expect.poll(() => hasFocus(wanted), { timeout: 60_000 }).toBe(true);
}
