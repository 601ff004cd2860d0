import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { fail } from '../../contract/result.ts';
import { createMemoryVault } from '../../main/keys/memory-vault.ts';
import { createStoredKeys } from '../../main/keys/stored-keys.ts';
import { connect, errorOf, interactive, valueOf } from '../gateway/connect.ts';
import { json, makeToken, startServer } from '../gateway/gateway-server.ts';

const keyId = 'k1';
const bytes = Buffer.from('to be signed');

/** The keys of Bursar and those of another program, in one keychain that a test locks. */
async function twoPrograms() {
  const kept = createMemoryVault();
  let isLocked = false;
  let reads = 0;
  const keys = createStoredKeys({
    ...kept,
    read: async (account) => {
      reads += 1;
      return isLocked ? fail('keychainLocked', 'The keychain is locked.') : kept.read(account);
    },
  });
  const first = valueOf(await keys.generate(keyId, 2048));
  valueOf(await keys.sign(keyId, bytes));
  return {
    keys,
    elsewhere: createStoredKeys(kept),
    first,
    reads: () => reads,
    lock: () => {
      isLocked = true;
    },
    signsWith: async (pem: string) =>
      verify('sha256', bytes, createPublicKey(pem), valueOf(await keys.sign(keyId, bytes))),
  };
}

it('a key that another program replaced is used and shown once the gateway did not accept the signature of the one before', async () => {
  const { keys, elsewhere, first } = await twoPrograms();
  const second = valueOf(await elsewhere.generate(keyId, 2048));
  await using server = await startServer(({ url, body, headers }) => {
    if (!url.endsWith('/auth-tokens')) return json(200, []);
    const signature = Buffer.from(String(headers['x-signature']), 'base64');
    return verify('sha256', body, createPublicKey(second.pem), signature)
      ? json(200, { token: makeToken(600) })
      : json(401, {});
  });
  await using client = connect(server.baseUrl, { keys });
  const check = () => client.call('checkAccess', { scope: ['GET /balances'] }, interactive);
  // Until then it shows the key with which it signs.
  expect(valueOf(await keys.publicKey(keyId))).toEqual(first);
  expect(errorOf(await check()).code).toBe('gatewayUnauthenticated');
  expect(valueOf(await keys.publicKey(keyId))).toEqual(second);
  valueOf(await check());
});

it('a doubted key is read once again, and kept if the keychain is locked by then', async () => {
  const { keys, elsewhere, first, reads, lock, signsWith } = await twoPrograms();
  const before = reads();
  keys.doubt(keyId);
  for (let times = 0; times < 3; times += 1) expect(await signsWith(first.pem)).toBe(true);
  expect(reads()).toBe(before + 1);
  valueOf(await elsewhere.generate(keyId, 2048));
  lock();
  keys.doubt(keyId);
  expect(await signsWith(first.pem)).toBe(true);
});

it('a doubted key that another program removed is missing', async () => {
  const { keys, elsewhere } = await twoPrograms();
  valueOf(await elsewhere.remove(keyId));
  keys.doubt(keyId);
  expect(errorOf(await keys.sign(keyId, bytes)).code).toBe('keyMissing');
  expect(valueOf(await keys.has(keyId))).toBe(false);
});
