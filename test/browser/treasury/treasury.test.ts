import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, paid, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { csvFile, exported, goTo, release, savedBy } from '../kit/steps.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';

let page: Page;
let there: Get;

const prepare = async (get: Get): Promise<void> => {
  const rows = [
    '1250.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-5,,Invoice 77',
    '99.95,EUR,BANK_TRANSFER,Penrose Ltd,ACC-6,,Invoice 78',
  ];
  await paid(get, csvFile('suppliers.csv', [header, ...rows]));
};
withConnectedApp('treasury', { isConfirming: true, before: prepare }, (opened) => {
  ({ page } = opened);
  there = elsewhere(page);
});

const rightEdge = async (of: Locator): Promise<number> => {
  const box = await of.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0);
};
const grid = (name: string) => page.getByRole('grid', { name, exact: true });

it('shows the position of each currency in use, and opens the payments behind a figure', async () => {
  await goTo(page, '/treasury');
  await page.getByRole('button', { name: 'Read balances' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('read bal');
  await page
    .getByRole('option', { name: 'Read balances' })
    .and(page.locator('[aria-selected=true]'))
    .waitFor();
  await page.keyboard.press('Enter');
  const line = grid('Position').getByRole('row').filter({ hasText: 'EUR' });
  await line.getByText('9,998,636.56').first().waitFor();
  await line.click();
  const drawer = page.getByRole('complementary', { name: /^EUR of / });
  // Where the column of ages has no room, it is here.
  await drawer
    .getByRole('region', { name: 'Available' })
    .getByText(/^As of \d\d:\d\d$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await line.click();
  await drawer.waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(await line.count()).toBe(1);
});

it('shows a statement that closes at the balance that the gateway reported, and exports it', async () => {
  await page.getByRole('tab', { name: 'Statement' }).click();
  await page.getByRole('button', { name: '30 days', pressed: true }).waitFor();
  await page.getByText('No unexplained difference up to').waitFor();
  const movements = grid('Movements').getByRole('row');
  await movements.filter({ hasText: 'Nordwind GmbH' }).getByText('-1,250.00').waitFor();
  await page.getByRole('heading', { name: '2 movements' }).waitFor();
  // On paper it says of which system it is, has every column, and no dark theme and nothing to press.
  const isPrinted = async (): Promise<unknown> => [
    await page.getByText('SANDBOX', { exact: true }).first().isVisible(),
    await page.getByRole('button', { name: 'Export' }).count(),
    await grid('Movements').evaluate((element) => Object(globalThis).getComputedStyle(element).overflow),
    await page.locator('html').getAttribute('data-theme'),
  ];
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(isPrinted).toEqual([true, 1, 'auto', 'dark']);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await isPrinted()).toEqual([true, 0, 'visible', 'light']);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  // The palette offers what can be done on the screen before anything else.
  await page.keyboard.press('Control+k');
  await page
    .getByRole('option')
    .first()
    .and(page.getByRole('option', { name: 'Export' }))
    .waitFor();
  await page.keyboard.type('exp');
  await page.getByRole('option', { name: 'Export' }).and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('Enter');
  const { name, bytes } = await savedBy(page, page.getByRole('menuitem', { name: /^CSV/ }));
  expect(name).toMatch(/^statement-acme-EUR-.*\.csv$/);
  expect(bytes.toString('utf8')).toContain('-1250.00');
  await movements.filter({ hasText: 'Penrose Ltd' }).click();
  await page.getByRole('complementary').getByText('Invoice 78').first().waitFor();
  await page.keyboard.press('Control+k');
  await page
    .getByRole('option')
    .first()
    .and(page.getByRole('option', { name: 'Refresh now' }))
    .waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
});

it('shows what goes into the books with the accounts that are set, and each payment in one export', async () => {
  await page.getByRole('tab', { name: 'Books' }).click();
  const lines = grid('Journal lines').getByRole('row');
  await lines.filter({ hasText: 'Nordwind GmbH' }).filter({ hasText: '1,250.00' }).waitFor();
  await page.getByRole('button', { name: 'Add account' }).click();
  await page.getByRole('textbox', { name: 'Account' }).fill('4400 Suppliers');
  await page.setViewportSize({ width: 853, height: 533 });
  // Runs in the page: where everything is half as large again, nothing is beside it.
  const beyond = (main: unknown): number => Object(main).scrollWidth - Object(main).clientWidth;
  await expect.poll(() => page.getByRole('main').evaluate(beyond)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Save accounts' }).click();
  await lines.filter({ hasText: 'Nordwind GmbH' }).getByText('4400 Suppliers').waitFor();
  const sum = grid('Sums by account').getByRole('row').filter({ hasText: '4400 Suppliers' });
  await sum.getByText('1,349.95').waitFor();
  await page.getByText('Exports that you save above are listed here.').waitFor();
  const { name, bytes } = await exported(page, /^CSV/);
  expect(name).toMatch(/^books-.*\.csv$/);
  expect(bytes.toString('utf8')).toContain('4400 Suppliers,Gateway balance,1250.00,EUR');
  await grid('Saved exports').getByRole('row').nth(1).waitFor();
  await page.getByText('An earlier export has all 2 payments of this period.').waitFor();
  await page.getByRole('switch', { name: 'Export again' }).check();
  await lines.filter({ hasText: 'Penrose Ltd' }).first().waitFor();
});

it('shows flows and balances as a chart and as a table, and a row of the flows leads to its payouts', async () => {
  await page.getByRole('tab', { name: 'Balance history' }).click();
  await page.getByRole('img', { name: /^Booked balance in EUR from / }).waitFor();
  await grid('Balances').getByText('9,998,636.56').first().waitFor();
  await page.keyboard.press('Control+k');
  await page
    .getByRole('option')
    .first()
    .and(page.getByRole('option', { name: 'Export' }))
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Flows' }).click();
  const drawn = page.getByRole('img', { name: /^Money in and out in EUR / }).locator('line');
  // In a narrow window it begins at its end: the newest days are there.
  for (const width of [1920, 700, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () => Math.abs((await rightEdge(grid('Flows'))) - (await rightEdge(drawn))))
      .toBeLessThan(20);
  }
  await page.getByRole('button', { name: 'Months' }).click();
  await grid('Flows').getByText('-1,349.95').first().waitFor();
  const { name, bytes } = await exported(page, /^CSV/);
  expect(name).toMatch(/^flows-.*-EUR-.*\.csv$/);
  const [, ...lines] = bytes.toString('utf8').trim().split('\r\n');
  expect(lines.join()).toContain(',-1349.95,');
  expect(lines.every((each) => each.includes(',sandbox,EUR,'))).toBe(true);
  await grid('Flows').getByText('-1,349.95').first().click();
  await page.getByText('Nordwind GmbH').first().waitFor();
});

it('shows on the overview what needs a person first, and a balance over time that leads to its history', async () => {
  await goTo(page, '/overview');
  const table = page.getByRole('region', { name: 'Balances per currency' });
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const link = table.getByRole('link', { name: 'Balance history of EUR' });
  await link.getByRole('img', { name: /^EUR since / }).waitFor();
  expect((await attention.boundingBox())?.y ?? 0).toBeLessThan((await table.boundingBox())?.y ?? 0);
  await link.click();
  await page.getByRole('img', { name: /^Booked balance in EUR from / }).waitFor();
});

it('keeps the floor set in the settings, and says how much is missing before and after the release', async () => {
  await goTo(page, '/settings/limits');
  const floors = page.getByRole('region', { name: 'Floors' });
  await floors.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await floors.getByRole('textbox', { name: /^Keep at least/ }).fill('9,998,600.00');
  await floors.getByRole('button', { name: 'Set', exact: true }).click();
  await floors.getByRole('button', { name: /^Remove the floor for EUR/ }).waitFor();
  const rent = csvFile('rent.csv', [
    header,
    '10.00,EUR,BANK_TRANSFER,Quill Ltd,ACC-7,,Rent 1',
    '50.00,EUR,BANK_TRANSFER,Rowan Ltd,ACC-8,,Rent 2',
  ]);
  await goTo(page, `/batches/${await drafted(there, rent)}`);
  await page.getByText('Short by 24.04 EUR above the floor of 9,998,600.00 EUR').first().waitFor();
  await page.getByRole('button', { name: 'Release 2 payouts …' }).click();
  // Marked where the figures are: the warning is further down.
  await page
    .getByRole('dialog')
    .getByRole('strong')
    .getByText('below the floor of 9,998,600.00 EUR')
    .waitFor();
  await page.keyboard.press('Escape');
  await release(page, '2 payouts');
  const progress = page.getByRole('region', { name: 'Progress' });
  const topUp = progress.getByRole('link', { name: 'Top up 24.04 EUR' });
  await topUp.waitFor();
  // Whether its reason stands there or not, the payouts below stay where they are, until a person wants to read all of it.
  const payouts = grid('Payouts of this batch');
  const heldAt = (await payouts.boundingBox())?.y;
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await progress.getByText('Paused with 1 payout waiting.').waitFor();
  expect(await topUp.count()).toBe(0);
  expect((await payouts.boundingBox())?.y).toBe(heldAt);
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  // A click that has to wait until it is enabled may scroll.
  await resume.and(page.locator(':enabled')).waitFor();
  await resume.click();
  await topUp.waitFor();
  expect((await payouts.boundingBox())?.y).toBe(heldAt);
  await progress.getByRole('button', { name: 'Show reason' }).click();
  await progress.getByRole('alert').getByText('or lower the floor.').waitFor();
  await goTo(page, '/overview');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByText('rent.csv is held before row 2').waitFor();
  await page.getByRole('region', { name: 'Being sent' }).getByText('Waits for money').waitFor();
});

it('reads the balances of all profiles that are shown, also where one of them cannot be asked', async () => {
  await there('profiles.add', {
    name: 'brook',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    merchantCode: 'BROOK',
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'none' },
  });
  await goTo(page, '/treasury/position');
  await page.getByRole('button', { name: 'All sandbox profiles' }).click();
  await grid('Position').getByText('acme').first().waitFor();
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/position.refresh')) return;
    for (const name of ['acme', 'brook']) if (request.postData()?.includes(name) === true) asked.add(name);
  });
  const read = page.waitForResponse('**/position.refresh');
  await page.getByRole('button', { name: 'Read balances' }).click();
  await read;
  await expect.poll(() => asked).toEqual(new Set(['acme', 'brook']));
});
