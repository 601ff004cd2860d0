import { hash } from 'node:crypto';

/** Letters and digits that cannot be mistaken for each other when read aloud. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 8;
const groupLength = 4;

/** 160 bits of the SHA-256 of a public key, in eight groups of four, to be compared over the phone. */
export function spokenFingerprint(publicKey: string): string {
  const digest = hash('sha256', Buffer.from(publicKey, 'base64'), 'buffer');
  let bits = BigInt(`0x${digest.subarray(0, (groups * groupLength * 5) / 8).toString('hex')}`);
  let text = '';
  for (let index = 0; index < groups * groupLength; index += 1) {
    text = `${alphabet[Number(bits & 31n)] ?? ''}${text}`;
    bits >>= 5n;
  }
  return text.match(/.{4}/g)?.join(' ') ?? '';
}
