import type { Locator, Page, Route } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { encodeWire } from '../../../contract/window/bridge.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { drafted, paid, withConnectedApp } from '../kit/connected-app.ts';
import { answerOf, hold, intercept, untilDrawn, wireValue } from '../kit/intercept.ts';
import type { SlowableMerchant } from '../kit/merchant-sandbox.ts';
import { header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, goTo, makeDraft, release } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
let merchant: SlowableMerchant;
const iban = 'FR7630006000011234567890189';
const payroll = csvFile('payroll.csv', [
  header,
  ...[1, 2].map(line),
  `30.00,USD,BANK_TRANSFER,Élodie Garçon,${iban},`,
]);
/** More than are asked about at once, to accounts whose payouts the sandbox fails. */
const failing = csvFile('failed.csv', [
  header,
  ...Array.from(
    { length: 20 },
    (_, index) => `${10 + index}.00,EUR,BANK_TRANSFER,Payee ${index},${5000 + index}9001,`,
  ),
]);
/** It takes a minute to send, however slow the page is. */
const steady = csvFile('steady.csv', [
  header,
  ...Array.from(
    { length: 600 },
    (_, index) =>
      `${10 + index}.00,EUR,BANK_TRANSFER,Vendor ${index},${index === 4 ? 9002 : 500_000 + index},`,
  ),
]);
/** The drafts that are released here. */
let drafts: Readonly<Record<'payroll' | 'failing' | 'steady', string>>;
const prepare = async (get: Get): Promise<void> => {
  for (const file of [payroll, failing]) await paid(get, file);
  drafts = {
    payroll: await drafted(get, payroll),
    failing: await drafted(get, failing),
    steady: await drafted(get, steady),
  };
};
withConnectedApp('check-and-release', { before: prepare }, ({ app, ...opened }) => {
  ({ page, faults } = app);
  ({ merchant } = opened);
});

const bottom = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

it('keeps the reason for duplicates in view, however small the screen, and moves nothing once it is given', async () => {
  await goTo(page, `/batches/${drafts.payroll}`);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
    { width: 853, height: 533 },
  ]) {
    await page.setViewportSize(size);
    // The second click of a double click does not close what the first opened.
    await page.getByRole('button', { name: 'Release 3 payouts …' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Release 3 payouts?' });
    const reason = dialog.getByLabel('Reason');
    await reason.waitFor();
    const content = await bottom(dialog.locator('.MuiDialogContent-root'));
    expect(await bottom(reason)).toBeLessThanOrEqual(content);
    expect(await bottom(dialog.getByRole('button', { name: 'Confirm all 4' }))).toBeLessThanOrEqual(content);
    // Once it is confirmed the rows stay where they were.
    const rows = dialog.getByRole('region', { name: 'Duplicates', exact: true });
    // Nobody has to scroll sideways to compare the two.
    const beyond = await rows.evaluate((list) => Object(list).scrollWidth - Object(list).clientWidth);
    expect(beyond).toBe(0);
    // Nor puts an account together from two lines, unless everything is half as large again.
    const heights = await rows
      .getByText(iban)
      .evaluateAll((texts) => texts.map((text) => Number(Object(text).getBoundingClientRect().height)));
    if (size.width > 900) expect(Math.max(...heights)).toBeLessThan(24);
    const before = await bottom(rows);
    await reason.fill('The second instalment');
    // No key acts on the screen behind: what was typed would be gone.
    for (const keys of ['Control+k', 'Control+,', 'F1']) await page.keyboard.press(keys);
    expect(await page.getByRole('dialog').count()).toBe(1);
    // Nor does a click beside it close it.
    await page.mouse.click(5, 300);
    expect(await reason.inputValue()).toBe('The second instalment');
    await dialog.getByRole('button', { name: 'Confirm all 4' }).click();
    await dialog.getByText('Confirmed: The second instalment').waitFor();
    expect(Math.abs((await bottom(rows)) - before)).toBeLessThan(1);
    await page.keyboard.press('Escape');
    await dialog.getByText('Press Escape again to discard what you entered or chose.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
});

it('counts the methods that were checked before a person stopped the check', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // Half a minute of questions, so that it is not over before it is stopped.
  const lines = Array.from(
    { length: 300 },
    (_, place) => `${place + 1}.00,USD,BANK_TRANSFER,Payee ${place},ACC-${place},Invoice ${place}`,
  );
  await bringFile(page, csvFile('long.csv', [header, ...lines]));
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText('Methods checked for 0 of 300 amounts').waitFor();
  await findings.getByRole('button', { name: 'Check methods' }).click();
  await findings.getByText(/^Loading available methods: [1-9]\d* of 300/).waitFor();
  await findings.getByRole('button', { name: 'Stop', exact: true }).click();
  await findings.getByText(/^Methods checked for [1-9]\d* of 300 amounts$/).waitFor();
});

it('keeps everything below the check of a draft in place while it runs', async () => {
  await makeDraft(page, '300 payouts');
  const panel = page.getByRole('region', { name: 'Check with the gateway' });
  const height = async (): Promise<number | undefined> => (await panel.boundingBox())?.height;
  const before = await height();
  await panel.getByRole('button', { name: 'Check', exact: true }).click();
  await panel.getByText(/^\d+ of \d+$/).waitFor();
  expect(await height()).toBe(before);
  // As the line of the methods says below: they are not merely not looked up.
  await page.getByText('Loading available methods …', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: /^(Check|Resume check)$/ }).waitFor();
  expect(await page.getByText('Loading available methods …', { exact: true }).count()).toBe(0);
  expect(await height()).toBe(before);
});

it('says why a check of the methods ended early, also once the rows were searched again', async () => {
  await bringFile(page, csvFile('asked.csv', [header, line(92)]));
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText('Methods checked for 0 of 1 amount').waitFor();
  const asleep = 'The gateway is asleep.';
  const lost = (route: Route): Promise<void> => route.abort();
  const unasked = async (route: Route): Promise<void> => {
    // The program's own answer where it asks nothing, with the reason of one that could not ask.
    const input = Object(wireValue(route.request().postDataBuffer()));
    const postData = Buffer.from(encodeWire({ ...input, withMethods: false }));
    const response = await route.fetch({ postData });
    const answer = Object(wireValue(await response.body()));
    Object.assign(answer.value.methods, { stoppedBecause: asleep });
    await route.fulfill({ response, body: Buffer.from(encodeWire(answer)) });
  };
  for (const [answer, reason] of [
    [lost, /^Methods checked for 0 of 1 amount: .*Bursar/],
    [unasked, asleep],
  ] as const) {
    const end = await intercept(page, '**/sheets.findings', async (route) => {
      end();
      await answer(route);
    });
    const after = page.waitForResponse(async (response) => {
      const isSearch = response.url().endsWith('/sheets.findings');
      return isSearch && !(await response.text()).includes(asleep);
    });
    await findings.getByRole('button', { name: 'Check methods' }).click();
    await after;
    await untilDrawn(page);
    await findings.getByText(reason).waitFor();
  }
});

it('shows the methods as checked, though a search that began before the check ends after it', async () => {
  await bringFile(page, csvFile('late.csv', [header, line(91)]));
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText('Methods checked for 0 of 1 amount').waitFor();
  const [searched, late, told] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const endHolding = await intercept(page, '**/sheets.findings', async (route) => {
    endHolding();
    const response = await answerOf(route);
    searched?.resolve();
    await late?.promise;
    await route.fulfill({ response }).finally(told?.resolve);
  });
  // Another window changes a setting, after which the rows are searched again.
  await elsewhere(page)('settings.change', { appearance: 'light' });
  await searched?.promise;
  await findings.getByRole('button', { name: 'Check methods' }).click();
  await findings.getByText('Methods checked', { exact: true }).waitFor();
  late?.resolve();
  await told?.promise;
  await untilDrawn(page);
  expect(await findings.getByText('Methods checked', { exact: true }).count()).toBe(1);
});

it('ends the search of a sheet while its draft is made, and searches again if there is none', async () => {
  const [begun, ended] = [0, 1].map(() => Promise.withResolvers<void>());
  const endHolding = await intercept(page, '**/sheets.findings', async (route) => {
    endHolding();
    begun?.resolve();
    await ended?.promise;
    await route.fallback();
  });
  const cancelled = page.waitForRequest('**/host.cancel');
  const endRefusing = await intercept(page, '**/sheets.prepare', async (route) => {
    endRefusing();
    await cancelled;
    ended?.resolve();
    await route.abort();
  });
  await bringFile(page, csvFile('early.csv', [header, line(92)]));
  await begun?.promise;
  await page.getByRole('button', { name: /^Check and release / }).click();
  await page.getByText('Bursar does not answer').waitFor();
  await page
    .getByRole('region', { name: 'Findings' })
    .getByText('Methods checked for 0 of 1 amount')
    .waitFor();
});

it('checks a draft again once the check that runs has ended, where balances were read meanwhile', async () => {
  await bringFile(page, csvFile('funds.csv', [header, line(93)]));
  await makeDraft(page, '1 payout');
  const [begun, ended] = [0, 1].map(() => Promise.withResolvers<void>());
  let checks = 0;
  await intercept(page, '**/batches.check', async (route) => {
    checks += 1;
    begun?.resolve();
    await ended?.promise;
    await route.fallback();
  });
  await page.reload();
  await begun?.promise;
  const read = page.waitForResponse('**/balances.stored');
  await elsewhere(page)('balances.read', { profileName: 'acme', currencyCodes: [] });
  await read;
  await untilDrawn(page);
  expect(checks).toBe(1);
  ended?.resolve();
  await expect.poll(() => checks).toBe(2);
});

it('keeps the buttons of a batch under the pointer when a payout is rejected while others are sent', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await goTo(page, `/batches/${drafts.steady}`);
  await release(page, '600 payouts');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  const before = await pause.boundingBox();
  await page.getByRole('button', { name: 'Retry 1 payout' }).waitFor();
  expect((await pause.boundingBox())?.x).toBe(before?.x);
  // What is still to be sent is of no interest to the tests that follow.
  await pause.click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
});

it('says how many earlier payouts the gateway was asked about before a release, and can be stopped there', async () => {
  const batchId = drafts.failing;
  // Otherwise questions about that batch use up the prepared answers.
  const inProgress = async () =>
    (await elsewhere(page)('batches.summary', { batchId: drafts.steady })).byState.accepted ?? 0;
  await expect.poll(inProgress).toBe(0);
  await goTo(page, `/batches/${batchId}`);
  await page.getByRole('button', { name: 'Release 20 payouts …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 20 payouts?' });
  await dialog.getByLabel('Reason').fill('They failed');
  await dialog.getByRole('button', { name: /^Confirm all/ }).click();
  // The first questions are answered, so that there is something to say, and then none until it is stopped.
  merchant.answerAfter(...Array.from({ length: 16 }, () => 500), 25_000);
  onTestFinished(() => merchant.answerAfter(0));
  await dialog.getByRole('button', { name: 'Release 20 payouts', exact: true }).click();
  await dialog.getByText(/Asking the gateway about earlier payouts: [1-9]\d* of 20 …/).waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  merchant.answerAfter(0);
  await dialog.getByText(`The release of batch ${batchId} was stopped. Nothing was released.`).waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toContain(batchId);
  await page.getByRole('button', { name: 'Release 20 payouts …' }).waitFor();
});

it('sets rows with problems aside though a cell is still being saved when the button is pressed, however often it is', async () => {
  const before = faults.length;
  const wrong = [line(2), line(3)].map((text) => text.replace(/^\d+\.00/, 'many'));
  await bringFile(page, csvFile('aside.csv', [header, line(1), ...wrong, line(4)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 many', 'Payee 3 many', 'Payee 4 40.00']);
  const save = await hold(page, 'sheets.change');
  await page.locator('[role=gridcell][aria-invalid=true]').first().click();
  await page.keyboard.type('22.00');
  // Leaving the cell saves it.
  await page.getByRole('button', { name: 'Set aside 2 rows with problems' }).dblclick();
  await page.keyboard.press('Enter');
  save();
  await page.getByText('1 row set aside.').waitFor();
  await page.getByText('Saving …').waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: 'Messages' }).getByRole('alert').count()).toBe(0);
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 22.00', 'Payee 4 40.00']);
  expect(faults.slice(before)).toEqual([]);
});
