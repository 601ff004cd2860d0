import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { minuteText } from '../../../contract/text/clock.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, sent, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import type { AttentionItem } from '../../../contract/treasury/attention.ts';
import { encodeWire } from '../../../contract/window/bridge.ts';
import { intercept } from '../kit/intercept.ts';
import type { MerchantSandbox } from '../kit/merchant-sandbox.ts';
import type { OpenApp } from '../kit/open-app.ts';
import { header as plainHeader } from '../kit/payout-rows.ts';
import { csvFile, goTo, stateCount } from '../kit/steps.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';
const hourMs = 3_600_000;

let merchant: MerchantSandbox;
let app: OpenApp;
let page: Page;
let batchId: string;
/** The program, as another window calls it. */
let get: Get;

const prepare = async (before: Get): Promise<void> => {
  const rows = [
    '1250.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-5,,Salary',
    '99.95,EUR,BANK_TRANSFER,Penrose Ltd,ACC-6,,Salary',
  ];
  batchId = await drafted(before, csvFile('payroll.csv', [header, ...rows]));
};
const options = { isConfirming: true, timezoneId: 'Europe/Prague', before: prepare };
withConnectedApp('schedule-repeat', options, async (opened) => {
  ({ merchant, app, page } = opened);
  get = elsewhere(page);
  await goTo(page, `/batches/${batchId}`);
});

/** A month ahead, in the time zone of the page. */
const day = new Date(Date.now() + 30 * 24 * hourMs).toISOString().slice(0, 10);
const local = (time: string): string => `${day}T${time}`;
/** The same moment in UTC, as the browser reckons it. */
const utcOf = (time: string): Promise<string> =>
  page.evaluate<string>(`new Date('${local(time)}').toISOString()`);
const utcText = async (time: string): Promise<string> => minuteText(await utcOf(time));

async function schedule(open: string, time: string): Promise<void> {
  await page.getByRole('button', { name: open }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Later' }).click();
  await sheet.getByLabel('Date and time').fill(time);
  await sheet.getByRole('status').filter({ hasText: 'UTC' }).waitFor();
  await sheet.getByRole('button', { name: 'Schedule 2 payouts', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
}

it('schedules a release, shows it in the batch, the list and the overview, and changes its time', async () => {
  await schedule('Release 2 payouts …', local('09:30'));
  const notice = page.getByRole('alert').filter({ hasText: 'Scheduled for' });
  await notice.getByText(await utcText('09:30')).waitFor();
  await goTo(page, '/batches');
  await page.getByRole('row').filter({ hasText: 'payroll.csv' }).getByText('Scheduled').waitFor();
  await goTo(page, '/overview');
  await page.getByRole('region', { name: 'Scheduled' }).getByRole('link', { name: 'payroll.csv' }).click();
  await schedule('Change time', local('18:00'));
  await notice.getByText(await utcText('18:00')).waitFor();
  await goTo(page, '/treasury/position');
  await page.getByRole('button', { name: 'Read balances' }).click();
  const line = page.getByRole('grid', { name: 'Position' }).getByRole('row').filter({ hasText: 'EUR' });
  await line.getByText('1,349.95').first().waitFor();
  expect(await utcText('18:00')).not.toContain('18:00');
  expect(merchant.server.gateway.book()).toEqual([]);
});

it('refuses a time that has passed, says when one was missed, and ends a schedule without sending anything', async () => {
  await goTo(page, `/batches/${batchId}`);
  await page.getByRole('button', { name: 'Change time' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Date and time').fill('2020-01-01T09:00');
  await sheet.getByText('This time has passed.').waitFor();
  expect(await sheet.getByRole('button', { name: 'Schedule 2 payouts', exact: true }).isDisabled()).toBe(
    true,
  );
  await sheet.getByRole('button', { name: 'Not now' }).click();
  // By the clock of the page alone it has passed; Bursar releases it once that of the gateway has passed it, too.
  const scheduledFor = await utcOf('18:00');
  await page.clock.setFixedTime(new Date(Date.parse(scheduledFor) + hourMs));
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Scheduled for' }).waitFor();
  const late = {
    kind: 'schedule',
    fileName: 'payroll.csv',
    scheduledFor,
    trouble: { code: 'late' },
    count: 1,
    profileName: 'acme',
    batchId,
    payment: null,
    currencyCode: null,
  } satisfies AttentionItem;
  const endLate = await intercept(page, '**/attention.list', (route) =>
    route.fulfill({ body: Buffer.from(encodeWire({ ok: true, value: [late] })) }),
  );
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'was not released then' }).waitFor();
  endLate();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do anything' }).fill('end sch');
  await page.getByRole('option', { name: 'End schedule' }).click();
  await page.getByText('Schedule ended.').waitFor();
  await page.getByRole('button', { name: 'End schedule' }).waitFor({ state: 'detached' });
  expect(merchant.server.gateway.book()).toEqual([]);
  expect(app.faults).toEqual([]);
});

it('repeats a released batch with its old amounts next to the new ones, under a name that continues the last one', async () => {
  await page.clock.setSystemTime(new Date());
  await sent(get, batchId);
  await goTo(page, `/batches/${batchId}`);
  const choose = async (item: RegExp) => {
    await page.getByRole('button', { name: 'Repeat', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose(/^Save as template/);
  // What is typed replaces the suggested name.
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Salaries');
  // However quickly a person goes on, what was said comes along to one screen, and no further.
  await page.clock.setFixedTime(new Date());
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByText('Template saved.').waitFor();
  await goTo(page, '/batches/new');
  await page.getByRole('button', { name: 'Begin with Salaries' }).click();
  await page.getByRole('heading', { name: 'Salaries', level: 1 }).waitFor();
  await page.getByText('Template saved.').waitFor({ state: 'detached', timeout: 1000 });
  await page.clock.setSystemTime(new Date());
  const amount = page.getByRole('gridcell', { name: 'was 1,250.00 1,250.00' });
  await amount.dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1300.00');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: 'was 1,250.00 1,300.00' }).waitFor();
  await page.getByRole('button', { name: 'Check and release 2 payouts' }).click();
  await page.getByText(/^Since payroll\.csv of .*: 1 changed amount\.$/).waitFor();
  await page.getByText('Show what changed').click();
  const changed = page
    .getByRole('row')
    .filter({ hasText: 'Changed amount' })
    .filter({ hasText: 'Nordwind GmbH' });
  await changed.getByText('1,250.00').waitFor();
  await changed.getByText('1,300.00').waitFor();
  // The report of the batch says the same.
  await page.getByRole('button', { name: 'Release 2 payouts …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 2 payouts?' });
  await dialog.getByLabel('Reason').fill('The salaries of the next month');
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await dialog.getByRole('button', { name: 'Release 2 payouts', exact: true, disabled: false }).click();
  await stateCount(page, 'paid', 2).waitFor();
  await page.getByText(/^Since payroll\.csv of .*: 1 changed amount\.$/).waitFor();
  expect(app.faults).toEqual([]);
});

it('removes a template once, after a confirmation, also if its button was clicked twice', async () => {
  const { templates } = await get('settings.read', {});
  const added = ['Bonuses', 'Expenses'].map((name) => ({ name, profileName: 'acme', batchId }));
  await get('settings.change', { templates: [...templates, ...added] });
  // The palette leads to the templates, and has what can be done with each.
  const chooseInPalette = async (text: string, option: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or do anything' }).fill(text);
    await page.getByRole('option', { name: option }).first().click();
  };
  await chooseInPalette('template', 'New batch');
  await page.getByRole('button', { name: 'Begin with Bonuses' }).waitFor();
  await chooseInPalette('bonuses', 'Remove the template Bonuses');
  await page
    .getByRole('dialog', { name: 'Remove the template Bonuses?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.getByRole('button', { name: 'Remove the template Bonuses' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Remove the template Bonuses?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove the template Bonuses' }).click();
  await dialog.getByRole('button', { name: 'Remove template' }).click();
  await page.getByRole('button', { name: 'Begin with Bonuses' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Begin with Expenses' }).waitFor();
  expect(app.faults).toEqual([]);
});

it('a repeated batch names the rows that had been set aside from it, which its new sheet lacks', async () => {
  const salaries = csvFile('salaries.csv', [
    plainHeader,
    '10.00,EUR,BANK_TRANSFER,Ada Archer,ACC-1,Salary',
    'ten,EUR,BANK_TRANSFER,Ben Baker,ACC-2,Salary',
  ]);
  const opened = await get('sheets.open', {
    source: { kind: 'file', fileName: salaries.name, bytes: salaries.buffer },
  });
  if (opened.kind !== 'opened') throw new Error(`the sheet was not opened: ${opened.kind}`);
  const { sheetId } = opened.sheet;
  await get('sheets.setAside', { sheetId, rows: { kind: 'problems' } });
  const released = (await get('sheets.prepare', { sheetId })).batchId;
  await sent(get, released);
  await goTo(page, `/batches/${released}`);
  await page.getByRole('button', { name: 'Repeat', exact: true }).click();
  await page.getByRole('menuitem', { name: /^New batch with these rows/ }).click();
  const leftOut = page.getByRole('region', { name: 'Rows left out' });
  await leftOut.getByText('1 row set aside from salaries.csv is not in the new batch:').waitFor();
  await leftOut.getByRole('link', { name: 'Set aside from salaries.csv' }).click();
  await page.getByRole('gridcell', { name: 'Ben Baker' }).waitFor();
  expect(await leftOut.count()).toBe(0);
  expect(app.faults).toEqual([]);
});

it('a scheduled draft says what was confirmed and what is checked again, and its rows that a change ends the schedule', async () => {
  const again = csvFile('again.csv', [plainHeader, '10.00,EUR,BANK_TRANSFER,Ada Archer,ACC-1,Salary']);
  await goTo(page, `/batches/${await drafted(get, again)}`);
  await page.getByText(/ Confirm when you release\.$/).waitFor();
  await page.getByRole('button', { name: 'Release 1 payout …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await dialog.getByLabel('Reason').fill('The salary of the next month');
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await dialog.getByText(/Methods and balances are not checked again\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Schedule 1 payout', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'but not methods and balances' }).waitFor();
  await page.getByText(/Those confirmed with the schedule are released then/).waitFor();
  await page.getByRole('button', { name: 'Edit rows' }).click();
  const said = page.getByText(/scheduled for .*: changing a row ends the schedule$/);
  await said.waitFor();
  await page.getByRole('gridcell', { name: '10.00' }).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('9.50');
  await page.keyboard.press('Enter');
  await page.getByText(/ · the schedule for .* ended$/).waitFor();
  await goTo(page, '/overview');
  await page.getByText(/^The schedule of again\.csv for .* ended because its rows changed\./).waitFor();
  expect(app.faults).toEqual([]);
});
