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

it('removes the profile that a person named, although it was renamed and another took its name while the keychain asked', async () => {
  const asked: (() => void)[] = [];
  const kept = createMemoryKeys();
  const keys: Keys = {
    ...kept,
    remove: async (keyId) => {
      if (asked.length === 0) await new Promise<void>((resolve) => void asked.push(resolve));
      return kept.remove(keyId);
    },
  };
  const { get, until, sandbox, store } = await openOffice({ keys });
  await get('profiles.add', secondOf(sandbox.url));
  const removing = get('profiles.remove', { name: 'main' });
  await until(() => asked.length > 0);
  await get('profiles.edit', { name: 'main', newName: 'old' });
  await get('profiles.edit', { name: 'second', newName: 'main' });
  for (const answer of asked) answer();
  await removing;
  expect(store.listProfiles()).toMatchObject([{ name: 'main', merchantCode: 'OTHER' }]);
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
  const answer = Promise.withResolvers<void>();
  const made: string[] = [];
  const kept = createMemoryKeys();
  const keys: Keys = {
    ...kept,
    generate: async (keyId, modulusBits) => {
      made.push(keyId);
      if (made.length > 1) await answer.promise;
      return kept.generate(keyId, modulusBits);
    },
  };
  const { tell, get, until, sandbox } = await openOffice({ keys });
  const adding = tell('profiles.add', { ...secondOf(sandbox.url), key: generate });
  await until(() => made.length === 2);
  await get('profiles.remove', { name: 'second' });
  answer.resolve();
  expect(await adding).toMatchObject({ error: { code: 'notFound' } });
  expect(await keys.has(made[1] ?? '')).toEqual({ ok: true, value: false });
});
