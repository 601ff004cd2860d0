import { createPublicKey, verify } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeychainAuditKey } from '../../main/keys/index.ts';
import { createEd25519Key } from '../../main/keys/ed25519-key.ts';
import { createMemoryVault } from '../../main/keys/memory-vault.ts';
import { requireKeyring } from './keyring.ts';
import { valueOf } from '../gateway/connect.ts';

beforeAll(requireKeyring);

const message = Buffer.from('{"number":1}');

function isSigned(publicKey: string, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return key.asymmetricKeyType === 'ed25519' && verify(null, message, key, Buffer.from(signature, 'base64'));
}

describe('the audit key', () => {
  it('is created in the real keychain when something is first signed, and stays the same', async () => {
    const first = valueOf(await createKeychainAuditKey().sign(message));
    expect(isSigned(first.publicKey, first.signature)).toBe(true);
    const second = createKeychainAuditKey();
    expect(valueOf(await second.publicKey())).toBe(first.publicKey);
    expect(valueOf(await second.sign(message))).toEqual(first);
  });

  it('is created once, however many signatures are the first', async () => {
    const vault = createMemoryVault();
    const write: typeof vault.write = async (account, bytes) => {
      // A keychain takes its time, and the caller clears its bytes.
      const copy = Uint8Array.from(bytes);
      await setImmediate();
      return vault.write(account, copy);
    };
    const key = createEd25519Key({ ...vault, write }, 'audit-key');
    const [one, other] = await Promise.all([key.sign(message), key.sign(message)]);
    expect(valueOf(one)).toEqual(valueOf(other));
    expect(valueOf(await createEd25519Key(vault, 'audit-key').sign(message))).toEqual(valueOf(one));
  });

  it('is not created by a query for it', async () => {
    const vault = createMemoryVault();
    expect(valueOf(await createEd25519Key(vault, 'audit-key').publicKey())).toBe(null);
    expect(valueOf(await vault.read('audit-key'))).toBe(null);
  });

  it('I8: shows no private bytes, neither in its output nor in an error', async () => {
    const vault = createMemoryVault();
    const key = createEd25519Key(vault, 'audit-key');
    const given = JSON.stringify([await key.sign(message), await key.publicKey(), key]);
    const stored = Buffer.from(valueOf(await vault.read('audit-key')) ?? []);
    // The seed is the last 32 bytes of the PKCS#8 form.
    const seed = stored.subarray(-32);
    expect(seed).toHaveLength(32);
    for (const form of ['base64', 'hex', 'latin1'] as const) expect(given).not.toContain(seed.toString(form));

    await vault.write('audit-key', seed);
    const refused = await createEd25519Key(vault, 'audit-key').sign(message);
    expect(refused).toMatchObject({ ok: false, error: { code: 'keyInvalid' } });
    for (const form of ['base64', 'hex', 'latin1'] as const)
      expect(JSON.stringify(refused)).not.toContain(seed.toString(form));
  });
});
