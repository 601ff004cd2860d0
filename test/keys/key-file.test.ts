import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import type { Keys } from '../../main/core/ports/index.ts';
import { createKeyFileKeys, createMemoryKeys } from '../../main/keys/index.ts';
import { acceptedForms, keyFolder, newRsaKey } from './fixtures.ts';
import { findKeyBytes, keyNeedles } from './canary.ts';
import { isSignatureBy, message, newKeyId } from './keyring.ts';

const folder = keyFolder();
afterAll(() => folder.remove());

const key = newRsaKey(2048);
const needles = keyNeedles(key);
const pem = key.export({ type: 'pkcs8', format: 'pem' });
const isPosix = process.platform !== 'win32';

function fileKeys(path: string, passphrase: string | null = null, otherwise = createMemoryKeys()): Keys {
  return createKeyFileKeys({ keyFile: { path, passphrase }, otherwise });
}

describe('a named key file', () => {
  it.each(acceptedForms(key))('signs with $name', async ({ bytes, passphrase }) => {
    const keys = fileKeys(folder.write(bytes), passphrase);
    const publicKey = await keys.publicKey(newKeyId());
    const signature = await keys.sign(newKeyId(), message);
    if (!publicKey.ok || !signature.ok) throw new Error('it was refused');
    expect(isSignatureBy(publicKey.value.pem, signature.value)).toBe(true);
  });

  it('is read on first use, once, and not when the key store is created', async () => {
    const path = folder.write('not yet a key');
    const keys = fileKeys(path);
    writeFileSync(path, pem);
    expect(await keys.has('profile')).toEqual({ ok: true, value: true });
    rmSync(path);
    expect(await keys.sign('profile', message)).toMatchObject({ ok: true });
  });

  it('is tried again after it was fixed', async () => {
    const path = folder.write(pem, 0o644);
    const keys = fileKeys(path);
    if (isPosix)
      expect(await keys.sign('profile', message)).toMatchObject({ error: { code: 'keyFileUnsafe' } });
    chmodSync(path, 0o600);
    expect(await keys.sign('profile', message)).toMatchObject({ ok: true });
  });

  it('I8: stores nothing, and leaves stored keys and secrets to the keychain', async () => {
    const otherwise = createMemoryKeys();
    const keys = fileKeys(folder.write(pem), null, otherwise);
    const keyId = newKeyId();
    await keys.sign(keyId, message);
    expect(await otherwise.has(keyId)).toEqual({ ok: true, value: false });
    await keys.storeSecret(keyId, 'a merchant secret');
    expect(await otherwise.readSecret(keyId)).toEqual({ ok: true, value: 'a merchant secret' });
    const generated = await keys.generate(keyId, 2048);
    expect(await otherwise.publicKey(keyId)).toEqual(generated);
    expect(await keys.publicKey(keyId)).not.toEqual(generated);
    await keys.remove(keyId);
    expect(await otherwise.has(keyId)).toEqual({ ok: true, value: false });
    expect(await keys.readSecret(keyId)).toMatchObject({ error: { code: 'keyMissing' } });
  });
});

describe.runIf(isPosix)('the mode of a named key file', () => {
  it.each([0o600, 0o400])('signs with mode %o', async (mode) => {
    expect(await fileKeys(folder.write(pem, mode)).sign('profile', message)).toMatchObject({ ok: true });
  });

  it.each([0o644, 0o640, 0o660, 0o604, 0o620, 0o602, 0o610, 0o700, 0o4600, 0o666, 0o777])(
    'refuses mode %o and says what to do',
    async (mode) => {
      const path = folder.write(pem, mode);
      const refused = await fileKeys(path).sign('profile', message);
      expect(refused).toMatchObject({ ok: false, error: { code: 'keyFileUnsafe' } });
      expect(JSON.stringify(refused)).toContain(`chmod 600 ${path}`);
    },
  );

  it.runIf(process.getuid?.() === 0)('refuses a file of another user', async () => {
    const path = folder.write(pem);
    chownSync(path, 12_345, 12_345);
    expect(await fileKeys(path).sign('profile', message)).toMatchObject({ error: { code: 'keyFileUnsafe' } });
  });

  it('checks the file behind a link, not the link', async () => {
    const [safe, unsafe] = ['safe-link', 'unsafe-link'].map((name) => join(folder.path, name));
    if (safe === undefined || unsafe === undefined) throw new Error('no links');
    symlinkSync(folder.write(pem, 0o600), safe);
    symlinkSync(folder.write(pem, 0o644), unsafe);
    expect(await fileKeys(safe).sign('profile', message)).toMatchObject({ ok: true });
    expect(await fileKeys(unsafe).sign('profile', message)).toMatchObject({
      error: { code: 'keyFileUnsafe' },
    });
  });

  it('refuses a folder, and a named pipe without waiting for its writer', async () => {
    const [inner, pipe] = ['folder', 'pipe'].map((name) => join(folder.path, name));
    if (inner === undefined || pipe === undefined) throw new Error('no paths');
    mkdirSync(inner);
    execFileSync('mkfifo', ['-m', '600', pipe]);
    for (const path of [inner, pipe]) {
      expect(await fileKeys(path).sign('profile', message)).toMatchObject({
        error: { code: 'keyFileUnsafe' },
      });
      const imported = await createMemoryKeys().importFile('profile', { path, passphrase: null });
      expect(imported).toMatchObject({ error: { code: 'keyInvalid' } });
    }
  });
});

describe('a key file that cannot be read', () => {
  it('says that it does not exist', async () => {
    const refused = await fileKeys(join(folder.path, 'nowhere.pem')).sign('profile', message);
    expect(refused).toMatchObject({ error: { code: 'keyMissing', details: { cause: 'ENOENT' } } });
  });

  it.each([
    ['the key itself', pem.toString()],
    ['the key on one line', pem.toString().replaceAll(/-----[A-Z ]+-----|\n/g, '')],
    ['the first lines of the key', pem.toString().slice(0, 200)],
    ['the first lines of the key, joined', pem.toString().slice(0, 200).replaceAll('\n', ' ')],
    ['a NUL character', 'key\0.pem'],
  ])('I8: does not repeat %s given in place of a path', async (_what, path) => {
    const answers = [
      await fileKeys(path).sign('profile', message),
      await createMemoryKeys().importFile('profile', { path, passphrase: null }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'keyMissing' } });
      expect(findKeyBytes(Buffer.from(JSON.stringify(answer)), needles)).toEqual([]);
      expect(JSON.stringify(answer)).not.toContain(path.slice(0, 40).split('\n').at(-1));
    }
  });
});
