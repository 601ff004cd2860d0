import { beforeAll, expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { sharedBrowser } from '../kit/launch.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import { bringFile, csvFile } from '../kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

/** Runs in the page: which parts of the screen reach into the next one below, by their content. */
const overlaps = `(() => {
  const parts = [...document.querySelector('main [role=grid]').parentElement.parentElement.parentElement.children];
  const lowest = (part) => Math.max(...[part, ...part.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom));
  return parts.flatMap((part, place) => {
    const next = parts[place + 1];
    const isOver = next !== undefined && getComputedStyle(part).overflowY === 'visible' &&
      lowest(part) > next.getBoundingClientRect().top + 1;
    return isOver ? [part.textContent.slice(0, 40)] : [];
  });
})()`;

it('shows the whole problem of a selected cell, without moving the rows', async () => {
  const { app, page } = await openConnected('note');
  const to = (place: number, operator: string): string =>
    `${place}0.00,USD,BANK_TRANSFER,Payee ${place},021000021-10455${place},${operator}`;
  const lines = [to(1, ''), to(2, 'NO_SUCH_BANK'), to(1, '')];
  await bringFile(page, csvFile('note.csv', ['amount,currency,method,name,account,operator', ...lines]));
  const grid = page.getByRole('grid');
  const note = page.locator('#sheet-problem');
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText(/to confirm as not a duplicate/).waitFor();
  await grid.focus();
  // Nothing lies over the rows before a person goes to a cell.
  await grid.locator('[role=gridcell][aria-selected=true]').waitFor();
  expect(await note.count()).toBe(0);

  const frame = grid.locator('xpath=../..');
  const top = (await frame.boundingBox())?.y;
  await findings.getByRole('button', { name: 'Check methods' }).click();
  await findings.getByText('Methods checked', { exact: true }).waitFor();
  // One operator is not offered: the button stays, to ask again.
  await findings.getByRole('button', { name: 'Check methods again' }).waitFor();
  expect((await frame.boundingBox())?.y).toBe(top);

  await page.getByRole('gridcell', { name: 'NO_SUCH_BANK', exact: true }).click();
  await note.waitFor();
  const picture = process.env['BURSAR_PICTURES'];
  if (picture !== undefined) await page.screenshot({ path: `${picture}/note.png` });
  const isInside = async (): Promise<boolean> => {
    const [inner, outer] = [await note.boundingBox(), await frame.boundingBox()];
    if (inner === null || outer === null) return false;
    return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  };
  await expect.poll(isInside).toBe(true);
  await frame.evaluate((element) => Object(element).scrollTo({ left: 9999 }));
  await expect.poll(isInside).toBe(true);

  // As on a small screen, and on one that is zoomed: nothing over something else, and the note whole.
  await page.setViewportSize({ width: 1024, height: 700 });
  const isWhole = async (): Promise<boolean> => {
    const [inner, outer] = [await note.boundingBox(), await frame.boundingBox()];
    if (inner === null || outer === null) return false;
    return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  };
  for (const name of ['Payee 1', 'NO_SUCH_BANK']) {
    await page.getByRole('gridcell', { name, exact: true }).first().click();
    await page.keyboard.press('F8');
    await expect.poll(isWhole).toBe(true);
  }
  await page.setViewportSize({ width: 683, height: 467 });
  await expect.poll(() => page.evaluate(overlaps)).toEqual([]);
  expect(app.faults).toEqual([]);
});

it('goes to a finding with F8, also if the rows were not checked yet when it was pressed', async () => {
  const { app, page } = await openConnected('note-unchecked');
  const check = await hold(page, 'sheets.findings');
  await bringFile(page, csvFile('unchecked.csv', [header, line(1), line(2), line(1)]));
  await cell(page, 'Payee 2').waitFor();
  await page.getByRole('region', { name: 'Findings' }).getByText('Checking the rows …').waitFor();
  const search = page.waitForRequest('**/sheets.rowIds');
  await page.getByRole('grid').focus();
  await page.keyboard.press('F8');
  await search;
  check();
  await page.locator('#sheet-problem').getByText('as row 1 of this batch').waitFor();
  expect(await page.getByText('No problem or finding is left in these rows.').count()).toBe(0);
  expect(app.faults).toEqual([]);
});

it('describes the cell with keyboard focus, wherever the pointer is, and corrects every cell with the problem it shows', async () => {
  const { page } = await openConnected('note-pointer');
  const lines = ['0.30000000000000004,EUR', '0.90000000000000002,EUR', '1.00,€', '2.00,€'].map(
    (cells, place) => `${cells},BANK_TRANSFER,Payee ${place},021000021-10455${place}`,
  );
  await bringFile(page, csvFile('note.csv', ['amount,currency,method,name,account', ...lines]));
  const note = page.locator('#sheet-problem');
  const currency = page.locator('[role=gridcell]', { hasText: '€' });
  await page.locator('[role=gridcell]', { hasText: '0.30000' }).click();
  await note.getByRole('button', { name: 'Correct all of these · Alt+Shift+Enter' }).waitFor();
  await page.waitForTimeout(400);
  await page.keyboard.press('F8');
  await note.getByText('0.90').first().waitFor();

  await currency.first().hover();
  await note.getByRole('button', { name: 'Use “EUR”', exact: true }).waitFor();
  await note.getByRole('button', { name: 'Correct all of these', exact: true }).click();
  await currency.first().waitFor({ state: 'detached' });
  expect(await page.locator('[role=gridcell]', { hasText: /0\.\d0000/ }).count()).toBe(2);
});
