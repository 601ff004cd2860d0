import type { Page } from 'playwright-core';
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

/** One screen as a person may have it before them. */
export type Scene = {
  readonly name: string;
  /** Leads from the scene before to this one. */
  open(page: Page): Promise<void>;
  /** Takes away what lies over the page. */
  leave?(page: Page): Promise<void>;
};

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape');
const settings = (section: string, shown: string): Scene => ({
  name: `settings-${section}`,
  open: async (page) => {
    await goTo(page, `/settings/${section}`);
    await page.getByRole('heading', { name: shown, level: 2, exact: true }).waitFor();
  },
});

/** Every screen, in an order in which each finds what it needs; begins in an empty data folder. */
export const scenes: readonly Scene[] = [
  { name: 'first-start', open: (page) => heading(page, 'Welcome to Bursar').waitFor() },
  {
    name: 'connect',
    open: async (page) => {
      await page.getByRole('button', { name: 'Connect a merchant' }).click();
      await page.getByLabel('Merchant code').waitFor();
    },
  },
  {
    name: 'new-batch',
    open: async (page) => {
      await goTo(page, '/overview');
      await trySandbox(page);
      await goTo(page, '/batches/new');
      await page.getByText('Drop a file with payouts here').waitFor();
    },
  },
  {
    name: 'mapping',
    open: async (page) => {
      await bringFile(page, unheardOf);
      await page.getByRole('dialog', { name: 'Which column is which?' }).waitFor();
    },
    leave: escape,
  },
  {
    name: 'rows-with-problems',
    open: async (page) => {
      await bringFile(page, troubledRows);
      await problemCount(page, 3).waitFor();
      await page.getByRole('gridcell', { name: 'many' }).waitFor();
      // F8 also stops at findings, which come when they are found.
      await page.locator('[role=gridcell][aria-invalid=true]').first().click();
      await page.getByText('The amount has too many decimals: EUR has 2 decimals.').waitFor();
    },
  },
  {
    name: 'options-in-a-cell',
    open: async (page) => {
      await page.getByRole('gridcell', { name: 'CARD' }).dblclick();
      await page.getByRole('listbox', { name: 'Available methods' }).getByRole('option').first().waitFor();
    },
    leave: escape,
  },
  {
    name: 'currency-in-a-cell',
    open: async (page) => {
      await bringFile(page, newCurrencyRows);
      await page.getByRole('gridcell', { name: 'EUR', exact: true }).dblclick();
      await page.getByRole('listbox', { name: 'Currencies of the gateway' }).waitFor();
    },
    leave: escape,
  },
  {
    name: 'currency-not-told-of',
    open: async (page) => {
      await page.getByRole('gridcell', { name: 'EURC', exact: true }).click();
      await page.getByText('The gateway did not list EURC').waitFor();
    },
  },
  {
    name: 'draft-checked',
    open: async (page) => {
      await bringFile(page, unusualRows);
      await problemCount(page, 0).waitFor();
      await page.getByRole('button', { name: 'Check and release 5 payouts' }).click();
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('button', { name: 'Check again' }).waitFor();
    },
  },
  {
    name: 'release',
    open: async (page) => {
      await page.getByRole('button', { name: 'Release 5 payouts …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Release 5 payouts?' });
      await dialog.getByLabel('Reason').fill('Second instalment, agreed on the phone');
      await dialog.getByRole('button', { name: /^Confirm/ }).click();
      await dialog.getByRole('button', { name: 'Release 5 payouts', exact: true, disabled: false }).waitFor();
    },
    leave: escape,
  },
  ...scheduleScenes,
  {
    name: 'batch-running',
    open: async (page) => {
      await bringFile(page, salaries());
      await problemCount(page, 0).waitFor();
      await checkAndRelease(page, `${salaryRows} payouts`);
      await page
        .getByRole('region', { name: 'Progress' })
        .getByRole('button', { name: /^Accepted/ })
        .waitFor();
    },
  },
  {
    name: 'overview',
    open: async (page) => {
      await goTo(page, '/overview');
      await page.getByRole('region', { name: 'Being sent' }).getByText('salaries-november.csv').waitFor();
      await page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'batches',
    open: async (page) => {
      await goTo(page, '/batches');
      await page.getByRole('grid', { name: 'Batches' }).getByText('Sample payouts').waitFor();
    },
  },
  {
    name: 'batch-finished',
    open: async (page) => {
      await page.getByRole('grid', { name: 'Batches' }).getByText('Sample payouts').click();
      // Open from the start only where there already was a problem.
      const toggle = page.getByRole('button', { name: /^(?:Show|Hide) problems$/ });
      if ((await toggle.innerText()) === 'Show problems') await toggle.click();
      await page.getByRole('region', { name: 'Problems', exact: true }).getByRole('row').nth(1).waitFor();
      // Its payees are on later screens.
      await page.getByRole('button', { name: /^Paid/ }).first().waitFor();
    },
  },
  ...repeatScenes,
  ...treasuryScenes,
  {
    name: 'payees',
    open: async (page) => {
      await goTo(page, '/payees');
      await page.getByRole('grid', { name: 'Payees' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'payee',
    open: async (page) => {
      await page.getByRole('grid', { name: 'Payees' }).getByRole('row').nth(1).click();
      await page.getByRole('region', { name: 'Accounts', exact: true }).first().waitFor();
    },
  },
  {
    name: 'payee-verification',
    open: async (page) => {
      await page.getByRole('button', { name: 'Record verification' }).click();
      await page.getByRole('dialog').getByLabel('Person called').waitFor();
    },
    leave: escape,
  },
  {
    name: 'payouts',
    open: async (page) => {
      await goTo(page, '/payouts?state=paid&state=failed&state=rejected');
      // Payouts that are paid later wait until the person asks for them.
      await payoutTable(page).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'payouts-filters',
    open: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Amount at least').waitFor();
    },
    leave: escape,
  },
  {
    name: 'payout',
    open: async (page) => {
      await goTo(page, '/payouts?state=paid&q=Br%C3%BCckner');
      await payoutTable(page).getByText('Anneliese Brückner').first().click();
      await payoutDrawer(page).getByText('Attempt 1').waitFor();
    },
  },
  {
    name: 'receipt',
    open: async (page) => {
      await payoutDrawer(page).getByRole('link', { name: 'Receipt', exact: true }).click();
      await page.getByRole('article').getByText('Anneliese Brückner').waitFor();
    },
  },
  {
    name: 'new-payment-link',
    open: (page) => fillPaymentLink(page, '125.50'),
  },
  {
    name: 'payment-link',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
      await page.getByRole('button', { name: 'Create status address' }).click();
      await page.getByRole('button', { name: 'Copy status address' }).waitFor();
    },
  },
  ...receiveScenes,
  settings('profiles', 'Profiles'),
  settings('limits', 'Release'),
  {
    name: 'codes-in-a-field',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Currency' }).last().click();
      await page.getByRole('listbox', { name: 'Currency' }).getByRole('option', { name: 'EUR' }).waitFor();
    },
    leave: escape,
  },
  {
    name: 'settings-callbacks',
    open: async (page) => {
      await listenForCallbacks(page, await freePort(14_280));
      const address = await addressIn(addressGroup(page, 'sandbox'));
      for (const body of ['{"idEntity":"INV-2026-0417"}', '{"idEntity":"no order ID"}'])
        await fetch(address, { method: 'POST', body });
      await deliveryRow(page, 'Malformed').waitFor();
    },
  },
  ...approvalScenes,
  settings('payees', 'Findings'),
  settings('notifications', 'Notifications'),
  settings('appearance', 'Theme'),
  settings('data', 'Backup'),
  settings('you', 'Your name'),
  settings('about', 'Bursar'),
  {
    name: 'codes',
    open: async (page) => {
      await goTo(page, '/reference/currencies');
      await page.getByRole('grid', { name: 'Currencies' }).getByText('Swiss franc').waitFor();
    },
  },
  {
    name: 'codes-merchant',
    open: async (page) => {
      await page.getByRole('tab', { name: /^Payment operators/ }).click();
      await page.getByRole('button', { name: 'Show response' }).click();
      await page.getByRole('grid', { name: 'Payment operators' }).getByText('Sandbox Cards').waitFor();
    },
  },
  {
    name: 'activity',
    open: async (page) => {
      await goTo(page, '/activity');
      await heading(page, 'Activity').waitFor();
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or do anything' }).fill('sal');
      await page.getByRole('option', { name: /salaries-november/ }).waitFor();
    },
    leave: escape,
  },
  {
    name: 'keys',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
    leave: escape,
  },
  {
    name: 'guide',
    open: async (page) => {
      await goTo(page, '/guide/send-a-batch');
      await page.getByRole('searchbox', { name: 'Find in the guide' }).fill('duplicate');
      await page.getByText(/^\d+ matches/).waitFor();
      await page.getByRole('img', { name: 'The release sheet' }).waitFor();
    },
  },
];
