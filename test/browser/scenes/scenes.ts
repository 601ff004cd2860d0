import { addressGroup, addressIn, deliveryRow, listenForCallbacks } from '../kit/callback-steps.ts';
import { freePort } from '../../kit/free-port.ts';
import { newCurrencyRows, salaries, salaryRows, troubledRows, unheardOf, unusualRows } from './samples.ts';
import { approvalScenes } from './approval-scenes.ts';
import { receiveScenes } from './receive-scenes.ts';
import { repeatScenes, scheduleScenes } from './schedule-scenes.ts';
import { treasuryScenes } from './treasury-scenes.ts';
import {
  bringFile,
  checkAndRelease,
  fillPaymentLink,
  goTo,
  heading,
  payoutDrawer,
  payoutTable,
  problemCount,
  trySandbox,
} from '../kit/steps.ts';
import { overlay, scene, type Scene } from './scene.ts';

const settings = (section: string, shown: string): Scene =>
  scene(`settings-${section}`, async (page) => {
    await goTo(page, `/settings/${section}`);
    await page.getByRole('heading', { name: shown, level: 2, exact: true }).waitFor();
  });

/** Every screen, in an order in which each finds what it needs; begins in an empty data folder. */
export const scenes: readonly Scene[] = [
  scene('first-start', (page) => heading(page, 'Welcome to Bursar').waitFor()),
  scene('connect', async (page) => {
    await page.getByRole('button', { name: 'Connect a merchant' }).click();
    await page.getByLabel('Merchant code').waitFor();
  }),
  scene('new-batch', async (page) => {
    await goTo(page, '/overview');
    await trySandbox(page);
    await goTo(page, '/batches/new');
    await page.getByText('Drop a file with payouts here').waitFor();
  }),
  overlay('mapping', async (page) => {
    await bringFile(page, unheardOf);
    await page.getByRole('dialog', { name: 'Which column is which?' }).waitFor();
  }),
  scene('rows-with-problems', async (page) => {
    await bringFile(page, troubledRows);
    await problemCount(page, 3).waitFor();
    await page.getByRole('gridcell', { name: 'many' }).waitFor();
    // F8 also stops at findings, which come when they are found.
    await page.locator('[role=gridcell][aria-invalid=true]').first().click();
    await page.getByText('The amount has too many decimals: EUR has 2 decimals.').waitFor();
  }),
  overlay('options-in-a-cell', async (page) => {
    await page.getByRole('gridcell', { name: 'CARD' }).dblclick();
    await page.getByRole('listbox', { name: 'Available methods' }).getByRole('option').first().waitFor();
  }),
  overlay('currency-in-a-cell', async (page) => {
    await bringFile(page, newCurrencyRows);
    await page.getByRole('gridcell', { name: 'EUR', exact: true }).dblclick();
    await page.getByRole('listbox', { name: 'Currencies of the gateway' }).waitFor();
  }),
  scene('currency-not-told-of', async (page) => {
    await page.getByRole('gridcell', { name: 'EURC', exact: true }).click();
    await page.getByText('The gateway did not list EURC').waitFor();
  }),
  scene('draft-checked', async (page) => {
    await bringFile(page, unusualRows);
    await problemCount(page, 0).waitFor();
    await page.getByRole('button', { name: 'Check and release 5 payouts' }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
  }),
  overlay('release', async (page) => {
    await page.getByRole('button', { name: 'Release 5 payouts …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release 5 payouts?' });
    await dialog.getByLabel('Reason').fill('Second instalment, agreed on the phone');
    await dialog.getByRole('button', { name: /^Confirm/ }).click();
    await dialog.getByRole('button', { name: 'Release 5 payouts', exact: true, disabled: false }).waitFor();
  }),
  ...scheduleScenes,
  scene('batch-running', async (page) => {
    await bringFile(page, salaries());
    await problemCount(page, 0).waitFor();
    await checkAndRelease(page, `${salaryRows} payouts`);
    await page
      .getByRole('region', { name: 'Progress' })
      .getByRole('button', { name: /^Accepted/ })
      .waitFor();
  }),
  scene('overview', async (page) => {
    await goTo(page, '/overview');
    await page.getByRole('region', { name: 'Being sent' }).getByText('salaries-november.csv').waitFor();
    await page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first().waitFor();
  }),
  scene('batches', async (page) => {
    await goTo(page, '/batches');
    await page.getByRole('grid', { name: 'Batches' }).getByText('Sample payouts').waitFor();
  }),
  scene('batch-finished', async (page) => {
    await page.getByRole('grid', { name: 'Batches' }).getByText('Sample payouts').click();
    // Open from the start only where there already was a problem.
    const toggle = page.getByRole('button', { name: /^(?:Show|Hide) problems$/ });
    if ((await toggle.innerText()) === 'Show problems') await toggle.click();
    await page.getByRole('region', { name: 'Problems', exact: true }).getByRole('row').nth(1).waitFor();
    // Its payees are on later screens.
    await page.getByRole('button', { name: /^Paid/ }).first().waitFor();
  }),
  ...repeatScenes,
  ...treasuryScenes,
  scene('payees', async (page) => {
    await goTo(page, '/payees');
    await page.getByRole('grid', { name: 'Payees' }).getByRole('row').nth(1).waitFor();
  }),
  scene('payee', async (page) => {
    await page.getByRole('grid', { name: 'Payees' }).getByRole('row').nth(1).click();
    await page.getByRole('region', { name: 'Accounts', exact: true }).first().waitFor();
  }),
  overlay('payee-verification', async (page) => {
    await page.getByRole('button', { name: 'Record verification' }).click();
    await page.getByRole('dialog').getByLabel('Person called').waitFor();
  }),
  scene('payouts', async (page) => {
    await goTo(page, '/payouts?state=paid&state=failed&state=rejected');
    // Payouts that are paid later wait until the person asks for them.
    await payoutTable(page).getByRole('row').nth(1).waitFor();
  }),
  overlay('payouts-filters', async (page) => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Amount at least').waitFor();
  }),
  scene('payout', async (page) => {
    await goTo(page, '/payouts?state=paid&q=Br%C3%BCckner');
    await payoutTable(page).getByText('Anneliese Brückner').first().click();
    await payoutDrawer(page).getByText('Attempt 1').waitFor();
  }),
  scene('receipt', async (page) => {
    await payoutDrawer(page).getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByRole('article').getByText('Anneliese Brückner').waitFor();
  }),
  scene('new-payment-link', (page) => fillPaymentLink(page, '125.50')),
  scene('payment-link', async (page) => {
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
    await page.getByRole('button', { name: 'Create status address' }).click();
    await page.getByRole('button', { name: 'Copy status address' }).waitFor();
  }),
  ...receiveScenes,
  settings('profiles', 'Profiles'),
  settings('limits', 'Release'),
  overlay('codes-in-a-field', async (page) => {
    await page.getByRole('combobox', { name: 'Currency' }).last().click();
    await page.getByRole('listbox', { name: 'Currency' }).getByRole('option', { name: 'EUR' }).waitFor();
  }),
  scene('settings-callbacks', async (page) => {
    await listenForCallbacks(page, await freePort(14_280));
    const address = await addressIn(addressGroup(page, 'sandbox'));
    for (const body of ['{"idEntity":"INV-2026-0417"}', '{"idEntity":"no order ID"}'])
      await fetch(address, { method: 'POST', body });
    await deliveryRow(page, 'Malformed').waitFor();
  }),
  ...approvalScenes,
  settings('payees', 'Findings'),
  settings('notifications', 'Notifications'),
  settings('appearance', 'Theme'),
  settings('data', 'Backup'),
  settings('you', 'Your name'),
  settings('about', 'Bursar'),
  scene('codes', async (page) => {
    await goTo(page, '/reference/currencies');
    await page.getByRole('grid', { name: 'Currencies' }).getByText('Swiss franc').waitFor();
  }),
  scene('codes-merchant', async (page) => {
    await page.getByRole('tab', { name: /^Payment operators/ }).click();
    await page.getByRole('button', { name: 'Show response' }).click();
    await page.getByRole('grid', { name: 'Payment operators' }).getByText('Sandbox Cards').waitFor();
  }),
  scene('activity', async (page) => {
    await goTo(page, '/activity');
    await heading(page, 'Activity').waitFor();
  }),
  overlay('palette', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or do anything' }).fill('sal');
    await page.getByRole('option', { name: /salaries-november/ }).waitFor();
  }),
  overlay('keys', async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  }),
  scene('guide', async (page) => {
    await goTo(page, '/guide/send-a-batch');
    await page.getByRole('searchbox', { name: 'Find in the guide' }).fill('duplicate');
    await page.getByText(/^\d+ matches/).waitFor();
    await page.getByRole('img', { name: 'The release sheet' }).waitFor();
  }),
];
