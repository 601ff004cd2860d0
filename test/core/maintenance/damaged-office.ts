import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);

const newOffice = (): VirtualOffice =>
  new VirtualOffice({
    start,
    merchants: [{ code: 'main' }, { code: 'second' }],
    approvalKeys: createMemoryApprovalKeys(),
  });

/** The database of two profiles with something of each in every list. */
async function fullDatabase(): Promise<Uint8Array> {
  const office = newOffice();
  for (const profileName of ['main', 'second']) {
    office.addProfile(profileName);
    const keyId = `key-${profileName}`;
    const rows = [{ amount: '10.00', account: `A-${profileName}` }];
    const { batchId } = await office.draft(rows, `${profileName}.csv`, profileName);
    await office.release(batchId);
    office.store.addNotice('endChanged', batchId, start);
    office.store.setCallbackSecret(keyId, `secret-of-${profileName}`);
    const deliveries = [
      { at: start, keyId, outcome: 'asked', idEntity: null, status: 200, fault: null } as const,
    ];
    office.store.noteCallbacks({ deliveries, reached: [keyId], at: start }, { taken: 9, turnedAway: 9 });
    await office.get('sheets.open', { profileName, source: { kind: 'empty' } });
    await office.get('balances.read', { profileName });
    const days = { from: '2026-03-01', until: '2026-03-02' };
    const { exportNumber } = await office.get('books.export', { profileName, ...days, format: 'csv' });
    await office.get('books.keep', { exportNumber });
    await office.get('payins.create', {
      profileName,
      money: { amount: '7.00', currencyCode: 'EUR' },
      paymentMethodCode: 'OFFLINE_BANK_TRANSFER',
    });
    const asked = await office.draft(rows, 'asked.csv', profileName);
    await office.get('approvals.request', { batchId: asked.batchId, name: 'Ada' });
    const bytes = new TextEncoder().encode('accountName,accountNumber\nAda,A-1\n');
    await office.get('payees.import', { profileName, fileName: 'payees.csv', bytes });
    // Everything so far is in the list of payees and among what duplicates compare.
    await office.get('batches.check', { batchId: asked.batchId, withOptions: false });
  }
  const image = office.store.image();
  await office.close();
  return image;
}
let full: Promise<Uint8Array> | null = null;

/** An office on that database, or on this image, which another program changed since. */
export async function officeWith(damage: string, image?: Uint8Array): Promise<VirtualOffice> {
  const database = new Sqlite(Buffer.from(image ?? (await (full ??= fullDatabase()))));
  const guards = database.prepare<[], { name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
  );
  const dropped = guards.all();
  for (const { name } of dropped) database.exec(`DROP TRIGGER ${name}`);
  database.pragma('ignore_check_constraints = ON');
  database.exec(damage);
  for (const { sql } of dropped) database.exec(sql);
  const office = newOffice();
  onTestFinished(() => office.close());
  await office.restart({}, database.serialize());
  return office;
}
