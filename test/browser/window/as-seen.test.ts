import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, paid, released, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { hold } from '../kit/intercept.ts';
import { header } from '../kit/payout-rows.ts';
import { csvFile, fillProfile, goTo, heading } from '../kit/steps.ts';

let page: Page;
/** What another window does. */
let there: Get;
let faults: readonly string[];
const prepare = async (get: Get): Promise<void> => {
  for (const name of ['first', 'second', 'third']) {
    const row = `${name.length}.00,USD,BANK_TRANSFER,${name},X-9002,${name}`;
    await paid(get, csvFile(`${name}.csv`, [header, row]));
  }
};
withConnectedApp('as-seen', { isConfirming: true, before: prepare }, ({ app }) => {
  ({ page, faults } = app);
  there = elsewhere(page);
});

/** The requests for an operation from now on. */
function requestsFor(operation: string): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/${operation}`)) asked.push(request.postData() ?? '');
  });
  return asked;
}

it('dismisses what was shown, and takes no click for the row that came under the pointer', async () => {
  await goTo(page, '/overview');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const rejected = (name: string) => attention.getByText(`1 payout of ${name}.csv rejected.`);
  for (const name of ['first', 'second', 'third']) await rejected(name).waitFor();
  const first = attention.getByRole('button', { name: /^Dismiss: / }).first();
  const box = await first.boundingBox();
  if (box === null) throw new Error('no button');
  await page.evaluate(onRowGone(box.x + box.width / 2, box.y + box.height / 2));
  const said = attention.getByRole('listitem').first();
  const gone = await said.innerText();
  await first.click();
  expect(await page.evaluate('window.underPointer')).not.toBe('BUTTON');
  await expect.poll(() => attention.getByRole('listitem').allInnerTexts()).not.toContain(gone);
  expect(await attention.getByRole('listitem').count()).toBe(2);

  const endHolding = await hold(page, 'attention.dismiss');
  await attention.getByRole('button', { name: 'Dismiss all' }).click();
  const late = csvFile('late.csv', [header, `9.00,USD,BANK_TRANSFER,late,Y-9002,late`]);
  await released(there, await drafted(there, late));
  await rejected('late').waitFor();
  endHolding();
  await expect.poll(() => attention.getByRole('listitem').count()).toBe(1);
  await rejected('late').waitFor();
});

/** Notes what a click at this place would hit at the moment when a row has gone. */
const onRowGone = (x: number, y: number): string => `
  window.underPointer = new Promise((resolve) => {
    const watcher = new MutationObserver((changes) => {
      if (!changes.some(({ target, removedNodes }) => target.tagName === 'UL' && removedNodes.length > 0)) return;
      watcher.disconnect();
      setTimeout(() => resolve(document.elementFromPoint(${x}, ${y}).tagName));
    });
    watcher.observe(document.querySelector('main'), { childList: true, subtree: true });
  }), undefined`;

it('takes Enter that is held down for one press, not for presses of what comes under the keyboard', async () => {
  const holdEnter = async (): Promise<void> => {
    // Playwright marks each but the first as a repetition.
    for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
  };
  await goTo(page, '/payouts');
  const exported = requestsFor('payouts.export');
  await page.getByRole('button', { name: 'Export', exact: true }).focus();
  await holdEnter();
  await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await goTo(page, '/settings/profiles');
  const edited = requestsFor('profiles.edit');
  await page.getByRole('button', { name: 'Edit', exact: true }).focus();
  await holdEnter();
  await page.getByRole('dialog', { name: /^Edit / }).waitFor();
  expect([exported, edited]).toEqual([[], []]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('opens no payout of an earlier search from the palette', async () => {
  await goTo(page, '/overview');
  const options = page.getByRole('listbox', { name: 'Actions' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('first');
  await options.filter({ hasText: '5.00 USD' }).waitFor();
  const endHolding = await hold(page, 'payouts.list');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('zebra');
  await expect.poll(() => options.allInnerTexts()).toEqual(['Search all payouts for “zebra”']);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/payouts\?.*zebra/);
  endHolding();
});

it('keeps what is typed into a form while it is being saved', async () => {
  await goTo(page, '/settings/limits');
  const days = page.getByRole('region', { name: 'Duplicates' }).getByRole('textbox');
  await days.waitFor();
  const endHolding = await hold(page, 'settings.change');
  await days.fill('30');
  await days.press('Enter');
  await days.fill('45');
  await Promise.all([page.getByText('Saved.', { exact: true }).waitFor(), Promise.resolve(endHolding())]);
  await expect.poll(async () => (await there('settings.read', {})).duplicateWindowDays).toBe(30);
  expect(await days.inputValue()).toBe('45');
  expect(await page.getByText('These values were changed elsewhere').count()).toBe(0);
  await there('settings.change', { duplicateWindowDays: 60 });
  await page.getByText('These values were changed elsewhere').waitFor();
  expect(await days.inputValue()).toBe('45');
});

it('keeps a name that is typed while another window stores one, and says so', async () => {
  await goTo(page, '/settings/you');
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.fill('Ann');
  await there('settings.change', { personName: 'Ben' });
  await page.getByText('These values were changed elsewhere').waitFor();
  expect(await name.inputValue()).toBe('Ann');
  await page.getByRole('button', { name: 'Show saved values' }).click();
  expect(await name.inputValue()).toBe('Ben');
});

it('follows in the form of an alert what another window stores, and says so once something is typed', async () => {
  await goTo(page, '/overview');
  const amount = page.getByRole('textbox', { name: 'Alert below, in EUR' });
  const store = (text: string) =>
    there('settings.change', {
      lowBalanceLimits: [{ profileName: 'acme', currencyCode: 'EUR', amount: text }],
    });
  await page.getByRole('button', { name: /an alert for the EUR balance$/ }).click();
  await amount.waitFor();
  await store('100.00');
  await expect.poll(() => amount.inputValue()).toBe('100.00');
  await amount.fill('150.00');
  await store('200.00');
  await page.getByText('These values were changed elsewhere').waitFor();
  expect(await amount.inputValue()).toBe('150.00');
  // The first one keeps what was typed.
  for (const _attempt of [1, 2]) await page.keyboard.press('Escape');
  await amount.waitFor({ state: 'detached' });
});

it('lists payments of every currency again while half a code is typed', async () => {
  await goTo(page, '/receive');
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.waitFor();
  await page.evaluate(typesOnOnce('currency=EUR', 'eu'));
  await currency.fill('eur');
  await expect.poll(() => currency.inputValue()).toBe('eu');
  await expect.poll(() => page.url()).not.toContain('currency=');
  await currency.press('Backspace');
  expect(await currency.inputValue()).toBe('e');
});

/** Types a text into the focused field the moment the address contains another one, before the screen follows the address. */
const typesOnOnce = (address: string, text: string): string => `{
  const { replaceState } = history;
  history.replaceState = function (...step) {
    replaceState.apply(history, step);
    if (!String(step[2]).includes('${address}')) return;
    history.replaceState = replaceState;
    const field = document.activeElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${text}');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}`;

it('imports nothing from a file of payees that is cancelled while it is read', async () => {
  await goTo(page, '/payees');
  const imports = requestsFor('payees.import');
  const dialog = page.getByRole('dialog', { name: 'Import payees' });
  const importFile = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Import payees' }).first().click();
    const file = csvFile('vendors.csv', ['accountName,accountNumber', `${name},ACC-${name}`]);
    await dialog.getByLabel('File with payees').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Import payees' }).click();
  };
  await page.evaluate(`
    const { arrayBuffer } = Blob.prototype;
    const opened = Promise.withResolvers();
    Blob.prototype.arrayBuffer = async function () {
      await opened.promise;
      return arrayBuffer.call(this);
    };
    window.openFiles = opened.resolve;
  `);
  await importFile('Cancelled');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.evaluate('void window.openFiles()');
  await importFile('Wanted');
  await dialog.waitFor({ state: 'detached' });
  await goTo(page, '/payees?q=Wanted');
  await page.getByRole('grid', { name: 'Payees' }).getByText('Wanted', { exact: true }).waitFor();
  expect(imports).toHaveLength(1);
});

it('filters by no other batch than the one that is typed: a name that was not chosen stays, and is refused with the reason', async () => {
  const row = '12.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-1,rent';
  const batchId = await drafted(there, csvFile('salaries.csv', [header, row]));
  await goTo(page, '/payouts');
  await page.getByRole('button', { name: 'Filters' }).click();
  const form = page.getByRole('dialog', { name: 'Filters' });
  const batch = form.getByRole('combobox', { name: 'Batch' });
  const apply = form.getByRole('button', { name: 'Apply', exact: true });
  await batch.fill('salar');
  await page.getByRole('option', { name: /^salaries\.csv/ }).waitFor();
  await apply.click();
  await form.getByText('Choose a batch from the list.').waitFor();
  expect(await batch.inputValue()).toBe('salar');
  expect(await batch.getAttribute('aria-invalid')).toBe('true');

  await batch.focus();
  await batch.fill('salari');
  await page.getByRole('option', { name: /^salaries\.csv/ }).click();
  expect(await batch.inputValue()).toBe('salaries.csv');
  await form.getByText('Choose a batch from the list.').waitFor({ state: 'detached' });
  await apply.click();
  await page.getByRole('button', { name: 'Remove the filter Batch salaries.csv' }).waitFor();
  expect(new URL(page.url()).hash).toContain(batchId);

  // What is typed over the chosen one, too; emptied, it means any.
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect.poll(() => batch.inputValue()).toBe('salaries.csv');
  await batch.fill('salaries.csv of June');
  await apply.click();
  await form.getByText('Choose a batch from the list.').waitFor();
  expect(await batch.inputValue()).toBe('salaries.csv of June');
  await batch.fill('');
  await apply.click();
  await form.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).not.toContain(batchId);
  expect(faults).toEqual([]);
});

it('imports the list of payees that is named while it is imported: another cannot be chosen until then', async () => {
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import payees' });
  const choose = form.getByLabel('File with payees');
  await choose.setInputFiles(csvFile('first.csv', ['name,account', 'Nordwind GmbH,ACC-1']));
  const endHolding = await hold(page, 'payees.import');
  await form.getByRole('button', { name: 'Import payees' }).click();
  await form.getByRole('button', { name: 'Importing …' }).waitFor();
  expect(await form.getByRole('button', { name: 'first.csv' }).isDisabled()).toBe(true);
  expect(await choose.isDisabled()).toBe(true);
  expect(await form.getByRole('checkbox').isDisabled()).toBe(true);
  endHolding();
  await form.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('reads the next page of a list whose end was reached while it was read again', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `Payee ${index + 1},ACC-${index + 1}0`);
  const { buffer: bytes } = csvFile('many.csv', ['accountName,accountNumber', ...names]);
  await there('payees.import', { fileName: 'many.csv', bytes });
  await goTo(page, '/payees');
  const list = page.getByRole('grid', { name: 'Payees' });
  const rowsRead = () => list.getAttribute('aria-rowcount');
  await expect.poll(rowsRead).toBe('101');
  await goTo(page, '/activity');
  await heading(page, 'Activity').waitFor();
  const endHolding = await hold(page, 'payees.list');
  const asked = page.waitForRequest('**/payees.list');
  await page.goBack();
  await asked;
  await list.focus();
  await page.keyboard.press('End');
  await list.locator('[aria-rowindex="101"]').waitFor();
  endHolding();
  await expect.poll(rowsRead).toBe('201');
});

it('keeps the profile of a window where the person went elsewhere while another one was added', async () => {
  await goTo(page, '/connect');
  await page.getByRole('radio', { name: /^Only prepares/ }).check();
  await fillProfile(page, 'other', 'https://gateway.example', 'OTHER');
  const endHolding = await hold(page, 'profiles.add');
  await page.getByRole('button', { name: 'Add profile' }).click();
  await page.getByRole('link', { name: 'Payees', exact: true }).click();
  await heading(page, 'Payees').waitFor();
  endHolding();
  await page.getByText('other was added. Its next steps are in Settings, Profiles.').waitFor();
  await page.getByRole('button', { name: 'acme SANDBOX , choose' }).waitFor();
  expect(faults).toEqual([]);
});
