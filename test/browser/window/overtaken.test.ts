import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withBursar } from '../../kit/with-bursar.ts';
import { addMerchant, withConnectedApp } from '../kit/connected-app.ts';
import { hold, intercept } from '../kit/intercept.ts';
import type { SlowableMerchant } from '../kit/merchant-sandbox.ts';
import { newFolder } from '../kit/open-app.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import {
  bringFile,
  checkAndRelease,
  csvFile,
  fillProfile,
  goTo,
  heading,
  makeDraft,
  openAnother,
  payoutDrawer,
  release,
  stateCount,
} from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
let merchant: SlowableMerchant;
withConnectedApp('overtaken', {}, ({ app, ...opened }) => {
  ({ page, faults } = app);
  ({ merchant } = opened);
});

it('closes what asks to release, or to cancel what is unsent, and says why, once another window has released or sent it', async () => {
  const payouts = Array.from({ length: 50 }, (_, index) => line(index + 1));
  await bringFile(page, csvFile('sent.csv', [header, ...payouts]));
  await makeDraft(page, '50 payouts');
  const other = await openAnother(page);
  await page.getByRole('button', { name: 'Release 50 payouts …' }).click();
  const sheet = page.getByRole('dialog', { name: 'Release 50 payouts?' });
  await sheet.getByText('This is the confirmation.').waitFor();
  await release(other, '50 payouts');
  await page.getByText('sent.csv was released meanwhile.').waitFor();
  await sheet.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel unsent payouts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel unsent payouts?' });
  await dialog.getByRole('button', { name: 'Not now' }).waitFor();

  await other.getByRole('button', { name: 'Resume', exact: true }).click();
  await page
    .getByText('There is nothing left to cancel: no payout of this batch waits to be sent.')
    .waitFor();
  await dialog.waitFor({ state: 'detached' });
  await other.close();
  expect(faults).toEqual([]);
});

it('does not say that a draft was released if another window discarded it first', async () => {
  await bringFile(page, csvFile('discarded.csv', [header, line(301), line(302)]));
  await makeDraft(page, '2 payouts');
  const other = await openAnother(page);
  const answer = await hold(page, 'batches.summary');
  for (const each of [other, page]) {
    await each.getByRole('button', { name: 'Discard' }).click();
    const question = each.getByRole('dialog', { name: 'Discard discarded.csv?' });
    await question.getByRole('button', { name: 'Discard batch' }).click();
    await each.getByText('discarded.csv was discarded.').first().waitFor();
  }
  answer();
  await other.close();
  expect(faults).toEqual([]);
});

it('presses no button from the palette that became another one since its label was listed', async () => {
  const payouts = Array.from({ length: 80 }, (_, index) => line(index + 201));
  await bringFile(page, csvFile('palette.csv', [header, ...payouts]));
  await makeDraft(page, '80 payouts');
  await release(page, '80 payouts');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  const other = await openAnother(page);
  await other.getByRole('button', { name: 'Resume', exact: true }).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('resume');
  await page.getByRole('option', { name: 'Resume' }).and(page.locator('[aria-selected=true]')).waitFor();
  await other.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true, includeHidden: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('“Resume” is no longer offered on this screen. Nothing was done.').waitFor();
  await heading(page, 'palette.csv').waitFor();
  expect(await page.getByRole('button', { name: 'Resume', exact: true }).count()).toBe(0);
  // What is still to be sent is of no interest to the tests that follow.
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  await other.close();
  expect(faults).toEqual([]);
});

const nordwind = '75.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-8,Invoice 8';

it('shows on an open draft, in its release and on its rows that another window released the same', async () => {
  await bringFile(page, csvFile('open.csv', [header, nordwind]));
  const rows = await openAnother(page);
  await makeDraft(page, '1 payout');
  await bringFile(rows, csvFile('rows.csv', [header, nordwind]));
  await rows.getByRole('grid').getByText('ACC-8').waitFor();
  await rows.locator('footer').getByText('No problems').waitFor();
  const other = await openAnother(page);
  // The balances, which are read when a run begins and ends, come as late as they like.
  const balances = await Promise.all([page, rows].map((window) => hold(window, 'balances.{read,stored}')));
  await page.getByRole('button', { name: 'Release 1 payout …' }).click();
  const sheet = page.getByRole('dialog', { name: 'Release 1 payout?' });
  await sheet.getByText('This is the confirmation.').waitFor();

  await bringFile(
    other,
    csvFile('first.csv', [header, nordwind, '76.00,EUR,BANK_TRANSFER,Ostwind AG,ACC-9,Invoice 9']),
  );
  await makeDraft(other, '2 payouts');
  await release(other, '2 payouts');
  await sheet.getByText('1 duplicate', { exact: true }).waitFor();
  await sheet.getByText('Confirm the duplicates above to release.').waitFor();
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByText(/^1 duplicate\. /).waitFor();
  await rows.locator('footer').getByText('1 row to review').waitFor();
  for (const tell of balances) tell();
  await other.close();
  await rows.close();
  expect(faults).toEqual([]);
});

/** How long before the first request from here a payment must have been created to be that of somebody else. */
const longerThanClocksErrMs = 65_000;

// The gateway is ahead of this computer from here on.
it('a payout that a colleague paid with the same file is decided once: a second window with the decision open says that nothing is left to decide', async () => {
  const file = csvFile('rent.csv', [header, '30.00,USD,BANK_TRANSFER,Quill Ltd,QUILL-4,Rent']);
  const elsewhere = newFolder();
  await addMerchant(elsewhere, merchant);
  await withBursar({ dataDirectory: elsewhere, keyFile: null }, async (get) => {
    const { batch } = await get('batches.import', {
      profileName: 'acme',
      fileName: file.name,
      bytes: file.buffer,
    });
    const { batchId, rowsHash } = batch;
    await get('batches.release', { batchId, rowsHash, confirmed: null });
    const run = await get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    expect(run.outcome).toBe('done');
  });
  merchant.passTime(longerThanClocksErrMs);

  await bringFile(page, file);
  const batchId = await checkAndRelease(page, '1 payout');
  await stateCount(page, 'outside', 1).waitFor();
  const other = await openAnother(page);
  await stateCount(other, 'outside', 1).waitFor();
  await goTo(other, `/payouts/${batchId}-1`);
  // One decides about the payout, the other about all of the batch.
  await payoutDrawer(other).getByRole('button', { name: 'Decide …' }).click();
  await page.getByRole('button', { name: 'Decide about 1 payout …' }).click();
  for (const { window, title, decision } of [
    { window: other, title: 'Decide about this payout', decision: 'Pay again' },
    { window: page, title: 'Decide about 1 payout sent outside Bursar', decision: 'Adopt' },
  ]) {
    const dialog = window.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Save decision' }).and(window.locator(':disabled')).waitFor();
    await dialog.getByRole('radio', { name: decision }).check();
  }
  await page.getByRole('button', { name: 'Save decision' }).click();
  await page.getByText('Decision saved for 1 payout.').waitFor();
  await other.getByText('The payout changed meanwhile: there is nothing left to decide.').waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  await payoutDrawer(other).getByText('Paid', { exact: true }).first().waitFor();
  await payoutDrawer(other).getByRole('button', { name: 'Decide …' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('says that a check or comparison failed, not that it goes on', async () => {
  await bringFile(page, csvFile('checked.csv', [header, line(131), line(132)]));
  await cell(page, 'Payee 132').waitFor();
  const failing = await Promise.all(
    ['batches.check', 'batches.duplicates', 'payees.findings', 'batches.comparison'].map((name) =>
      intercept(page, `**/${name}`, (route) => route.fulfill({ status: 500, body: '' })),
    ),
  );
  const [endCheck, endDuplicates, endPayees, endComparison] = failing;
  await page.getByRole('button', { name: 'Check and release 2 payouts' }).click();
  await heading(page, 'checked.csv').waitFor();
  const open = page.getByRole('button', { name: 'Release 2 payouts …' });
  await page.getByRole('main').getByText('Bursar does not answer').waitFor();
  await open.hover({ force: true });
  await page.getByText('The rows could not be checked.').waitFor();
  endCheck?.();
  await page.reload();
  const last = page
    .getByRole('main')
    .locator('section', { hasText: 'This batch could not be compared with it.' });
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
  await goTo(page, '/connect');
  await page.getByRole('radio', { name: /^Only prepares/ }).check();
  await fillProfile(page, 'other', 'https://gateway.example', 'OTHER');
  await page.getByRole('button', { name: 'Add profile' }).click();
  await page.getByRole('heading', { name: 'other was added' }).waitFor();
  const choose = async (window: Page, from: string, to: string): Promise<void> => {
    await window.getByRole('button', { name: `${from} SANDBOX , choose` }).click();
    await window.getByRole('menuitem', { name: to }).click();
    await window.getByRole('button', { name: `${to} SANDBOX , choose` }).waitFor();
  };
  await choose(page, 'other', 'acme');
  await goTo(page, '/receive/payin/new');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('12.50');
  const opened = page.context().waitForEvent('page');
  await page.evaluate(`void window.open(location.href.replace(/#.*/, '#/settings/profiles'))`);
  const other = await opened;
  const heard = page.waitForResponse(/settings\.read$/);
  await choose(other, 'acme', 'other');
  await heard;
  await page.getByText('For acme.').waitFor();
  expect(await amount.inputValue()).toBe('12.50');
  await page.reload();
  await page.getByText('For acme.').waitFor();

  await goTo(page, '/settings/profiles');
  const openDetails = (window: Page) =>
    window.getByRole('button', { name: 'other SANDBOX https://gateway.example' }).click();
  const edit = async (window: Page) => {
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    return window.getByRole('dialog', { name: 'Edit other' });
  };
  const callbackAddress = 'Callback address';
  await Promise.all([page, other].map(openDetails));
  const here = await edit(page);
  const pageAddress = 'Address of the payment page';
  await here.getByLabel(pageAddress).fill('https://pay.example');
  const there = await edit(other);
  await there.getByLabel(callbackAddress).fill('https://merchant.example/new');
  await there.getByRole('button', { name: 'Save', exact: true }).click();
  const valueHere = (label: string) => here.getByLabel(label).inputValue();
  // A field follows what is stored until it is typed into.
  await expect.poll(() => valueHere(callbackAddress)).toBe('https://merchant.example/new');
  expect(await valueHere(pageAddress)).toBe('https://pay.example');
  const again = await edit(other);
  await again.getByLabel(pageAddress).fill('https://pay.example/new');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await here.getByText('These values were changed elsewhere while you typed.').waitFor();
  expect(await valueHere(pageAddress)).toBe('https://pay.example');
  await here.getByRole('button', { name: 'Show saved values' }).click();
  expect(await valueHere(pageAddress)).toBe('https://pay.example/new');
  await other.close();
});
