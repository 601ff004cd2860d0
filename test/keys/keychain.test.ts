import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicKey } from '../../contract/profile.ts';
import { createKeychainApprovalKeys, createKeychainKeys } from '../../main/keys/index.ts';
import { systemClock } from '../../main/system.ts';
import { acceptedForms, keyFolder, newRsaKey } from './fixtures.ts';
import { inNewProcess, isSignatureBy, message, newKeyId, requireKeyring, stepOf } from './keyring.ts';
import { valueOf } from '../gateway/connect.ts';

beforeAll(requireKeyring);

const folder = keyFolder();
afterAll(() => folder.remove());

async function isSignedInNewProcess(keyId: string, { pem }: PublicKey): Promise<boolean> {
  const step = stepOf(await inNewProcess([`sign=${keyId}`]), `sign=${keyId}`);
  return step.ok && isSignatureBy(pem, Buffer.from(step.value, 'base64'));
}

describe.each([2048, 3072, 4096])('RSA-%i in the real keychain', (modulusBits) => {
  it('generates a key, signs with it, lets a new process sign with it, and deletes it', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    const publicKey = valueOf(await keys.generate(keyId, modulusBits));
    expect(publicKey.modulusBits).toBe(modulusBits);
    expect(publicKey.fingerprint).toMatch(/^([0-9a-f]{2}:){31}[0-9a-f]{2}$/);
    expect(isSignatureBy(publicKey.pem, valueOf(await keys.sign(keyId, message)))).toBe(true);
    expect(await isSignedInNewProcess(keyId, publicKey)).toBe(true);
    expect(valueOf(await createKeychainKeys().publicKey(keyId))).toEqual(publicKey);
    expect(valueOf(await createKeychainKeys().has(keyId))).toBe(true);

    valueOf(await keys.remove(keyId));
    expect(valueOf(await keys.has(keyId))).toBe(false);
    expect(await keys.sign(keyId, message)).toMatchObject({ ok: false, error: { code: 'keyMissing' } });
    expect(stepOf(await inNewProcess([`sign=${keyId}`]), `sign=${keyId}`).code).toBe('keyMissing');
    expect(valueOf(await keys.remove(keyId))).toBe(null);
  });

  const key = newRsaKey(modulusBits);
  it.each(acceptedForms(key))('imports $name', async ({ bytes, passphrase }) => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    // An import is of a person's own export, in whatever mode it was written.
    const path = folder.write(bytes, 0o644);
    const publicKey = valueOf(await keys.importFile(keyId, { path, passphrase }));
    expect(publicKey.modulusBits).toBe(modulusBits);
    expect(isSignatureBy(publicKey.pem, valueOf(await createKeychainKeys().sign(keyId, message)))).toBe(true);
    valueOf(await keys.remove(keyId));
  });

  it('signs with an imported key in a new process', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    const [form] = acceptedForms(key);
    if (form === undefined) throw new Error('there is no form');
    const publicKey = valueOf(
      await keys.importFile(keyId, { path: folder.write(form.bytes), passphrase: null }),
    );
    expect(await isSignedInNewProcess(keyId, publicKey)).toBe(true);
    valueOf(await keys.remove(keyId));
  });
});

describe('the real keychain', () => {
  it('keeps a merchant secret next to the key, for a new process too, and deletes both together', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    valueOf(await keys.generate(keyId, 2048));
    const secret = 'Pässwörd 🔑'.padEnd(500, '…');
    valueOf(await keys.storeSecret(keyId, secret));
    expect(valueOf(await keys.readSecret(keyId))).toBe(secret);
    expect(stepOf(await inNewProcess([`readSecret=${keyId}`]), `readSecret=${keyId}`).value).toBe(secret);
    valueOf(await keys.remove(keyId));
    expect(await keys.readSecret(keyId)).toMatchObject({ ok: false, error: { code: 'keyMissing' } });
    expect(valueOf(await createKeychainKeys().has(keyId))).toBe(false);
  });

  it('keeps what it had if an import fails', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    const publicKey = valueOf(await keys.generate(keyId, 2048));
    const refused = await keys.importFile(keyId, { path: folder.write('no key'), passphrase: null });
    expect(refused).toMatchObject({ ok: false, error: { code: 'keyInvalid' } });
    expect(valueOf(await createKeychainKeys().publicKey(keyId))).toEqual(publicKey);
    valueOf(await keys.remove(keyId));
  });

  it('keeps what an entry had if its replacement is stored only after the answer that it was not', async () => {
    const databaseId = newKeyId();
    const open = (answerLimitMs?: number) =>
      createKeychainApprovalKeys({
        databaseId,
        isKeychainUsed: true,
        ...(answerLimitMs === undefined ? {} : { answerLimitMs }),
      });
    const { marker } = open();
    valueOf(await marker.write('first'));
    expect(await open(1).marker.write('second')).toMatchObject({
      ok: false,
      error: { code: 'keychainLocked' },
    });
    await systemClock.sleep(500);
    await expect.poll(async () => valueOf(await marker.read())).toBe('first');
  });

  it('keeps a key that is deleted only after the answer that it was not', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    const publicKey = valueOf(await keys.generate(keyId, 2048));
    expect(await createKeychainKeys({ answerLimitMs: 1 }).remove(keyId)).toMatchObject({
      ok: false,
      error: { code: 'keychainLocked' },
    });
    await systemClock.sleep(500);
    const found = async () => createKeychainKeys().publicKey(keyId);
    await expect.poll(found).toEqual({ ok: true, value: publicKey });
    valueOf(await keys.remove(keyId));
  });

  it('signs with the new key at once after a replacement', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    const first = valueOf(await keys.generate(keyId, 2048));
    const second = valueOf(await keys.generate(keyId, 2048));
    const signature = valueOf(await keys.sign(keyId, message));
    expect(isSignatureBy(first.pem, signature)).toBe(false);
    expect(isSignatureBy(second.pem, signature)).toBe(true);
    valueOf(await keys.remove(keyId));
  });

  it('serves many signatures requested at once, before the key was read', async () => {
    const keys = createKeychainKeys();
    const keyId = newKeyId();
    const { pem } = valueOf(await keys.generate(keyId, 2048));
    const fresh = createKeychainKeys();
    const signatures = await Promise.all(Array.from({ length: 50 }, () => fresh.sign(keyId, message)));
    for (const signature of signatures) expect(isSignatureBy(pem, valueOf(signature))).toBe(true);
    valueOf(await keys.remove(keyId));
  });
});
