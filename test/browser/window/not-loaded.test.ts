import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { keepPicture, lookedAt } from '../kit/keep-picture.ts';
import { goTo, heading } from '../kit/steps.ts';

let page: Page;
withConnectedApp('not-loaded', {}, ({ page: opened }) => {
  page = opened;
});

const assets = path.resolve(import.meta.dirname, '../../../out/renderer/assets');

/** From now on, the file of this module cannot be loaded, until the returned function is called. */
async function withhold(module: string): Promise<() => void> {
  const file = readdirSync(assets).find((each) => each.startsWith(`${module}-`));
  if (file === undefined) throw new Error(`no file of ${module}`);
  return intercept(page, `**/assets/${file}*`, (route) => route.abort());
}

it('says which screen could not be opened, keeps the rest of the window, and opens it once it can be loaded', async () => {
  const giveBack = await withhold('PayeesPage');
  await page.getByRole('link', { name: 'Payees' }).click();
  await heading(page, 'Payees could not be opened').waitFor();
  await keepPicture(page, 'not-loaded', lookedAt);
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
  await heading(page, 'Overview').waitFor();
  await page.goBack();
  await heading(page, 'Payees could not be opened').waitFor();
  giveBack();
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Payees').waitFor();
});

it('leaves the screen as it is if a menu or dialog cannot be loaded, and says which', async () => {
  const giveBack = [await withhold('ProfileMenu'), await withhold('ShortcutsHelp')];
  await goTo(page, '/batches');
  await page.getByRole('button', { name: /^acme/ }).click();
  await page.getByText('Bursar could not load the list of profiles. Reload the window').waitFor();
  await page.keyboard.press('?');
  await page.getByText('Bursar could not load the keyboard shortcuts. Reload the window').waitFor();
  expect(await heading(page, 'Batches').isVisible()).toBe(true);
  await keepPicture(page, 'part-not-loaded', lookedAt);
  for (const give of giveBack) give();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  await heading(page, 'Batches').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});
