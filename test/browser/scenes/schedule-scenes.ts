import { goTo } from '../kit/steps.ts';
import { scene, type Scene } from './scene.ts';

/** A checked draft of five payouts is released later. */
export const scheduleScenes: readonly Scene[] = [
  scene('release-later', async (page) => {
    await page.getByRole('button', { name: 'Release 5 payouts …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Later' }).click();
    await dialog.getByLabel('Date and time').waitFor();
    await dialog.getByLabel('Reason').fill('Second instalment, agreed on the phone');
    await dialog.getByRole('button', { name: /^Confirm/ }).click();
    await dialog.getByRole('button', { name: 'Schedule 5 payouts', exact: true, disabled: false }).waitFor();
  }),
  scene('draft-scheduled', async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule 5 payouts', exact: true }).click();
    await page.getByRole('button', { name: 'End schedule' }).waitFor();
  }),
];

/** A batch that was released is repeated, and kept as a template. */
export const repeatScenes: readonly Scene[] = [
  scene('repeated-rows', async (page) => {
    await page.getByRole('button', { name: 'Repeat', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Save as template/ }).click();
    await page.getByLabel('Name').fill('Monthly payroll');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Repeat', exact: true }).click();
    await page.getByRole('menuitem', { name: /^New batch with these rows/ }).click();
    await page.getByRole('gridcell', { name: /^was / }).first().waitFor();
  }),
  scene('templates', async (page) => {
    await goTo(page, '/batches/new');
    await page.getByRole('button', { name: 'Begin with Monthly payroll' }).waitFor();
  }),
];
