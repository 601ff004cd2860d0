import { beforeAll, expect, it } from 'vitest';
import { addMerchant, drafted, released } from './kit/connected-app.ts';
import { elsewhere } from './kit/elsewhere.ts';
import { sharedBrowser } from './kit/launch.ts';
import { startMerchantSandbox } from './kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import { csvFile, goTo, stateCount } from './kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

it('never twice, never lost: killed in the middle of a release and opened again, it continues by itself', async () => {
  const rows = 24;
  const sandbox = await startMerchantSandbox();
  const folder = newFolder();
  await addMerchant(folder, sandbox);
  const lines = Array.from(
    { length: rows },
    (_, row) => `${row + 1}.25,USD,BANK_TRANSFER,Payee ${row},ACCOUNT-${row}-77`,
  );
  const file = csvFile('many.csv', ['amount,currency,method,name,account', ...lines]);
  const before = await openApp(folder);
  let { page } = before;
  keepPictureOnFailure(() => page, 'killed');

  const get = elsewhere(page);
  const batchId = await drafted(get, file);
  await released(get, batchId);
  const book = () => sandbox.server.gateway.book();
  await expect.poll(() => book().length, { timeout: 60_000, interval: 50 }).toBeGreaterThan(rows / 6);
  await before.kill();
  const sent = book().length;
  expect(sent).toBeLessThan(rows);

  const after = await openApp(folder);
  page = after.page;
  await goTo(page, `/batches/${batchId}`);
  await stateCount(page, 'paid', rows).waitFor({ timeout: 60_000 });
  const accounts = book().map(({ body }) => /ACCOUNT-\d+-77/.exec(body)?.[0]);
  expect(new Set(accounts).size).toBe(rows);
  expect(book().map(({ acceptedCount }) => acceptedCount)).toEqual(Array.from({ length: rows }, () => 1));
  expect(after.faults).toEqual([]);
  await after.close();
  await sandbox.server.close();
});
