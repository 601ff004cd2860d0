import { createHash, createPublicKey, verify } from 'node:crypto';

/** Whether this signature (base64) of exactly this content was made with the private half of this Ed25519 key (base64 of its DER). */
export function isSignedBy(publicKey: string, content: string | Uint8Array, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** SHA-256 of an audit key's public half (base64 of its DER), in the form that people compare. */
export function fingerprintOf(publicKey: string): string {
  return digestOf(publicKey).toString('hex').match(/../g)?.join(':') ?? '';
}

/** Letters and digits that cannot be mistaken for each other when read aloud. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 8;
const groupLength = 4;

/** 160 bits of the SHA-256 of a personal key's public half (base64 of its DER), in eight groups of four, to be compared over the phone. */
export function spokenFingerprint(publicKey: string): string {
  const digest = digestOf(publicKey);
  let bits = BigInt(`0x${digest.subarray(0, (groups * groupLength * 5) / 8).toString('hex')}`);
  let text = '';
  for (let index = 0; index < groups * groupLength; index += 1) {
    text = `${alphabet[Number(bits & 31n)] ?? ''}${text}`;
    bits >>= 5n;
  }
  return text.match(/.{4}/g)?.join(' ') ?? '';
}

function digestOf(publicKey: string): Buffer {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest();
}
