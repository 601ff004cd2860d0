import { goTo } from '../kit/steps.ts';
import type { Scene } from './scenes.ts';

/** The views of the treasury. */
export const treasuryScenes: readonly Scene[] = [
  {
    name: 'treasury-position',
    open: async (page) => {
      await goTo(page, '/treasury/position');
      await page.getByRole('grid', { name: 'Position' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'treasury-statement',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Statement' }).click();
      await page.getByRole('grid', { name: 'Movements' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'treasury-books',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Books' }).click();
      await page.getByRole('grid', { name: 'Journal lines' }).getByRole('row').nth(1).waitFor();
      await page.getByRole('button', { name: 'Add account' }).click();
      await page.getByRole('textbox', { name: 'Account' }).fill('4400');
      await page.getByRole('tab', { name: 'Books' }).focus();
    },
  },
  {
    name: 'treasury-flows',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Flows' }).click();
      await page.getByRole('img', { name: /^Money in and out/ }).waitFor();
    },
  },
  {
    name: 'treasury-balances',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Balance history' }).click();
      await page.getByRole('grid', { name: 'Balances', exact: true }).getByRole('row').nth(1).waitFor();
    },
  },
];
