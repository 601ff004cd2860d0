import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { app, page } from '../kit/shared-app.ts';
import { goTo, heading, tabTo, tellPaymentPage } from '../kit/steps.ts';

it('creates a payment link by keyboard alone, and gives its address, QR code, e-mail draft and status address', async () => {
  await tellPaymentPage(page, 'https://pay.example/app');

  await askPaletteFor('payment link');

  await typeInto(page.getByRole('textbox', { name: 'Amount' }), '125.60');
  await typeInto(page.getByLabel('Currency'), 'EUR');
  await typeInto(page.getByLabel('Name', { exact: true }), 'Élodie & Söhne');
  await tabTo(page, page.getByRole('radio', { name: /^Let the customer choose/ }));
  await page.keyboard.press('ArrowDown');
  await page.getByText('Open the list to load the available methods').waitFor();
  await tabTo(page, page.getByRole('combobox', { name: 'Payment method' }));
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: /^CARD/ }).waitFor();
  await page.keyboard.type('CARD');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The form says what is missing, and goes there.
  await page.getByText('Enter where the customer is sent after paying.').waitFor();
  await typeInto(page.getByLabel('Address to return to'), 'https://m.example/t');
  await page.clock.install();
  await page.keyboard.press('Enter');

  await heading(page, 'Payment link for 125.60 EUR').waitFor();
  const address = await page.getByRole('region', { name: 'The payment link' }).innerText();
  const parameters = Object.fromEntries(new URL(address).searchParams);
  expect(address.startsWith('https://pay.example/app?')).toBe(true);
  expect(parameters).toMatchObject({
    amount: '125.60',
    currencyCode: 'EUR',
    paymentMethodCode: 'CARD',
    accountName: 'Élodie & Söhne',
    returnUrl: 'https://m.example/t',
  });
  expect(parameters).not.toHaveProperty('optionsAvailable');
  expect(parameters).not.toHaveProperty('allowCustomerDataChange');
  await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  const draft = await page.getByRole('link', { name: 'E-mail draft' }).getAttribute('href');
  expect(decodeURIComponent(draft ?? '')).toContain(address);

  await tabTo(page, page.getByRole('button', { name: 'Copy payment link' }));
  await page.keyboard.press('Enter');
  await page.getByText('Copied the payment link.').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Create status address' }));
  await page.keyboard.press('Enter');
  const status = new URL(await page.getByRole('region', { name: 'The status address' }).innerText());
  expect(status.href.startsWith('https://pay.example/app/status?')).toBe(true);
  expect([...status.searchParams.keys()]).toEqual(['idPayin', 'token', 'currencyCode']);
  expect(status.searchParams.get('idPayin')).toBe(parameters['idPayin']);
  expect(status.searchParams.get('token')).not.toBe(parameters['token']);

  // A new address for this payin has its order ID and its money; the link after it is another payin.
  const ofPayin = new URLSearchParams({ again: parameters['idPayin'] ?? '' });
  await goTo(page, `/receive/links/new?${ofPayin}`);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await expect.poll(() => amount.inputValue()).toBe('125.60');
  await page.getByRole('button', { name: 'Create link' }).click();
  await heading(page, 'Payment link for 125.60 EUR').waitFor();
  expect(await page.getByRole('region', { name: 'The payment link' }).innerText()).toContain(
    parameters['idPayin'],
  );
  await page.getByRole('link', { name: 'Create another link' }).click();
  await heading(page, 'New payment link').waitFor();
  expect(await amount.inputValue()).toBe('');
  // The way back leads to the address, which is nowhere else.
  await page.goBack();
  await heading(page, 'Payment link for 125.60 EUR').waitFor();

  // Nobody gives away an address that has expired.
  await page.getByRole('button', { name: 'Create status address' }).click();
  const statusAddress = page.getByRole('region', { name: 'The status address' });
  await statusAddress.waitFor();
  await page.clock.fastForward('25:00:00');
  await page.getByText('the address that was created here has expired').waitFor();
  expect(await statusAddress.count()).toBe(0);
  await page.getByText(/^By the clock of this computer, this address has expired\./).waitFor();
  expect(await page.getByRole('button', { name: 'Copy payment link' }).count()).toBe(0);
  expect(await page.getByRole('img', { name: 'QR code of the payment link' }).count()).toBe(0);

  // The palette leads to another one from here, too.
  await askPaletteFor('new payment link');
  expect(app.faults).toEqual([]);
});

async function askPaletteFor(typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do anything' }).waitFor();
  await page.keyboard.type(typed);
  await page
    .getByRole('option', { name: 'New payment link' })
    .and(page.locator('[aria-selected=true]'))
    .waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'New payment link').waitFor();
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
