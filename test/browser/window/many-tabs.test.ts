import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventsAddress } from '../../../contract/window/bridge.ts';
import { withConnectedApp, type ConnectedApp } from '../kit/connected-app.ts';
import { header, line } from '../kit/payout-rows.ts';
import { bringFile, csvFile, goTo, heading, openAnother } from '../kit/steps.ts';

let app: ConnectedApp['app'];
let page: Page;
withConnectedApp('many-tabs', {}, (opened) => {
  ({ app, page } = opened);
});

/** A browser has six connections to one address. */
const moreThanConnections = 7;

it('takes calls and events in more tabs than a browser has connections, also once the first one is closed', async () => {
  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  const tabs: Page[] = [];
  for (let count = 0; count < moreThanConnections; count += 1) {
    const tab = await openAnother(page);
    await heading(tab, 'Batches').waitFor();
    tabs.push(tab);
  }
  const first = tabs.shift();
  await bringFile(first ?? page, csvFile('told.csv', [header, line(1)]));
  for (const tab of [page, ...tabs]) await tab.getByRole('link', { name: 'told.csv' }).waitFor();

  // The tab that reads the events for all is closed, and the next one that tries is refused at first.
  let isRefused = true;
  await app.context.route(`**${eventsAddress}`, (route) => (isRefused ? route.abort() : route.fallback()));
  await page.close();
  const notices = tabs.map((tab) =>
    tab.getByText('No connection to Bursar. What is shown may be out of date.'),
  );
  for (const notice of notices) await notice.waitFor();
  isRefused = false;
  for (const notice of notices) await notice.waitFor({ state: 'detached' });
  await bringFile(first ?? page, csvFile('told-again.csv', [header, line(2)]));
  for (const tab of tabs) await tab.getByRole('link', { name: 'told-again.csv' }).waitFor();
  expect(app.faults).toEqual([]);
});
