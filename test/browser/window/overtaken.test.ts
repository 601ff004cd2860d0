import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import { bringFile, csvFile, goTo, heading, makeDraft, release } from '../kit/steps.ts';

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

  const opened = page.context().waitForEvent('page');
  await page.evaluate('void window.open(location.href)');
  const other = await opened;
  await other.getByRole('button', { name: 'Resume', exact: true }).click();
  await page
    .getByText('There is nothing left to cancel: no payout of this batch waits to be sent.')
    .waitFor();
  await dialog.waitFor({ state: 'detached' });
  await other.close();
  expect(faults).toEqual([]);
});

it('says that a check or comparison failed, not that it goes on', async () => {
  await bringFile(page, csvFile('checked.csv', [header, line(131), line(132)]));
  await cell(page, 'Payee 132').waitFor();
  const failing = await Promise.all(
    ['batches.check', 'batches.duplicates', 'payees.findings'].map((name) =>
      intercept(page, `**/${name}`, (route) => route.fulfill({ status: 500, body: '' })),
    ),
  );
  const [endCheck, endDuplicates, endPayees] = failing;
  await page.getByRole('button', { name: 'Check and release 2 payouts' }).click();
  await heading(page, 'checked.csv').waitFor();
  const open = page.getByRole('button', { name: 'Release 2 payouts …' });
  await page.getByRole('main').getByText('Bursar does not answer').waitFor();
  await open.hover({ force: true });
  await page.getByText('The rows could not be checked.').waitFor();
  endCheck?.();
  await page.reload();
  await open.and(page.locator(':enabled')).click();
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
  // The draft shows what the comparison of its release found.
  await page
    .getByRole('main')
    .getByText(/^2 rows .*payees/)
    .waitFor();
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
