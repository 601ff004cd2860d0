import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { runCli } from '../../kit/run-cli.ts';
import { newFolder } from '../kit/open-app.ts';
import { goTo } from '../kit/steps.ts';
import { scene, type Scene } from './scene.ts';

/** A request for approval from a computer that only prepares. */
export async function requestOfPreparer(): Promise<string> {
  const folder = newFolder();
  const run = async (...words: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runCli([...words, '--data-dir', path.join(folder, 'data')]);
    if (exitCode !== 0) throw new Error(`bursar ${words[0] ?? ''} ended with ${exitCode}: ${stderr}`);
    return stdout;
  };
  const rows = [
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference',
    '18400.00,EUR,SEPA,Anneliese Brückner,DE89370400440532013000,INV-2026-0511',
    '2310.40,EUR,SEPA,Nordisk Handel,DE12500105170648489890,INV-2026-0512',
    '960.00,EUR,SEPA,Ελένη Παπαδοπούλου,GR1601101250000000012300695,INV-2026-0513',
  ];
  writeFileSync(path.join(folder, 'suppliers-november.csv'), rows.join('\n'));
  const to = ['--base-url=https://gateway.example', '--callback-url=https://merchant.example/callbacks'];
  await run('profile', 'add', 'acme', '--prepare-only', '--environment=sandbox', '--merchant=ACME', ...to);
  const draft = z
    .object({ batchId: z.string() })
    .parse(JSON.parse(await run('prepare', path.join(folder, 'suppliers-november.csv'), '--json')));
  const request = path.join(folder, 'request.bursar');
  await run('approval', 'request', draft.batchId, '--name', 'Ben Okafor', '--out', request);
  return request;
}

/** Approvals, the shared folder with a file in it, and a profile that only prepares. */
export const approvalScenes: readonly Scene[] = [
  scene('settings-approvals', async (page) => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'broken.bursar'), 'no signed file');
    await goTo(page, '/settings/approvals');
    await page.getByLabel('Full path of the shared folder').fill(folder);
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('Watched. Nothing waits for you. 1 file cannot be read.').waitFor();
  }),
  scene('approvals', async (page) => {
    await goTo(page, '/approvals');
    await page.getByRole('list', { name: 'Waiting files' }).getByText('cannot be read').waitFor();
  }),
  scene('approval-request', async (page) => {
    await goTo(page, '/approvals');
    await page.getByLabel('Signed file').setInputFiles(await requestOfPreparer());
    await page
      .getByRole('grid', { name: 'Payouts of the request' })
      .getByText('Anneliese Brückner')
      .waitFor();
  }),
  scene('connect-prepare-only', async (page) => {
    await goTo(page, '/connect');
    await page.getByRole('radio', { name: /^Only prepares/ }).check();
    await page.getByRole('button', { name: 'Add profile' }).waitFor();
  }),
];
