import { generateKeyPairSync, sign } from 'node:crypto';
import { fail, succeed } from '../../contract/result.ts';
import type { Keys } from '../../main/core/ports/index.ts';

const none = fail('keyMissing', 'A simulation has one key only.');

/** One key that signs at once, so that nothing happens outside the virtual clock, and its public key as the gateway has it. */
export function keysOf(modulusLength: number): { readonly keys: Keys; readonly publicKeyPem: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength });
  return {
    publicKeyPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    keys: {
      generate: () => Promise.resolve(none),
      importFile: () => Promise.resolve(none),
      publicKey: () => Promise.resolve(none),
      sign: (_keyId, bytes) => Promise.resolve(succeed(sign('sha256', bytes, pair.privateKey))),
      has: () => Promise.resolve(succeed(true)),
      remove: () => Promise.resolve(succeed(null)),
      storeSecret: () => Promise.resolve(none),
      readSecret: () => Promise.resolve(none),
    },
  };
}

/** Far too short to be safe, and so quick that signing is not what a simulation spends its time on. */
const simulated = keysOf(512);
/** The key of every simulated merchant, and the public key that the gateway has of it. */
export const simulationKeys = simulated.keys;
export const publicKeyPem = simulated.publicKeyPem;
