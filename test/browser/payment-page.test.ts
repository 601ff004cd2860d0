import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hastyClock, openTill, returnUrl, type Till } from '../sandbox/payment-page/till.ts';
import { axeFindings, colorRules } from './kit/axe.ts';
import { sharedBrowser } from './kit/launch.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';

const settleMs = 300;
const arrivesAfterMs = 300_000;
const narrow = { width: 360, height: 740 };

let browser: Browser;
let till: Till;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);

beforeEach(async () => {
  till = await openTill({ settleMs });
  context = await browser.newContext({ viewport: narrow, javaScriptEnabled: true });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${till.sandbox.paymentPageUrl}/`)) faults.push(request.url());
  });
});
afterEach(async () => {
  await context.close();
  await till.sandbox.close();
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const customer = { accountName: 'Jane Roe', emailAddress: 'jane@example.com' };

/** From the confirmation to the end: the gateway's book holds it, and the way back is offered. */
async function untilPaid(method: string): Promise<void> {
  await press('Pay 12.50 EUR');
  await page.getByRole('heading', { level: 1, name: 'Paid: 12.50 EUR' }).waitFor();
  await page.getByRole('link', { name: 'Return to the merchant' }).waitFor();
  expect(till.book()).toMatchObject([
    { id: 'order-1', status: 'SUCCESS', amount: '12.50', acceptedCount: 1 },
  ]);
  expect(till.body()).toContain(`"paymentMethodCode":"${method}"`);
  expect(faults).toEqual([]);
}

describe('a customer pays from the first click to SUCCESS', () => {
  beforeEach(() => keepPictureOnFailure(() => page, 'payment-page'));

  it('in scenario 1, choosing and typing everything, by keyboard alone', async () => {
    await page.goto(await till.link());
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Jane Roe');
    await page.keyboard.press('Tab');
    await page.keyboard.type('jane@example.com');
    await page.keyboard.press('Enter');
    await untilPaid('CARD');
  });

  it('in scenario 2, with nothing to type', async () => {
    await page.goto(await till.link(customer));
    await page.getByLabel('Card, Sandbox Cards').check();
    await press('Continue');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await untilPaid('CARD');
  });

  it('in scenario 3, changing what the link suggests', async () => {
    const link = await till.link({ ...customer, allowCustomerDataChange: 'true', paymentMethodCode: 'CARD' });
    await page.goto(link);
    await page.getByLabel('Your name').fill('Jané <Doe> & Söhne');
    await press('Continue');
    await untilPaid('CARD');
    expect(till.body()).toContain('"accountName":"Jané <Doe> & Söhne"');
  });

  it('in scenario 4, with a single click', async () => {
    await page.goto(await till.link({ ...customer, paymentMethodCode: 'CARD' }));
    await untilPaid('CARD');
    await context.route('https://shop.example/**', (route) => route.fulfill({ body: 'Thank you' }));
    const left = page.waitForRequest('https://shop.example/**');
    await page.getByRole('link', { name: 'Return to the merchant' }).click();
    expect([(await left).url(), (await left).headers()['referer']]).toEqual([returnUrl, undefined]);
  });

  it('in scenario 5, switching to another method', async () => {
    const suggestion = { paymentMethodCode: 'CARD', optionsAvailable: 'true' };
    await page.goto(await till.link({ ...customer, ...suggestion }));
    expect(await page.getByLabel('Card, Sandbox Cards').isChecked()).toBe(true);
    await page.getByLabel('Bank transfer, Example Bank').check();
    await press('Continue');
    await untilPaid('BANK_TRANSFER');
  });

  it('without JavaScript', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: narrow });
    page = await plain.newPage();
    await page.goto(await till.link({ ...customer, paymentMethodCode: 'CARD' }));
    await untilPaid('CARD');
    await plain.close();
  });
});

describe('an offline method', () => {
  it('shows where to transfer the money, takes the reference, and waits until the money arrives', async () => {
    // The money arrives once the customer has paid, however long that takes.
    let laterMs = 0;
    const clock = { ...hastyClock, now: () => hastyClock.now() + laterMs };
    const slow = await openTill({ settleMs: arrivesAfterMs, clock });
    try {
      const token = await slow.tokenFor(['POST /payins/.*', 'GET /payins/.*', 'GET /merchant-info']);
      page.removeAllListeners('request');
      await page.goto(await slow.link({ ...customer, token, paymentMethodCode: 'BANK_TRANSFER' }));
      await page.getByRole('heading', { name: 'Pay 12.50 EUR to Sandbox channel' }).waitFor();
      await press('Pay 12.50 EUR');
      await page.getByRole('heading', { name: 'Transfer 12.50 EUR' }).waitFor();
      await page.getByLabel('Reference of your transfer').fill('RF18 5390 0754');
      await press('I have paid');
      await page.getByRole('heading', { name: 'Waiting for your transfer' }).waitFor();
      laterMs = arrivesAfterMs;
      await page.getByRole('heading', { name: 'Paid: 12.50 EUR' }).waitFor();
      expect(slow.book()).toMatchObject([{ status: 'SUCCESS', externalReference: 'RF18 5390 0754' }]);
      expect(faults).toEqual([]);
    } finally {
      await slow.sandbox.close();
    }
  });
});

describe('every page of it', () => {
  it('is clean for axe in either theme, and fits a narrow screen', async () => {
    const token = await till.tokenFor(['POST /payins/.*', 'GET /payins/.*']);
    const bank = { ...customer, paymentMethodCode: 'BANK_TRANSFER' };
    const look = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const rules = colorScheme === 'light' ? null : colorRules;
        const found = (await axeFindings(page, rules)).map((finding) => `${colorScheme} ${finding}`);
        expect(found).toEqual([]);
      }
      const width: unknown = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBe(narrow.width);
    };
    till.sandbox.gateway.addCode({ list: 'paymentMethods', code: 'LONG', name: 'A way to pay '.repeat(12) });
    await page.goto(await till.link());
    await look();
    await page.getByLabel('Card, Sandbox Cards').check();
    await press('Continue');
    await press('Continue');
    await page.getByText('Enter this: your name.').waitFor();
    await look();
    await page.goto(await till.link({ ...bank, accountName: 'Jane9009', token, idPayin: 'i'.repeat(250) }));
    await look();
    await press(/^Pay 12/);
    await page.getByRole('heading', { name: /^Transfer/ }).waitFor();
    await look();
    await page.goto(await till.link({ ...bank, amount: 'much', currencyCode: 'eur' }));
    await look();
    await page.goto(await till.link({ ...bank, idPayin: 'paid-1', token }));
    await press(/^Pay 12/);
    await page.goto(till.status(token, { idPayin: 'paid-1', notice: 'waiting' }));
    await page.getByRole('heading', { name: 'Paid: 12.50 EUR' }).waitFor();
    await look();
  });
});
