import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sharedBrowser } from './launch.ts';
import { startMerchantSandbox, type MerchantSandbox } from './merchant-sandbox.ts';
import { keepPictureOnFailure } from './on-failure.ts';
import { newFolder, openApp, type AppOptions, type OpenApp } from './open-app.ts';
import { connectMerchant } from './steps.ts';

export type ConnectedApp = {
  readonly browser: Browser;
  readonly merchant: MerchantSandbox;
  readonly app: OpenApp;
  readonly page: Page;
};

const startLimitMs = 180_000;

/**
 * Before the tests of a file: the program on a new data folder, its page open and connected to a merchant of a sandbox, handed to
 * `begin`. All of it ends after them. A test that fails leaves a picture of this name.
 */
export function withConnectedApp(
  pictureName: string,
  options: AppOptions,
  begin: (opened: ConnectedApp) => void | Promise<void>,
): void {
  let opened: ConnectedApp;
  beforeAll(async () => {
    const browser = await sharedBrowser();
    const merchant = await startMerchantSandbox();
    const app = await openApp(browser, newFolder(), options);
    opened = { browser, merchant, app, page: app.page };
    await connectMerchant(app.page, merchant);
    await begin(opened);
  }, startLimitMs);
  afterAll(async () => {
    await opened.app.close();
    await opened.merchant.server.close();
  });
  beforeEach(() => keepPictureOnFailure(() => opened.page, pictureName));
}
