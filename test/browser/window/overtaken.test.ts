import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withBursar, type Get } from '../../kit/with-bursar.ts';
import { addMerchant, drafted, paid, released, sheetOf, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { hold, intercept } from '../kit/intercept.ts';
import type { SlowableMerchant } from '../kit/merchant-sandbox.ts';
import { newFolder } from '../kit/open-app.ts';
import { header, line } from '../kit/payout-rows.ts';
import { csvFile, goTo, heading, payoutDrawer, stateCount } from '../kit/steps.ts';

let page: Page;
/** What another window does. */
let there: Get;
let faults: readonly string[];
let merchant: SlowableMerchant;
withConnectedApp('overtaken', {}, ({ app, ...opened }) => {
  ({ page, faults } = app);
  ({ merchant } = opened);
  there = elsewhere(page);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Shows a batch of payouts that was paused as soon as it was released; gives its ID. It takes a minute to send: none ends on the way. */
async function showPaused(name: string): Promise<string> {
  const payouts = Array.from(
    { length: 600 },
    (_, place) => `${place + 1}.00,EUR,BANK_TRANSFER,Vendor ${place},${700_000 + place},`,
  );
  const batchId = await drafted(there, csvFile(name, [header, ...payouts]));
  await released(there, batchId);
  await there('batches.pause', { batchId });
  await goTo(page, `/batches/${batchId}`);
  await button('Resume').waitFor();
  return batchId;
}

it('closes what asks to release, or to cancel what is unsent, and says why, once another window has released or sent it', async () => {
  const payouts = Array.from({ length: 60 }, (_, index) => line(index + 1));
  const batchId = await drafted(there, csvFile('sent.csv', [header, ...payouts]));
  await goTo(page, `/batches/${batchId}`);
  await button('Release 60 payouts …').click();
  const sheet = page.getByRole('dialog', { name: 'Release 60 payouts?' });
  await sheet.getByText('This is the confirmation.').waitFor();
  await released(there, batchId);
  await there('batches.pause', { batchId });
  await page.getByText('sent.csv was released meanwhile.').waitFor();
  await sheet.waitFor({ state: 'detached' });

  await button('Resume').waitFor();
  await button('Cancel unsent payouts').click();
  const dialog = page.getByRole('dialog', { name: 'Cancel unsent payouts?' });
  await dialog.getByRole('button', { name: 'Not now' }).waitFor();

  await there('batches.resume', { batchId });
  await page
    .getByText('There is nothing left to cancel: no payout of this batch waits to be sent.')
    .waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('does not say that a draft was released if another window discarded it first', async () => {
  const batchId = await drafted(there, csvFile('discarded.csv', [header, line(301), line(302)]));
  await goTo(page, `/batches/${batchId}`);
  const discard = button('Discard');
  await discard.waitFor();
  const answer = await hold(page, 'batches.summary');
  await there('batches.cancel', { batchId });
  await discard.click();
  const question = page.getByRole('dialog', { name: 'Discard discarded.csv?' });
  await question.getByRole('button', { name: 'Discard batch' }).click();
  await page.getByText('discarded.csv was discarded.').first().waitFor();
  answer();
  expect(faults).toEqual([]);
});

it('presses no button that became another one: not by the second click of a double click on Pause, nor from the palette', async () => {
  const batchId = await showPaused('palette.csv');
  await there('batches.resume', { batchId });
  await button('Pause').waitFor();
  const resumed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/batches.resume')) resumed.push(request.url());
  });
  await page.evaluate(clickAgainOnceItIs('Resume'));
  await button('Pause').click();
  await button('Resume').and(page.locator(':enabled')).waitFor();
  expect(await page.evaluate('window.wasClickedAgain')).toBe(true);
  expect(resumed).toEqual([]);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('resume');
  await page.getByRole('option', { name: 'Resume' }).and(page.locator('[aria-selected=true]')).waitFor();
  await there('batches.resume', { batchId });
  await page.getByRole('button', { name: 'Pause', exact: true, includeHidden: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('“Resume” is no longer offered on this screen. Nothing was done.').waitFor();
  await heading(page, 'palette.csv').waitFor();
  expect(await button('Resume').count()).toBe(0);
  // What is still to be sent is of no interest to the tests that follow.
  await there('batches.pause', { batchId });
  await button('Resume').waitFor();
  expect(faults).toEqual([]);
});

const clickAgainOnceItIs = (label: string): string => `{
  const watcher = new MutationObserver(() => {
    const button = [...document.querySelectorAll('main button')].find((each) => each.textContent === '${label}');
    if (button === undefined) return;
    watcher.disconnect();
    button.click();
    window.wasClickedAgain = true;
  });
  watcher.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true });
}`;

it('shows on an open draft, in its release and on its rows that another window released the same', async () => {
  const [forRows, forDraft] = [
    '75.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-7,Invoice 7',
    '85.00,EUR,BANK_TRANSFER,Penrose Ltd,ACC-8,Invoice 8',
  ];
  /** Has this released beside another one, by nobody who looks at the balances. */
  const releaseElsewhere = async (name: string, row: string) => {
    const rows = [header, row, `76.00,EUR,BANK_TRANSFER,${name} AG,${name},Invoice 9`];
    await released(there, await drafted(there, csvFile(`${name}.csv`, rows)));
  };
  // The balances, which are read when a run begins and ends, come as late as they like.
  const tell = await hold(page, 'balances.{read,stored}');
  await goTo(page, await sheetOf(there, csvFile('rows.csv', [header, forRows])));
  await page.getByRole('grid').getByText('ACC-7').waitFor();
  const footer = page.locator('footer');
  await footer.getByText('No problems').waitFor();
  await releaseElsewhere('of-rows', forRows);
  await footer.getByText('1 row to review').waitFor();

  const batchId = await drafted(there, csvFile('open.csv', [header, forDraft]));
  await goTo(page, `/batches/${batchId}`);
  await button('Release 1 payout …').click();
  const sheet = page.getByRole('dialog', { name: 'Release 1 payout?' });
  await sheet.getByText('This is the confirmation.').waitFor();
  await releaseElsewhere('of-draft', forDraft);
  await sheet.getByText('1 duplicate', { exact: true }).waitFor();
  await sheet.getByText('Confirm the duplicates above to release.').waitFor();
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByText(/^1 duplicate\. /).waitFor();
  tell();
  expect(faults).toEqual([]);
});

/** How long before the first request from here a payment must have been created to be that of somebody else. */
const longerThanClocksErrMs = 65_000;

// The gateway is ahead of this computer from here on.
it('a payout that a colleague paid with the same file is decided once: a window with the decision open says that nothing is left to decide', async () => {
  const rows = [
    '30.00,USD,BANK_TRANSFER,Quill Ltd,QUILL-4,Rent',
    '31.00,USD,BANK_TRANSFER,Quill Ltd,QUILL-4,Power',
  ];
  const file = csvFile('rent.csv', [header, ...rows]);
  const folder = { dataDirectory: newFolder(), keyFile: null };
  await addMerchant(folder.dataDirectory, merchant);
  const theirs = await withBursar(folder, async (get) => {
    const batchId = await paid(get, file);
    return get('batches.summary', { batchId });
  });
  expect(theirs.byState.paid).toBe(2);
  merchant.passTime(longerThanClocksErrMs);

  const batchId = await drafted(there, file);
  await released(there, batchId);
  await goTo(page, `/batches/${batchId}`);
  await stateCount(page, 'outside', 2).waitFor();
  const decide = async (begin: string, title: string, decision: string): Promise<void> => {
    await page.getByRole('button', { name: begin }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Save decision' }).and(page.locator(':disabled')).waitFor();
    await dialog.getByRole('radio', { name: decision }).check();
  };
  await goTo(page, `/payouts/${batchId}-1`);
  await decide('Decide …', 'Decide about this payout', 'Pay again');
  await there('payouts.decide', { idPayout: `${batchId}-1`, decision: 'adopt' });
  await page.getByText('The payout changed meanwhile: there is nothing left to decide.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await payoutDrawer(page).getByText('Paid', { exact: true }).first().waitFor();
  await payoutDrawer(page).getByRole('button', { name: 'Decide …' }).waitFor({ state: 'detached' });

  // All of a batch are decided about at once.
  await goTo(page, `/batches/${batchId}`);
  await decide('Decide about 1 payout …', 'Decide about 1 payout sent outside Bursar', 'Adopt');
  await page.getByRole('button', { name: 'Save decision' }).click();
  await page.getByText('Decision saved for 1 payout.').waitFor();
  expect(faults).toEqual([]);
});

it('says that a check or comparison failed, not that it goes on', async () => {
  const batchId = await drafted(there, csvFile('checked.csv', [header, line(131), line(132)]));
  const failing = await Promise.all(
    ['batches.check', 'batches.duplicates', 'payees.findings', 'batches.comparison'].map((name) =>
      intercept(page, `**/${name}`, (route) => route.fulfill({ status: 500, body: '' })),
    ),
  );
  const [endCheck, endDuplicates, endPayees, endComparison] = failing;
  await goTo(page, `/batches/${batchId}`);
  await heading(page, 'checked.csv').waitFor();
  const open = page.getByRole('button', { name: 'Release 2 payouts …' });
  await page.getByRole('main').getByText('Bursar does not answer').waitFor();
  await open.hover({ force: true });
  await page.getByText('The rows could not be checked.').waitFor();
  const last = page
    .getByRole('main')
    .locator('section', { hasText: 'This batch could not be compared with it.' });
  expect(await last.count()).toBe(0);
  endCheck?.();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
  await last.waitFor();
  endComparison?.();
  await last.getByRole('button', { name: 'Try again' }).click();
  await last.waitFor({ state: 'detached' });
  // The release sheet compares again; only what is asked once the faults are over can succeed.
  const comparisons = ['batches.duplicates', 'payees.findings'].map((name) =>
    page.waitForResponse(`**/${name}`),
  );
  await open.and(page.locator(':enabled')).click();
  await Promise.all(comparisons);
  const sheet = page.getByRole('dialog', { name: 'Release 2 payouts?' });
  await sheet.getByText('The rows could not be compared with earlier payouts.').waitFor();
  await sheet.getByText('The payees could not be compared with known ones.').waitFor();
  endPayees?.();
  endDuplicates?.();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await open.click();
  await sheet.getByText('This is the confirmation.').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // The draft shows what the comparison of its release found: new payees, or one that resembles a payee who has been paid by then.
  await page
    .getByRole('main')
    .getByText(/^\d rows? .*payee/)
    .waitFor();
});

it('keeps its profile and what is typed about it while another window chooses or changes one', async () => {
  await there('profiles.add', {
    name: 'other',
    environment: 'sandbox',
    baseUrl: 'https://gateway.example',
    merchantCode: 'OTHER',
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'none' },
    isPrepareOnly: true,
  });
  await goTo(page, '/receive/payin/new');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('12.50');
  const heard = page.waitForResponse(/settings\.read$/);
  await there('settings.change', { currentProfile: 'other' });
  await heard;
  await page.getByText('For acme.').waitFor();
  expect(await amount.inputValue()).toBe('12.50');
  await page.reload();
  await page.getByText('For acme.').waitFor();

  await goTo(page, '/settings/profiles');
  await page.getByRole('button', { name: 'other SANDBOX https://gateway.example' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit other' });
  const callbackAddress = form.getByLabel('Callback address');
  const pageAddress = form.getByLabel('Address of the payment page');
  await pageAddress.fill('https://pay.example');
  await there('profiles.edit', { name: 'other', callbackUrl: 'https://merchant.example/new' });
  // A field follows what is stored until it is typed into.
  await expect.poll(() => callbackAddress.inputValue()).toBe('https://merchant.example/new');
  expect(await pageAddress.inputValue()).toBe('https://pay.example');
  await there('profiles.edit', { name: 'other', paymentPageUrl: 'https://pay.example/new' });
  await form.getByText('These values were changed elsewhere while you typed.').waitFor();
  expect(await pageAddress.inputValue()).toBe('https://pay.example');
  await form.getByRole('button', { name: 'Show saved values' }).click();
  expect(await pageAddress.inputValue()).toBe('https://pay.example/new');
});
