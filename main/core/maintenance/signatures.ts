import { createPublicKey, hash, verify } from 'node:crypto';

/** Whether this signature (base64) of exactly this text was made with the private half of this Ed25519 key (base64 of its DER). */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** SHA-256 of a public key (base64 of its DER), as it is compared by eye. */
export function fingerprintOf(publicKey: string): string {
  const digest = hash('sha256', Buffer.from(publicKey, 'base64'), 'hex');
  return digest.match(/../g)?.join(':') ?? '';
}
