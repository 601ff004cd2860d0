import type { Locator, Page } from 'playwright-core';
import { goTo } from './steps.ts';

/** Turns the listener on or off. The page shows the change once it has been told of it, not as the box is pressed. */
export function pressListen(page: Page): Promise<void> {
  return page.getByRole('checkbox', { name: 'Listen for callbacks' }).click();
}

/** Turns the listener on, in the settings; resolves when the page says that it listens. */
export async function listenForCallbacks(page: Page, port: number): Promise<void> {
  await goTo(page, '/settings/callbacks');
  const field = page.getByLabel('Port', { exact: true });
  if ((await field.inputValue()) !== String(port)) {
    await field.fill(String(port));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  }
  await pressListen(page);
  await page.getByText(`Listening at http://127.0.0.1:${port}.`).waitFor();
}

/** What the page shows of the callback address of a profile. */
export function addressGroup(page: Page, profileName: string): Locator {
  return page.getByRole('region', { name: 'Addresses' }).getByRole('group', { name: profileName });
}

export function addressIn(group: Locator): Promise<string> {
  return group.getByText(/^https?:\/\//).innerText();
}

/** A row of the last deliveries. */
export function deliveryRow(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: 'Last deliveries' })
    .getByRole('row')
    .filter({ hasText: text })
    .first();
}
