import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fail } from '../../../contract/result.ts';
import { encodeWire } from '../../../contract/window/bridge.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold, intercept } from '../kit/intercept.ts';
import { newFolder } from '../kit/open-app.ts';
import { goTo } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
// A browser has each of these changes confirmed at its terminal.
withConnectedApp('settings', { isConfirming: true }, ({ app }) => {
  ({ page, faults } = app);
});

it('saves what is set, removed or typed while an earlier change is stored, and a double click once', async () => {
  await goTo(page, '/settings/limits');
  const balances = page.getByRole('region', { name: 'Low balances' });
  const currency = balances.getByLabel('Currency');
  const amount = balances.getByLabel(/^Alert below/);
  const items = balances.getByRole('listitem');
  let changes = 0;
  const countChanges = (request: { url(): string }) => {
    if (request.url().endsWith('/settings.change')) changes += 1;
  };
  page.on('request', countChanges);
  let endHolding = await hold(page, 'settings.change');
  for (const code of ['eur', 'gbp', 'czk']) {
    await currency.fill(code);
    await amount.fill('1000.00');
    await amount.press('Enter');
    await amount.press('Enter');
  }
  endHolding();
  await expect
    .poll(async () => (await items.allInnerTexts()).map((text) => text.slice(-3)))
    .toEqual(['EUR', 'GBP', 'CZK']);
  await expect.poll(() => amount.inputValue()).toBe('');
  expect(changes).toBe(3);
  endHolding = await hold(page, 'settings.change');
  for (const code of ['EUR', 'CZK'])
    await balances.getByRole('button', { name: `Remove the limit for ${code} of acme` }).dblclick();
  endHolding();
  await expect.poll(async () => (await items.allInnerTexts()).map((text) => text.slice(-3))).toEqual(['GBP']);
  expect(changes).toBe(5);
  page.off('request', countChanges);

  // What is stored first does not replace what was typed after it and is still being saved.
  const days = page.getByLabel('Days');
  const endFirst = await hold(page, 'settings.change');
  await days.fill('60');
  await days.press('Enter');
  await days.fill('61');
  await days.press('Enter');
  const endSecond = await hold(page, 'settings.change');
  const second = page.waitForRequest('**/settings.change');
  endFirst();
  await second;
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await days.inputValue()).toBe('61');
  endSecond();
  await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  expect(await days.inputValue()).toBe('61');
  expect(faults).toEqual([]);
});

it('shows a setting that a person may have to confirm once it is stored, and a refusal as no error', async () => {
  const file = path.join(newFolder(), 'witness.jsonl');
  await goTo(page, '/settings/data');
  const place = page.getByLabel('Full path of the witness file');
  const none = page.getByRole('button', { name: 'Use no witness file' });
  let endHolding = await hold(page, 'settings.change');
  let asked = page.waitForRequest('**/settings.change');
  await place.fill(file);
  await place.press('Enter');
  await asked;
  expect(await none.count()).toBe(0);
  endHolding();
  await page.getByText('Ends with the last checkpoint.').waitFor();

  endHolding = await hold(page, 'settings.change');
  asked = page.waitForRequest('**/settings.change');
  await none.dblclick();
  await asked;
  expect(await page.getByText(file, { exact: true }).count()).toBe(1);
  const askedAgain: string[] = [];
  page.on('request', (request) => askedAgain.push(request.url()));
  endHolding();
  await none.waitFor({ state: 'detached' });
  expect(askedAgain.filter((url) => url.endsWith('/settings.change'))).toEqual([]);

  const refused = fail('changeDeclined', 'Nobody confirmed it.');
  const endRefusing = await intercept(page, '**/settings.change', (route) =>
    route.fulfill({ body: Buffer.from(encodeWire(refused)) }),
  );
  await place.press('Enter');
  await page.getByRole('status').getByText('Nobody confirmed it.').waitFor();
  endRefusing();
  expect(await page.locator('[role=alert]').filter({ hasText: 'Nobody confirmed it.' }).count()).toBe(0);
  expect(await place.inputValue()).toBe(file);
  expect(faults).toEqual([]);
});
