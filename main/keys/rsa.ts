import {
  createHash,
  createPublicKey,
  generateKeyPair,
  sign as signNow,
  verify,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { PublicKey } from '../../contract/profile.ts';

export const smallestModulusBits = 2048;
export const largestModulusBits = 16_384;

const generatePair = promisify(generateKeyPair);
const selfTestMessage = Buffer.from('Bursar signs this to see that a key fits itself.');

/** A new RSA private key with the public exponent 65537; it exists in memory only. */
export async function generatePrivateKey(modulusBits: number): Promise<KeyObject> {
  const pair = await generatePair('rsa', { modulusLength: modulusBits, publicExponent: 0x10001 });
  return pair.privateKey;
}

/**
 * SHA256withRSA (PKCS#1 v1.5) over exactly these bytes, off the main thread (interface: Authentication 3). `null` if the key's
 * numbers cannot sign anything.
 */
export function signBytes(key: KeyObject, bytes: Uint8Array): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    signNow('sha256', bytes, key, (error, signature) => resolve(error === null ? signature : null));
  });
}

/** Whether this key's signatures verify with its own public half: false for damaged or made-up numbers. */
export async function fitsItself(key: KeyObject): Promise<boolean> {
  const signature = await signBytes(key, selfTestMessage);
  if (signature === null) return false;
  return new Promise((resolve) => {
    verify('sha256', selfTestMessage, createPublicKey(key), signature, (error, isFine) =>
      resolve(error === null && isFine),
    );
  });
}

/** The public data of the key: SPKI PEM, SHA-256 fingerprint of the SPKI DER, and its size in bits. */
export function publicHalf(key: KeyObject): PublicKey {
  const half = createPublicKey(key);
  const digest = createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  return {
    pem: half.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: digest.match(/../g)?.join(':') ?? '',
    modulusBits: half.asymmetricKeyDetails?.modulusLength ?? 0,
  };
}
