import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { fail, succeed } from '../../../contract/result.ts';
import type { Keys } from '../../../main/core/ports/index.ts';
import { createMemoryKeys } from '../../../main/keys/index.ts';
import { callbackUrl, openOffice, register } from '../../kit/office.ts';

const generate = { kind: 'generate', modulusBits: 2048 } as const;
/** The rule of a payment file whose payments all have one method. */
const everyPayment = { when: {}, paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: '' };
const newUrl = 'https://merchant.example/other';

const secondOf = (baseUrl: string) => ({
  name: 'second',
  environment: 'sandbox' as const,
  baseUrl,
  merchantCode: 'OTHER',
  callbackUrl,
  key: { kind: 'none' } as const,
});

it('renames a profile along with its settings, and its history follows', async () => {
  const { get, tell, draft, events } = await openOffice();
  const { batchId } = await draft(['1.00']);
  await get('balances.read', {});
  await get('settings.change', {
    currentProfile: 'main',
    lowBalanceLimits: [{ profileName: 'main', currencyCode: 'EUR', amount: '5' }],
    savedViews: [{ name: 'mine', filter: { profileName: 'main' }, order: 'newest' }],
    ignoredTestFlags: ['main'],
    methodRules: [
      { profileName: 'treasury', rules: [] },
      { profileName: 'main', rules: [everyPayment] },
    ],
    sheetColumns: [{ profileName: 'main', columns: [] }],
  });
  const edited = await get('profiles.edit', { name: 'main', newName: 'treasury', callbackUrl });
  expect(edited).toMatchObject({ name: 'treasury', callbackUrl, hasStoredKey: true });
  expect(await get('settings.read', {})).toMatchObject({
    currentProfile: 'treasury',
    lowBalanceLimits: [{ profileName: 'treasury' }],
    savedViews: [{ filter: { profileName: 'treasury' } }],
    ignoredTestFlags: ['treasury'],
    methodRules: [{ profileName: 'treasury', rules: [everyPayment] }],
    sheetColumns: [{ profileName: 'treasury' }],
  });
  expect((await get('batches.summary', { batchId })).profileName).toBe('treasury');
  expect((await get('balances.stored', { profileName: 'treasury' })).asOf).not.toBeNull();
  expect(await tell('profiles.show', { profileName: 'main' })).toMatchObject({ error: { code: 'notFound' } });
  expect(events).toContainEqual({ kind: 'profile', id: 'treasury' });
});

it('forgets what was set for a profile when it is removed, so that a later one with its name begins without', async () => {
  const { get, sandbox } = await openOffice();
  await get('profiles.add', secondOf(sandbox.url));
  const floor = { currencyCode: 'EUR', amount: '5' };
  const ofEach = (profileName: string) => ({
    floors: { profileName, ...floor },
    lowBalanceLimits: { profileName, ...floor },
    templates: { name: 'rent', profileName, batchId: 'B1' },
    methodRules: { profileName, rules: [everyPayment] },
    sheetColumns: { profileName, columns: [] },
  });
  const [own, other] = [ofEach('main'), ofEach('second')];
  const names = ['floors', 'lowBalanceLimits', 'templates', 'methodRules', 'sheetColumns'] as const;
  const settings = Object.fromEntries(names.map((name) => [name, [own[name], other[name]]]));
  await get('settings.change', { ...settings, ignoredTestFlags: ['second', 'main'] });
  await get('profiles.remove', { name: 'main' });
  expect(await get('settings.read', {})).toMatchObject({
    ...Object.fromEntries(names.map((name) => [name, [other[name]]])),
    ignoredTestFlags: ['second'],
  });
});

it('begins without what an older Bursar left behind for a removed profile of its name, when it is added or renamed', async () => {
  const { get, store, now, sandbox } = await openOffice();
  const left = ['second', 'third'].map((profileName) => ({ profileName, currencyCode: 'EUR', amount: '5' }));
  const leave = (): void =>
    store.changeSettings(
      [
        { name: 'floors', json: JSON.stringify(left), detail: null },
        { name: 'lowBalanceLimits', json: JSON.stringify(left), detail: null },
        { name: 'ignoredTestFlags', json: '["second","third"]', detail: null },
      ],
      now(),
    );
  const kept = (...names: string[]) => ({
    floors: names.map((profileName) => ({ profileName })),
    lowBalanceLimits: names.map((profileName) => ({ profileName })),
    ignoredTestFlags: names,
  });
  leave();
  await get('profiles.add', secondOf(sandbox.url));
  expect(await get('settings.read', {})).toMatchObject(kept('third'));
  await get('profiles.edit', { name: 'second', newName: 'third' });
  expect(await get('settings.read', {})).toMatchObject(kept());
});

it('is renamed or removed together with its settings, or not at all', async () => {
  const { get, tell, store, directory } = await openOffice({ isOnDisk: true });
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '5' }];
  await get('settings.change', { floors });
  const database = new Sqlite(path.join(directory, 'bursar.sqlite'));
  database.exec(`CREATE TRIGGER full BEFORE UPDATE ON settings BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  database.close();
  expect((await tell('profiles.edit', { name: 'main', newName: 'treasury' })).ok).toBe(false);
  expect((await tell('profiles.remove', { name: 'main' })).ok).toBe(false);
  expect(store.listProfiles().map(({ name }) => name)).toEqual(['main']);
  expect(await get('settings.read', {})).toMatchObject({ floors });
});

it('keeps what another window changed while a person was editing a profile', async () => {
  const { get } = await openOffice();
  const paymentPageUrl = 'https://pay.example';
  await get('profiles.edit', { name: 'main', callbackUrl: newUrl });
  await get('profiles.edit', { name: 'main', paymentPageUrl });
  const edited = await get('profiles.edit', { name: 'main', newName: 'treasury' });
  expect(edited).toMatchObject({ name: 'treasury', callbackUrl: newUrl, paymentPageUrl });
});

it('refuses the name of another profile, and renaming a profile that does not exist', async () => {
  const { get, tell, sandbox } = await openOffice();
  await get('profiles.add', secondOf(sandbox.url));
  const taken = await tell('profiles.edit', { name: 'main', newName: 'second', callbackUrl });
  expect(taken).toMatchObject({ error: { code: 'profileExists' } });
  const absent = await tell('profiles.edit', { name: 'none', newName: 'more', callbackUrl });
  expect(absent).toMatchObject({ error: { code: 'notFound' } });
});

it('keeps the callback address of a draft when its profile’s address changes', async () => {
  const { get, draft, store, release } = await openOffice();
  const { batchId } = await draft(['1.00']);
  await get('profiles.edit', { name: 'main', newName: 'main', callbackUrl: newUrl });
  expect(store.findBatch(batchId)?.callbackUrl).toBe(callbackUrl);
  expect((await release(batchId)).ok).toBe(true);
  const next = await draft(['2.00']);
  expect(store.findBatch(next.batchId)?.callbackUrl).toBe(newUrl);
});

it('signs with the new key from the moment it is stored, and uses no token of the old one', async () => {
  const { get, tell, sandbox, asked } = await openOffice();
  const before = await get('profiles.show', {});
  await get('balances.read', {});
  const { publicKey } = await get('profiles.replaceKey', { name: 'main', key: generate });
  expect(publicKey?.fingerprint).not.toBe(before.publicKey?.fingerprint);
  const shown = await get('profiles.show', {});
  expect(shown).toMatchObject({
    publicKey: { fingerprint: publicKey?.fingerprint },
    profile: { hasStoredKey: true },
  });
  const refused = await tell('balances.read', {});
  expect(refused).toMatchObject({ ok: false, error: { code: 'gatewayUnauthenticated' } });
  register(sandbox, publicKey?.pem ?? '');
  const requests = asked.length;
  await get('balances.read', {});
  expect(asked.slice(requests).some((request) => request.includes('auth-tokens'))).toBe(true);
});

/** Keys of which a test can say what fails, with the key IDs that were given up. */
function keysThatFail(): { keys: Keys; fails: Set<'generate' | 'answer' | 'remove'>; removed: string[] } {
  const keys = createMemoryKeys();
  const fails = new Set<'generate' | 'answer' | 'remove'>();
  const removed: string[] = [];
  const locked = fail('keychainLocked', 'The keychain is locked.');
  return {
    fails,
    removed,
    keys: {
      ...keys,
      generate: async (keyId, bits) => {
        if (fails.has('generate')) return locked;
        const made = await keys.generate(keyId, bits);
        if (fails.has('answer')) throw new Error('the program ended');
        return made;
      },
      remove: async (keyId) => {
        if (fails.has('remove')) return locked;
        removed.push(keyId);
        await keys.remove(keyId);
        return succeed(null);
      },
    },
  };
}

it('keeps the old key when the new one cannot be stored', async () => {
  const { keys, fails, removed } = keysThatFail();
  const { get, tell, store } = await openOffice({ keys });
  const signingKeyId = store.findProfile('main')?.signingKeyId;
  fails.add('generate');
  const refused = await tell('profiles.replaceKey', { name: 'main', key: generate });
  expect(refused).toMatchObject({ error: { code: 'keychainLocked' } });
  expect(removed).not.toContain(signingKeyId);
  expect((await get('profiles.show', {})).publicKey).not.toBeNull();
  expect((await get('balances.read', {})).balances.length).toBeGreaterThan(0);
  expect(store.spareKeys()).toEqual([]);
});

it('removes an old key the next time if it could not be removed at once', async () => {
  const { keys, fails, removed } = keysThatFail();
  const { get, store } = await openOffice({ keys });
  const oldKey = store.findProfile('main')?.signingKeyId ?? '';
  fails.add('remove');
  await get('profiles.replaceKey', { name: 'main', key: generate });
  expect(store.spareKeys()).toEqual([oldKey]);
  fails.clear();
  await get('profiles.replaceKey', { name: 'main', key: generate });
  expect(removed).toContain(oldKey);
  expect(store.spareKeys()).toEqual([]);
  expect(removed).not.toContain(store.findProfile('main')?.signingKeyId);
});

it('leaves no key behind for a profile whose addition ended between the keychain and the records', async () => {
  const { keys, fails, removed } = keysThatFail();
  const { get, tell, store, sandbox } = await openOffice({ keys });
  fails.add('answer');
  expect(await tell('profiles.add', { ...secondOf(sandbox.url), key: generate })).toMatchObject({
    ok: false,
  });
  const keyId = store.findProfile('second')?.signingKeyId ?? '';
  expect(await keys.has(keyId)).toEqual(succeed(true));
  await get('profiles.remove', { name: 'second' });
  expect(removed).toContain(keyId);
  expect(await keys.has(keyId)).toEqual(succeed(false));
  expect(store.spareKeys()).toEqual([]);
});

it('forgets the key if none is to be stored, and says so', async () => {
  const { get, tell } = await openOffice();
  expect(await get('profiles.replaceKey', { name: 'main', key: { kind: 'none' } })).toEqual({
    publicKey: null,
  });
  expect((await get('profiles.show', {})).profile.hasStoredKey).toBe(false);
  expect(await tell('balances.read', {})).toMatchObject({ ok: false, error: { code: 'keyMissing' } });
});

it('keeps order IDs and duplicates of a profile whose key was replaced', async () => {
  const { get, draft, release } = await openOffice();
  const first = await draft(['1.00'], 'May');
  expect((await release(first.batchId)).ok).toBe(true);
  const { publicKey } = await get('profiles.replaceKey', { name: 'main', key: generate });
  expect(publicKey).not.toBeNull();
  const again = await draft(['1.00'], 'May');
  const found = await get('batches.duplicates', { batchId: again.batchId });
  expect(found).toMatchObject({ sameFileAs: { batchId: first.batchId }, rows: [{ rowNumber: 1 }] });
});

it('the audit log mentions a stored key only if one was stored', async () => {
  const { get, sandbox } = await openOffice();
  const other = { environment: 'sandbox', baseUrl: sandbox.url, callbackUrl } as const;
  await get('profiles.add', { ...other, name: 'without', merchantCode: 'ONE', key: { kind: 'none' } });
  await get('profiles.add', { ...other, name: 'with', merchantCode: 'TWO', key: generate });
  const { events } = await get('audit.list', { entities: ['profile'], limit: 20 });
  const told = (name: string) =>
    events.filter(({ subject }) => subject === name).map(({ reason }) => reason.code);
  expect(told('without')).toEqual(['profileAdded']);
  expect(told('with')).toEqual(['keyStored', 'profileAdded']);
  expect((await get('audit.verify', {})).problems).toEqual([]);
});

it('replaces a merchant secret with another one, and never a key with a secret', async () => {
  const { get, tell, sandbox, store } = await openOffice();
  sandbox.gateway.registerMerchant({ merchantCode: 'SECRET', publicKeyPems: [], secrets: ['new-secret'] });
  await get('profiles.add', {
    name: 'by-secret',
    environment: 'sandbox',
    baseUrl: sandbox.url,
    merchantCode: 'SECRET',
    callbackUrl,
    key: { kind: 'secret', secret: 'old-secret' },
  });
  const oldKey = store.findProfile('by-secret')?.signingKeyId;
  const tokenOf = async (): Promise<unknown> =>
    (await get('profiles.test', { profileName: 'by-secret' })).find(({ code }) => code === 'token')?.isFine;
  expect(await tokenOf()).toBe(false);
  const key = { kind: 'secret', secret: 'new-secret' } as const;
  expect(await get('profiles.replaceKey', { name: 'by-secret', key })).toEqual({ publicKey: null });
  expect(await tokenOf()).toBe(true);
  expect(store.findProfile('by-secret')).toMatchObject({ authentication: 'secret', hasStoredKey: false });
  expect(store.findProfile('by-secret')?.signingKeyId).not.toBe(oldKey);
  expect(store.spareKeys()).toEqual([]);
  expect((await get('audit.verify', {})).problems).toEqual([]);

  expect(await tell('profiles.replaceKey', { name: 'main', key })).toMatchObject({
    error: { code: 'inputInvalid' },
  });
  expect((await get('profiles.show', { profileName: 'main' })).profile.authentication).toBe('signature');
});

it('a test of the connection that was stopped says so, and not that the gateway failed it', async () => {
  const { tell } = await openOffice();
  expect(await tell('profiles.test', { profileName: 'main' }, AbortSignal.abort())).toMatchObject({
    error: { code: 'stopped' },
  });
});
