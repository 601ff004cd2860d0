import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../kit/axe.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, paid, released, withConnectedApp } from '../kit/connected-app.ts';
import { keepPicture } from '../kit/keep-picture.ts';
import { csvFile, goTo } from '../kit/steps.ts';

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const drafts = 22;
const rent = 'EUR,BANK_TRANSFER,Quill Ltd';
const currencies = Array.from({ length: 40 }, (_, number) => `TOKEN_${number}`);
const longName = 'Nordwind Gesellschaft mbH';
let page: Page;
let batchId: string;
let idTopUp: string;
/** The draft that pays each of these currencies. */
let ofCurrencies: string;

const prepare = async (get: Get): Promise<void> => {
  // A row of each is one of the first, so its release waits for a person.
  for (let draft = 0; draft <= drafts; draft += 1) {
    const own = [`10.00,${rent},ACC-7,Rent`, `20.00,${rent} ${draft},ACC-${draft}0,Rent ${draft}`];
    const rentId = await drafted(get, csvFile(`rent-${draft}.csv`, [header, ...own]));
    if (draft === 0) await released(get, rentId);
    else await expect(released(get, rentId)).rejects.toThrow('duplicateHeld');
  }
  const ofEach = currencies.map((code) => `10.00,${code},BANK_TRANSFER,${code} Ltd,ACC-${code},Rent`);
  ofCurrencies = await drafted(get, csvFile('currencies.csv', [header, ...ofEach]));
  const rows = ['0.383642097001469916,ETH,CRYPTO', '1250.00,EUR,BANK_TRANSFER', '330422,JPY,BANK_TRANSFER'];
  batchId = await paid(
    get,
    csvFile('mixed.csv', [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber',
      ...rows.map((row) => `${row},${longName},ACC-5`),
    ]),
  );
  const money = { amount: '123456789.123456789012345678', currencyCode: 'ETH' };
  const topUp = { profileName: 'acme', money, paymentMethodCode: 'CRYPTO' };
  idTopUp = (await get('topups.create', topUp)).idPayment;
};
const viewport = { width: 1024, height: 700 };
withConnectedApp('figures', { isConfirming: true, viewport, before: prepare }, (opened) => {
  ({ page } = opened);
});

/** Runs in the page: the figures that begin before their own cell does, over what stands to the left of it, or are cut off by their chart. */
const figuresOverTheirNeighbour = `[...document.querySelectorAll('[role=gridcell][data-align=right]')]
  .filter((cell) => {
    const figure = document.createRange();
    figure.selectNodeContents(cell);
    const { width, left } = figure.getBoundingClientRect();
    return width > 0 && left < cell.getBoundingClientRect().left;
  })
  .concat([...document.querySelectorAll('main svg[role=img] text')].filter((text) =>
    text.getBoundingClientRect().left < text.ownerSVGElement.getBoundingClientRect().left))
  .map((figure) => figure.textContent)`;

it('have their own cell in every list, whatever the decimals and currencies', async () => {
  const places = {
    '/payouts': 'Payouts',
    '/batches': 'Batches',
    [`/batches/${batchId}`]: 'Payouts of this batch',
    '/payees': 'Payees',
    '/treasury/books': 'Journal lines',
    '/treasury/flows?currency=ETH': 'Flows',
    '/treasury/balances?currency=ETH': 'Balances',
  };
  const found: Record<string, unknown> = {};
  for (const [place, list] of Object.entries(places)) {
    await goTo(page, place);
    await page
      .getByRole('grid', { name: list, exact: true })
      .getByText(/ETH|more|\+\d/)
      .first()
      .waitFor();
    found[place] = await page.evaluate(figuresOverTheirNeighbour);
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, []])));
});

it('are whole at the head of the details of a payment, with their currency', async () => {
  await goTo(page, `/receive/topup/${idTopUp}`);
  const details = page.getByRole('complementary', { name: 'Top-up' });
  const code = details.getByText('123,456,789.123456789012345678').first().getByText('ETH');
  const { x = 0, width = 0 } = (await code.boundingBox()) ?? {};
  expect(x + width).toBeLessThan(1024);
  expect(x).toBeGreaterThan((await details.boundingBox())?.x ?? 1024);
});

it('show a truncated name in full under the pointer, and only a truncated one', async () => {
  await goTo(page, `/batches/${batchId}`);
  const name = page.getByRole('gridcell', { name: longName }).first();
  const title = async (width: number): Promise<string | null> => {
    await page.setViewportSize({ width, height: 700 });
    await page.mouse.move(0, 0);
    await name.hover();
    return name.getAttribute('title');
  };
  await expect.poll(() => title(1024)).toBe(longName);
  await expect.poll(() => title(1920)).toBe('');
  await page.setViewportSize({ width: 1024, height: 700 });
});

it('have charts beside them that scroll by keyboard in a narrow window', async () => {
  await page.setViewportSize({ width: 683, height: 467 });
  await goTo(page, '/treasury/flows');
  await page.getByRole('img', { name: /^Money in and out/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('leave a text beside buttons room for its words in a narrow window', async () => {
  await page.setViewportSize({ width: 683, height: 467 });
  await goTo(page, '/settings/data');
  const text = page.getByText(/^Checks the database, the data folder/);
  expect((await text.boundingBox())?.width).toBeGreaterThanOrEqual(240);
});

it('are in forms that need no scrolling sideways at 400 %, and every view of the treasury can be reached there', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  const screens = [
    '/batches/new',
    '/receive',
    '/receive/payin/new',
    '/receive/links/new',
    '/settings/data',
    '/settings/approvals',
    '/treasury/position',
  ];
  for (const screen of screens) {
    await goTo(page, screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const isWithin = await page
      .getByRole('main')
      .evaluate((main) => Object(main).scrollWidth <= Object(main).clientWidth);
    expect([screen, isWithin]).toEqual([screen, true]);
  }
  await page.getByRole('tab', { name: 'Balance history' }).click();
  await page.waitForURL(/treasury\/balances/);
  // The fields of a row stand below each other, and show what is typed.
  await goTo(page, '/treasury/books');
  await page.getByRole('button', { name: 'Add account' }).click();
  for (const label of ['For', 'Currency', 'Method', 'Account'])
    expect(
      (await page.getByLabel(label, { exact: true }).last().boundingBox())?.width,
      label,
    ).toBeGreaterThan(80);
});

it('shows everything that needs attention, however much that is', async () => {
  await goTo(page, '/overview');
  const items = page.getByRole('region', { name: 'Needs attention' });
  await items.getByRole('button', { name: 'Show 2 more' }).click();
  await expect.poll(() => items.getByRole('listitem').count()).toBe(drafts);
  expect(await items.getByRole('button', { name: /^Show/ }).count()).toBe(0);
});

it('shows what is unusual about a release beside its button, however many currencies it pays', async () => {
  await page.setViewportSize({ width: 900, height: 640 });
  await goTo(page, `/batches/${ofCurrencies}`);
  await page.getByRole('button', { name: 'Release 40 payouts …' }).click();
  const sheet = page.getByRole('dialog', { name: 'Release 40 payouts?' });
  const warning = sheet.getByText('40 rows to new payees');
  await warning.waitFor();
  await keepPicture(page, 'many-currencies');
  const button = await sheet.getByRole('button', { name: 'Release 40 payouts' }).boundingBox();
  const box = await warning.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  // At 400 %, what is paid is seen, too, beside the whole title and the button.
  await page.setViewportSize({ width: 320, height: 256 });
  await keepPicture(page, 'release-at-400');
  const facts = await sheet.locator('.MuiDialogContent-root').boundingBox();
  const title = await sheet.getByRole('heading').first().boundingBox();
  expect(facts?.height).toBeGreaterThan(90);
  expect(title?.y).toBeGreaterThanOrEqual((await sheet.boundingBox())?.y ?? 0);
  await expect
    .poll(() => isWithinScreen(sheet.getByRole('button', { name: 'Release 40 payouts' })))
    .toBe(true);
});

/** Whether all of it is in a window of 320 × 256. */
async function isWithinScreen(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 256 && box.x >= 0 && box.x + box.width <= 320;
}
