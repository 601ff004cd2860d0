import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { places } from '../../../contract/window/places.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold, intercept } from '../kit/intercept.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import {
  bringFile,
  csvFile,
  goTo,
  holdMessages,
  hasFocus,
  heading,
  makeDraft,
  release,
} from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('kept-focus', {}, ({ app }) => {
  ({ page, faults } = app);
});

async function press(button: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}

const untilFocused = (wanted: Locator): Promise<void> => expect.poll(() => hasFocus(wanted)).toBe(true);

// Before any other test of this file that shows Activity, since a screen is loaded once.
it('goes back with the person to a screen that has to be loaded first', async () => {
  const load = await hold(page, 'ActivityPage-*.js');
  await goTo(page, '/activity');
  await goTo(page, '/settings/approvals');
  const adding = page.getByRole('button', { name: 'Add rule' });
  await adding.focus();
  await page.evaluate('history.back()');
  // Until the screen before is there, React hides this one.
  await adding.waitFor({ state: 'hidden' });
  load();
  await heading(page, 'Activity').waitFor();
  await untilFocused(page.getByRole('main'));
  expect(faults).toEqual([]);
});

it('keeps a brief message under the pointer, under the keyboard and while the person looks at another window, and ends it otherwise', async () => {
  await page.clock.install();
  const time = (): Promise<void> => page.clock.fastForward(30_000);
  const said = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  await bringFile(page, csvFile('brief.csv', [header, line(1), line(2), line(3)]));
  await cell(page, 'Payee 3').click();
  const away = await holdMessages(page);
  await page.keyboard.press('Control+Delete');
  await said.getByText('1 row removed.').waitFor();
  await time();
  await said.hover();
  await away.end();
  await time();
  await said.getByRole('button', { name: 'Undo' }).focus();
  await page.mouse.move(0, 0);
  await time();
  expect(await said.count()).toBe(1);
  await page.getByRole('grid').focus();
  await time();
  await said.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('keeps keyboard focus on the screen when the focused element disappears or is disabled', async () => {
  await bringFile(page, csvFile('kept.csv', [header, line(1), line(2), line(3)]));
  await cell(page, 'Payee 3').waitFor();
  const rows = page.getByRole('grid', { name: 'Rows of kept.csv' });
  await press(page.getByRole('button', { name: 'Dismiss', exact: true }));
  await untilFocused(rows);
  await page.keyboard.press('Control+d');
  await holdMessages(page);
  await page.keyboard.press('Control+Delete');
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  await press(undo);
  await untilFocused(rows);
  // The last change that can be undone disables its own button.
  const toolbar = page.getByRole('group', { name: 'What to do with the rows' });
  await cell(page, 'Payee 3').waitFor();
  await press(toolbar.getByRole('button', { name: /^Redo/ }));
  await untilFocused(rows);
  await press(toolbar.getByRole('button', { name: /^Undo/ }));
  await untilFocused(rows);
  // Around what goes away, not at the beginning of the screen.
  await press(page.getByRole('button', { name: 'Check methods' }));
  await untilFocused(page.getByRole('region', { name: 'Findings' }));

  await makeDraft(page, '3 payouts');
  await untilFocused(page.getByRole('main'));
  const check = page.getByRole('region', { name: 'Check with the gateway' });
  await press(check.getByRole('button', { name: 'Check', exact: true }));
  await check.getByRole('button', { name: 'Check again' }).waitFor();
  await untilFocused(check);
  await release(page, '3 payouts');
  await untilFocused(page.getByRole('main'));

  await goTo(page, '/activity?people=yes&from=2020-01-01');
  const events = page.getByRole('grid', { name: 'Events' });
  await press(page.getByRole('button', { name: 'Clear all' }));
  await untilFocused(events);
  await page.getByLabel('Your name').fill('Ann Clerk');
  await page.keyboard.press('Enter');
  await page.getByLabel('Your name').waitFor({ state: 'detached' });
  await untilFocused(events);
  expect(faults).toEqual([]);
});

it('returns focus to a button that was disabled while it worked, unless the person moved on', async () => {
  await goTo(page, '/activity');
  const verify = page.getByRole('button', { name: 'Verify audit log' });
  const answers: (() => void)[] = [];
  // The focus moves before the question is on its way.
  const answer = async (): Promise<void> => {
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()?.();
  };
  const endHolding = await intercept(page, '**/audit.verify', async (route) => {
    await new Promise<void>((resolve) => void answers.push(resolve));
    await route.continue();
  });
  await press(verify);
  await untilFocused(page.getByRole('grid', { name: 'Events' }));
  await answer();
  await untilFocused(verify);
  await page.keyboard.press('Enter');
  await untilFocused(page.getByRole('grid', { name: 'Events' }));
  const other = page.getByRole('link', { name: 'Settings', exact: true });
  await other.focus();
  await answer();
  await verify.and(page.locator(':enabled')).waitFor();
  expect(await hasFocus(other)).toBe(true);
  endHolding();
  // What it did is told in a dialog.
  const evidence = page.getByRole('button', { name: 'Verify evidence' });
  await evidence.focus();
  const buffer = Buffer.from('no archive');
  await page
    .getByLabel('Evidence pack')
    .setInputFiles({ name: 'evidence.zip', mimeType: 'application/zip', buffer });
  const verdict = page.getByRole('dialog', { name: 'Not verified' });
  await verdict.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await verdict.waitFor({ state: 'detached' });
  await untilFocused(evidence);
  expect(faults).toEqual([]);
});

it('takes the keyboard into an added row of a form, and to the row beside a removed one', async () => {
  for (const [route, section, add, field, remove] of [
    ['/settings/limits', 'Release', 'Add currency', 'Currency', /^Remove the limits for/],
    ['/settings/payees', 'Findings', 'Add currency', 'Currency', /^Remove the amount for/],
    ['/settings/approvals', 'Shared folder', 'Add rule', 'Currency', /^Remove the rule for/],
    ['/treasury/books', 'Accounts', 'Add account', 'For', /^Remove line/],
  ] as const) {
    await goTo(page, route);
    // The screen before has such a button, too.
    await page.getByRole('heading', { name: section, level: 2 }).waitFor();
    const adding = page.getByRole('button', { name: add });
    const removing = page.getByRole('button', { name: remove });
    const form = page.locator('form').filter({ has: adding });
    const fields = form.getByLabel(field, { exact: true });
    for (const count of [1, 2, 3]) {
      await press(adding);
      await expect.poll(() => fields.count()).toBe(count);
      await untilFocused(fields.nth(count - 1));
    }
    await press(removing.nth(1));
    await expect.poll(() => fields.count()).toBe(2);
    await untilFocused(removing.nth(1));
    await page.keyboard.press('Enter');
    await expect.poll(() => fields.count()).toBe(1);
    await untilFocused(removing);
    await page.keyboard.press('Enter');
    await untilFocused(adding);
  }
  expect(faults).toEqual([]);
});

it('acts for the screen that is shown, from the moment at which it is, and every screen has its heading at the same place; a double click opens it', async () => {
  await goTo(page, '/guide');
  await page.getByRole('searchbox', { name: 'Find in the guide' }).waitFor();
  // Before anything else happens, a key is pressed as soon as the guide is gone.
  await heading(page, 'Guide').evaluate((guide) => {
    const { MutationObserver, KeyboardEvent, document } = Object(globalThis);
    const observer = new MutationObserver(() => {
      if (Object(guide).isConnected === true) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
      );
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Control+,');
  // The settings have no search of their own.
  await heading(page, 'Guide').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Search or do anything' }).waitFor();
  await page.keyboard.press('Escape');
  const tops = new Map<string, number | undefined>();
  for (const { path, label } of places) {
    await goTo(page, path);
    const box = await heading(page, label).boundingBox();
    tops.set(label, box?.y);
  }
  expect(new Set(tops.values()).size, JSON.stringify([...tops])).toBe(1);
  // The second click of a double click meets the screen on its way to its first view.
  await goTo(page, '/overview');
  await heading(page, 'Overview').waitFor();
  await page.evaluate(() => {
    const { document, history } = Object(globalThis);
    const rail = document.querySelector('a[href="#/treasury"]');
    const { replaceState } = history;
    history.replaceState = function (...step: unknown[]) {
      replaceState.apply(history, step);
      if (!String(step[2]).endsWith('/treasury/position')) return;
      history.replaceState = replaceState;
      rail.click();
    };
    rail.click();
  });
  await heading(page, 'Treasury').waitFor();
  expect(faults).toEqual([]);
});
