import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { succeed } from '../../../contract/result.ts';
import { decodeWire, encodeWire, wireType } from '../../../contract/window/bridge.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { answerOf, hold, intercept } from '../kit/intercept.ts';
import {
  bringFile,
  checkAndRelease,
  csvFile,
  goTo,
  hasFocus,
  heading,
  makeDraft,
  openAnother,
  payoutDrawer,
  payoutTable,
  release,
  stateCount,
  typeCell,
} from '../kit/steps.ts';

let page: Page;

withConnectedApp('current', { isConfirming: true }, (opened) => {
  ({ page } = opened);
});

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const row = (amount: string, account: string): string =>
  `${amount},EUR,BANK_TRANSFER,Nordwind GmbH,${account},Invoice ${account}`;

it('shows the current state of a payout and the history after a person visited other screens', async () => {
  await goTo(page, '/payouts');
  await page.getByText('0 payouts', { exact: true }).waitFor();
  const other = await openAnother(page);
  await heading(other, 'Payouts').waitFor();
  await goTo(other, '/payees');
  await other.getByRole('heading', { name: 'No payees yet' }).waitFor();
  // The first of them takes ten times as long as the others.
  await bringFile(page, csvFile('slow.csv', [header, row('250.00', 'ACC-9006'), row('10.00', 'ACC-7')]));
  const batchId = await makeDraft(page, '2 payouts');
  await goTo(page, `/payouts/${batchId}-1`);
  await payoutDrawer(page).getByText('Draft', { exact: true }).first().waitFor();
  await goTo(page, `/batches/${batchId}`);
  await release(page, '2 payouts');
  await stateCount(page, 'paid', 1).waitFor();
  // A list without anybody in it shows who was paid meanwhile.
  await other.getByRole('grid', { name: 'Payees' }).getByText('Nordwind GmbH').first().waitFor();
  await other.close();
  await goTo(page, `/payouts/${batchId}-1`);
  await payoutDrawer(page).getByText('Draft', { exact: true }).waitFor({ state: 'detached' });
  await payoutDrawer(page).getByRole('link', { name: 'slow.csv' }).waitFor();
  await goTo(page, `/batches/${batchId}`);
  await stateCount(page, 'paid', 2).waitFor();

  await goTo(page, `/payouts/${batchId}-1`);
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

it('shows on the page of a batch, also of one that is too large to be read at each change, what became of payouts that another window retries', async () => {
  await bringFile(page, csvFile('fails.csv', [header, row('31.00', 'ACC-9001'), row('32.00', 'ACC-32')]));
  const batchId = await checkAndRelease(page, '2 payouts');
  await stateCount(page, 'failed', 1).waitFor();
  const other = await openAnother(page);
  const large = await openAnother(page);
  let answers = 0;
  await intercept(large, '**/batches.summary', async (route) => {
    const response = await answerOf(route);
    const answer = decodeWire(new Uint8Array(await response.body()));
    const { value } = z.object({ value: z.looseObject({}) }).parse(answer.ok ? answer.value : null);
    const bytes = encodeWire(succeed({ ...value, rows: 2001 }));
    answers += 1;
    await route.fulfill({ contentType: wireType, body: Buffer.from(bytes) });
  });
  await goTo(large, '/overview');
  await large.reload();
  await goTo(large, `/batches/${batchId}`);
  for (const window of [page, large]) await window.getByRole('button', { name: 'Retry 1 payout' }).waitFor();
  await other.getByRole('button', { name: 'Retry 1 payout' }).click();
  const rows = other.getByRole('grid', { name: /^Rows of/ });
  await rows.getByRole('gridcell', { name: 'ACC-9001', exact: true }).click();
  await typeCell(other, 'ACC-31');
  await makeDraft(other, '1 payout');
  for (const window of [page, large]) {
    // A draft covers the row, too.
    await window.getByRole('link', { name: 'Open drafted retry' }).waitFor();
    expect(await window.getByRole('button', { name: 'Retry 1 payout' }).count()).toBe(0);
  }
  await release(other, '1 payout');
  await stateCount(other, 'paid', 1).waitFor();
  for (const window of [page, large]) await window.getByText('Every row is paid.').waitFor();
  expect(answers).toBeGreaterThan(0);
  await large.close();
  await other.close();
});

it('compares a draft again each time its release is opened, with everything paid and every limit set since', async () => {
  const one = row('75.00', 'ACC-8');
  await bringFile(page, csvFile('again.csv', [header, one]));
  const draftId = await makeDraft(page, '1 payout');
  const open = page.getByRole('button', { name: 'Release 1 payout …' });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Release 1 payout?' });
  await sheet.getByText('This is the confirmation.').waitFor();
  expect(await sheet.getByText('1 duplicate', { exact: true }).count()).toBe(0);
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await bringFile(page, csvFile('both.csv', [header, one, row('76.00', 'ACC-9')]));
  await makeDraft(page, '2 payouts');
  await release(page, '2 payouts');
  await stateCount(page, 'paid', 2).waitFor();

  await goTo(page, `/batches/${draftId}`);
  await open.click();
  await sheet.getByText('1 duplicate', { exact: true }).waitFor();
  await sheet.getByText('Confirm the duplicates above to release.').waitFor();
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await goTo(page, '/settings/limits');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByLabel('Currency').first().fill('EUR');
  await page.getByLabel('Largest payout').fill('50.00');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('The limits are saved.').waitFor();
  await goTo(page, `/batches/${draftId}`);
  await page.getByText('Over a limit, which blocks release.').waitFor();
  await open.and(page.locator(':disabled')).waitFor();
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

  // The rows ask for balances that have aged, too, so that nobody leaves them to learn what is short.
  await page.clock.setFixedTime(Date.now() + 3_600_000);
  const read = page.waitForRequest('**/balances.read');
  await page.reload();
  await read;
  await page.clock.setFixedTime(Date.now());
});

it('returns keyboard focus to the button of an export, which stays in its place while a quick export runs', async () => {
  await goTo(page, '/payouts');
  const button = page.getByRole('button', { name: 'Export', exact: true });
  const exportAll = async (): Promise<void> => {
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByText(/exported\. Download started/)
      .last()
      .waitFor();
    await expect.poll(() => hasFocus(button)).toBe(true);
  };
  await exportAll();
  await page.reload();
  const goOn = await hold(page, 'payouts.export');
  const progress = page.getByRole('progressbar', { name: 'Writing the payouts' }).waitFor().then(goOn);
  await exportAll();
  await progress;
});

it('keeps what a person types into limits while another window changes them, and says so before it overwrites that change', async () => {
  await goTo(page, '/settings/limits');
  const other = await openAnother(page);
  const type = async (of: Page, code: string, amount: string): Promise<void> => {
    await of.getByRole('button', { name: 'Add currency' }).click();
    await of.getByLabel('Currency').first().waitFor();
    await of.getByRole('combobox', { name: 'Currency' }).nth(-3).fill(code);
    await of.getByLabel('Largest payout').last().fill(amount);
  };
  await type(page, 'GBP', '500');
  await page.getByLabel('Days').fill('45');
  await type(other, 'USD', '700');
  await other.getByRole('button', { name: 'Save limits' }).click();
  await other.getByText('The limits are saved.').waitFor();

  const notice = page.getByText('These values were changed elsewhere while you typed.');
  await notice.waitFor();
  const amounts = page.getByLabel('Largest payout');
  expect(await amounts.last().inputValue()).toBe('500');
  expect(await page.getByLabel('Days').inputValue()).toBe('45');
  await page.getByRole('button', { name: 'Show saved values' }).click();
  await notice.waitFor({ state: 'detached' });
  await expect.poll(() => amounts.last().inputValue()).toBe('700');
  // What is only shown follows what is stored.
  await other.getByLabel('Largest payout').last().fill('800');
  await other.getByRole('button', { name: 'Save limits' }).click();
  await expect.poll(() => amounts.last().inputValue()).toBe('800');
  expect(await other.getByText('These values were changed elsewhere').count()).toBe(0);
  await other.close();

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
});

it('opens each screen at its top, however far the previous one was scrolled', async () => {
  await page.setViewportSize({ width: 1024, height: 400 });
  const main = page.getByRole('main');
  const top = (): Promise<number> => main.evaluate((element) => Number(Reflect.get(element, 'scrollTop')));
  // Twice each: a screen that is loaded for the first time begins at its top in any case.
  for (const name of ['Overview', 'Activity', 'Overview', 'Activity', 'Overview']) {
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

it('does not revert a setting that another window changed before this one learned of it', async () => {
  await goTo(page, '/settings/limits');
  const other = await openAnother(page);
  const setFloor = async (of: Page, code: string): Promise<void> => {
    const floors = of.getByRole('region', { name: 'Floors' });
    await floors.getByLabel('Currency').fill(code);
    await floors.getByLabel(/^Keep at least/).fill('1000');
    await floors.getByRole('button', { name: 'Set', exact: true }).click();
  };
  const floorOf = (of: Page, code: string) =>
    of.getByRole('button', { name: new RegExp(`^Remove the floor for ${code} of`) });
  await floorOf(page, 'EUR').waitFor({ state: 'detached' });
  // This window learns of it only after it has set one itself.
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/settings.read');
  const endHolding = await intercept(page, '**/settings.read', (route) => {
    endHolding();
    return held.promise.then(() => route.continue());
  });
  await setFloor(other, 'EUR');
  await floorOf(other, 'EUR').waitFor();
  await asked;
  await setFloor(page, 'USD');
  await floorOf(other, 'USD').waitFor();
  held.resolve();
  await floorOf(page, 'EUR').waitFor();
  await floorOf(other, 'EUR').waitFor();
  await other.close();
});

it('shows the new name of a profile wherever the old one was shown', async () => {
  await goTo(page, '/batches');
  const batches = page.getByRole('grid', { name: 'Batches' });
  await batches.getByText('acme').first().waitFor();
  await goTo(page, '/settings/profiles');
  const edit = async (each: Page, label: string, value: string): Promise<() => Promise<void>> => {
    await each.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = each.getByRole('dialog', { name: /^Edit / });
    await dialog.getByLabel(label).fill(value);
    return async () => {
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
  };
  const rename = await edit(page, 'Name of the profile', 'brook');
  // A second window changes the address while the first is about to change the name.
  const other = await openAnother(page);
  const newAddress = 'https://merchant.example/other';
  await (
    await edit(other, 'Callback address', newAddress)
  )();
  await other.close();
  await rename();
  await goTo(page, '/batches');
  await batches.getByText('brook').first().waitFor();
  expect(await batches.getByText('acme').count()).toBe(0);
  await goTo(page, '/settings/profiles');
  await page.getByText(newAddress, { exact: true }).waitFor();
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
