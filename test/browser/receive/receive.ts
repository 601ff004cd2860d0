import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { merchantCode } from '../../sandbox/harness.ts';
import { openTill, type Till } from '../../sandbox/payment-page/till.ts';
import { addMerchant } from '../kit/connected-app.ts';
import { merchantAt } from '../kit/merchant-sandbox.ts';
import { hold } from '../kit/intercept.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { app, page, share } from '../kit/shared-app.ts';
import { exported, fillIncoming, goTo, heading, receiveTable, tabTo, tellPaymentPage } from '../kit/steps.ts';

const settleMs = 300;
/** Bursar asks about a link that nobody has paid yet every few seconds while it is fresh. */
const patience = { timeout: 60_000 };

let till: Till;

beforeAll(async () => {
  till = await openTill({ settleMs });
  const folder = newFolder();
  const ofTill = merchantAt(till.sandbox, merchantCode);
  await addMerchant(folder, ofTill);
  share({ app: await openApp(folder), merchant: ofTill });
}, 180_000);
afterAll(async () => {
  await app.close();
  await till.sandbox.close();
});
beforeEach(() => keepPictureOnFailure(() => page, 'receive'));

const drawer = (name: 'Payin' | 'Top-up'): Locator => page.getByRole('complementary', { name });
const rowWith = (text: string): Locator => receiveTable(page).getByRole('row').filter({ hasText: text });

it('says where to enter the address of the payment page while it is not set', async () => {
  await goTo(page, '/receive/links/new');
  await page.getByRole('heading', { name: 'The payment page is not known yet' }).waitFor();
  await page.getByRole('link', { name: 'Open profiles' }).click();
  await page.getByText('not known; needed for payment links').waitFor();
});

it('says what to do while there is nothing to receive', async () => {
  await tellPaymentPage(page, `${till.sandbox.paymentPageUrl}/`);
  await goTo(page, '/receive');
  await page.getByRole('heading', { name: 'Nothing to receive yet' }).waitFor();
  for (const name of ['New payment link', 'New payin', 'New top-up', 'Follow an order ID'])
    await page.getByRole('link', { name }).waitFor();
});

it('accepts a day typed key by key, as one step', async () => {
  await goTo(page, '/receive');
  const from = page.getByLabel('From', { exact: true });
  await from.focus();
  await page.keyboard.type('12052026');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  expect(await from.inputValue()).toBe('2026-12-05');
  await page.goBack();
  await page.getByRole('heading', { name: 'Nothing to receive yet' }).waitFor();
  await expect.poll(() => from.inputValue()).toBe('');

  // Neither is the other end of a period moved by what is only half typed.
  await goTo(page, '/treasury/books?from=2026-10-01&until=2026-10-31');
  // The screen before has such a field, too.
  await page.getByRole('heading', { name: 'Next export' }).waitFor();
  const until = page.getByLabel('To', { exact: true });
  await until.focus();
  await page.keyboard.type('12052026');
  await page.keyboard.press('Enter');
  await page.waitForURL(/until=2026-12-05/);
  expect(new URL(page.url()).hash).toContain('from=2026-10-01');
});

it('does not navigate back for a search typed while the person leaves the screen', async () => {
  await goTo(page, '/receive');
  const asked = page.waitForRequest('**/ActivityPage-*.js');
  const load = await hold(page, 'ActivityPage-*.js');
  await page.clock.install();
  await page.getByLabel('Search name, order ID, e-mail, note').fill('INV');
  await page.getByRole('link', { name: 'Activity' }).click();
  await asked;
  await page.clock.runFor(1000);
  load();
  await page.clock.resume();
  await heading(page, 'Activity').waitFor();
  expect(new URL(page.url()).hash).toBe('#/activity');
});

it('a link created in Bursar is paid, from the first click on the payment page to SUCCESS in the list', async () => {
  await goTo(page, '/receive/links/new');
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await page.getByLabel('Currency').fill('EUR');
  await page.getByLabel('Address to return to').fill('https://shop.example/thanks');
  await page.getByLabel('Note').fill('Order 2210');
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByRole('region', { name: 'The payment link' }).innerText();
  await goTo(page, '/receive');
  await rowWith('Order 2210').getByText('awaited').click();
  await drawer('Payin').getByRole('button', { name: 'Stop checking …' }).click();
  const question = page.getByRole('dialog', { name: 'Stop checking this order ID?' });
  await question.waitFor();

  const customer = await app.context.newPage();
  await customer.goto(address);
  await customer.getByLabel('Card, Sandbox Cards').check();
  await customer.getByRole('button', { name: 'Continue', exact: true }).click();
  await customer.getByLabel('Your name').fill('Jane Roe');
  await customer.getByLabel('E-mail address').fill('jane@example.com');
  await customer.getByRole('button', { name: 'Continue', exact: true }).click();
  await customer.getByRole('button', { name: 'Pay 12.50 EUR' }).click();
  await customer.getByRole('heading', { name: 'Paid: 12.50 EUR' }).waitFor();
  await customer.close();

  // Nobody is asked any more whether to stop checking what was paid meanwhile.
  await question.waitFor({ state: 'detached', ...patience });
  await rowWith('Order 2210').getByText('paid').waitFor(patience);
  await rowWith('Order 2210').click();
  await drawer('Payin').getByText('SUCCESS', { exact: true }).waitFor();
  expect(till.book()).toMatchObject([{ kind: 'payin', amount: '12.50', acceptedCount: 1 }]);
});

it('a link that nobody pays gets a new address for the same order ID, amount and currency, and is cancelled on request', async () => {
  await goTo(page, '/receive/links/new');
  await page.getByRole('textbox', { name: 'Amount' }).fill('80');
  await page.getByLabel('Currency').fill('USD');
  await page.getByLabel('Order ID').fill('never-paid-1');
  await page.getByLabel('Address to return to').fill('https://shop.example/thanks');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('region', { name: 'The payment link' }).waitFor();
  await goTo(page, '/receive/payin/never-paid-1');
  await drawer('Payin').getByRole('link', { name: 'New address' }).click();
  await expect.poll(() => page.getByLabel('Order ID').inputValue()).toBe('never-paid-1');
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('80');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('region', { name: 'The payment link' }).waitFor();

  await goTo(page, '/receive/payin/never-paid-1');
  await drawer('Payin').getByRole('button', { name: 'Create status address' }).click();
  const status = await drawer('Payin').getByRole('region', { name: 'The status address' }).innerText();
  expect(new URL(status).pathname).toBe('/status');
  await drawer('Payin').getByRole('button', { name: 'Stop checking …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop checking' }).click();
  await drawer('Payin').getByText('Bursar has stopped checking this payment.').waitFor();
});

it('a payin by an offline method shows its bank details, takes a reference, and is paid', async () => {
  await goTo(page, '/receive/payin/new');
  await page.getByRole('button', { name: 'Create payin' }).click();
  await page.getByText('Enter the amount, for example 1234.50.').waitFor();
  // The gateway response about an amount that it offers no method for, with its code.
  await page.getByRole('textbox', { name: 'Amount' }).fill('4060.07');
  await page.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await page.getByRole('combobox', { name: 'Payment method' }).click();
  await page
    .getByText('No payment option is available for this amount in EUR. [NO_PAYMENT_OPTION]')
    .waitFor();
  await page.keyboard.press('Escape');
  await fillIncoming(page, { amount: '125.50', currency: 'EUR', method: 'BANK_TRANSFER' });
  await page.getByLabel('Name', { exact: true }).fill('Élodie Garçon');
  await page.getByLabel('Note').fill('Invoice \u202E321');
  await page.getByRole('button', { name: 'Create payin' }).click();

  const payin = drawer('Payin');
  const instructions = payin.getByRole('region', { name: 'How to pay' });
  for (const words of ['Sandbox Bank', 'Main Branch', '125.50'])
    await instructions.getByText(words).waitFor();
  await instructions.getByRole('button', { name: 'Copy reference' }).waitFor();
  await payin.getByText('Invoice \uFFFD321').waitFor();
  await rowWith('Invoice \uFFFD321').waitFor();
  const reference = payin.getByLabel('Reference', { exact: true });
  await reference.fill('RF18 5390 0754');
  const endHolding = await hold(page, 'payins.setReference');
  await page.keyboard.press('Enter');
  await reference.fill('RF18 5390 0755');
  endHolding();
  await payin.getByText('Last set: RF18 5390 0754').waitFor();
  // What is typed while the first is being saved stays.
  expect(await reference.inputValue()).toBe('RF18 5390 0755');
  await payin.getByText('The gateway confirmed that the money arrived.').waitFor(patience);
  await payin.getByRole('button', { name: 'Compare', exact: true }).click();
  const accounts = payin.getByRole('table', { name: /customer's account/ });
  await accounts.getByText('Élodie Garçon').nth(1).waitFor();
  const paid = till.book().filter(({ externalReference }) => externalReference === 'RF18 5390 0754');
  expect(paid).toMatchObject([{ status: 'SUCCESS', amount: '125.50', acceptedCount: 1 }]);

  // Nor does it turn the reading direction in a statement, whose names are not only of payees.
  await goTo(page, '/treasury/statement?currency=EUR');
  const movements = page.getByRole('grid', { name: 'Movements' });
  await movements
    .getByRole('row')
    .filter({ hasText: 'Élodie Garçon' })
    .getByText('Invoice \uFFFD321')
    .waitFor();
  await movements.getByRole('columnheader', { name: 'Name', exact: true }).waitFor();
});

it('a top-up from the overview, by keyboard alone, raises the balance', async () => {
  await goTo(page, '/overview');
  const balance = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'GBP' }) });
  const before = await availableIn(balance);
  await tabTo(page, balance.getByRole('link', { name: 'Top up GBP' }));
  await page.keyboard.press('Enter');
  await heading(page, 'New top-up').waitFor();
  expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('GBP');
  await tabTo(page, page.getByRole('textbox', { name: 'Amount' }));
  await page.keyboard.type('250.25');
  await tabTo(page, page.getByRole('combobox', { name: 'Payment method' }));
  await page.keyboard.type('BANK_TRANSFER');
  await tabTo(page, page.getByRole('button', { name: 'Create top-up' }));
  await page.keyboard.press('Enter');
  await drawer('Top-up')
    .getByText('The gateway confirmed that the money is in the wallet.')
    .waitFor(patience);
  await goTo(page, '/overview');
  // The fee is the gateway's matter: what the wallet shows is more than before, and the book has the amount once.
  await expect.poll(async () => (await availableIn(balance)) > before, patience).toBe(true);
  expect(till.book().filter(({ kind }) => kind === 'topup')).toMatchObject([
    { status: 'SUCCESS', amount: '250.25', acceptedCount: 1 },
  ]);
});

it('an order ID of another system is followed to its final state, and nothing is sent for it', async () => {
  await goTo(page, '/receive/follow');
  await page.getByLabel('Order ID').fill('shop-1');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page
    .getByText(/^The gateway does not know .* Check the order ID, and whether it is a payin or a top-up\.$/)
    .waitFor();
  await createElsewhere('shop-1');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await drawer('Payin').getByText('Followed payin').waitFor();
  await drawer('Payin').getByText('The gateway confirmed that the money arrived.').waitFor(patience);
  expect(till.book().filter(({ id }) => id === 'shop-1')).toMatchObject([{ acceptedCount: 1 }]);
});

it('shows and exports the dates that are chosen: nothing up to a day long ago, everything from that day on', async () => {
  await goTo(page, '/receive');
  await rowWith('shop-1').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await rowWith('shop-1').waitFor({ state: 'detached' });
  expect(await exportedLines()).toHaveLength(1);
  await page.getByText('No payin or top-up matches all filters.').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2020-01-02');
  await page.getByText('The last day is before the first day.').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await rowWith('shop-1').waitFor();
  const [header, ...lines] = await exportedLines();
  expect(header).toContain('amount');
  expect(lines).toHaveLength((await receiveTable(page).getByRole('row').count()) - 1);
  expect(lines.filter((line) => line.includes('shop-1'))).toMatchObject([expect.stringContaining('31.4')]);
});

it('finds by text, kind, state and currency, by keyboard too', async () => {
  await goTo(page, '/receive');
  await rowWith('shop-1').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('élodie');
  await rowWith('shop-1').waitFor({ state: 'detached' });
  await rowWith('Élodie Garçon').waitFor();
  await tabTo(page, receiveTable(page));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await drawer('Payin').getByText('125.50').first().waitFor();
  await page.keyboard.press('Escape');
  await drawer('Payin').waitFor({ state: 'detached' });
  await goTo(page, '/receive?kind=topup&state=paid&currency=GBP');
  await rowWith('250.25').waitFor();
  expect(await receiveTable(page).getByRole('row').count()).toBe(2);
  expect(app.faults.filter((fault) => !fault.includes(till.sandbox.paymentPageUrl))).toEqual([]);
});

/** The lines of the CSV that the list exports. */
async function exportedLines(): Promise<string[]> {
  const { bytes } = await exported(page, /^CSV/);
  return bytes.toString('utf8').trim().split('\r\n');
}

/** The spendable amount of a balance, in its smallest unit. */
async function availableIn(balance: Locator): Promise<bigint> {
  const text = await balance.getByRole('cell').first().innerText();
  return BigInt(text.replaceAll(/[^0-9]/g, ''));
}

/** What a shop does that creates its payins itself. */
async function createElsewhere(idPayin: string): Promise<void> {
  const token = await till.tokenFor([`POST /payins/${idPayin}`]);
  const answer = await fetch(`${till.sandbox.url}/payins/${idPayin}`, {
    method: 'POST',
    headers: {
      'x-api-version': '2',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      paymentRequested: { money: { amount: 31.4, currencyCode: 'EUR' } },
      paymentMethod: {
        paymentMethodCode: 'CARD',
        account: { accountName: 'Shop customer' },
        emailAddress: 'shop@example.com',
      },
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    }),
  });
  expect(answer.status).toBe(201);
}
