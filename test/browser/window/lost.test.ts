import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventsAddress } from '../../../contract/window/bridge.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { goTo, heading } from '../kit/steps.ts';

let page: Page;
withConnectedApp('lost', {}, ({ app }) => {
  ({ page } = app);
});

it('says that it has lost the program, until it is there again, and each failure once', async () => {
  const notice = page.getByText('No connection to Bursar. What is shown may be out of date.');
  const endEvents = await intercept(page, `**${eventsAddress}`, (route) => route.abort());
  await page.reload();
  await notice.waitFor();
  const endCalls = await intercept(page, '**/*.list', (route) => route.abort());
  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  const failures = page.getByRole('main').getByText(/^Bursar does not answer/);
  await failures.first().waitFor();
  expect(await failures.count()).toBe(1);
  endCalls();
  endEvents();
  await notice.waitFor({ state: 'detached' });
  await failures.first().waitFor({ state: 'detached' });
});
