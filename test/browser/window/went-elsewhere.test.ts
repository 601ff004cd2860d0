import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import { bringFile, csvFile, goTo, heading } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('went-elsewhere', {}, ({ app }) => {
  ({ page, faults } = app);
});

/** Has the answer to this operation wait while `meanwhile` goes on, and resolves once the page has it. */
async function answerLate(operation: string, meanwhile: () => Promise<void>): Promise<void> {
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const endHolding = await intercept(page, `**/${operation}`, async (route) => {
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  await meanwhile();
  released.resolve();
  await answered.promise;
  // Whatever the page does with it, it does before it draws again.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
  endHolding();
}

async function leave(): Promise<void> {
  await page.getByRole('link', { name: 'Payees', exact: true }).click();
  await heading(page, 'Payees').waitFor();
}

it('stays where a person went while a file was read, rows were prepared, or a draft was opened', async () => {
  await answerLate('sheets.open', async () => {
    await bringFile(page, csvFile('read.csv', [header, line(1), line(2)]));
    await page.getByText('Reading read.csv …').waitFor();
    await leave();
  });
  expect(new URL(page.url()).hash).toBe('#/payees');

  await bringFile(page, csvFile('prepared.csv', [header, line(1), line(2)]));
  await cell(page, 'Payee 2').waitFor();
  await answerLate('sheets.prepare', async () => {
    await page.getByRole('button', { name: 'Check and release 2 payouts' }).click();
    await page.getByRole('button', { name: 'Preparing …' }).waitFor();
    await leave();
  });
  expect(new URL(page.url()).hash).toBe('#/payees');

  // What was prepared is a draft all the same.
  await goTo(page, '/batches');
  await page.getByRole('grid', { name: 'Batches' }).getByText('prepared.csv').click();
  await heading(page, 'prepared.csv').waitFor();
  await answerLate('sheets.open', async () => {
    await page.getByRole('button', { name: 'Edit rows' }).click();
    await leave();
  });
  expect(new URL(page.url()).hash).toBe('#/payees');
  expect(faults).toEqual([]);
});
