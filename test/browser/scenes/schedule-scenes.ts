import type { Scene } from './scenes.ts';

/** A checked draft of five payouts is released later. */
export const scheduleScenes: readonly Scene[] = [
  {
    name: 'release-later',
    open: async (page) => {
      await page.getByRole('button', { name: 'Release 5 payouts …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Later' }).click();
      await dialog.getByLabel('Date and time').waitFor();
      await dialog.getByLabel('Reason').fill('Second instalment, agreed on the phone');
      await dialog.getByRole('button', { name: /^Confirm/ }).click();
      await dialog
        .getByRole('button', { name: 'Schedule 5 payouts', exact: true, disabled: false })
        .waitFor();
    },
  },
  {
    name: 'draft-scheduled',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule 5 payouts', exact: true }).click();
      await page.getByRole('button', { name: 'End schedule' }).waitFor();
    },
  },
];
