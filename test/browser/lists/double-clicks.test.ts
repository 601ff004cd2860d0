import { expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { goTo } from '../kit/steps.ts';

it('a double click opens a menu, and on the button that removes a row removes that row alone', async () => {
  const { page } = await openConnected('double-clicks', { isConfirming: true });
  await goTo(page, '/activity');
  await page.getByRole('button', { name: 'Export' }).dblclick();
  await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
  await page.mouse.click(5, 300);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await goTo(page, '/payouts');
  await page.getByRole('button', { name: 'Filters' }).dblclick();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  await page.keyboard.press('Escape');
  await goTo(page, '/settings/limits');
  for (const name of ['Add currency', 'Add currency', 'Add currency'])
    await page.getByRole('button', { name }).click();
  const removers = page.getByRole('button', { name: /^Remove the limits for / });
  expect(await removers.count()).toBe(3);
  await removers.first().dblclick();
  expect(await removers.count()).toBe(2);

  const alerts = page.getByRole('button', { name: /^Remove the limit for / });
  for (const code of ['EUR', 'GBP', 'USD']) {
    const form = page.locator('form').filter({ has: page.getByLabel('Alert below, for acme') });
    await form.getByLabel('Currency').fill(code);
    await form.getByLabel('Alert below, for acme').fill('10');
    await form.getByRole('button', { name: 'Set' }).click();
    await page.getByRole('button', { name: `Remove the limit for ${code} of acme` }).waitFor();
  }
  await alerts.first().dblclick({ delay: 60 });
  await page.getByRole('button', { name: 'Remove the limit for EUR of acme' }).waitFor({ state: 'detached' });
  await page.getByText('Removed.').first().waitFor();
  expect(await alerts.count()).toBe(2);
});
