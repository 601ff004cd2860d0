import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { header, line } from '../kit/payout-rows.ts';
import { bringFile, checkAndRelease, csvFile, makeDraft, stateCount } from '../kit/steps.ts';

const bottom = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

it('keeps the reason for duplicates in view, however small the screen, and moves nothing once it is given', async () => {
  const { app, page } = await openConnected('release-sheet');
  const iban = 'FR7630006000011234567890189';
  const payroll = csvFile('payroll.csv', [
    header,
    ...[1, 2].map(line),
    `30.00,USD,BANK_TRANSFER,Élodie Garçon,${iban},`,
  ]);
  await bringFile(page, payroll);
  await checkAndRelease(page, '3 payouts');
  // What another batch holds of the balance stands above the rows: while that one is sent, those lines change.
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await bringFile(page, payroll);
  await makeDraft(page, '3 payouts');
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
    await dialog.waitFor({ state: 'detached' });
  }
  expect(app.faults).toEqual([]);
});

it('keeps the buttons of a batch under the pointer when a payout is rejected while others are sent', async () => {
  const { page } = await openConnected('steady-buttons');
  const rows = Array.from(
    { length: 60 },
    (_, index) =>
      `${10 + index}.00,EUR,BANK_TRANSFER,Payee ${index},${index === 19 ? 9002 : 500_000 + index},`,
  );
  await bringFile(page, csvFile('steady.csv', [header, ...rows]));
  await checkAndRelease(page, '60 payouts');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  const before = await pause.boundingBox();
  await page.getByRole('button', { name: 'Retry 1 payout' }).waitFor();
  expect((await pause.boundingBox())?.x).toBe(before?.x);
});

it('says how many earlier payouts the gateway was asked about before a release, and can be stopped there', async () => {
  const { page } = await openConnected('asked-before-release');
  // The sandbox fails payouts to such accounts.
  const rows = Array.from(
    { length: 60 },
    (_, index) => `${10 + index}.00,EUR,BANK_TRANSFER,Payee ${index},${5000 + index}9001,`,
  );
  const file = csvFile('failed.csv', [header, ...rows]);
  await bringFile(page, file);
  await checkAndRelease(page, '60 payouts');
  await stateCount(page, 'failed', 60).waitFor();
  await bringFile(page, file);
  const batchId = await makeDraft(page, '60 payouts');
  await page.getByRole('button', { name: 'Release 60 payouts …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 60 payouts?' });
  await dialog.getByLabel('Reason').fill('They failed');
  await dialog.getByRole('button', { name: /^Confirm all/ }).click();
  await dialog.getByRole('button', { name: 'Release 60 payouts', exact: true }).click();
  await dialog.getByText(/Asking the gateway about earlier payouts: \d+ of 60 …/).waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText(`The release of batch ${batchId} was stopped. Nothing was released.`).waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toContain(batchId);
  await page.getByRole('button', { name: 'Release 60 payouts …' }).waitFor();
});
