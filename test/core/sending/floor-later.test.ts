import { expect, it } from 'vitest';
import { atWork, callbackUrl, merchantCode, openOffice } from '../../kit/office.ts';

it('a batch that joins a run later is held by the balance of then: the merchant may have paid otherwise meanwhile', async () => {
  const office = await openOffice({ ...atWork, longestWaitMs: 20, settleMs: 1e9 });
  const accepted = () => office.sandbox.gateway.book().map(({ amount }) => amount);
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '9000000' }];
  await office.get('settings.change', { floors });
  await office.releaseAll((await office.draft(['1.00'])).batchId);
  await office.get('runner.start', {});
  await office.until(() => accepted().length === 1);

  // The same merchant at another spelling of the address, as another system pays from its account.
  const { publicKey: own } = await office.get('profiles.show', { profileName: 'main' });
  const { publicKey } = await office.get('profiles.add', {
    name: 'second',
    environment: 'sandbox',
    baseUrl: office.sandbox.url.replace('127.0.0.1', 'localhost'),
    merchantCode,
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  const publicKeyPems = [own, publicKey].map((key) => key?.pem ?? '');
  office.sandbox.gateway.registerMerchant({ merchantCode, publicKeyPems, secrets: [] });
  const bytes = new TextEncoder().encode(
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode\n1500000.00,EUR,BANK_TRANSFER,Big,ACC-BIG,SANDBOX_BANK',
  );
  const { batch } = await office.get('batches.import', { profileName: 'second', fileName: 'b.csv', bytes });
  await office.releaseAll(batch.batchId);
  await office.until(() => accepted().length === 2);

  office.wait(120_000);
  const later = await office.draft(['2.00']);
  await office.releaseAll(later.batchId);
  await office.until(
    async () => accepted().length > 2 || (await office.get('runner.state', {})).problems.length > 0,
  );
  expect(accepted()).toEqual(['1.00', '1500000.00']);
  expect(office.countOf(later.batchId, 'queued')).toBe(1);
});
