import { callbackUrl, merchantCode, type Office } from '../../kit/office.ts';

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode';

/** Adds a profile `second` of the same merchant, at another spelling of the address, as another system pays from its account. */
export async function addOtherSystem(office: Office): Promise<void> {
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
}

/** Releases payouts of these amounts in euros; returns their batch. */
export async function releaseAmounts(
  office: Office,
  profileName: string,
  amounts: readonly string[],
): Promise<string> {
  const rows = amounts.map(
    (amount, row) => `${amount},EUR,BANK_TRANSFER,Payee ${row},ACC-${profileName}-${row},SANDBOX_BANK`,
  );
  const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
  const fileName = `${profileName}.csv`;
  const { batch } = await office.get('batches.import', { profileName, fileName, bytes });
  await office.releaseAll(batch.batchId);
  return batch.batchId;
}
