import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventsAddress } from '../../../contract/window/bridge.ts';
import { drafted, sheetOf, withConnectedApp, type ConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { hold, intercept } from '../kit/intercept.ts';
import { keepPicture, lookedAt } from '../kit/keep-picture.ts';
import { header, line } from '../kit/payout-rows.ts';
import { csvFile, goTo, heading, openAnother } from '../kit/steps.ts';

let app: ConnectedApp['app'];
let page: Page;
withConnectedApp('not-loaded', {}, (opened) => {
  ({ app, page } = opened);
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
  await page.keyboard.press('Escape');
});

it('says on a draft that its rows are being checked, until they are', async () => {
  const endChecking = await hold(page, 'batches.check');
  const batchId = await drafted(elsewhere(page), csvFile('slow.csv', [header, line(151)]));
  await goTo(page, `/batches/${batchId}`);
  await heading(page, 'slow.csv').waitFor();
  const said = page.getByRole('main').getByRole('status').getByText('Checking the rows …');
  await said.waitFor();
  endChecking();
  await said.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Release 1 payout …' }).and(page.locator(':enabled')).waitFor();
});

it('says that checks, releases and payees wait while payouts of an older version are prepared, and not after that', async () => {
  // To the page, the events of another tab.
  const report = (done: number, total: number | null) =>
    page.evaluate(
      (event) =>
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a channel of one origin, not a window
        new BroadcastChannel('bursar-events').postMessage({ kind: 'event', event }),
      { kind: 'progress', id: 'keys', done, total },
    );
  const notice = page.getByRole('button', { name: 'Preparing payouts of an older version.' });
  await report(2000, null);
  await notice.click();
  await page.getByText(/^Prepared 2,000 payouts of an older version/).waitFor();
  await report(4000, null);
  await page.getByText(/^Prepared 4,000 payouts of an older version/).waitFor();
  await page.keyboard.press('Escape');
  await report(5000, 5000);
  await notice.waitFor({ state: 'detached' });
});

/** A browser has six connections to one address: were one of these tabs on each of them, no call would get through. */
const asManyAsConnections = 6;

// After all others of this file, since it closes their page.
it('says what to do in a tab whose session is over, and takes the next address that Bursar prints', async () => {
  const key = 'bursar-session';
  const session = await page.evaluate<string>(`sessionStorage.getItem('${key}')`);
  await page.evaluate(`sessionStorage.setItem('${key}', 'of a program that has ended')`);
  await page.reload();
  await page
    .getByText(/^This browser tab is not signed in, or Bursar was restarted\. Open the address/)
    .waitFor();
  await page.evaluate(`sessionStorage.setItem('${key}', ${JSON.stringify(session)})`);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`location.hash = '#token=another'`);
  await loaded;
  await heading(page, 'Overview').waitFor();
});

it('takes calls and events in as many tabs as a browser has connections, also once the first one is closed', async () => {
  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  const faultsBefore = app.faults.length;
  const tabs: Page[] = [];
  const there = elsewhere(page);
  for (let count = 0; count < asManyAsConnections - 1; count += 1) {
    const tab = await openAnother(page);
    await heading(tab, 'Batches').waitFor();
    tabs.push(tab);
  }
  await sheetOf(there, csvFile('told.csv', [header, line(1)]));
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
  const [first = page] = tabs;
  await sheetOf(elsewhere(first), csvFile('told-again.csv', [header, line(2)]));
  for (const tab of tabs) await tab.getByRole('link', { name: 'told-again.csv' }).waitFor();
  // Of what was withheld above.
  expect(app.faults.slice(faultsBefore)).toEqual([]);
});
