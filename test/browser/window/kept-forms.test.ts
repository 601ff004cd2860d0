import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { IncomingKind } from '../../../contract/receiving/incoming.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { answerOf, intercept } from '../kit/intercept.ts';
import { chooseOption, fillIncoming, fillPaymentLink, goTo, hasFocus, heading } from '../kit/steps.ts';
import { requestOfPreparer } from '../scenes/approval-scenes.ts';

let page: Page;
let faults: readonly string[];
const prepare = async (get: Get): Promise<void> => {
  await get('profiles.edit', { name: 'acme', paymentPageUrl: 'https://pay.example/app' });
};
withConnectedApp('kept-forms', { before: prepare }, ({ app }) => {
  ({ page, faults } = app);
});

const amount = () => page.getByRole('textbox', { name: 'Amount' });
const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
const valueOf = (label: string) => page.getByRole('combobox', { name: label }).inputValue();

/** Leaves the form for the list, and opens it. */
async function leaveAndReturn(route: string): Promise<void> {
  await goTo(page, '/receive');
  await heading(page, 'Receive').waitFor();
  await goTo(page, route);
  await amount().waitFor();
}

it('keeps what was typed for a payin, of each profile and amount by itself, until it is created or cleared', async () => {
  await goTo(page, '/receive');
  await goTo(page, '/receive/payin/new');
  expect(await page.getByRole('button', { name: 'Clear form' }).count()).toBe(0);
  await fillIncoming(page, { amount: '12.50', currency: 'EUR', method: 'BANK_TRANSFER' });
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Note').fill('Order 7');
  await page.goBack();
  await heading(page, 'Receive').waitFor();
  await goTo(page, '/receive/payin/new');
  await amount().waitFor();
  expect([await amount().inputValue(), await value('Name'), await value('Note')]).toEqual([
    '12.50',
    'Ada Lovelace',
    'Order 7',
  ]);
  expect([await valueOf('Currency'), await valueOf('Payment method')]).toEqual(['EUR', 'BANK_TRANSFER']);

  // Another form knows nothing of it.
  await goTo(page, '/receive/topup/new?currency=EUR&amount=90.00');
  await expect.poll(() => amount().inputValue()).toBe('90.00');
  expect(await value('Name')).toBe('');
  await page.getByLabel('Note').fill('From savings');
  await leaveAndReturn('/receive/topup/new');
  expect(await value('Note')).toBe('');
  await goTo(page, '/receive/topup/new?currency=EUR&amount=90.00');
  await expect.poll(() => value('Note')).toBe('From savings');
  await page.getByRole('button', { name: 'Clear form' }).click();
  expect([await amount().inputValue(), await value('Note')]).toEqual(['90.00', '']);
  await expect.poll(() => hasFocus(amount())).toBe(true);

  // It is not offered once more while it is created, and is there again if that fails.
  await goTo(page, '/receive/payin/new');
  await expect.poll(() => value('Note')).toBe('Order 7');
  const released = Promise.withResolvers<void>();
  const end = await intercept(page, '**/payins.create', async (route) => {
    await released.promise;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create payin' }).click();
  await page.getByRole('button', { name: 'Create payin' }).and(page.locator(':disabled')).waitFor();
  await leaveAndReturn('/receive/payin/new');
  expect(await value('Note')).toBe('');
  const failed = page.waitForEvent('requestfailed');
  released.resolve();
  await failed;
  await expect
    .poll(async () => {
      await leaveAndReturn('/receive/payin/new');
      return value('Note');
    })
    .toBe('Order 7');
  end();
  await page.getByRole('button', { name: 'Create payin' }).click();
  await page.getByRole('complementary', { name: 'Payin' }).waitFor();
  await goTo(page, '/receive/payin/new');
  await expect.poll(() => amount().inputValue()).toBe('');
});

it('keeps what was typed for a payment link until it is created, once although its answer is lost', async () => {
  await goTo(page, '/receive');
  await fillPaymentLink(page, '40.00');
  await chooseOption(page, 'Valid for', '3 days');
  await leaveAndReturn('/receive/links/new');
  expect(await amount().inputValue()).toBe('40.00');
  expect(await valueOf('Payment method')).toBe('CARD');
  expect(await page.getByRole('checkbox', { name: /^Prefill only/ }).isChecked()).toBe(true);
  await page.getByText('3 days').waitFor();
  await loseAnswers('links.create', 'Create link');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('region', { name: 'The payment link' }).waitFor();
  expect(await created('payin', '40.00')).toBe(1);
  await page.getByRole('link', { name: 'Create another link' }).click();
  await expect.poll(() => amount().inputValue()).toBe('');
});

it('forgets with what was typed why it was refused', async () => {
  await goTo(page, '/receive/follow');
  await page.getByLabel('Order ID').fill('nobody-knows-it');
  await page.getByRole('button', { name: 'Follow' }).click();
  const refusal = page.getByRole('alert');
  await refusal.waitFor();
  await page.getByRole('button', { name: 'Clear form' }).click();
  await refusal.waitFor({ state: 'detached' });
  expect(await value('Order ID')).toBe('');
});

it('creates a top-up or payin once although its answer is lost and it is created again, also after leaving the screen', async () => {
  for (const [kind, operation, button] of [
    ['topup', 'topups.create', 'Create top-up'],
    ['payin', 'payins.create', 'Create payin'],
  ] as const) {
    await goTo(page, `/receive/${kind}/new`);
    await fillIncoming(page, { amount: '77.00', currency: 'EUR', method: 'BANK_TRANSFER' });
    await loseAnswers(operation, button);
    // Not over the order ID.
    expect(await page.locator('label', { hasText: 'Order ID' }).getAttribute('data-shrink')).toBe('true');
    // Both are one form, with what was kept of each kind.
    if (kind === 'payin') await leaveAndReturn(`/receive/${kind}/new`);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('complementary').getByText('77.00').first().waitFor();
    expect(await created(kind, '77.00')).toBe(1);
  }
  await goTo(page, '/receive/topup/new');
  await fillIncoming(page, { amount: '77.00', currency: 'EUR', method: 'BANK_TRANSFER' });
  await page.evaluate(`for (const times of [1, 2]) document.querySelector('main form').requestSubmit()`);
  await page.getByRole('complementary').getByText('77.00').first().waitFor();
  expect(await created('topup', '77.00')).toBe(2);
});

/** How many of this amount there are; a link is a payin. */
async function created(kind: IncomingKind, of: string): Promise<number> {
  const { payments } = await elsewhere(page)('incoming.list', { kind, limit: 100 });
  return payments.filter(({ money }) => money.amount === of).length;
}

/** Presses this button, and loses the answer to what it did. */
async function loseAnswers(operation: string, button: string): Promise<void> {
  const end = await intercept(page, `**/${operation}`, async (route) => {
    await answerOf(route);
    await route.abort();
  });
  await page.getByRole('button', { name: button }).click();
  await page
    .getByRole('main')
    .getByText(/^Bursar does not answer/)
    .waitFor();
  end();
}

it('keeps an order ID that was typed to be followed, until it is cleared', async () => {
  const orderId = page.getByLabel('Order ID', { exact: true });
  await goTo(page, '/receive/follow');
  await page.getByLabel('Top-up', { exact: true }).check();
  await orderId.fill('shop-77');
  await goTo(page, '/receive');
  await orderId.waitFor({ state: 'detached' });
  await goTo(page, '/receive/follow');
  await orderId.waitFor();
  expect(await orderId.inputValue()).toBe('shop-77');
  expect(await page.getByLabel('Top-up', { exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Clear form' }).click();
  expect(await orderId.inputValue()).toBe('');
  expect(await page.getByLabel('Payin', { exact: true }).isChecked()).toBe(true);
  await expect.poll(() => hasFocus(orderId)).toBe(true);
});

it('keeps what was typed for a profile, except passphrase and secret, until it is added or cancelled', async () => {
  const name = page.getByLabel('Name of the profile');
  const secret = page.getByLabel('Merchant secret', { exact: true });
  const reopen = async (): Promise<void> => {
    await goTo(page, '/overview');
    await heading(page, 'Overview').waitFor();
    await goTo(page, '/connect');
    await name.waitFor();
  };
  await reopen();
  await name.fill('second');
  await page.getByLabel('Use a merchant secret instead (deprecated)').check();
  await secret.fill('tr0ub4dor');
  await reopen();
  expect(await name.inputValue()).toBe('second');
  expect(await secret.inputValue()).toBe('');
  await page.getByLabel('Import a key from a file (PEM or DER)').check();
  await page.getByLabel('File with the private key').fill('/keys/second.pem');
  await page.getByLabel('Passphrase').fill('open sesame');
  await reopen();
  expect(await page.getByLabel('File with the private key').inputValue()).toBe('/keys/second.pem');
  expect(await page.getByLabel('Passphrase').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await name.waitFor({ state: 'detached' });
  await goTo(page, '/connect');
  await name.waitFor();
  expect(await name.inputValue()).toBe('');
  // Of the call that was cut off.
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
});

it('a form that appears behind the palette checks its fields like any other', async () => {
  const before = faults.length;
  for (const [route, currency] of [
    ['/receive/payin/new', 'combobox'],
    ['/receive/links/new', 'textbox'],
  ] as const) {
    await goTo(page, '/receive');
    await heading(page, 'Receive').waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Search or do anything' });
    await palette.waitFor();
    await goTo(page, route);
    // What is behind a dialog is nothing to people who use a screen reader.
    await page.locator('input[name=amount]').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await page.getByRole(currency, { name: 'Currency' }).fill('EUR');
    await amount().fill('5,5,5');
    await amount().blur();
    await expect.poll(() => amount().getAttribute('aria-invalid')).toBe('true');
    expect(faults.slice(before)).toEqual([]);
  }
});

/** A request may be approved for a week. */
const longerThanAWeekMs = 8 * 24 * 3_600_000;

it('a request for approval that expires while it is open says so, and keeps what was typed about it', async () => {
  const request = await requestOfPreparer();
  const before = faults.length;
  await goTo(page, '/approvals');
  await page.clock.install();
  await page.getByLabel('Signed file').setInputFiles(request);
  const decision = page.getByRole('region', { name: 'Decision' });
  const approve = decision.getByRole('button', { name: 'Approve', exact: true });
  await approve.and(page.locator(':enabled')).waitFor();
  await page.getByText(/^May be approved until /).waitFor();
  const note = decision.getByRole('textbox', { name: 'Note' });
  await note.fill('As agreed');
  await page.clock.fastForward(longerThanAWeekMs);
  await decision.getByText(/^The request has expired, .* Ask .* for a new one\.$/).waitFor();
  expect(await approve.isDisabled()).toBe(true);
  await page.getByText(/^Could be approved until /).waitFor();
  expect(await note.inputValue()).toBe('As agreed');
  expect(faults.slice(before)).toEqual([]);
});

it('closes a dialog with what was typed only by a second Escape, and any other by the first; so does Back, before it leaves the screen', async () => {
  await goTo(page, '/overview');
  await goTo(page, '/payouts');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  const saving = page.getByRole('menuitem', { name: 'Save this view …' });
  const name = dialog.getByRole('textbox');
  const said = dialog.getByText('Press Escape again to discard what you entered or chose.');
  const views = page.getByRole('button', { name: 'Views', exact: true });
  const palette = page.getByRole('combobox', { name: 'Search or do anything' });
  const back = (): Promise<unknown> => page.evaluate('history.back()');
  const escape = (): Promise<void> => page.keyboard.press('Escape');
  for (const close of [escape, back]) {
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await close();
    await palette.waitFor({ state: 'detached' });
    await views.click();
    await saving.waitFor();
    await close();
    await saving.waitFor({ state: 'detached' });
    await views.click();
    await saving.click();
    await dialog.waitFor();
    await close();
    await dialog.waitFor({ state: 'detached' });
    await views.click();
    await saving.click();
    await name.fill('Rent');
    await name.press('End');
    await close();
    await said.waitFor();
    await page.keyboard.type(' of May');
    await said.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Rent of May');
    // As the menu of the desktop app leads to another screen.
    await page.evaluate(`location.hash = '/activity'`);
    await said.waitFor();
    await escape();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(new URL(page.url()).hash).toBe('#/payouts');
  await back();
  await heading(page, 'Overview').waitFor();
});
