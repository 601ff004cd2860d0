import { createPublicKey, hash, verify } from 'node:crypto';
import { largestSignedFileBytes } from '../../../contract/approvals/approval-operations.ts';
import { SignedDocument, signerOf } from '../../../contract/approvals/signed-documents.ts';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { SigningKey } from '../ports/index.ts';

/**
 * The only header that Bursar accepts: a JWS (RFC 7515) by Ed25519. Another algorithm (`none` too) or another member makes another text,
 * which is refused before anything else of the file is read.
 */
const header = base64url(Buffer.from('{"alg":"EdDSA","typ":"bursar"}', 'utf8'));
const base64urlText = /^[A-Za-z0-9_-]+$/;

/** What is signed: a document with the hash of its canonical JSON. */
type Signed<Document extends SignedDocument = SignedDocument> = {
  readonly document: Document;
  readonly hash: string;
};

/** Signs a document with the key that it names: a compact JWS over canonical JSON (RFC 8785), as text. */
export async function signDocument(key: SigningKey, document: SignedDocument): Promise<Result<string>> {
  // Parsed as the reader will parse it, so that nothing unknown to the schema is signed.
  const exact = SignedDocument.parse(JSON.parse(JSON.stringify(document)));
  const input = `${header}.${base64url(payloadOf(exact))}`;
  const signed = await key.sign(Buffer.from(input, 'ascii'));
  if (!signed.ok) return signed;
  if (signed.value.publicKey !== signerOf(document).publicKey)
    return fail('keyInvalid', 'The personal key of this computer changed meanwhile. Try again.');
  return succeed(`${input}.${base64url(Buffer.from(signed.value.signature, 'base64'))}`);
}

/** The bytes of a signed file. */
export function fileOf(jws: string): Uint8Array {
  return new TextEncoder().encode(`${jws}\n`);
}

/**
 * Reads a signed file; every byte of it counts. It proves that the key that it names signed it. Whose key that is, the caller has to
 * know. Fails with `signatureInvalid`.
 */
export function readSigned(bytes: Uint8Array): Result<Signed> {
  if (bytes.length > largestSignedFileBytes) return invalid('It is larger than 64 MiB.');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const [first, payload = '', signature = '', ...rest] = text.replace(/\n$/, '').split('.');
  if (first !== header || rest.length > 0 || !base64urlText.test(payload) || !base64urlText.test(signature))
    return invalid('It is not a signed file of Bursar.');
  const [payloadBytes, signatureBytes] = [exactBytes(payload), exactBytes(signature)];
  if (payloadBytes === null || signatureBytes === null) return invalid('It was changed.');
  const document = documentOf(payloadBytes);
  if (document === null) return invalid('It was changed, or a newer Bursar made it.');
  const key = publicKeyOf(signerOf(document).publicKey);
  if (key === null) return invalid('Its key is not an Ed25519 key.');
  if (!verify(null, Buffer.from(`${header}.${payload}`, 'ascii'), key, signatureBytes))
    return invalid('Its signature is invalid: it was changed, or signed with another key.');
  return succeed({ document, hash: hashOf(payloadBytes) });
}

/** SHA-256 of the canonical JSON of a document, in hexadecimal. */
export function hashOfDocument(document: object): string {
  return hashOf(payloadOf(document));
}

/** Canonical bytes: equal documents have equal bytes, however they were written. */
function payloadOf(document: object): Buffer {
  return Buffer.from(canonicalJson(JSON.parse(JSON.stringify(document))), 'utf8');
}

function documentOf(payload: Buffer): SignedDocument | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
    const value: unknown = JSON.parse(text);
    const document = SignedDocument.safeParse(value).data;
    // The signature covers the text exactly: a reader must not drop or fill in anything.
    return document !== undefined && payloadOf(document).equals(payload) ? document : null;
  } catch {
    return null;
  }
}

function publicKeyOf(publicKey: string): ReturnType<typeof createPublicKey> | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const isOneSpelling = key.export({ format: 'der', type: 'spki' }).toString('base64') === publicKey;
    return key.asymmetricKeyType === 'ed25519' && isOneSpelling ? key : null;
  } catch {
    return null;
  }
}

function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** Node reads malformed base64url leniently; only the one exact spelling counts. */
function exactBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return base64url(bytes) === text ? bytes : null;
}

function invalid(why: string): Failure {
  return fail('signatureInvalid', `This file cannot be trusted. ${why} Ask for it again.`);
}
