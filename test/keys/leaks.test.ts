import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeychainKeys, createKeyFileKeys, createMemoryKeys } from '../../main/keys/index.ts';
import { findKeyBytes, keyNeedles, textNeedles } from './canary.ts';
import { keyFolder, newRsaKey } from './fixtures.ts';
import { inNewProcess, isSignatureBy, message, newKeyId, requireKeyring } from './keyring.ts';

beforeAll(requireKeyring);

const folder = keyFolder();
afterAll(() => folder.remove());

const key = newRsaKey(2048);
const path = folder.write(key.export({ type: 'pkcs8', format: 'pem' }));
const keyFile = { path, passphrase: null };
const secret = 'the merchant secret of this test';
const needles = [...keyNeedles(key), ...textNeedles('secret', secret)];

const custodians = {
  'the keychain': () => createKeychainKeys(),
  memory: () => createMemoryKeys(),
  'a named key file': () => createKeyFileKeys({ keyFile, otherwise: createMemoryKeys() }),
};

describe.each(Object.entries(custodians))('keys in %s', (_name, create) => {
  it('I8: show no private key material when they are printed, serialised or inspected', async () => {
    const keys = create();
    const keyId = newKeyId();
    const answers = [
      await keys.importFile(keyId, keyFile),
      await keys.publicKey(keyId),
      await keys.sign(keyId, message),
      await keys.has(keyId),
      await keys.storeSecret(keyId, secret),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ ok: true });
    const printed = inspect(keys, { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null });
    const reachable = Object.entries(Object.getOwnPropertyDescriptors(keys)).map(
      ([name, { value }]) => `${name}: ${String(value)}`,
    );
    const told = [
      JSON.stringify(keys),
      printed,
      reachable.join('\n'),
      JSON.stringify(answers),
      inspect(answers, { depth: 9 }),
    ];
    for (const text of told) expect(findKeyBytes(Buffer.from(text), needles)).toEqual([]);
    await keys.remove(keyId);
  });
});

describe('keys in memory', () => {
  it('generate, sign and delete like those in the keychain', async () => {
    const keys = createMemoryKeys();
    const publicKey = await keys.generate('demo', 2048);
    const signature = await keys.sign('demo', message);
    if (!publicKey.ok || !signature.ok) throw new Error('they were refused');
    expect(isSignatureBy(publicKey.value.pem, signature.value)).toBe(true);
    expect(await createMemoryKeys().has('demo')).toEqual({ ok: true, value: false });
    await keys.remove('demo');
    expect(await keys.sign('demo', message)).toMatchObject({ error: { code: 'keyMissing' } });
  });

  it.each([1024, 2047, 2049, 8192, 0, -1, NaN])('create no key of %d bits', async (modulusBits) => {
    expect(await createMemoryKeys().generate('demo', modulusBits)).toMatchObject({
      error: { code: 'inputInvalid' },
    });
  });

  it.each([
    ['an empty secret', ''],
    ['one of 501 characters', 'x'.repeat(501)],
    ['half a character', 'secret \uD83D'],
  ])('store no invalid secret: %s', async (_what, given) => {
    const keys = createMemoryKeys();
    expect(await keys.storeSecret('demo', given)).toMatchObject({ error: { code: 'inputInvalid' } });
    expect(await keys.readSecret('demo')).toMatchObject({ error: { code: 'keyMissing' } });
  });

  it.each(['', 'a/secret', 'a b', '../x', 'x'.repeat(101)])(
    'treat the key ID %j as a programming error',
    async (keyId) => {
      const keys = createMemoryKeys();
      await expect(keys.generate(keyId, 2048)).rejects.toThrow(TypeError);
      await expect(keys.sign(keyId, message)).rejects.toThrow(TypeError);
      await expect(keys.remove(keyId)).rejects.toThrow(TypeError);
    },
  );
});

describe('the heap of a process', () => {
  it('I8: contains no private key as text after an import and a signature, where a crash report would include it', async () => {
    const keyId = newKeyId();
    const heapFile = join(folder.path, 'heap.json');
    const env = { ...process.env, STEP_KEY_FILE: path, STEP_HEAP_FILE: heapFile };
    const steps = await inNewProcess([`import=${keyId}`, `sign=${keyId}`, 'heap', `remove=${keyId}`], env);
    expect(steps.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const heap = readFileSync(heapFile);
    expect(heap.includes(keyId)).toBe(true);
    expect(findKeyBytes(heap, needles)).toEqual([]);
  });
});
