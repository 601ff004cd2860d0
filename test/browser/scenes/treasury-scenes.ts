import { goTo } from '../kit/steps.ts';
import { scene, type Scene } from './scene.ts';

/** The views of the treasury. */
export const treasuryScenes: readonly Scene[] = [
  scene('treasury-position', async (page) => {
    await goTo(page, '/treasury/position');
    await page.getByRole('grid', { name: 'Position' }).getByRole('row').nth(1).waitFor();
  }),
  scene('treasury-statement', async (page) => {
    await page.getByRole('tab', { name: 'Statement' }).click();
    await page.getByRole('grid', { name: 'Movements' }).getByRole('row').nth(1).waitFor();
  }),
  scene('treasury-books', async (page) => {
    await page.getByRole('tab', { name: 'Books' }).click();
    await page.getByRole('grid', { name: 'Journal lines' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Add account' }).click();
    await page.getByRole('textbox', { name: 'Account' }).fill('4400');
    await page.getByRole('tab', { name: 'Books' }).focus();
  }),
  scene('treasury-flows', async (page) => {
    // An account of the books was typed and is not saved: a click would have to be repeated.
    await goTo(page, '/treasury/flows');
    await page.getByRole('img', { name: /^Money in and out/ }).waitFor();
  }),
  scene('treasury-balances', async (page) => {
    await page.getByRole('tab', { name: 'Balance history' }).click();
    await page.getByRole('grid', { name: 'Balances', exact: true }).getByRole('row').nth(1).waitFor();
  }),
];
