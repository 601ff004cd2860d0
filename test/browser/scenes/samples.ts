import type { Page } from 'playwright-core';
import { csvFile, type BroughtFile } from '../kit/steps.ts';

const payees = [
  'Aoi Nakamura',
  'Bergbahnen Oberwald AG',
  'Callum Fraser',
  'Dimitris Papathanasiou',
  'Élodie Garçon',
  'Gästehaus Zum Löwen',
  'Harrison & Cole LLP',
  'Íñigo Ibarra Muñoz',
  'Marija Kovačič',
  'Northwind Couriers',
  'Officina Fratelli Però',
  'Rhiannon Pryce',
];

export const salaryRows = 60;

/** The sandbox never comes to an end of some: their release can be looked at while it goes on, however long the looking takes. */
const isEndless = (row: number): boolean => row % 20 === 5;

export function salaries(): BroughtFile {
  const lines = Array.from({ length: salaryRows }, (_, row) => {
    const currencyCode = row % 3 === 0 ? 'GBP' : 'USD';
    const amount = `${1800 + ((row * 37) % 2400)}.${String((row * 13) % 100).padStart(2, '0')}`;
    return `${amount},${currencyCode},BANK_TRANSFER,${payees[row % payees.length]},PAYROLL-${1000 + row}-${isEndless(row) ? '9009' : '11'},Salary November`;
  });
  return csvFile('salaries-november.csv', ['amount,currency,method,name,account,reference', ...lines]);
}

/** Its columns are called what nobody has heard of. */
export const unheardOf = csvFile('suppliers.csv', [
  'Whereto,Howmuch,Whatfor,Inwhat',
  'DE89370400440532013000,1250.00,Invoice 2026-0417,EUR',
  'NL91ABNA0417164300,17340.25,Order 5520,EUR',
  'BE68539007547034,76.90,Expense claim 19,EUR',
]);

/** Rows with one problem of each usual sort, and without. */
export const troubledRows = csvFile('expenses.csv', [
  'amount,currency,method,name,account,reference',
  '134.05,EUR,SEPA,Dimitris Papathanasiou,GR1601101250000000012300695,Invoice 1182',
  '12.505,EUR,SEPA,Rui Gonçalves,PT50000201231234567890154,Invoice 77',
  '640.10,EUR,SEPA,Päivi Hämäläinen,FI2112345600000786,Palkkio lokakuu',
  'many,USD,BANK_TRANSFER,Maria Delgado,026009593-330187,Invoice 4471',
  '96.00,GBP,CARD,Callum Fraser,4000005556667778,Refund 20417',
  '43200,JPY,BANK_TRANSFER,Aoi Nakamura,0009-224-1122334,Translation',
]);

/** One payout that was in the sample already, one above the balance, and payees that are new. */
export const unusualRows = csvFile('october.csv', [
  'amount,currency,method,name,account,reference',
  '1250.00,EUR,SEPA,Anneliese Brückner,DE89370400440532013000,Invoice 2026-0417',
  '12400000.00,EUR,SEPA,Officina Fratelli Però,IT60X0542811101000000123456,Fattura 302/26',
  '8450.00,USD,BANK_TRANSFER,Harrison & Cole LLP,021000021-104552,Retainer November',
  '2100.50,USD,BANK_TRANSFER,Quentin Ashdown,021000021-300411,Invoice 6',
  '0.01250000,BTC,CRYPTO,Satellite Hosting,bc1qexamplehostingaddress0001,Hosting November',
]);

/** One currency that the gateway does not list, which is no problem. */
export const newCurrencyRows = csvFile('new-currency.csv', [
  'amount,currency,method,name,account',
  '980.00,EUR,SEPA,Anneliese Brückner,DE89370400440532013000',
  '310.25,EURC,BANK_TRANSFER,Satellite Hosting,ACCOUNT-4417',
]);

/** Waits until nothing on the page moves any more: no transition, nothing being read. */
export async function untilStill(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate(stillness);
}

/** Runs in the page: its fonts are there, and what moves for a while has come to rest. */
const stillness = `document.fonts.ready.then(() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)))`;

/** Changes the theme of the system, and waits until the page follows. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  await untilStill(page);
}
