import { expect, it } from 'vitest';
import { hold } from '../kit/intercept.ts';
import { bringFile, csvFile, goToNextProblem, problemCount, tabTo, typeCell } from '../kit/steps.ts';
import { app, merchant, page } from '../kit/shared-app.ts';

/** What a person presses between the file and the release, letters of repaired cells among them. */
const mostKeys = 35;

/** Sixty payouts as an accounting program wrote them: five amounts with the noise of floating point, and three cells that are wrong. */
function messyFile(): string[] {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const amount = index < 5 ? '0.30000000000000004' : index === 20 ? 'many' : `${100 + index}.50`;
    const currency = index === 30 ? '' : 'EUR';
    const method = index === 40 ? '' : 'BANK_TRANSFER';
    return `${amount},${currency},${method},Payee ${index},ACC-${index},SANDBOX_BANK,Invoice ${index}`;
  });
  return [
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference',
    ...rows,
  ];
}

/** Holds the answers to calls of this operation back from here on, until they are released. */
async function holdCalls(
  name: string,
): Promise<{ readonly held: Promise<unknown>; readonly release: () => void }> {
  const release = await hold(page, name);
  return { held: page.waitForRequest(`**/${name}`), release };
}

const amounts = (rows: readonly number[]): Promise<string[]> =>
  page.getByRole('grid').evaluate(
    (grid, wanted) =>
      wanted.map((row) => {
        const [, amount] = Object(grid).querySelectorAll(`[data-row="${row}"] [role=gridcell]`);
        return amount === undefined ? 'not there' : String(amount.textContent);
      }),
    rows,
  );
const amountsBecome = (rows: readonly number[], wanted: readonly string[]): Promise<void> =>
  expect.poll(() => amounts(rows), { timeout: 60_000 }).toEqual(wanted);

it('keeps every key typed while the rows are not ready, and saves complete entries only', async () => {
  const lines = Array.from({ length: 450 }, (_, index) => {
    const amount = index === 2 || index === 5 ? 'many' : '10.00';
    return `${amount},EUR,BANK_TRANSFER,Vendor ${index},VEN-${index},SANDBOX_BANK,Bill ${index}`;
  });
  await bringFile(
    page,
    csvFile('ahead.csv', [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference',
      ...lines,
    ]),
  );
  await problemCount(page, 2).waitFor();
  await page.getByRole('grid').focus();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  // Typed before the next problem is found, a key pressed wrongly and a second problem among it.
  const search = await holdCalls('sheets.rowIds');
  await press('Control+Home', 'F8');
  await search.held;
  await page.keyboard.type('987.23');
  await press('Backspace');
  await page.keyboard.type('2');
  await press('Enter');
  await page.keyboard.type('11.00');
  await press('F8');
  await page.keyboard.type('98');
  search.release();
  await page.getByRole('textbox', { name: 'Amount, row 6' }).waitFor();
  await page.keyboard.type('.70');
  await press('Enter');
  await amountsBecome([0, 2, 3, 5, 6], ['10.00', '987.22', '11.00', '98.70', '10.00']);
  await problemCount(page, 0).waitFor();

  // Where there is no next problem, nothing of it is written, not even what follows in the same entry.
  const none = await holdCalls('sheets.rowIds');
  await press('F8');
  await none.held;
  await page.keyboard.type('55');
  none.release();
  await page.getByText(/^No problem or finding is left in these rows\. What you typed meanwhile/).waitFor();
  await page.keyboard.type('5');
  await press('Enter');
  await page.getByText('What you typed meanwhile was not used. Type it again.').waitFor();
  await amountsBecome([5, 6, 7], ['98.70', '10.00', '10.00']);
  await page.keyboard.type('12.00');
  await press('Enter');
  await amountsBecome([6, 7], ['12.00', '10.00']);

  // Typed into a row that is not read yet, and on into the one below.
  await press('Control+Home', 'ArrowRight');
  const rows = await holdCalls('sheets.rows');
  await press('Control+ArrowDown', 'ArrowUp', 'ArrowUp');
  await page.keyboard.type('21.00');
  await press('Enter');
  await page.keyboard.type('22.00');
  await press('Enter');
  await rows.held;
  rows.release();
  await amountsBecome([447, 448, 449], ['10.00', '21.00', '22.00']);

  // A row that is added takes what is typed after it, also what is pasted; a cell that is emptied, what replaces it.
  const adding = await holdCalls('sheets.rowIds');
  await press('Control+Home', 'ArrowRight', 'Insert');
  await adding.held;
  await press('ArrowRight');
  await page.getByRole('grid').evaluate((grid) => {
    const world = Object(globalThis);
    const clipboardData = new world.DataTransfer();
    clipboardData.setData('text/plain', '33.00');
    Object(grid).dispatchEvent(
      new world.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await press('ArrowDown', 'Delete');
  await page.keyboard.type('34.00');
  await press('Enter');
  adding.release();
  await amountsBecome([0, 1, 2], ['10.00', '33.00', '34.00']);
  expect(app.faults).toEqual([]);
});

it('sixty messy rows are fixed, checked and released with few keys, by keyboard alone', async ({
  annotate,
}) => {
  const begun = performance.now();
  await bringFile(page, csvFile('sixty.csv', messyFile()));
  await problemCount(page, 8).waitFor();
  await page.evaluate(
    "window.keys = 0; addEventListener('keydown', ({ key }) => { if (!['Control', 'Alt', 'Shift'].includes(key)) window.keys += 1; }, true)",
  );

  await goToNextProblem(page);
  await page.keyboard.press('Alt+Shift+Enter');
  await page.getByText('5 cells corrected.').waitFor();
  await problemCount(page, 3).waitFor();
  for (const [text, left] of [
    ['12.00', 2],
    ['EUR', 1],
    ['BANK_TRANSFER', 0],
  ] as const) {
    await goToNextProblem(page);
    await typeCell(page, text);
    await problemCount(page, left).waitFor();
  }
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Release 60 payouts …' }).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Control+Enter');
  const sheet = page.getByRole('dialog', { name: 'Release 60 payouts?' });
  await sheet.getByRole('button', { name: 'Release 60 payouts', exact: true, disabled: false }).waitFor();
  await tabTo(page, sheet.getByRole('button', { name: 'Release 60 payouts' }));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Progress' }).waitFor();
  const keys = Number(await page.evaluate('window.keys'));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  await annotate(
    `From the file to the first payout on its way: ${keys} keys, ${seconds} s without a person's thinking.`,
  );
  expect(keys).toBeLessThanOrEqual(mostKeys);
  expect(app.faults).toEqual([]);
});

it('says next to the states why nothing is sent, without moving anything, when the gateway stops answering', async () => {
  const progress = page.getByRole('region', { name: 'Progress' });
  await progress.getByRole('button', { name: /^Accepted/ }).waitFor();
  const payouts = page.getByRole('grid', { name: 'Payouts of this batch' });
  const atFirst = (await payouts.boundingBox())?.y;
  await merchant.server.close();
  await progress.getByText('The gateway could not be reached.').waitFor();
  expect((await payouts.boundingBox())?.y).toBe(atFirst);
});
