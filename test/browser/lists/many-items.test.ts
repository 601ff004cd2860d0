import { expect, it, onTestFinished } from 'vitest';
import { withBursar } from '../../kit/with-bursar.ts';
import { addMerchant, drafted } from '../kit/connected-app.ts';
import { startMerchantSandbox } from '../kit/merchant-sandbox.ts';
import { keepPicture } from '../kit/keep-picture.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { csvFile, goTo } from '../kit/steps.ts';

const drafts = 22;
const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const rent = 'EUR,BANK_TRANSFER,Quill Ltd';

it('shows everything that needs attention, however much that is', async () => {
  const merchant = await startMerchantSandbox();
  onTestFinished(() => merchant.server.close());
  const dataDirectory = newFolder();
  await addMerchant(dataDirectory, merchant);
  await withBursar({ dataDirectory, keyFile: null }, async (get) => {
    // A row of each is one of the first, so its release waits for a person.
    for (let draft = 0; draft <= drafts; draft += 1) {
      const { batch } = await get('batches.import', {
        fileName: `rent-${draft}.csv`,
        bytes: new TextEncoder().encode(
          [header, `10.00,${rent},ACC-7,Rent`, `20.00,${rent} ${draft},ACC-${draft}0,Rent ${draft}`].join(
            '\n',
          ),
        ),
      });
      const released = get('batches.release', { batchId: batch.batchId, rowsHash: batch.rowsHash });
      if (draft === 0) await released;
      else await expect(released).rejects.toThrow('duplicateHeld');
    }
  });
  const app = await openApp(dataDirectory);
  onTestFinished(() => app.close());
  keepPictureOnFailure(() => app.page, 'many-items');
  const items = app.page.getByRole('region', { name: 'Needs attention' });
  await items.getByRole('button', { name: 'Show 2 more' }).click();
  await expect.poll(() => items.getByRole('listitem').count()).toBe(drafts);
  expect(await items.getByRole('button', { name: /^Show/ }).count()).toBe(0);
});

it('shows what is unusual about a release beside its button, however many currencies it pays', async () => {
  const merchant = await startMerchantSandbox(300, { EUR: '1' });
  onTestFinished(() => merchant.server.close());
  const dataDirectory = newFolder();
  await addMerchant(dataDirectory, merchant);
  const currencies = Array.from({ length: 40 }, (_, number) => `TOKEN_${number}`);
  const rows = currencies.map((code) => `10.00,${code},BANK_TRANSFER,${code} Ltd,ACC-${code},Rent`);
  const batchId = await withBursar({ dataDirectory, keyFile: null }, (get) =>
    drafted(get, csvFile('currencies.csv', [header, ...rows])),
  );
  const { page, close } = await openApp(dataDirectory, { viewport: { width: 900, height: 640 } });
  onTestFinished(close);
  keepPictureOnFailure(() => page, 'many-currencies');
  await goTo(page, `/batches/${batchId}`);
  await page.getByRole('button', { name: 'Release 40 payouts …' }).click();
  const sheet = page.getByRole('dialog', { name: 'Release 40 payouts?' });
  const warning = sheet.getByText('40 rows to new payees');
  await warning.waitFor();
  await keepPicture(page, 'many-currencies');
  const button = await sheet.getByRole('button', { name: 'Release 40 payouts' }).boundingBox();
  const box = await warning.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(button?.y ?? 0);
});
