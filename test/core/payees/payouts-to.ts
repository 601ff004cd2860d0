import type { Office } from '../../kit/office.ts';

/** A payout in EUR. */
export type Cells = readonly [amount: string, name: string, account: string];

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,emailAddress,paymentOperatorCode,reference';

/** Imports a CSV file with these lines below its header; the ID of its draft. */
export async function draftOfLines(office: Office, lines: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode([header, ...lines].join('\n'));
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName: 'rows.csv', bytes });
  return batch.batchId;
}

/** A draft of these payouts, each with its own reference. */
export function draftOf(office: Office, rows: readonly Cells[]): Promise<string> {
  const lines = rows.map(
    ([amount, name, account], index) =>
      `${amount},EUR,BANK_TRANSFER,${name},${account},,SANDBOX_BANK,${office.now()}-${index}`,
  );
  return draftOfLines(office, lines);
}

/** Sends these payouts to their end; the ID of their batch. */
export async function pay(office: Office, rows: readonly Cells[]): Promise<string> {
  const batchId = await draftOf(office, rows);
  const released = await office.release(batchId);
  if (!released.ok) throw new Error(released.error.message);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  return batchId;
}
