import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  bringFile,
  checkAndRelease,
  chooseOption,
  csvFile,
  goTo,
  holdMessages,
  heading,
  makeDraft,
  problemCount,
  repairNext,
  stateCount,
} from '../kit/steps.ts';
import { keepPicture, lookedAt } from '../kit/keep-picture.ts';
import { app, merchant, page } from '../kit/shared-app.ts';

const header = 'amount,currency,method,name,account,operator,reference';
const line = (amount: string, place: number, reference = `Invoice ${place}`): string =>
  `${amount},USD,BANK_TRANSFER,Supplier ${place},021000089-20455${place},,${reference}`;

it('shows what a check would find on the cells while they are typed, and steps through it with F8', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const lines = ['10.00', '20.00', '30.00'].map((amount, index) => line(amount, index + 1, ''));
  await bringFile(page, csvFile('payroll.csv', [header, ...lines, lines[1] ?? '', line('ten', 5)]));
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText('1 row to confirm as not a duplicate').waitFor();
  await findings.getByText('1 row not checked because of problems').waitFor();
  await findings.getByText('Methods checked for 0 of 3 amounts').waitFor();
  await findings.getByRole('button', { name: 'Check methods' }).click();
  await findings.getByText('Methods checked', { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  // What keeps the rows from being released comes before what only has to be looked at.
  await page.keyboard.press('F8');
  await page.locator('[role=gridcell][aria-selected=true][aria-invalid=true]').waitFor();
  await keepPicture(page, 'findings', lookedAt);
  const note = page.locator('#sheet-problem');
  expect(await note.getByText('as row 2 of this batch').count()).toBe(0);
  await page.keyboard.type('50.00');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await note.getByText('as row 2 of this batch').waitFor();

  // A row that was fixed stays until a person asks again.
  await page.getByRole('switch', { name: 'Only problems and findings (1)' }).click();
  await page.getByText('1 row shown').waitFor();
  // The totals are of all rows, and so are beside their number.
  expect(await page.locator('footer').innerText()).toMatch(/^5 rows.*USD\s+1 row shown/s);
  await page.getByRole('gridcell', { name: '20.00' }).click();
  await page.keyboard.type('21.00');
  await page.keyboard.press('Enter');
  await findings.getByText('No duplicates or warnings in the rows').waitFor();
  await page.getByRole('gridcell', { name: '21.00' }).waitFor();
  await page.getByRole('button', { name: 'Hide fixed rows' }).click();
  await page.getByText('0 rows shown').waitFor();

  // A draft that was taken back because its rows changed offers no release any more.
  await page.getByRole('switch', { name: /^Only problems/ }).click();
  await makeDraft(page, '5 payouts');
  await page.goBack();
  await page.getByRole('gridcell', { name: '21.00' }).click();
  await page.keyboard.type('22.00');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: '22.00' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Batch not found' }).waitFor();
  expect(await page.getByRole('button', { name: /^Release/ }).count()).toBe(0);
  expect(app.faults).toEqual([]);
});

it('sums up an import in one panel, where its columns can be mapped again and its total row dropped', async () => {
  const head = 'amount,currency,method,name,account,Invoice no.,Cost centre';
  const lines = ['10.00', '20.50'].map(
    (amount, index) => `${line(amount, index + 1, '').slice(0, -2)},INV-${index},410`,
  );
  await bringFile(page, csvFile('payroll.csv', [head, ...lines, '30.50,USD,,Total,,,']));
  const summary = page.getByRole('region', { name: 'Import summary' });
  await summary.getByText('3 rows from payroll.csv').waitFor();
  await summary.getByText('2 columns not imported:').waitFor();
  await keepPicture(page, 'import', lookedAt);
  await chooseOption(page, 'Use Invoice no. as', 'Reference');
  await summary.getByText('1 column not imported:').waitFor();
  await page.getByRole('gridcell', { name: 'INV-1' }).waitFor();
  // The offer stays while other cells are fixed.
  await page.getByRole('gridcell', { name: '10.00' }).click();
  await page.keyboard.type('11.00');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: '11.00' }).waitFor();
  await page.locator('footer').getByText('62.00').waitFor();
  await summary.getByRole('button', { name: 'Remove row 3' }).dblclick();
  await page.getByText('2 rows', { exact: true }).waitFor();
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  await summary.getByText('3 rows from payroll.csv, 2 now').waitFor();
  await summary.getByRole('button', { name: 'Change columns' }).click();
  await page.getByRole('dialog', { name: 'Which column is which?' }).getByText('INV-1').waitFor();
  await page.keyboard.press('Escape');
  await summary.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await summary.waitFor({ state: 'detached' });
  expect(app.faults).toEqual([]);
});

it('keeps rows, whole amounts and the cell that the keyboard is in in view on a small screen, and the import summary after any change', async () => {
  await page.setViewportSize({ width: 853, height: 533 });
  const head = 'amount,currency,method,name,account,operator,Emp no.,Cost centre,Team';
  const longName = 'suppliers and contractors of all branches, November 2026, second run, corrected.csv';
  const coins = '123456789.123456789012345678';
  const lines = [1, 2, 3, 4, 5].map(
    (place) => `${coins},BTC,bank_transfer,Payee ${place},ACC-${place},SANDBOX_BANK,${place},410,North`,
  );
  await bringFile(
    page,
    csvFile(longName, [head, ...lines, `,BTC,bank_transfer,Payee 6,ACC-6,SANDBOX_BANK,6,410,`]),
  );
  const summary = page.getByRole('region', { name: 'Import summary' });
  await summary.getByText(`6 rows from ${longName}`).waitFor();
  await page.getByRole('gridcell', { name: 'Payee 5', exact: true }).waitFor({ state: 'attached' });
  await keepPicture(page, 'low');
  const frame = page.getByRole('grid').locator('xpath=../..');
  expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(5 * 36);
  const settings = await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link')
    .last()
    .boundingBox();
  expect((settings?.y ?? 0) + (settings?.height ?? Infinity)).toBeLessThanOrEqual(533);
  // A long name of a file takes no line from the rows.
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeLessThan(36);
  // Totals that wrap to a second line are whole, too.
  expect((await summary.locator('.amount').first().boundingBox())?.y).toBeGreaterThan(
    ((await summary.getByText(`6 rows from ${longName}`).boundingBox())?.y ?? 0) + 10,
  );
  for (const part of [
    ...(await summary.getByRole('button').all()),
    ...(await summary.locator('.amount').all()),
  ]) {
    if (!(await part.isVisible())) continue;
    const inner = await part.boundingBox();
    const outer = await summary.boundingBox();
    expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual(
      (outer?.y ?? 0) + (outer?.height ?? 0),
    );
  }

  // In a window that is twice enlarged, the cell that the keyboard is in, and the field typed into.
  await page.setViewportSize({ width: 640, height: 400 });
  const isInView = (shown: Locator): Promise<boolean> =>
    shown.evaluate((element) => {
      const { bottom } = Object(element).getBoundingClientRect();
      return bottom <= Object(element).closest('main').getBoundingClientRect().bottom;
    });
  await page.keyboard.press('F8');
  const wrong = page.locator('[role=gridcell][aria-selected=true][aria-invalid=true]');
  await expect.poll(() => isInView(wrong)).toBe(true);
  // A contrast theme of the system removes what marks it otherwise.
  await page.emulateMedia({ forcedColors: 'active' });
  const [here, other] = await Promise.all(
    [true, false].map((isSelected) =>
      page
        .locator(`[role=gridcell][aria-selected=${isSelected}]`)
        .first()
        .evaluate((element) => String(Object(globalThis).getComputedStyle(element).backgroundColor)),
    ),
  );
  expect(here).not.toBe(other);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('main').evaluate((main) => Object(main).scrollTo(0, 0));
  await page.keyboard.press('F2');
  await expect.poll(() => isInView(page.getByRole('textbox', { name: 'Amount, row 6' }))).toBe(true);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1024, height: 700 });
  await page.getByRole('gridcell', { name: 'Payee 6', exact: true }).click();
  await page.keyboard.press('Control+Delete');
  await page.locator('footer').getByText('5 rows', { exact: true }).waitFor();
  await summary.getByText(`6 rows from ${longName}`).waitFor();
  await page.getByRole('gridcell', { name: 'Payee 5', exact: true }).click();
  await page.keyboard.press('Control+Delete');
  await page.locator('footer').getByText('4 rows', { exact: true }).waitFor();
  expect(await summary.locator('.amount').allInnerTexts()).toEqual([]);
  await keepPicture(page, 'import-changed', lookedAt);

  await makeDraft(page, '4 payouts');
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.getByRole('button', { name: 'Release 4 payouts …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 4 payouts?' });
  const total = dialog.locator('.amount', { hasText: '493,827,156.493827156049382712' });
  await total.waitFor();
  await keepPicture(page, 'release-long');
  const box = await total.boundingBox();
  const content = await dialog.locator('.MuiDialogContent-root').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
    (content?.x ?? 0) + (content?.width ?? 0) - 24,
  );
  expect((await dialog.getByText('4 payouts', { exact: true }).boundingBox())?.height).toBeLessThan(30);

  // Discarding a draft leaves its rows to be prepared again, and says so before.
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: `Discard ${longName}?` });
  await question.getByText('The rows stay under “Being prepared”.').waitFor();
  await question.getByRole('button', { name: 'Discard batch' }).click();
  await page.getByRole('region', { name: 'Being prepared' }).getByText(longName).waitFor();
  expect(app.faults).toEqual([]);
});

it('releases the good rows while the others wait in a sheet of their own, with links both ways', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const lines = ['10.00', 'ten', '30.00', '40.001', '50.00'].map((amount, index) => line(amount, index + 1));
  await bringFile(page, csvFile('payroll.csv', [header, ...lines]));
  await problemCount(page, 2).waitFor();
  const setAside = page.getByRole('button', { name: 'Set aside 2 rows with problems' });
  await holdMessages(page);
  await setAside.click();
  await page.getByText('2 rows set aside.', { exact: true }).waitFor();
  await page.getByText('3 rows', { exact: true }).waitFor();
  await keepPicture(page, 'set-aside', lookedAt);
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await problemCount(page, 2).waitFor();
  await page.getByRole('link', { name: 'Set aside from payroll.csv' }).waitFor({ state: 'detached' });
  await setAside.click();
  await page.getByRole('link', { name: 'Set aside from payroll.csv' }).waitFor();

  await checkAndRelease(page, '3 payouts');
  await stateCount(page, 'paid', 3).waitFor();
  await page.getByRole('link', { name: 'Set aside from payroll.csv' }).click();
  await page.getByRole('link', { name: 'payroll.csv', exact: true }).waitFor();
  await problemCount(page, 2).waitFor();
  await page.getByRole('grid').focus();
  await repairNext(page, '20.00', 1);
  await repairNext(page, '40.00', 0);
  await keepPicture(page, 'set-aside-repaired', lookedAt);
  await checkAndRelease(page, '2 payouts');
  await stateCount(page, 'paid', 2).waitFor();
  // Going back leads to no rows that could be changed or released once more, but to what became of them.
  await page.goBack();
  await page.getByRole('heading', { name: 'These rows were released' }).waitFor();
  expect(await page.getByRole('grid').count()).toBe(0);
  await keepPicture(page, 'gone-sheet', lookedAt);
  await page.getByRole('button', { name: 'Go to the batch' }).click();
  await stateCount(page, 'paid', 2).waitFor();
  await page.getByRole('link', { name: 'payroll.csv', exact: true }).click();
  await page.getByRole('heading', { name: 'payroll.csv', level: 1 }).waitFor();
  await stateCount(page, 'paid', 3).waitFor();
  const sent = merchant.server.gateway.book().filter(({ body }) => body.includes('"Supplier '));
  const amounts = sent.map(({ amount }) => amount);
  expect(amounts.toSorted()).toEqual(['10.00', '20.00', '30.00', '40.00', '50.00']);
  expect(app.faults).toEqual([]);
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
