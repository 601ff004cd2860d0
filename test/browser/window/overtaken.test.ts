import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold, intercept } from '../kit/intercept.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import {
  bringFile,
  csvFile,
  fillProfile,
  goTo,
  heading,
  makeDraft,
  openAnother,
  release,
} from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('overtaken', {}, ({ app }) => {
  ({ page, faults } = app);
});

it('takes back the question about unsent payouts once another window had them sent', async () => {
  const payouts = Array.from({ length: 80 }, (_, index) => line(index + 1));
  await bringFile(page, csvFile('sent.csv', [header, ...payouts]));
  await makeDraft(page, '80 payouts');
  await release(page, '80 payouts');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel unsent payouts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel unsent payouts?' });
  await dialog.getByRole('button', { name: 'Not now' }).waitFor();

  const other = await openAnother(page);
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
  await other.close();
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

it('takes no file beside the place for one, and no cells over a question', async () => {
  await goTo(page, '/batches/new');
  await heading(page, 'New batch').waitFor();
  expect(await page.evaluate(dropOn('main'))).toEqual([true, 'none', true]);
  // Text is dropped where a field takes it.
  expect(await page.evaluate(dropOn('main', 'text'))).toEqual([false, 'none', false]);

  await page
    .locator('input[type=file]')
    .setInputFiles(csvFile('odd.csv', ['Whereto,Howmuch,Whatfor', 'DE89370400440532013000,12.00,Invoice']));
  const question = page.getByRole('dialog', { name: 'Which column is which?' });
  await question.getByText('Howmuch').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).focus();
  await page.evaluate(pasteOther);
  await question.getByText('Howmuch').waitFor();
  expect(new URL(page.url()).hash).toBe('#/batches/new');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.evaluate(pasteOther);
  await page.getByRole('gridcell', { name: '5.00' }).waitFor();
});

const dropOn = (place: string, kind: 'file' | 'text' = 'file'): string => `(() => {
  const dataTransfer = new DataTransfer();
  if ('${kind}' === 'file') dataTransfer.items.add(new File(['amount'], 'dropped.csv', { type: 'text/csv' }));
  else dataTransfer.setData('text/plain', 'amount');
  const drag = (type) => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector('${place}').dispatchEvent(event);
    return event.defaultPrevented;
  };
  return [drag('dragover'), dataTransfer.dropEffect, drag('drop')];
})()`;

const pasteOther = `(() => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'amount\\tcurrency\\tmethod\\n5.00\\tUSD\\tBANK_TRANSFER\\n');
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
})()`;
