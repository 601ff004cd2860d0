import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { callbackUrl, openOffice } from '../../kit/office.ts';

it.each([
  ['the address of its gateway', `baseUrl = 'http://127.0.0.1:9'`],
  ['its merchant', `merchantCode = 'OTHER'`],
  ['its environment', `environment = 'live'`],
  ['its callback address', `callbackUrl = 'https://evil.example/'`],
  ['its payment page', `paymentPageUrl = 'https://evil.example/'`],
])('a profile of which %s was edited in the database signs and sends nothing', async (_, edit) => {
  const office = await openOffice({ isOnDisk: true });
  const batch = await office.draft(['1.00']);
  const queued = await office.draft(['2.00']);
  expect((await office.release(queued.batchId)).ok).toBe(true);
  const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
  database.exec(`DROP TRIGGER profilesKeepTheirMerchant; UPDATE profiles SET ${edit}`);
  database.close();
  const damaged = { ok: false, error: { code: 'databaseDamaged' } };
  expect(await office.tell('balances.read', { profileName: 'main' })).toMatchObject({
    error: {
      message: expect.stringMatching(/profile main with an? .* that is not the one in the audit log/),
    },
  });
  expect(await office.release(batch.batchId)).toMatchObject(damaged);
  expect(await office.tell('balances.read', {})).toMatchObject(damaged);
  expect(
    await office.tell('batches.run', { batchIds: [queued.batchId], until: 'sent', silenceLimitMs: 1000 }),
  ).toMatchObject(damaged);
  expect(office.sandbox.gateway.book()).toEqual([]);
});

it('a profile that was added in the database, with the key of another, signs and sends nothing', async () => {
  const office = await openOffice({ isOnDisk: true });
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

it.each([
  ['with its rows', 'UPDATE batches SET profileNumber = 2; UPDATE payments SET profileNumber = 2'],
  ['without its rows', 'UPDATE batches SET profileNumber = 2'],
  ['only by its rows', 'UPDATE payments SET profileNumber = 2'],
])(
  'I4: a released batch that was given to another profile in the database, %s, is not sent by it',
  async (_, edit) => {
    const office = await openOffice({ isOnDisk: true });
    const { gateway, url } = office.sandbox;
    const second = { name: 'second', environment: 'sandbox', baseUrl: url, merchantCode: 'SECOND' } as const;
    const key = { kind: 'generate', modulusBits: 2048 } as const;
    const { publicKey } = await office.get('profiles.add', { ...second, callbackUrl, key });
    gateway.registerMerchant({ merchantCode: 'SECOND', publicKeyPems: [publicKey?.pem ?? ''], secrets: [] });
    const { batchId } = await office.draft(['1.00']);
    expect(await office.release(batchId)).toMatchObject({ ok: true });
    const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
    const triggers = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all();
    for (const name of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
    database.exec(edit);
    database.close();
    await office.tell('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 1000 });
    expect(gateway.book().filter(({ merchantCode }) => merchantCode === 'SECOND')).toEqual([]);
  },
);
