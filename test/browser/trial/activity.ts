import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fail } from '../../../contract/result.ts';
import { encodeWire, wireType } from '../../../contract/window/bridge.ts';
import { intercept } from '../kit/intercept.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { app, page, share } from '../kit/shared-app.ts';
import {
  chooseOption,
  exported,
  goTo,
  heading,
  payoutDrawer,
  payoutTable,
  stateCount,
  tabTo,
} from '../kit/steps.ts';

/** Midnight may come before the tests end. */
const firstDay = new Date().toLocaleDateString('sv');

beforeAll(async () => {
  share({ app: await openApp(newFolder(), { isConfirming: true }) });
}, 180_000);
afterAll(() => app.close());
beforeEach(() => keepPictureOnFailure(() => page, 'trial'));

const events = (): Locator => page.getByRole('grid', { name: 'Events' });
const nameField = (): Locator => page.getByRole('textbox', { name: 'Your name' });
const row = (text: string | RegExp): Locator => events().getByRole('row').filter({ hasText: text });

const balanceOf = (currencyCode: string) =>
  page
    .getByRole('region', { name: 'Balances per currency' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: currencyCode }) })
    .getByText(/\d,\d{3}\.\d\d/)
    .first();

it('begins with the sandbox by keyboard: balances, a batch being sent and attention items, each one click away', async () => {
  await heading(page, 'Welcome to Bursar').waitFor();
  for (const place of ['/payees', '/treasury', '/receive', '/reference']) {
    await goTo(page, place);
    await page.getByRole('link', { name: 'Connect a merchant' }).waitFor();
  }
  await goTo(page, '/overview');
  await tabTo(page, page.getByRole('button', { name: 'Try it with the sandbox' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Overview').waitFor();
  await page.getByRole('banner').getByText('SANDBOX').first().waitFor();

  await balanceOf('EUR').waitFor();
  await page
    .getByRole('region', { name: 'Being sent' })
    .getByRole('link', { name: 'Sample payouts' })
    .click();
  await heading(page, 'Sample payouts').waitFor();
  await page.goBack();

  const happened = page.getByRole('region', { name: 'What just happened' });
  await happened.getByRole('term').getByText('Balance').waitFor();
  await expect.poll(() => happened.getByRole('term').count()).toBe(5);
  await happened.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await happened.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Refresh', exact: true }).and(page.locator(':enabled')).click();
  await page.getByText('As of').waitFor();

  const rejected = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: /^Rejected/ });
  await rejected.getByRole('link').click();
  await payoutTable(page).getByText('Mistyped Account').click();
  await payoutDrawer(page).getByRole('button', { name: 'Retry …' }).waitFor();
  expect(await payoutTable(page).getByText('Anneliese Brückner').count()).toBe(0);
  expect(app.faults).toEqual([]);
});

it('asks for the user’s name once, and from then on records who did what', async () => {
  await goTo(page, '/activity?kind=released&about=batch');
  await row(`System user ${userInfo().username} released the batch`).first().waitFor();
  await nameField().fill('Anna Berg');
  await page.getByRole('button', { name: 'Save name' }).click();
  await nameField().waitFor({ state: 'detached' });
  await goTo(page, '/settings/limits');
  await goTo(page, '/settings/you');
  await expect.poll(() => nameField().inputValue()).toBe('Anna Berg');
  await nameField().fill('Anna Berg-Lind');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Name saved.').first().waitFor();
  await goTo(page, '/activity');
  // Who did it is in view however small the window is.
  await page.setViewportSize({ width: 853, height: 533 });
  await expect.poll(() => events().getByRole('columnheader').count()).toBe(5);
  await events().getByRole('columnheader', { name: 'Person' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await row('From Anna Berg to Anna Berg-Lind').first().getByText('Anna Berg', { exact: true }).waitFor();
});

it('turns notifications off one by one in the settings, remembers it, and records it', async () => {
  await goTo(page, '/settings/notifications');
  const low = page.getByRole('switch', { name: 'Low balance' });
  await low.and(page.locator(':enabled')).waitFor();
  expect(
    await page.getByRole('switch').evaluateAll((all) => all.map((each) => Reflect.get(each, 'checked'))),
  ).toEqual([true, true, true, true, true]);
  // A switch turns at once. Events that come after the list was read wait behind a button, so the list is read once the change is saved.
  const turn = async (each: typeof low, isOn: boolean): Promise<void> => {
    const saved = page.waitForResponse('**/call/settings.change');
    await each.click();
    await saved;
    await expect.poll(() => each.isChecked()).toBe(isOn);
  };
  await turn(low, false);
  await turn(page.getByRole('switch', { name: 'A batch ended' }), false);
  await goTo(page, '/activity?about=settings');
  await row('Muted notifications').nth(1).waitFor();
  await goTo(page, '/settings/notifications');
  await low.and(page.locator(':enabled')).waitFor();
  expect(await low.isChecked()).toBe(false);
  await turn(low, true);
  expect(await page.getByRole('switch', { name: 'A batch ended' }).isChecked()).toBe(false);
  await goTo(page, '/activity');
});

it('filters by person, subject and kind, opens the subject of an event, and returns to the same filter', async () => {
  await chooseOption(page, 'Person', 'By people');
  await chooseOption(page, 'About', 'Batch');
  await chooseOption(page, 'Kind', 'Released');
  await expect.poll(() => events().getByRole('row').count(), { timeout: 60_000 }).toBe(2);
  await row('released the batch').click();
  await stateCount(page, 'paid', 1)
    .or(page.getByRole('link', { name: 'Activity' }).first())
    .first()
    .waitFor();
  await page.getByText(`by system user ${userInfo().username}`).waitFor();
  await page.goBack();
  await expect.poll(() => events().getByRole('row').count(), { timeout: 60_000 }).toBe(2);
  await chooseOption(page, 'Kind', 'Key replaced');
  await page.getByText('No event matches').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect.poll(() => events().getByRole('row').count(), { timeout: 60_000 }).toBeGreaterThan(5);
});

it('keeps both filters when two are chosen before the screen renders again', async () => {
  await page.getByLabel('From', { exact: true }).waitFor();
  // Both in one task of the page, so that nothing is drawn between them.
  await page.evaluate(`
    const fieldOf = (label) =>
      document.getElementById([...document.querySelectorAll('label')].find((each) => each.textContent === label).htmlFor);
    for (const [label, day] of [['From', '2001-02-03'], ['To', '2001-02-04']]) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(fieldOf(label), day);
      fieldOf(label).dispatchEvent(new Event('input', { bubbles: true }));
    }`);
  await page.getByText('No event matches').waitFor();
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2001-02-03');
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2001-02-04');
  await page.getByRole('button', { name: 'Clear all' }).click();
});

it('exports what the filter finds, says “verified” only after a verification, and warns of a witness file that proves nothing', async () => {
  await page.getByText('Not verified yet').waitFor();
  await chooseOption(page, 'About', 'Settings');
  const { name, bytes } = await exported(page, /CSV/);
  expect(name).toMatch(/^events-.*\.csv$/);
  expect(bytes.toString('utf8')).toContain('From Anna Berg to Anna Berg-Lind');
  // A verification goes on while another screen is looked at, and can still be watched and stopped.
  const asked = Promise.withResolvers<void>();
  const endHolding = await intercept(page, '**/call/audit.verify', async (route) => {
    endHolding();
    await asked.promise;
    await route.continue();
  });
  const verify = page.getByRole('button', { name: 'Verify audit log' });
  const progress = page.getByRole('status').getByRole('button', { name: 'Cancel', exact: true });
  await verify.click();
  await progress.waitFor();
  await goTo(page, '/overview');
  await heading(page, 'Overview').waitFor();
  await goTo(page, '/activity');
  await progress.waitFor();
  expect(await verify.isDisabled()).toBe(true);
  asked.resolve();
  await page.getByText(/^Verified to (checkpoint|event) \d+, head hash [0-9a-f]{16}, at /).waitFor();
  await heading(page, 'Activity').waitFor();
  // A witness file that proves nothing is warned of beside that.
  const [notes, file] = ['notes.txt', 'witness.jsonl'].map((each) => path.join(newFolder(), each));
  writeFileSync(notes ?? '', 'notes\n');
  await goTo(page, '/settings/data');
  const set = async (place = ''): Promise<void> => {
    await page.getByLabel('Full path of the witness file').fill(place);
    await page.getByRole('button', { name: 'Set', exact: true }).click();
  };
  await set(notes);
  await page.getByText(/ is not a witness file, so nothing was appended to it\. /).waitFor();
  await set(file);
  await page.getByText('Ends with the last checkpoint.').waitFor();
  writeFileSync(file ?? '', 'notes\n');
  await goTo(page, '/activity');
  await page.getByRole('button', { name: 'Verify audit log' }).click();
  await page.getByText('Line 1 of the witness file cannot be read.').first().waitFor();
  expect(app.faults).toEqual([]);
});

it('does not show as an error that a person stopped a backup', async () => {
  await goTo(page, '/settings/data');
  const asked = Promise.withResolvers<void>();
  const message = 'The backup was stopped. No file was written.';
  const endHolding = await intercept(page, '**/call/data.backup', async (route) => {
    endHolding();
    await asked.promise;
    await route.fulfill({ contentType: wireType, body: Buffer.from(encodeWire(fail('stopped', message))) });
  });
  const backup = page.getByRole('region', { name: 'Backup', exact: true });
  await backup.getByLabel('Full path of the backup').fill('/nowhere/a.backup');
  await backup.getByRole('button', { name: 'Back up', exact: true }).click();
  await backup.getByRole('button', { name: 'Cancel', exact: true }).click();
  asked.resolve();
  await backup.getByRole('alert').filter({ hasText: message }).waitFor();
  expect(await backup.getByRole('button', { name: 'Details' }).count()).toBe(0);
});

it('saves evidence of several days and of one payout, and shows the result of verifying a pack', async () => {
  await goTo(page, `/activity?from=${firstDay}&to=${new Date().toLocaleDateString('sv')}`);
  const saved = async (menu: string): Promise<Buffer> => (await exported(page, /^Evidence pack/, menu)).bytes;
  const ofDays = await saved('Export');
  await goTo(page, '/payouts');
  await page.getByRole('grid', { name: 'Payouts', exact: true }).getByRole('row').nth(1).dblclick();
  const ofPayout = await saved('Evidence');
  expect(ofPayout.length).toBeLessThan(ofDays.length);
  await goTo(page, '/activity');
  const found = async (buffer: Buffer, title: string): Promise<string> => {
    const file = { name: 'evidence.zip', mimeType: 'application/zip', buffer };
    await page.getByLabel('Evidence pack').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: title });
    const text = await dialog.innerText();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    return text;
  };
  expect(await found(ofDays, 'Verified: nothing differs')).toContain(': 50 payouts');
  expect(await found(ofPayout, 'Verified: nothing differs')).toContain('1 payout');
  const changed = Buffer.from(ofPayout);
  const at = changed.indexOf('payments.csv') + 'payments.csv'.length + 5;
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  const differs = await found(changed, 'Not verified');
  expect(differs).toContain('payments.csv');
  expect(differs.match(/verified/gi)).toHaveLength(1);
  expect(await found(Buffer.from('no archive'), 'Not verified')).toContain('not a readable evidence pack');
});
