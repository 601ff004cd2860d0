import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { succeed } from '../../../contract/result.ts';
import { encodeWire, wireType } from '../../../contract/window/bridge.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, released, withConnectedApp } from '../kit/connected-app.ts';
import { answerOf, intercept, wireValue } from '../kit/intercept.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { csvFile, goTo, openAnother, payoutDrawer, payoutTable, stateCount, heading } from '../kit/steps.ts';

let page: Page;
/** What another window does. */
let there: Get;

withConnectedApp('current', { isConfirming: true }, (opened) => {
  ({ page } = opened);
  there = elsewhere(page);
});

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const row = (amount: string, account: string): string =>
  `${amount},EUR,BANK_TRANSFER,Nordwind GmbH,${account},Invoice ${account}`;

it('shows the current state of a payout and the history after a person visited other screens', async () => {
  await goTo(page, '/payouts');
  await page.getByText('0 payouts', { exact: true }).waitFor();
  // The first of them takes ten times as long as the others.
  const rows = [row('250.00', 'ACC-9006'), row('10.00', 'ACC-7')];
  const batchId = await drafted(there, csvFile('slow.csv', [header, ...rows]));
  await goTo(page, `/payouts/${batchId}-1`);
  await payoutDrawer(page).getByText('Draft', { exact: true }).first().waitFor();
  await goTo(page, '/payees');
  await page.getByRole('heading', { name: 'No payees yet' }).waitFor();
  await released(there, batchId);
  // A list without anybody in it shows who was paid meanwhile.
  await page.getByRole('grid', { name: 'Payees' }).getByText('Nordwind GmbH').first().waitFor();
  await goTo(page, `/payouts/${batchId}-1`);
  await payoutDrawer(page).getByText('Draft', { exact: true }).waitFor({ state: 'detached' });
  await payoutDrawer(page).getByRole('link', { name: 'slow.csv' }).waitFor();
  await payoutDrawer(page).getByText('The gateway confirmed that the money was paid out.').waitFor();
  await payoutTable(page).waitFor();
  await page.getByText('2 payouts', { exact: true }).waitFor();
  await page.getByText(/^260\.00 EUR \(fees /).waitFor();

  // Codes in any case, typed and applied at once: leaving the field moves nothing from under the mouse.
  await page.getByRole('button', { name: 'Filters' }).click();
  for (const [field, typed] of [
    ['Currencies', 'btc, eur'],
    ['Payment method codes', 'card, bank_transfer'],
  ] as const) {
    // They are written as the list has them, once it is read.
    await page.getByRole('combobox', { name: field }).fill(typed.slice(0, 2));
    await page.getByRole('option').first().waitFor();
    await page.getByRole('combobox', { name: field }).fill(typed);
  }
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  for (const condition of ['Currency BTC', 'Currency EUR', 'Method CARD', 'Method BANK_TRANSFER'])
    await page.getByText(condition, { exact: true }).waitFor();
  await page.getByText('2 payouts', { exact: true }).waitFor();
});

/** Opens the payouts of a batch that can be retried, corrects the account of the first, and makes a draft of them; gives its ID. */
async function draftedRetry(batchId: string, accountNumber: string): Promise<string> {
  const opening = await there('sheets.open', { source: { kind: 'retryBatch', batchId } });
  if (opening.kind !== 'opened') throw new Error(opening.kind);
  const { sheetId } = opening.sheet;
  const rowIds = await there('sheets.rowIds', { sheetId, view: {}, from: 0, to: 0 });
  await there('sheets.change', { sheetId, change: { kind: 'fill', rowIds, cells: { accountNumber } } });
  return (await there('sheets.prepare', { sheetId })).batchId;
}

it('shows on the page of a batch, also of one that is too large to be read at each change, what became of payouts that another window retries', async () => {
  const large = await openAnother(page);
  let answers = 0;
  await intercept(large, '**/batches.summary', async (route) => {
    const response = await answerOf(route);
    const answer = wireValue(await response.body());
    const { value } = z.object({ value: z.looseObject({}) }).parse(answer);
    const bytes = encodeWire(succeed({ ...value, rows: 2001 }));
    answers += 1;
    await route.fulfill({ contentType: wireType, body: Buffer.from(bytes) });
  });
  const rows = [row('31.00', 'ACC-9001'), row('32.00', 'ACC-32')];
  const batchId = await drafted(there, csvFile('fails.csv', [header, ...rows]));
  await released(there, batchId);
  for (const window of [page, large]) {
    await goTo(window, `/batches/${batchId}`);
    await stateCount(window, 'failed', 1).waitFor();
    await window.getByRole('button', { name: 'Retry 1 payout' }).waitFor();
  }
  const retryId = await draftedRetry(batchId, 'ACC-31');
  for (const window of [page, large]) {
    // A draft covers the row, too.
    await window.getByRole('link', { name: 'Open drafted retry' }).waitFor();
    expect(await window.getByRole('button', { name: 'Retry 1 payout' }).count()).toBe(0);
  }
  await released(there, retryId);
  for (const window of [page, large]) await window.getByText('Every row is paid.').waitFor();
  expect(answers).toBeGreaterThan(0);
  await large.close();
});

it('compares a draft again each time its release is opened, with everything paid and every limit set since', async () => {
  const one = row('75.00', 'ACC-8');
  // Before the draft is shown: a timer that began with the usual clock would not end with the screen that began it.
  await page.clock.setFixedTime(Date.now());
  const draftId = await drafted(there, csvFile('again.csv', [header, one]));
  await goTo(page, `/batches/${draftId}`);
  const open = page.getByRole('button', { name: 'Release 1 payout …' });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Release 1 payout?' });
  await sheet.getByText('This is the confirmation.').waitFor();
  expect(await sheet.getByText('1 duplicate', { exact: true }).count()).toBe(0);
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  const both = csvFile('both.csv', [header, one, row('76.00', 'ACC-9')]);
  await released(there, await drafted(there, both));

  await goTo(page, `/batches/${draftId}`);
  await open.click();
  await sheet.getByText('1 duplicate', { exact: true }).waitFor();
  await sheet.getByText('Confirm the duplicates above to release.').waitFor();
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  await there('settings.change', {
    releaseLimits: [{ currencyCode: 'EUR', largestPayout: '50.00', largestBatch: null }],
  });
  await goTo(page, `/batches/${draftId}`);
  await page.getByText('Over a limit, which blocks release.').waitFor();
  await open.and(page.locator(':disabled')).waitFor();
  // The rows ask for balances that have aged, too, so that nobody leaves them to learn what is short.
  await page.clock.setFixedTime(Date.now() + 3_600_000);
  const read = page.waitForRequest('**/balances.read');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'the limit for one payout is 50.00 EUR' })
    .getByRole('button', { name: 'Edit row 1' })
    .click();
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText('1 row blocks the release').waitFor();
  const footer = page.locator('footer');
  await footer.getByText('1 row to review').waitFor();
  expect(await footer.getByText('No problems').count()).toBe(0);
  await read;
  await page.clock.setFixedTime(Date.now());
});

it('keeps what a person types into limits while another window changes them, and says so before it overwrites that change', async () => {
  const limit = (currencyCode: string, largestPayout: string) => ({
    currencyCode,
    largestPayout,
    largestBatch: null,
  });
  await goTo(page, '/settings/limits');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByLabel('Currency').first().waitFor();
  await page.getByRole('combobox', { name: 'Currency' }).nth(-3).fill('GBP');
  const amounts = page.getByLabel('Largest payout');
  await amounts.last().fill('500');
  await page.getByLabel('Days').fill('45');
  await there('settings.change', { releaseLimits: [limit('EUR', '50.00'), limit('USD', '700')] });

  const notice = page.getByText('These values were changed elsewhere while you typed.');
  await notice.waitFor();
  expect(await amounts.last().inputValue()).toBe('500');
  expect(await page.getByLabel('Days').inputValue()).toBe('45');
  await page.getByRole('button', { name: 'Show saved values' }).click();
  await notice.waitFor({ state: 'detached' });
  await expect.poll(() => amounts.last().inputValue()).toBe('700');
  // What is only shown follows what is stored.
  await there('settings.change', { releaseLimits: [limit('EUR', '50.00'), limit('USD', '800')] });
  await expect.poll(() => amounts.last().inputValue()).toBe('800');

  // What could not be saved, or was refused outside the page, is still there to be saved.
  const comeBack = await intercept(page, '**/settings.change', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed');
  await amounts.last().fill('900');
  const save = page.getByRole('button', { name: 'Save limits' });
  await save.click();
  await refused;
  await page.getByRole('alert').first().waitFor();
  expect(await amounts.last().inputValue()).toBe('900');
  comeBack();
  await save.click();
  await page.getByText('The limits are saved.').waitFor();
  expect(await amounts.last().inputValue()).toBe('900');
  // Of its own change a window says no such thing.
  expect(await notice.count()).toBe(0);
});

it('opens each screen at its top, however far the previous one was scrolled', async () => {
  await page.setViewportSize({ width: 1024, height: 400 });
  const main = page.getByRole('main');
  const top = (): Promise<number> => main.evaluate((element) => Number(Reflect.get(element, 'scrollTop')));
  // The first again: a screen that is loaded for the first time begins at its top in any case.
  for (const name of ['Overview', 'Activity', 'Overview']) {
    await goTo(page, `/${name.toLowerCase()}`);
    await heading(page, name).waitFor();
    await expect.poll(top).toBe(0);
    // Not by the wheel, after which a page goes on moving for a while.
    await expect
      .poll(async () => {
        await main.evaluate((element) => void Reflect.set(element, 'scrollTop', 200));
        return top();
      })
      .toBeGreaterThan(50);
  }
});

it('shows the new name of a profile wherever the old one was shown', async () => {
  await goTo(page, '/batches');
  const batches = page.getByRole('grid', { name: 'Batches' });
  await batches.getByText('acme').first().waitFor();
  await goTo(page, '/settings/profiles');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit acme' });
  await dialog.getByLabel('Name of the profile').fill('brook');
  // A second window changes the address while the first is about to change the name.
  const callbackUrl = 'https://merchant.example/other';
  await there('profiles.edit', { name: 'acme', callbackUrl });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(callbackUrl, { exact: true }).waitFor();
  await goTo(page, '/batches');
  await batches.getByText('brook').first().waitFor();
  expect(await batches.getByText('acme').count()).toBe(0);
});

it('shows correct times the next day in a window that stays open', async () => {
  await goTo(page, '/batches');
  const created = page.getByRole('grid', { name: 'Batches' }).locator('time').first();
  // The page has it on the day on which it was created, however late it is.
  await page.clock.install({ time: (await created.getAttribute('datetime')) ?? '' });
  await page.reload();
  await created.waitFor();
  expect(await created.innerText()).toMatch(/^\d\d:\d\d$/);
  await page.clock.fastForward('24:00:00');
  await expect.poll(() => created.innerText()).toMatch(/^\w+ \d+.*\d\d:\d\d$/);
});
