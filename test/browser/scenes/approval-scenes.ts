import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from '../kit/open-app.ts';
import { goTo } from '../kit/steps.ts';
import type { Scene } from './scenes.ts';

/** Approvals, the shared folder with a file in it, and a profile that only prepares. */
export const approvalScenes: readonly Scene[] = [
  {
    name: 'settings-approvals',
    open: async (page) => {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'broken.bursar'), 'no signed file');
      await goTo(page, '/settings/approvals');
      await page.getByLabel('Full path of the shared folder').fill(folder);
      await page.getByRole('button', { name: 'Set', exact: true }).click();
      await page.getByText('Watched. 1 file waits for you.').waitFor();
    },
  },
  {
    name: 'approvals',
    open: async (page) => {
      await goTo(page, '/approvals');
      await page.getByRole('list', { name: 'Waiting files' }).getByText('cannot be read').waitFor();
    },
  },
  {
    name: 'connect-prepare-only',
    open: async (page) => {
      await goTo(page, '/connect');
      await page.getByRole('radio', { name: /^Only prepares/ }).check();
      await page.getByRole('button', { name: 'Add profile' }).waitFor();
    },
  },
];
