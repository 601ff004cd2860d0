import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { fail, succeed } from '../../contract/result.ts';
import type { Keys } from '../../main/core/ports/index.ts';

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
const simulated = generateKeyPairSync('rsa', { modulusLength: 512 });
/** The key of every simulated merchant, and the public key that the gateway has of it. */
export const simulationKeys = keysOf(simulated.privateKey);
export const publicKeyPem = simulated.publicKey.export({ type: 'spki', format: 'pem' }).toString();
