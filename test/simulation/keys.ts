import { generateKeyPairSync, sign } from 'node:crypto';
import { fail, succeed } from '../../contract/result.ts';
import type { Keys } from '../../main/core/ports/index.ts';

/** Far too short to be safe, and so quick that signing is not what a simulation spends its time on. */
const pair = generateKeyPairSync('rsa', { modulusLength: 512 });

/** The public key that every simulated merchant has registered. */
export const publicKeyPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const none = fail('keyMissing', 'A simulation has one key only.');

/** One key that signs at once, so that nothing happens outside the virtual clock. */
export const simulationKeys: Keys = {
  generate: () => Promise.resolve(none),
  importFile: () => Promise.resolve(none),
  publicKey: () => Promise.resolve(none),
  sign: (_keyId, bytes) => Promise.resolve(succeed(sign('sha256', bytes, pair.privateKey))),
  has: () => Promise.resolve(succeed(true)),
  remove: () => Promise.resolve(succeed(null)),
  storeSecret: () => Promise.resolve(none),
  readSecret: () => Promise.resolve(none),
};
