import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fail } from '../../../contract/result.ts';
import type { Keys } from '../../../main/core/ports/index.ts';
import { createMemoryKeys } from '../../../main/keys/index.ts';
import { callbackUrl, openOffice } from '../../kit/office.ts';

const generate = { kind: 'generate', modulusBits: 2048 } as const;

const secondOf = (baseUrl: string) => ({
  name: 'second',
  environment: 'sandbox' as const,
  baseUrl,
  merchantCode: 'OTHER',
  callbackUrl,
  key: { kind: 'none' } as const,
});

/** Keys whose next call of this kind waits until the test lets it go on, before it does anything or before it answers. */
function keysThatWait(which: 'generate' | 'remove', when: 'before' | 'after') {
  const kept = createMemoryKeys();
  const made: string[] = [];
  let gate: { readonly asked: () => void; readonly answer: Promise<void> } | null = null;
  const through = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const mine = gate;
    gate = null;
    if (mine !== null && when === 'before') {
      mine.asked();
      await mine.answer;
    }
    const value = await call();
    if (mine !== null && when === 'after') {
      mine.asked();
      await mine.answer;
    }
    return value;
  };
  const keys: Keys = {
    ...kept,
    generate: (keyId, modulusBits) => {
      made.push(keyId);
      const call = () => kept.generate(keyId, modulusBits);
      return which === 'generate' ? through(call) : call();
    },
    remove: (keyId) => {
      const call = () => kept.remove(keyId);
      return which === 'remove' ? through(call) : call();
    },
  };
  return {
    keys,
    /** Which of the keys that were ever made exist. */
    existing: async () => {
      const has = await Promise.all(made.map((keyId) => keys.has(keyId)));
      return made.filter((_keyId, index) => has[index]?.ok === true && has[index].value);
    },
    hold() {
      const answer = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      gate = { asked: asked.resolve, answer: answer.promise };
      return { asked: asked.promise, goOn: answer.resolve };
    },
  };
}

it('removes the profile that a person named, although it was renamed and another took its name while the keychain asked', async () => {
  const { keys, hold } = keysThatWait('generate', 'before');
  const { get, sandbox, store } = await openOffice({ keys });
  await get('profiles.add', secondOf(sandbox.url));
  const { asked, goOn } = hold();
  const replacing = get('profiles.replaceKey', { name: 'second', key: generate });
  await asked;
  const removing = get('profiles.remove', { name: 'main' });
  await get('profiles.edit', { name: 'main', newName: 'old' });
  await get('profiles.edit', { name: 'second', newName: 'main' });
  goOn();
  await Promise.all([replacing, removing]);
  expect(store.listProfiles()).toMatchObject([{ name: 'main', merchantCode: 'OTHER', hasStoredKey: true }]);
});

it('leaves the other profiles as they are when the keychain takes no key for a new one, whatever they are called by then', async () => {
  const answer = Promise.withResolvers<void>();
  const kept = createMemoryKeys();
  let isLocked = false;
  const keys: Keys = {
    ...kept,
    generate: async (keyId, modulusBits) => {
      if (!isLocked) return kept.generate(keyId, modulusBits);
      await answer.promise;
      return fail('keychainLocked', 'The keychain is locked.');
    },
  };
  const { tell, get, until, sandbox, store } = await openOffice({ keys });
  isLocked = true;
  const adding = tell('profiles.add', { ...secondOf(sandbox.url), key: generate });
  await until(() => store.listProfiles().length === 2);
  await get('profiles.edit', { name: 'second', newName: 'third' });
  await get('profiles.edit', { name: 'main', newName: 'second' });
  answer.resolve();
  expect(await adding).toMatchObject({ error: { code: 'keychainLocked' } });
  expect(store.listProfiles()).toMatchObject([{ name: 'second', merchantCode: 'OFFICE' }]);
});

it('keeps no key of a new profile that another window removed while the keychain asked', async () => {
  const { keys, existing, hold } = keysThatWait('generate', 'before');
  const { get, sandbox, store } = await openOffice({ keys });
  const { asked, goOn } = hold();
  const adding = get('profiles.add', { ...secondOf(sandbox.url), key: generate });
  await asked;
  const removing = get('profiles.remove', { name: 'second' });
  goOn();
  await Promise.all([adding, removing]);
  expect(await existing()).toEqual([store.findProfile('main')?.signingKeyId]);
  expect(store.spareKeys()).toEqual([]);
});

it.each(['before', 'after'] as const)(
  'leaves no key behind for a profile that another window removes while its new key is being made, %s it is there',
  async (when) => {
    const { keys, existing, hold } = keysThatWait('generate', when);
    const { tell, store } = await openOffice({ keys });
    const { asked, goOn } = hold();
    const replacing = tell('profiles.replaceKey', { name: 'main', key: generate });
    await asked;
    const removing = tell('profiles.remove', { name: 'main' });
    // A removal that does not wait for the key is done by now.
    await setImmediate();
    goOn();
    await Promise.all([replacing, removing]);
    expect(store.listProfiles()).toEqual([]);
    expect(await existing()).toEqual([]);
    expect(store.spareKeys()).toEqual([]);
  },
);

it('keeps the new key of a profile while another profile is removed', async () => {
  const { keys, existing, hold } = keysThatWait('generate', 'after');
  const { get, sandbox, store } = await openOffice({ keys });
  await get('profiles.add', secondOf(sandbox.url));
  const { asked, goOn } = hold();
  const replacing = get('profiles.replaceKey', { name: 'main', key: generate });
  await asked;
  const removing = get('profiles.remove', { name: 'second' });
  goOn();
  await Promise.all([replacing, removing]);
  expect(await existing()).toEqual([store.findProfile('main')?.signingKeyId]);
});

it('keeps the key of a profile that gets a payout, or lets it get none, while the keychain asks about its removal', async () => {
  const { keys, existing, hold } = keysThatWait('remove', 'before');
  const { tell, draft, release, store } = await openOffice({ keys });
  const { asked, goOn } = hold();
  const removing = tell('profiles.remove', { name: 'main' });
  await asked;
  const drafted = await draft(['1.00']).then(
    async ({ batchId }) => (await release(batchId)).ok,
    () => false,
  );
  goOn();
  const isRemoved = (await removing).ok;
  expect({ isRemoved, drafted, keys: (await existing()).length }).toEqual(
    store.findProfile('main') === null
      ? { isRemoved: true, drafted: false, keys: 0 }
      : { isRemoved: false, drafted: true, keys: 1 },
  );
});

it('removes a profile although the keychain is locked, says that its key is still there, and removes it with the next change of a key', async () => {
  const kept = createMemoryKeys();
  let isLocked = false;
  const keys: Keys = {
    ...kept,
    remove: async (keyId) => (isLocked ? fail('keychainLocked', 'Locked.') : kept.remove(keyId)),
  };
  const { get, sandbox, store } = await openOffice({ keys });
  const keyId = store.findProfile('main')?.signingKeyId ?? '';
  const spare = async () => (await get('doctor.run', {})).find(({ code }) => code === 'spareKeys');
  isLocked = true;
  const removed = await get('profiles.remove', { name: 'main' });
  expect(removed).toMatchObject({ keyLeft: { code: 'keychainLocked' } });
  expect(store.listProfiles()).toEqual([]);
  expect(await spare()).toMatchObject({ isFine: false, count: 1 });
  isLocked = false;
  await get('profiles.add', { ...secondOf(sandbox.url), key: generate });
  expect(await keys.has(keyId)).toEqual({ ok: true, value: false });
  expect(await spare()).toMatchObject({ isFine: true, count: 0 });
});
