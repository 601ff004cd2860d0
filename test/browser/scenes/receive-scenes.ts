import { scene, type Scene } from './scene.ts';
import { fillIncoming, goTo, heading, receiveTable } from '../kit/steps.ts';

/** The screens of what comes in; before them a payment link was made in the sandbox. */
export const receiveScenes: readonly Scene[] = [
  scene('new-payin', async (page) => {
    await goTo(page, '/receive/payin/new');
    await heading(page, 'New payin').waitFor();
    await fillIncoming(page, { amount: '125.50', currency: 'EUR', method: 'BANK_TRANSFER' });
    await page.getByLabel('Name', { exact: true }).fill('Élodie Garçon');
    await page.getByLabel('Note').fill('Invoice 2026-0418');
  }),
  scene('payin', async (page) => {
    await page.getByRole('button', { name: 'Create payin' }).click();
    const payin = page.getByRole('complementary', { name: 'Payin' });
    await payin.getByRole('region', { name: 'How to pay' }).getByText('Sandbox Bank').waitFor();
    await payin.getByRole('button', { name: 'Compare', exact: true }).click();
    await payin.getByRole('columnheader', { name: 'As seen' }).waitFor();
    // Other payouts are being sent meanwhile, and go before asking.
    await payin.getByText('Paid', { exact: true }).first().waitFor({ timeout: 120_000 });
  }),
  scene('new-top-up', async (page) => {
    await goTo(page, '/receive/topup/new?currency=GBP&amount=2500');
    await heading(page, 'New top-up').waitFor();
  }),
  scene('top-ups-on-their-way', async (page) => {
    await fillIncoming(page, { amount: '2500', currency: 'GBP', method: 'BANK_TRANSFER' });
    // Of such a name the sandbox never comes to an end.
    await page.getByLabel('Name', { exact: true }).fill('Treasury 9009');
    await page.getByRole('button', { name: 'Create top-up' }).click();
    await page.getByRole('complementary', { name: 'Top-up' }).getByText('accepted').first().waitFor();
    await goTo(page, '/overview');
    await page.getByRole('link', { name: '2,500.00 GBP on its way' }).waitFor();
  }),
  scene('receive', async (page) => {
    await goTo(page, '/receive');
    await receiveTable(page).getByText('Invoice 2026-0418').waitFor();
  }),
  scene('follow', async (page) => {
    await page.getByRole('link', { name: 'Follow an order ID' }).click();
    await page.getByLabel('Order ID').fill('INV-2026-0417');
  }),
];
