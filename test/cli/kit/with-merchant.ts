import { expect, vi } from 'vitest';
import type { BookEntry, SandboxServerOptions } from '../../../sandbox/index.ts';
import { startMerchant, type Merchant } from './merchant.ts';

/** Long enough for a slow machine; a condition that never holds fails the test then. */
const conditionTimeoutMs = 60_000;
const conditionIntervalMs = 10;

/** Gives a test a merchant with a data folder and a sandbox of its own, and takes both away afterwards. */
export async function withMerchant(
  use: (merchant: Merchant) => Promise<void>,
  options: Partial<SandboxServerOptions> = {},
): Promise<void> {
  const merchant = await startMerchant(options);
  try {
    await use(merchant);
  } finally {
    await merchant.end();
  }
}

/** Waits until the sandbox has accepted this many payments. */
export async function untilAccepted({ sandbox }: Merchant, count: number): Promise<void> {
  await vi.waitFor(() => expect(sandbox.gateway.book().length).toBeGreaterThanOrEqual(count), {
    timeout: conditionTimeoutMs,
    interval: conditionIntervalMs,
  });
}

/** The account numbers in the sandbox's book, sorted, after seeing that each payment was accepted once. */
export function accountsPaidOnce(book: readonly BookEntry[]): string[] {
  for (const { acceptedCount } of book) expect(acceptedCount).toBe(1);
  return book
    .map(({ body }) => /"accountNumber":"([^"]*)"/.exec(body)?.[1] ?? '')
    .toSorted((left, right) => left.localeCompare(right));
}
