import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { stateLabel } from '../../../contract/text/states.ts';
import { eventsAddress } from '../../../contract/window/bridge.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, released, sheetOf, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { answerOf, hold, intercept, untilDrawn } from '../kit/intercept.ts';
import { cell, header, line, rowsShown, untilShown } from '../kit/payout-rows.ts';
import {
  bringFile,
  csvFile,
  goTo,
  holdMessages,
  heading,
  payoutDrawer,
  payoutTable,
  typeCell,
} from '../kit/steps.ts';

let page: Page;
/** What another window does. */
let there: Get;
let faults: readonly string[];
withConnectedApp('late-answers', {}, ({ app }) => {
  ({ page, faults } = app);
  there = elsewhere(page);
});

/** Has the answer to this operation wait while `meanwhile` goes on, and resolves once the page has it. */
async function answerLate(operation: string, meanwhile: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const endHolding = await intercept(page, `**/${operation}`, async (route) => {
    const response = await answerOf(route);
    await held.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  await meanwhile();
  held.resolve();
  await answered.promise;
  await untilDrawn(page);
  endHolding();
}

async function leave(): Promise<void> {
  await page.getByRole('link', { name: 'Payees', exact: true }).click();
  await heading(page, 'Payees').waitFor();
}

// Before any other test of this file, since a screen is loaded once.
it('loads the next screen while the program reads rows or makes their draft, and asks about the payees of a draft once', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const hasAsked = (part: string) => asked.some((url) => url.includes(part));

  await goTo(page, '/batches/new');
  const answerOpening = await hold(page, 'sheets.open');
  const giveScreen = await hold(page, 'SheetPage-*.js');
  await page.locator('input[type=file]').setInputFiles(csvFile('payroll.csv', [header, line(1)]));
  await expect.poll(() => hasAsked('/SheetPage-')).toBe(true);
  answerOpening();
  // Nothing is opened a second time before the rows are shown.
  await page.waitForURL(/#\/sheets\//);
  expect(await page.getByRole('button', { name: 'Start empty' }).isDisabled()).toBe(true);
  giveScreen();
  const check = page.getByRole('button', { name: /^Check and release / });
  await check.waitFor();

  const answerPreparing = await hold(page, 'sheets.prepare');
  await check.click();
  await expect.poll(() => hasAsked('/BatchPage-')).toBe(true);
  answerPreparing();
  await page.getByRole('heading', { name: 'Payees' }).waitFor();
  // The comparison is asked for by what the findings bring onto the screen, so after them.
  await expect.poll(() => hasAsked('/batches.comparison')).toBe(true);
  expect(asked.filter((url) => url.endsWith('/payees.findings'))).toHaveLength(1);
});

it('stays where a person went while a file was read, rows were prepared, or a draft was opened', async () => {
  // The draft of the test before is shown.
  await answerLate('sheets.open', async () => {
    await page.getByRole('button', { name: 'Edit rows' }).click();
    await leave();
  });
  expect(new URL(page.url()).hash).toBe('#/payees');

  await answerLate('sheets.open', async () => {
    await bringFile(page, csvFile('read.csv', [header, line(1), line(2)]));
    await page.getByText('Reading read.csv …').waitFor();
    await leave();
  });
  expect(new URL(page.url()).hash).toBe('#/payees');

  await goTo(page, await sheetOf(there, csvFile('prepared.csv', [header, line(1), line(2)])));
  await cell(page, 'Payee 2').waitFor();
  await answerLate('sheets.prepare', async () => {
    await page.getByRole('button', { name: 'Check and release 2 payouts' }).click();
    await page.getByRole('button', { name: 'Preparing …' }).waitFor();
    await leave();
  });
  expect(new URL(page.url()).hash).toBe('#/payees');
  // What was prepared is a draft all the same.
  const batches = await there('batches.list', { limit: 10 });
  expect(batches.map(({ fileName, state }) => [fileName, state])).toContainEqual(['prepared.csv', 'draft']);
  expect(faults).toEqual([]);
});

it('keeps what is being typed into a cell when the page reloads, and removes a message with Undo once its change is undone or its rows are gone', async () => {
  await goTo(page, await sheetOf(there, csvFile('leaving.csv', [header, line(1), line(2), line(3)])));
  await cell(page, '20.00').click();
  await page.keyboard.type('25.00');
  await page.reload();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 25.00', 'Payee 3 30.00']);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00']);

  const messages = page.getByRole('region', { name: 'Messages' });
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await holdMessages(page);
  await page.getByRole('button', { name: /^Duplicate/ }).click();
  await messages.getByText('2 rows added.').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00']);
  expect(await messages.getByText('2 rows added.').count()).toBe(0);

  // Nor does it follow to another screen, however soon that is opened.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await messages.getByText('2 rows removed.').waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  expect(await messages.getByText('2 rows removed.').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('says that a change could not be saved for as long as the rows cannot be read', async () => {
  await goTo(page, await sheetOf(there, csvFile('gone.csv', [header, line(1), line(2)])));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  const status = page.locator('footer').getByRole('status');
  await expect.poll(() => status.innerText()).toBe('Everything typed here is kept.');

  // As if the program had ended.
  const comeBack = await intercept(page, '**/sheets.*', (route) => route.abort());
  await cell(page, '10.00').click();
  await typeCell(page, '777.77');
  await page
    .getByText(/^Bursar does not answer/)
    .first()
    .waitFor();
  await expect.poll(() => status.innerText()).toBe('The last changes shown here are not saved.');
  expect(await page.getByText('Nothing was lost').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Check and release 2 payouts' }).isDisabled()).toBe(true);

  comeBack();
  await page.reload();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  await cell(page, '10.00').click();
  await typeCell(page, '15.00');
  await expect.poll(() => rowsShown(page)).toEqual(['Payee 1 15.00', 'Payee 2 20.00']);
  await expect.poll(() => status.innerText()).toBe('Everything typed here is kept.');
});

it('counts the selected cells of existing rows, without the empty row at the end', async () => {
  // The rows of the test before are shown.
  await cell(page, '15.00').click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.getByText('2 cells in 2 rows selected').waitFor();
  await page.keyboard.press('Control+c');
  await page.getByText('2 cells copied.').waitFor();
});

it('says that it has lost the program, until it is there again, and each failure once', async () => {
  const notice = page.getByText('No connection to Bursar. What is shown may be out of date.');
  const endEvents = await intercept(page, `**${eventsAddress}`, (route) => route.abort());
  // On the rows of the test before: a cell that was opened and not changed is no change, also when the page reloads.
  const sheetId = new URL(page.url()).hash.split('/').at(-1) ?? '';
  const { version } = await there('sheets.show', { sheetId });
  await cell(page, '20.00').dblclick();
  await page.getByRole('textbox', { name: 'Amount, row 2' }).waitFor();
  await page.reload();
  await untilShown(page, ['Payee 1 15.00', 'Payee 2 20.00']);
  expect((await there('sheets.show', { sheetId })).version).toBe(version);
  await notice.waitFor();
  const endCalls = await intercept(page, '**/*.list', (route) => route.abort());
  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  const failures = page.getByRole('main').getByText(/^Bursar does not answer/);
  await failures.first().waitFor();
  expect(await failures.count()).toBe(1);
  endCalls();
  endEvents();
  await notice.waitFor({ state: 'detached' });
  await failures.first().waitFor({ state: 'detached' });
});

it('reads out a failure in the dialog that it concerns, since what is over the page is behind it', async () => {
  const batchId = await drafted(there, csvFile('read-out.csv', [header, line(7)]));
  await goTo(page, `/batches/${batchId}`);
  await page.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard read-out.csv?' });
  const end = await intercept(page, '**/batches.cancel', (route) => route.abort());
  await dialog.getByRole('button', { name: /^Discard/ }).click();
  await expect.poll(() => dialog.ariaSnapshot()).toContain('Bursar does not answer');
  end();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Once: behind it, the message is over the page again, and not within a second live region.
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await message.getByText(/^Bursar does not answer/).waitFor();
  expect(await message.evaluate((alert) => Object(alert).closest('[aria-live]'))).toBe(null);
});

// After the tests above, whose rows would be compared with the payouts that it releases, and before any other that shows a payout, since the
// code of its details is loaded once.
it('opens details whose code is still on its way, though a search that was typed before begins meanwhile', async () => {
  await released(there, await drafted(there, csvFile('listed.csv', [header, line(10)])));
  const answer = await hold(page, 'PayoutDrawer-*.js');
  await goTo(page, '/payouts');
  await payoutTable(page).getByText('Payee 10').first().waitFor();
  // At once, as by a person who is quicker than the pause in typing after which a list is searched.
  await page.evaluate(`(() => {
    const field = document.querySelector('[role=searchbox]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Payee 10');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const cells = [...document.querySelectorAll('[role=grid] [role=gridcell]')];
    cells.find(({ textContent }) => textContent.includes('Payee 10')).click();
  })()`);
  await expect.poll(() => page.url()).toContain('q=Payee');
  answer();
  await payoutDrawer(page).getByText('100.00').first().waitFor();
});

/** Of the two tests that follow. */
let batchId: string;

it('shows a payout as it is, though an older answer about it comes after it was released and paid, also by Refresh, which says no change of it', async () => {
  batchId = await drafted(there, csvFile('on-its-way.csv', [header, line(8), line(9)]));
  // Details that are still open from before are read again, too.
  const isOfIt = (request: Request): boolean =>
    request.url().endsWith('/payouts.show') && request.postDataBuffer()?.includes(`${batchId}-1`) === true;
  const older = page
    .waitForResponse((response) => isOfIt(response.request()))
    .then((response) => response.body());
  await answerLate('payouts.show', async () => {
    const asked = page.waitForRequest(isOfIt);
    await goTo(page, `/payouts/${batchId}-1`);
    await asked;
    await released(there, batchId);
    await expect.poll(async () => (await there('batches.summary', { batchId })).byState).toEqual({ paid: 2 });
  });
  const drawer = payoutDrawer(page);
  const paid = drawer.getByText(stateLabel('paid'), { exact: true });
  await paid.first().waitFor();
  const body = await older;
  const endRefreshing = await intercept(page, '**/payouts.refresh', (route) => route.fulfill({ body }));
  await drawer.getByRole('button', { name: 'Refresh now' }).click();
  await page.getByText('No change: paid.').waitFor();
  endRefreshing();
  expect(await paid.count()).toBeGreaterThan(0);
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
});

it('says that the outcome of a batch could not be read, also where it has no problem', async () => {
  const end = await intercept(page, '**/batches.show', (route) => route.abort());
  await goTo(page, `/batches/${batchId}`);
  await page
    .getByRole('main')
    .getByText(/^Bursar does not answer/)
    .waitFor();
  end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Outcome' }).getByText('170.00').nth(1).waitFor();
});
