import type { Page } from 'playwright-core';
import { withConnectedApp } from './connected-app.ts';
import type { MerchantSandbox } from './merchant-sandbox.ts';
import type { AppOptions, OpenApp } from './open-app.ts';

export let page: Page;
export let app: OpenApp;
export let merchant: MerchantSandbox;

type Shared = {
  readonly app: OpenApp;
  readonly merchant?: MerchantSandbox;
};

/** Hands this page to all tests that a file imports, since a screen that was opened before costs less than half. */
export function share(opened: Shared): void {
  ({ app } = opened);
  ({ page } = app);
  if (opened.merchant !== undefined) ({ merchant } = opened);
}

/** For all tests that a file imports: one page of a connected program. */
export function withSharedApp(pictureName: string, options: AppOptions = {}): void {
  withConnectedApp(pictureName, options, share);
}
