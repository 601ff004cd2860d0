import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { fail, succeed } from '../../contract/result.ts';
import type { ApprovalKeys, Clock, Keys } from '../../main/core/ports/index.ts';

const none = fail('keyMissing', 'A simulation has one key only.');

/** Keys that hold this one, which signs at once, so that nothing happens outside the virtual clock. */
export function keysOf(privateKey: KeyObject): Keys {
  return {
    generate: () => Promise.resolve(none),
    importFile: () => Promise.resolve(none),
    publicKey: () => Promise.resolve(none),
    sign: (_keyId, bytes) => Promise.resolve(succeed(sign('sha256', bytes, privateKey))),
    doubt: () => undefined,
    has: () => Promise.resolve(succeed(true)),
    remove: () => Promise.resolve(succeed(null)),
    storeSecret: () => Promise.resolve(none),
    readSecret: () => Promise.resolve(none),
  };
}

/** Far too short to be safe, and so quick that signing is not what a simulation spends its time on. */
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 512 });
const [simulated, other] = [newPair(), newPair()];
const pemOf = (publicKey: KeyObject): string => publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** The key of every simulated merchant, and the public key that the gateway has of it. */
export const simulationKeys = keysOf(simulated.privateKey);
export const publicKeyPem = pemOf(simulated.publicKey);

/** The keychain of a computer: any key that was not generated is that of the merchant, and those that are generated take turns. */
export function simulatedKeychain(): Keys {
  const generated = new Map<string, typeof simulated>();
  const isRemoved = new Set<string>();
  return {
    ...simulationKeys,
    generate(keyId) {
      const pair = generated.size % 2 === 0 ? other : simulated;
      generated.set(keyId, pair);
      return Promise.resolve(succeed({ pem: pemOf(pair.publicKey), fingerprint: keyId, modulusBits: 512 }));
    },
    sign: (keyId, bytes) =>
      isRemoved.has(keyId)
        ? Promise.resolve(fail('keyMissing', `The key ${keyId} was removed.`))
        : keysOf((generated.get(keyId) ?? simulated).privateKey).sign(keyId, bytes),
    has: (keyId) => Promise.resolve(succeed(!isRemoved.has(keyId))),
    remove(keyId) {
      isRemoved.add(keyId);
      return Promise.resolve(succeed(null));
    },
  };
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS#8. */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');
/** How long a keychain takes to write, before and after what is written lasts. */
const writingMs = 20;

/** The personal key of one computer, the same in every run, and the mark of the policy in force there, which outlives its processes. */
export function simulatedApprovalKeys(person: number, clock: Clock): ApprovalKeys {
  const key = Buffer.concat([ed25519Header, Buffer.alloc(32, person)]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  let marker: string | null = null;
  return {
    isKeychainUsed: true,
    personalKey: {
      publicKey: () => Promise.resolve(succeed(publicKey)),
      sign: (bytes) =>
        Promise.resolve(succeed({ publicKey, signature: sign(null, bytes, privateKey).toString('base64') })),
    },
    marker: {
      read: () => Promise.resolve(succeed(marker)),
      async write(text) {
        await clock.sleep(writingMs);
        marker = text;
        await clock.sleep(writingMs);
        return succeed(null);
      },
    },
  };
}
