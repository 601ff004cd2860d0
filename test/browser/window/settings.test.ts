import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fail } from '../../../contract/result.ts';
import { encodeWire } from '../../../contract/window/bridge.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { answerOf, hold, intercept } from '../kit/intercept.ts';
import { newFolder } from '../kit/open-app.ts';
import { goTo } from '../kit/steps.ts';

let page: Page;
/** What another window does. */
let there: Get;
let faults: readonly string[];
// A browser has each of these changes confirmed at its terminal.
withConnectedApp('settings', { isConfirming: true }, ({ app }) => {
  ({ page, faults } = app);
  there = elsewhere(page);
});

it('saves what is set, removed or typed while an earlier change is stored, and a double click once', async () => {
  await goTo(page, '/settings/limits');
  const balances = page.getByRole('region', { name: 'Low balances' });
  const currency = balances.getByLabel('Currency');
  const amount = balances.getByLabel(/^Alert below/);
  const items = balances.getByRole('listitem');
  let changes = 0;
  const countChanges = (request: { url(): string }) => {
    if (request.url().endsWith('/settings.change')) changes += 1;
  };
  page.on('request', countChanges);
  let endHolding = await hold(page, 'settings.change');
  for (const code of ['eur', 'gbp', 'czk']) {
    await currency.fill(code);
    await amount.fill('1000.00');
    await amount.press('Enter');
    await amount.press('Enter');
  }
  endHolding();
  await expect
    .poll(async () => (await items.allInnerTexts()).map((text) => text.slice(-3)))
    .toEqual(['EUR', 'GBP', 'CZK']);
  await expect.poll(() => amount.inputValue()).toBe('');
  expect(changes).toBe(3);
  endHolding = await hold(page, 'settings.change');
  for (const code of ['EUR', 'CZK'])
    await balances.getByRole('button', { name: `Remove the limit for ${code} of acme` }).dblclick();
  endHolding();
  await expect.poll(async () => (await items.allInnerTexts()).map((text) => text.slice(-3))).toEqual(['GBP']);
  expect(changes).toBe(5);
  page.off('request', countChanges);

  // What is stored first does not replace what was typed after it and is still being saved.
  const days = page.getByLabel('Days');
  const endFirst = await hold(page, 'settings.change');
  await days.fill('60');
  await days.press('Enter');
  await days.fill('61');
  await days.press('Enter');
  const endSecond = await hold(page, 'settings.change');
  const second = page.waitForRequest('**/settings.change');
  endFirst();
  await second;
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await days.inputValue()).toBe('61');
  endSecond();
  await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  expect(await days.inputValue()).toBe('61');
  expect(faults).toEqual([]);
});

it('shows a setting that a person may have to confirm once it is stored, and a refusal as no error', async () => {
  const file = path.join(newFolder(), 'witness.jsonl');
  await goTo(page, '/settings/data');
  const place = page.getByLabel('Full path of the witness file');
  const none = page.getByRole('button', { name: 'Use no witness file' });
  let endHolding = await hold(page, 'settings.change');
  let asked = page.waitForRequest('**/settings.change');
  await place.fill(file);
  await place.press('Enter');
  await asked;
  expect(await none.count()).toBe(0);
  endHolding();
  await page.getByText('Ends with the last checkpoint.').waitFor();

  endHolding = await hold(page, 'settings.change');
  asked = page.waitForRequest('**/settings.change');
  await none.dblclick();
  await asked;
  expect(await page.getByText(file, { exact: true }).count()).toBe(1);
  const askedAgain: string[] = [];
  page.on('request', (request) => askedAgain.push(request.url()));
  endHolding();
  await none.waitFor({ state: 'detached' });
  expect(askedAgain.filter((url) => url.endsWith('/settings.change'))).toEqual([]);

  const refused = fail('changeDeclined', 'Nobody confirmed it.');
  const endRefusing = await intercept(page, '**/settings.change', (route) =>
    route.fulfill({ body: Buffer.from(encodeWire(refused)) }),
  );
  await place.press('Enter');
  await page.getByRole('status').getByText('Nobody confirmed it.').waitFor();
  endRefusing();
  expect(await page.locator('[role=alert]').filter({ hasText: 'Nobody confirmed it.' }).count()).toBe(0);
  expect(await place.inputValue()).toBe(file);
  expect(faults).toEqual([]);
});

it('keeps what two windows set in one list at the same time', async () => {
  await goTo(page, '/settings/limits');
  const floors = page.getByRole('region', { name: 'Floors' });
  await floors.getByLabel('Currency').fill('EUR');
  await floors.getByLabel(/^Keep at least/).fill('5.00');
  const endHolding = await hold(page, 'settings.change');
  const asked = page.waitForRequest('**/settings.change');
  await floors.getByLabel(/^Keep at least/).press('Enter');
  await asked;
  const floor = (currencyCode: string) => ({ profileName: 'acme', currencyCode, amount: '5.00' });
  await there('settings.change', { floors: [floor('GBP')] });
  endHolding();
  for (const code of ['EUR', 'GBP'])
    await page.getByRole('button', { name: `Remove the floor for ${code} of acme` }).waitFor();
  expect((await there('settings.read', {})).floors).toEqual([floor('GBP'), floor('EUR')]);

  // A whole form is not saved over a list that it did not show.
  await page.getByRole('button', { name: 'Add currency' }).click();
  const limits = page.getByRole('region', { name: 'Release' });
  await limits.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await limits.getByLabel('Largest payout').fill('100.00');
  const endAgain = await hold(page, 'settings.change');
  const askedAgain = page.waitForRequest('**/settings.change');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await askedAgain;
  await there('settings.change', {
    releaseLimits: [{ currencyCode: 'GBP', largestPayout: '100.00', largestBatch: null }],
  });
  endAgain();
  await page.getByText('These settings were changed elsewhere meanwhile, and nothing was saved.').waitFor();
  await limits.getByText('These values were changed elsewhere while you typed.').waitFor();
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('The limits are saved.').waitFor();
  expect(faults).toEqual([]);
});

it('shows what was changed although an answer from before comes after it', async () => {
  await goTo(page, '/settings/notifications');
  const attention = page.getByRole('switch', { name: 'Something needs attention' });
  await attention.waitFor();
  const endAnswers: (() => void)[] = [];
  let reads = 0;
  let isChanged = false;
  const endIntercepting = await intercept(page, '**/settings.read', async (route) => {
    reads += 1;
    const isFirst = reads === 1;
    // The first was read before the change; nothing that is read after it puts that right here.
    const response = isFirst ? await answerOf(route) : null;
    if (isFirst || isChanged) await new Promise<void>((resolve) => endAnswers.push(resolve));
    await (response === null ? route.fallback() : route.fulfill({ response }));
  });
  await there('settings.change', { appearance: 'dark' });
  await expect.poll(() => endAnswers.length).toBe(1);
  const endWatching = await intercept(page, '**/settings.change', async (route) => {
    isChanged = true;
    await route.fallback();
  });
  const stored = page.waitForResponse('**/settings.change');
  await attention.click();
  await expect.poll(() => attention.isChecked()).toBe(false);
  await stored;
  const late = page.waitForResponse('**/settings.read');
  endAnswers[0]?.();
  await (await late).finished();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await attention.isChecked()).toBe(false);
  endWatching();
  endIntercepting();
  for (const end of endAnswers) end();
  expect(faults).toEqual([]);
});

it('keeps the longest name of a profile within its frame in a narrow window', async () => {
  const name = `Suppliers-${'abroad.'.repeat(10)}`.slice(0, 64);
  await there('profiles.add', {
    name,
    environment: 'sandbox',
    baseUrl: `https://gateway.${'payments.'.repeat(8)}example`,
    merchantCode: 'OTHER',
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'none' },
    isPrepareOnly: true,
  });
  // A window of 1280 × 800 at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await goTo(page, '/settings/profiles');
  await page.getByRole('main').getByRole('button', { name }).waitFor();
  const overflow = (part = page.getByRole('main')) =>
    part.evaluate((element) => Number(Object(element).scrollWidth - Object(element).clientWidth));
  expect(await overflow()).toBe(0);
  // And at 400 %: a person who reads one column scrolls in one direction, and sees the beginning of a dialog and its buttons.
  await page.setViewportSize({ width: 320, height: 256 });
  expect([await overflow(), await overflow(page.locator('html'))]).toEqual([0, 0]);
  const about = await page.getByText('A profile is one merchant in one environment.').boundingBox();
  expect(about?.width).toBeGreaterThan(150);
  await goTo(page, '/settings/you');
  await page.getByRole('button', { name: 'Search or do anything' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const content = await page.getByRole('dialog').locator('.MuiDialogContent-root').boundingBox();
  expect(content?.height).toBeGreaterThan(90);
  expect(faults).toEqual([]);
});
