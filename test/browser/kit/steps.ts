import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { MerchantSandbox } from './merchant-sandbox.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { unsavedMark } from '../../../contract/window/bridge.ts';
import { stateLabel } from '../../../contract/text/states.ts';

/** What people do, in the words of the page. Each resolves when the page shows that it is done. */

export async function trySandbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it with the sandbox' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}

/** Connects the merchant of this sandbox with a key that the program makes, and gives the sandbox its public half. */
export async function connectMerchant(page: Page, sandbox: MerchantSandbox): Promise<void> {
  await page.getByRole('button', { name: 'Connect a merchant' }).click();
  await fillProfile(page, 'acme', sandbox.server.url, sandbox.merchantCode);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'acme was added' }).waitFor();
  await sandbox.giveKey(await page.getByText('-----BEGIN PUBLIC KEY-----').innerText());
}

/** Fills the form of a new profile. */
export async function fillProfile(
  page: Page,
  name: string,
  address: string,
  merchantCode: string,
): Promise<void> {
  await page.getByLabel('Name of the profile').fill(name);
  await page.getByLabel('Address of the gateway').fill(address);
  await page.getByLabel('Merchant code').fill(merchantCode);
  await page.getByLabel('Callback address').fill('https://merchant.example/callbacks');
}

/**
 * For the test that runs, messages stay until they are dismissed, however slow the page is: to it, the person looks at another window. `end`
 * is the return of the person.
 */
export async function holdMessages(page: Page): Promise<{ end(): Promise<void> }> {
  const fire = (name: 'blur' | 'focus'): Promise<void> =>
    page.evaluate(`void dispatchEvent(new Event('${name}'))`);
  await fire('blur');
  const end = () => fire('focus');
  onTestFinished(end);
  return { end };
}

export type BroughtFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

export function csvFile(name: string, lines: readonly string[]): BroughtFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) };
}

/** Opens a file of payouts through the screen for new batches. */
export async function bringFile(page: Page, file: BroughtFile): Promise<void> {
  await goTo(page, '/batches/new');
  await page.getByRole('heading', { name: 'New batch', level: 1 }).waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Replaces the text of the cell that the keyboard is in, and goes on to the one below. */
export async function typeCell(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Moves to the sheet's next cell with a problem, unless the keyboard is in one already. */
export async function goToNextProblem(page: Page): Promise<void> {
  const here = page.locator('[role=gridcell][aria-selected=true][aria-invalid=true]');
  if ((await here.count()) > 0) return;
  await page.keyboard.press('F8');
  await here.waitFor();
}

/** Goes to the next problem of the sheet and writes this in its place; resolves once this many rows with problems are left. */
export async function repairNext(page: Page, text: string, left: number): Promise<void> {
  await goToNextProblem(page);
  await typeCell(page, text);
  await problemCount(page, left).waitFor();
}

/** What the footer of a sheet says of its problems. */
export function problemCount(page: Page, rows: number): Locator {
  const footer = page.locator('footer');
  if (rows === 0) return footer.filter({ hasNotText: /with (a )?problem/ });
  return footer.getByText(rows === 1 ? '1 row with a problem' : `${rows} rows with problems`);
}

/** From a sheet without problems to a draft that was looked at; gives the batch's ID. */
export async function makeDraft(page: Page, payouts: string): Promise<string> {
  await page.getByRole('button', { name: `Check and release ${payouts}` }).click();
  await page.waitForURL(/#\/batches\/(?!new)[^/]+$/);
  await page
    .getByRole('button', { name: `Release ${payouts} …` })
    .and(page.locator(':enabled'))
    .waitFor();
  return new URL(page.url()).hash.split('/').at(-1) ?? '';
}

/** From a draft to a released batch, through the sheet that says what will happen. */
export async function release(page: Page, payouts: string): Promise<void> {
  await page.getByRole('button', { name: `Release ${payouts} …` }).click();
  const sheet = page.getByRole('dialog', { name: `Release ${payouts}?` });
  await sheet.getByRole('button', { name: `Release ${payouts}` }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** From a sheet without problems to a released batch; gives the batch's ID. */
export async function checkAndRelease(page: Page, payouts: string): Promise<string> {
  const batchId = await makeDraft(page, payouts);
  await release(page, payouts);
  return batchId;
}

/** The count of a state on the page of a released batch. */
export function stateCount(page: Page, state: PaymentState, count: number): Locator {
  return page
    .getByRole('region', { name: 'Progress' })
    .getByRole('button', { name: `${stateLabel(state)} ${count}`, exact: true });
}

/** Goes to another screen; what is unsaved in this one is left by a second attempt, unless something lies over it. */
export async function goTo(page: Page, route: string): Promise<void> {
  const isThere = await page.evaluate<boolean>(`(() => {
    if (!document.documentElement.hasAttribute('${unsavedMark}') || document.querySelector('.MuiModal-root') !== null) return false;
    for (const _attempt of [1, 2]) location.hash = ${JSON.stringify(route)};
    return true;
  })()`);
  if (!isThere) await page.goto(new URL(`#${route}`, page.url()).href);
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, level: 1 });
}

/** The bytes of what the browser was given to keep, under which name. */
export async function readDownload(
  download: Download,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The file that a click saves. */
export async function savedBy(page: Page, button: Locator): ReturnType<typeof readDownload> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readDownload(download);
}

/** The file in this format that a menu of the page saves. */
export async function exported(
  page: Page,
  format: RegExp | string,
  menu = 'Export',
): ReturnType<typeof readDownload> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  return savedBy(page, page.getByRole('menuitem', { name: format }));
}

/** Chooses in a field that opens a list. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** The history; it is there once its screen is. */
export function payoutTable(page: Page): Locator {
  return page.getByRole('grid', { name: 'Payouts', exact: true });
}

/** The details of one payout beside the history. */
export function payoutDrawer(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Payout' });
}

/** Tells the profile that is shown where the payment page of its gateway is. */
export async function tellPaymentPage(page: Page, address: string): Promise<void> {
  await goTo(page, '/settings/profiles');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await dialog.getByLabel('Address of the payment page').fill(address);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Makes a payment link for this money, with a suggested method and a customer who may change what is filled in. */
export async function fillPaymentLink(page: Page, amount: string): Promise<void> {
  await goTo(page, '/receive/links/new');
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByLabel('Currency').fill('eur');
  await page.getByRole('radio', { name: /^Suggest a method/ }).check();
  await page.getByRole('combobox', { name: 'Payment method' }).click();
  await page.getByRole('option', { name: /^CARD/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Élodie Garçon');
  await page.getByLabel('E-mail address').fill('elodie@example.com');
  await page.getByRole('checkbox', { name: /^Prefill only/ }).check();
  await page.getByLabel('Address to return to').fill('https://merchant.example/thanks');
}

/** Payins, links and top-ups; the list is there once its screen is. */
export function receiveTable(page: Page): Locator {
  return page.getByRole('grid', { name: 'Payins and top-ups' });
}

/** Fills in the form of a payin or top-up that is open, with a method that the gateway offers. */
export async function fillIncoming(
  page: Page,
  {
    amount,
    currency,
    method,
  }: { readonly amount: string; readonly currency: string; readonly method: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('combobox', { name: 'Currency' }).fill(currency);
  await page.getByRole('combobox', { name: 'Payment method' }).click();
  await page.getByRole('option', { name: new RegExp(`^${method}`) }).click();
}

const mostStrokes = 40;

/** Presses Tab until this has the focus; fails when it comes round without. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.and(page.locator(':not(:disabled)')).waitFor();
  for (let strokes = 0; strokes < mostStrokes; strokes += 1) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(wanted)}`);
}

export async function hasFocus(wanted: Locator): Promise<boolean> {
  return (await wanted.and(wanted.page().locator(':focus')).count()) === 1;
}

/** Opens the screen of this page in another window of its browser. */
export async function openAnother(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate('void window.open(location.href)');
  const other = await opened;
  // It is handed out as soon as it begins to load: what navigates it before its end may wait for a load that does not come.
  await other.waitForLoadState();
  return other;
}
