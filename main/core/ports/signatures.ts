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

/** SHA-256 of a public key (base64 of its DER), as it is compared by eye. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return digest.match(/../g)?.join(':') ?? '';
}
