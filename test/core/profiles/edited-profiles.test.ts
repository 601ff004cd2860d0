import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';

it.each([
  ['the address of its gateway', `baseUrl = 'http://127.0.0.1:9'`],
  ['its merchant', `merchantCode = 'OTHER'`],
  ['its environment', `environment = 'live'`],
  ['its callback address', `callbackUrl = 'https://evil.example/'`],
  ['its payment page', `paymentPageUrl = 'https://evil.example/'`],
])('a profile of which %s was edited in the database signs and sends nothing', async (_, edit) => {
  const office = await openOffice();
  const batch = await office.draft(['1.00']);
  const queued = await office.draft(['2.00']);
  expect((await office.release(queued.batchId)).ok).toBe(true);
  const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
  database.exec(`DROP TRIGGER profilesKeepTheirMerchant; UPDATE profiles SET ${edit}`);
  database.close();
  const damaged = { ok: false, error: { code: 'databaseDamaged' } };
  expect(await office.release(batch.batchId)).toMatchObject(damaged);
  expect(await office.tell('balances.read', {})).toMatchObject(damaged);
  expect(
    await office.tell('batches.run', { batchIds: [queued.batchId], until: 'sent', silenceLimitMs: 1000 }),
  ).toMatchObject(damaged);
  expect(office.sandbox.gateway.book()).toEqual([]);
});

it('a profile that was added in the database, with the key of another, signs and sends nothing', async () => {
  const office = await openOffice();
  const { batchId } = await office.draft(['1.00']);
  const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
  const others = 'environment, callbackUrl, authentication, hasStoredKey, createdAt';
  database.exec(`INSERT INTO profiles (keyId, signingKeyId, name, baseUrl, merchantCode, ${others})
    SELECT 'mine', coalesce(signingKeyId, keyId), 'mine', baseUrl || '/other', merchantCode, ${others} FROM profiles`);
  database.close();
  const damaged = { ok: false, error: { code: 'databaseDamaged' } };
  expect(await office.tell('balances.read', { profileName: 'mine' })).toMatchObject(damaged);
  expect(await office.release(batchId)).toMatchObject({ ok: true });
});
