import { createServer } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { goTo } from './steps.ts';

/** This port if nothing listens there, else any that is free. */
export function freePort(wished: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(wished === 0 ? 0 : freePort(0)));
    server.listen(wished, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Turns the listener on or off. The page shows the change once it has been told of it, not as the box is pressed. */
export function pressListen(page: Page): Promise<void> {
  return page.getByRole('checkbox', { name: 'Listen for callbacks' }).click();
}

/** Turns the listener on, in the settings; resolves when the page says that it listens. */
export async function listenForCallbacks(page: Page, port: number): Promise<void> {
  await goTo(page, '/settings/callbacks');
  await page.getByLabel('Port', { exact: true }).fill(String(port));
  const save = page.getByRole('button', { name: 'Save' });
  if (await save.isEnabled()) await save.click();
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
