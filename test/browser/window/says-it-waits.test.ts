import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import { bringFile, csvFile, heading } from '../kit/steps.ts';

let page: Page;
withConnectedApp('says-it-waits', {}, (opened) => {
  ({ page } = opened);
});

it('says on a draft that its rows are being checked, until they are', async () => {
  const endChecking = await hold(page, 'batches.check');
  await bringFile(page, csvFile('slow.csv', [header, line(151)]));
  await cell(page, 'Payee 151').waitFor();
  await page.getByRole('button', { name: 'Check and release 1 payout' }).click();
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
