import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A file of payouts that differ in everything but currency and method, and what a sheet shows of it. */

export const header = 'amount,currency,method,name,account,reference';

export const line = (place: number): string =>
  `${place}0.00,USD,BANK_TRANSFER,Payee ${place},021000021-10455${place},Invoice ${place}`;

export const cell = (page: Page, name: string): Locator => page.getByRole('gridcell', { name, exact: true });

/** The cells of a column, counted from 0, in each row that is shown, without the row after the last. */
export const cellsOfColumn = (page: Page, place: number): Promise<string[]> =>
  page.getByRole('grid').evaluate((grid, column) => {
    const within = (element: unknown, selector: string): unknown[] => [
      ...Object(element).querySelectorAll(selector),
    ];
    return within(grid, '[role=row]')
      .filter((row) =>
        within(row, '[role=rowheader]').some((first) => !Object(first).textContent.includes('+')),
      )
      .flatMap((row) => within(row, `[role=gridcell][data-column="${column}"]`))
      .map((shown) => String(Object(shown).innerText));
  }, place);

/** Each row that is shown, by name and amount. */
export async function rowsShown(page: Page): Promise<string[]> {
  const [names = [], amounts = []] = await Promise.all([0, 1].map((place) => cellsOfColumn(page, place)));
  return names.map((name, index) => `${name} ${amounts[index] ?? ''}`);
}

/** Waits until the sheet shows these rows. */
export async function untilShown(page: Page, wanted: readonly string[]): Promise<void> {
  await expect.poll(() => rowsShown(page), { timeout: 60_000 }).toEqual(wanted);
}
