import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { succeed } from '../../../contract/result.ts';
import { encodeWire, wireType } from '../../../contract/window/bridge.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, paid, released, sheetOf, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { hold, intercept } from '../kit/intercept.ts';
import { csvFile, goTo, heading, openAnother, payoutTable } from '../kit/steps.ts';

let page: Page;
let there: Get;
/** The address of a sheet with valid rows. */
let sheet: string;
const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const rows = (name: string, count: number, amount: (index: number) => string) =>
  csvFile(`${name}.csv`, [
    header,
    ...Array.from(
      { length: count },
      (_, index) => `${amount(index)},EUR,BANK_TRANSFER,${name} ${index},${name}-${index},${name} ${index}`,
    ),
  ]);

const prepare = async (get: Get): Promise<void> => {
  sheet = await sheetOf(
    get,
    rows('valid', 2, () => '10.00'),
  );
  await paid(
    get,
    csvFile('wide.csv', [
      header,
      '123456789.383642097001469916,ETH,CRYPTO,Ada,ACC-1,Rent',
      '123456789012.50,EUR,BANK_TRANSFER,Ada,ACC-1,Lease',
    ]),
  );
};
withConnectedApp('truths', { before: prepare }, (opened) => {
  ({ page } = opened);
  there = elsewhere(page);
});

it('says of a sheet that it has no problems only once its rows were checked', async () => {
  const release = await hold(page, 'sheets.findings');
  await goTo(page, sheet);
  await page.getByText('Checking the rows …').waitFor();
  const footer = page.locator('footer');
  await footer.getByText('2 rows').waitFor();
  expect(await footer.getByText('No problems').count()).toBe(0);
  release();
  await footer.getByText('No problems').waitFor();
  // Nor does it once they cannot be checked.
  const end = await intercept(page, '**/sheets.findings', (route) => route.abort());
  await there('settings.change', { density: 'compact' });
  await page.getByText(/^The rows could not be checked/).waitFor();
  expect(await footer.getByText('No problems').count()).toBe(0);
  end();
  // Nor what was found before, while they are checked again.
  const checkAgain = await hold(page, 'sheets.findings');
  await there('settings.change', { density: 'comfortable' });
  await page.getByText('Checking the rows …').waitFor();
  expect(await footer.getByText('No problems').count()).toBe(0);
  checkAgain();
  await footer.getByText('No problems').waitFor();
});

it('says “at least” where more payouts are new than it looks for', async () => {
  await goTo(page, '/payouts');
  await payoutTable(page).getByRole('row').nth(2).waitFor();
  const many = await drafted(
    there,
    rows('many', 60, (index) => `${index + 1}.00`),
  );
  await released(there, many);
  await page.getByText('at least 50 new or changed').waitFor();
});

it('says of a long list of the payouts of a batch that it is not updated, and updates it on request', async () => {
  const batchId = await drafted(
    there,
    rows('long', 320, (index) => `${index + 1}.00`),
  );
  await released(there, batchId);
  await there('batches.pause', { batchId });
  await goTo(page, `/batches/${batchId}`);
  const payouts = page.getByRole('region', { name: 'Payouts' });
  const stale = payouts.getByText('This long list is not updated until the batch is done');
  const table = payouts.getByRole('grid');
  await table.getByRole('row').nth(2).waitFor();
  expect(await stale.count()).toBe(0);
  await table.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return table.getByText('long 319', { exact: true }).count();
    })
    .toBeGreaterThan(0);
  await stale.waitFor();
  const asked = page.waitForRequest(/payouts\.list/);
  await payouts.getByRole('button', { name: 'update' }).click();
  await asked;
  await there('batches.cancel', { batchId });
  await stale.waitFor({ state: 'detached' });
  await table.getByText('Cancelled').first().waitFor();
});

it('keeps the figures of a payee current while payouts to it are paid', async () => {
  const { payees } = await there('payees.list', { environment: 'sandbox', search: 'ACC-1', limit: 5 });
  await goTo(page, `/payees/${encodeURIComponent(payees[0]?.payeeId ?? '')}`);
  await page.getByText('2 payouts paid').waitFor();
  const more = csvFile('more.csv', [header, '7.00,EUR,BANK_TRANSFER,Ada,ACC-1,Repair']);
  await released(there, await drafted(there, more));
  await page.getByText('3 payouts paid').waitFor({ timeout: 20_000 });
});

it('keeps what is entered in a form of the settings when these cannot be read again', async () => {
  await goTo(page, '/settings/limits');
  const days = page.getByLabel('Days');
  await days.fill('77');
  const end = await intercept(page, '**/settings.read', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await there('settings.change', { density: 'compact' });
  await failed;
  await page.getByRole('alert').first().waitFor();
  expect(await days.inputValue()).toBe('77');
  end();
  await there('settings.change', { density: 'comfortable' });
  await page.getByRole('alert').first().waitFor({ state: 'detached' });
  await days.fill(String((await there('settings.read', {})).duplicateWindowDays));
});

it('shows the sums of the history whole in a narrow window', async () => {
  for (const width of [1280, 640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await goTo(page, '/payouts');
    const sums = page.getByRole('main').getByText(/ETH/).first();
    await sums.waitFor();
    const isWhole = await sums.evaluate((element) => {
      const all = [...Object(element).parentElement.querySelectorAll('span')];
      return all.every((part) => part.getBoundingClientRect().right <= Object(globalThis).innerWidth);
    });
    expect([width, isWhole]).toEqual([width, true]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

it('offers no refresh of balances that only another computer can ask for', async () => {
  await there('profiles.add', {
    name: 'prepares',
    environment: 'sandbox',
    baseUrl: 'https://gateway.example',
    merchantCode: 'OTHER',
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'none' },
    isPrepareOnly: true,
  });
  const other = await openAnother(page);
  await heading(other, 'Payouts').waitFor();
  const refresh = other.getByRole('option', { name: /^Refresh the balances/ });
  await other.keyboard.press('Control+k');
  await refresh.waitFor();
  await other.getByRole('option', { name: /^Switch to prepares/ }).click();
  await other.getByRole('button', { name: /^prepares/ }).waitFor();
  await other.keyboard.press('Control+k');
  await other.getByRole('option', { name: /^Switch to acme/ }).waitFor();
  expect(await refresh.count()).toBe(0);
  await other.close();
});

it('says on the page of a batch why that one waits, and not why another batch or a payin does', async () => {
  const batchId = await drafted(
    there,
    csvFile('waits.csv', [header, '3.00,EUR,BANK_TRANSFER,Ada,ACC-9009,Waits']),
  );
  await released(there, batchId);
  const { profileName } = await there('batches.summary', { batchId });
  const state = await there('runner.state', {});
  const problems = [
    { isIncoming: true, batchId: null, message: 'Payins are refused.' },
    { isIncoming: false, batchId: 'other', message: 'Another batch waits.' },
    { isIncoming: false, batchId, message: 'This batch waits.' },
  ].map((problem) => ({ profileName, code: 'retryWaits', ...problem }));
  const answer = encodeWire(succeed({ ...state, problems }));
  const end = await intercept(page, '**/runner.state', (route) =>
    route.fulfill({ contentType: wireType, body: Buffer.from(answer) }),
  );
  await page.reload();
  await goTo(page, `/batches/${batchId}`);
  const progress = page.getByRole('region', { name: 'Progress' });
  await progress.getByText('This batch waits.').waitFor();
  expect(await progress.getByText(/refused|Another/).count()).toBe(0);
  end();
});

it('releases duplicates only with what is unusual in view, however small the screen', async () => {
  const file = rows('twice', 12, (index) => `${index + 1}.00`);
  await released(there, await drafted(there, file));
  await page.setViewportSize({ width: 640, height: 480 });
  await goTo(page, `/batches/${await drafted(there, { ...file, name: 'once-more.csv' })}`);
  await page.getByRole('button', { name: 'Release 12 payouts …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 12 payouts?' });
  const release = dialog.getByRole('button', { name: 'Release 12 payouts' });
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor();
  expect(await release.isEnabled()).toBe(false);
  const why = dialog.getByText('Confirm the duplicates above to release.');
  expect(await bottomOf(why)).toBeLessThan(await bottomOf(release));
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Meant');
  await dialog.getByRole('button', { name: /^Confirm all/ }).click();
  await release.and(page.locator(':enabled')).waitFor();
  const warning = dialog.getByText(/^Not every method was checked/);
  expect(await bottomOf(warning)).toBeLessThan(await bottomOf(release));
  for (const _attempt of [1, 2]) await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
});
