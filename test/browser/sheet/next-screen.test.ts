import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { header, line } from '../kit/payout-rows.ts';
import { csvFile, goTo } from '../kit/steps.ts';

let page: Page;
withConnectedApp('next-screen', {}, ({ app }) => {
  ({ page } = app);
});

it('loads the next screen while the program reads rows or makes their draft, and asks about the payees of a draft once', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const hasAsked = (part: string) => asked.some((url) => url.includes(part));

  await goTo(page, '/batches/new');
  const answerOpening = await hold(page, 'sheets.open');
  await page.locator('input[type=file]').setInputFiles(csvFile('payroll.csv', [header, line(1)]));
  await expect.poll(() => hasAsked('/SheetPage-')).toBe(true);
  answerOpening();
  const check = page.getByRole('button', { name: /^Check and release / });
  await check.waitFor();

  const answerPreparing = await hold(page, 'sheets.prepare');
  await check.click();
  await expect.poll(() => hasAsked('/BatchPage-')).toBe(true);
  answerPreparing();
  await page.getByRole('heading', { name: 'Payees' }).waitFor();
  // The comparison is asked for by what the findings bring onto the screen, so after them.
  await expect.poll(() => hasAsked('/batches.comparison')).toBe(true);
  expect(asked.filter((url) => url.endsWith('/payees.findings'))).toHaveLength(1);
});
