import type { Page } from 'playwright-core';
import { beforeAll, afterAll, beforeEach, expect, it } from 'vitest';
import type { SandboxServer } from '../../../sandbox/index.ts';
import { withBursar } from '../../kit/with-bursar.ts';
import { addMerchant } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { merchantAt, startSandboxOf } from '../kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp, type OpenApp } from '../kit/open-app.ts';
import { chooseOption, goTo, heading, receiveTable } from '../kit/steps.ts';

const idPayout = 'invoice-1';
const merchantCodes = ['FIRST', 'SECOND', 'THIRD'];
const dataDirectory = newFolder();
let server: SandboxServer;
let app: OpenApp;
let page: Page;

const folder = { dataDirectory, keyFile: null };

/** Adds a profile named acme, of a merchant of its own, and pays one payout through it. */
async function pay(merchantCode: string, amount: string, name: string): Promise<void> {
  await addMerchant(dataDirectory, merchantAt(server, merchantCode));
  await withBursar(folder, async (get) => {
    const text = `amount\tcurrency\tmethod\tname\taccount\torder id\n${amount}\tUSD\tBANK_TRANSFER\t${name}\t021000021-${name}\t${idPayout}\n`;
    const opening = await get('sheets.open', { source: { kind: 'clipboard', text }, profileName: 'acme' });
    if (opening.kind !== 'opened') throw new Error(opening.kind);
    const { batchId } = await get('sheets.prepare', { sheetId: opening.sheet.sheetId });
    const { rowsHash } = await get('batches.summary', { batchId });
    await get('batches.release', { batchId, rowsHash });
    await get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
  });
}

beforeAll(async () => {
  server = await startSandboxOf(
    merchantCodes.map((merchantCode) => ({ merchantCode, publicKeyPems: [], secrets: [] })),
  );
  await pay('FIRST', '10.00', 'Ada');
  await withBursar(folder, (get) => get('profiles.remove', { name: 'acme' }));
  await addMerchant(dataDirectory, merchantAt(server, 'THIRD'));
  await withBursar(folder, async (get) => {
    const money = { amount: '5.00', currencyCode: 'USD' };
    const created = { profileName: 'acme', money, paymentMethodCode: 'BANK_TRANSFER', note: 'of the third' };
    await get('topups.create', created);
    await get('profiles.edit', { name: 'acme', newName: 'third' });
  });
  await pay('SECOND', '20.00', 'Bob');
  await withBursar(folder, async (get) => {
    const own = {
      environment: 'sandbox',
      baseUrl: server.url,
      callbackUrl: 'https://merchant.example/callbacks',
    } as const;
    await get('profiles.add', { ...own, name: 'bee', merchantCode: 'BEE', key: { kind: 'none' } });
    await get('settings.change', { currentProfile: 'acme' });
  });
  app = await openApp(dataDirectory);
  ({ page } = app);
}, 180_000);
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(() => keepPictureOnFailure(() => page, 'removed-profile'));

it('opens the payout of a removed profile as itself, and its receipt names no merchant of another profile with its name', async () => {
  await goTo(page, '/payouts?profile=*');
  const details = page.locator('aside');
  for (const [name, amount, profile, merchants] of [
    ['Ada', '10.00 USD', 'acme (sandbox, removed)', []],
    ['Bob', '20.00 USD', 'acme (sandbox)', ['SECOND']],
  ] as const) {
    await page.getByRole('gridcell', { name, exact: true }).click();
    await details.getByText(`021000021-${name}`, { exact: true }).waitFor();
    await details.getByText(profile, { exact: true }).waitFor();
    // About the one of the removed profile nobody can be asked.
    const canRefresh = await details.getByRole('button', { name: 'Refresh now' }).isVisible();
    expect([name, canRefresh]).toEqual([name, name === 'Bob']);
    await details.getByRole('link', { name: 'Receipt' }).click();
    const receipt = page.getByRole('article', { name: 'Receipt' });
    await receipt.getByText(amount).waitFor();
    const text = await receipt.innerText();
    expect(merchantCodes.filter((code) => text.includes(`Merchant ${code}`))).toEqual(merchants);
    await page.getByRole('link', { name: 'Back to the payout' }).click();
    await details.getByText(`021000021-${name}`, { exact: true }).waitFor();
    await goTo(page, '/payouts?profile=*');
  }
  expect(app.faults).toEqual([]);
});

it('lists the top-ups of another profile among those of all profiles', async () => {
  await goTo(page, '/receive');
  await page.getByText('Nothing to receive yet').waitFor();
  await chooseOption(page, 'Profile', 'All profiles, also removed ones');
  await receiveTable(page).getByText('of the third', { exact: true }).waitFor();
  await receiveTable(page).getByText('third (sandbox)', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('Nothing to receive yet').waitFor();
  expect(app.faults).toEqual([]);
});

it('opens the form of a profile that is no longer here for no other one', async () => {
  for (const form of ['topup', 'links']) {
    await goTo(page, `/receive/${form}/new?of=gone&currency=EUR&amount=5.00`);
    await page.getByRole('heading', { name: 'Profile not found' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Amount' }).count()).toBe(0);
  }
  await goTo(page, '/receive/topup/new?of=third&currency=EUR&amount=5.00');
  await page.getByText('For third · sandbox.').waitFor();
  await page.getByRole('textbox', { name: 'Amount' }).waitFor();
  await goTo(page, '/receive/topup/new?of=gone');
  await page.getByRole('link', { name: 'A payment for acme instead' }).click();
  await page.getByText('For acme.').waitFor();
  expect(app.faults).toEqual([]);
});

it('says which profile a window shows once its own is removed elsewhere, and keeps that one', async () => {
  await goTo(page, '/batches/new');
  const there = elsewhere(page);
  const shows = (name: string) =>
    page.getByRole('banner').getByRole('button').getByText(name, { exact: true }).waitFor();
  await page.getByRole('banner').getByText('acme', { exact: true }).click();
  await page.getByRole('menuitem', { name: /^bee/ }).click();
  await shows('bee');
  await there('settings.change', { currentProfile: 'acme' });
  await there('profiles.remove', { name: 'bee' });
  await page.getByText('The profile that this window showed is no longer here. It shows acme now.').waitFor();
  await shows('acme');
  // Another choice in the other window is its own.
  await there('settings.change', { currentProfile: 'third' });
  await goTo(page, '/receive');
  await heading(page, 'Receive').waitFor();
  await shows('acme');
  expect(app.faults).toEqual([]);
});
