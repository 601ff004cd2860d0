import { createPublicKey, hash, verify } from 'node:crypto';
import { largestSignedFileBytes } from '../../../contract/approvals/approval-operations.ts';
import { SignedDocument, signerOf } from '../../../contract/approvals/signed-documents.ts';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { SigningKey } from '../ports/index.ts';

/**
 * The only header that is read: a JWS (RFC 7515) by Ed25519. Another algorithm, `none` among them, or another member is another text,
 * and so refused before anything of the file is looked at.
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
  // Read as it will be read: what the schema does not know is not signed.
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
 * Reads a signed file: every byte of it counts. What it says was signed with the key that it names; whose key that is, the caller has
 * to know. Fails with `signatureInvalid`.
 */
export function readSigned(bytes: Uint8Array): Result<Signed> {
  if (bytes.length > largestSignedFileBytes)
    return invalid('It is larger than 64 MiB, so nothing of it was read.');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const [first, payload = '', signature = '', ...rest] = text.replace(/\n$/, '').split('.');
  if (first !== header || rest.length > 0 || !base64urlText.test(payload) || !base64urlText.test(signature))
    return invalid('It is no signed file of Bursar.');
  const [payloadBytes, signatureBytes] = [exactBytes(payload), exactBytes(signature)];
  if (payloadBytes === null || signatureBytes === null) return invalid('It was changed.');
  const document = documentOf(payloadBytes);
  if (document === null) return invalid('It was changed, or made by a newer Bursar.');
  const key = publicKeyOf(signerOf(document).publicKey);
  if (key === null) return invalid('It names a key that is no Ed25519 key.');
  if (!verify(null, Buffer.from(`${header}.${payload}`, 'ascii'), key, signatureBytes))
    return invalid('Its signature does not fit: it was changed, or signed with another key.');
  return succeed({ document, hash: hashOf(payloadBytes) });
}

/** SHA-256 of the canonical JSON of a document, in hexadecimal. */
export function hashOfDocument(document: object): string {
  return hashOf(payloadOf(document));
}

/** The facts by which two spellings of a document would differ are gone: equal documents have equal bytes. */
function payloadOf(document: object): Buffer {
  return Buffer.from(canonicalJson(JSON.parse(JSON.stringify(document))), 'utf8');
}

function documentOf(payload: Buffer): SignedDocument | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
    const value: unknown = JSON.parse(text);
    const document = SignedDocument.safeParse(value).data;
    // What a reader would leave out or fill in was not signed in so many words.
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

/** Node reads what is no base64url leniently; only the one spelling of these bytes is taken. */
function exactBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return base64url(bytes) === text ? bytes : null;
}

function invalid(why: string): Failure {
  return fail('signatureInvalid', `This file cannot be trusted. ${why} Ask for it again.`);
}
