import { createPublicKey, hash, verify } from 'node:crypto';
import { largestSignedFileBytes } from '../../../contract/approvals/approval-operations.ts';
import { z } from 'zod';
import { ShownFindings } from '../../../contract/approvals/shown-findings.ts';
import { Person, SignedDocument, signerOf } from '../../../contract/approvals/signed-documents.ts';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { readJson } from '../../../contract/json.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { SigningKey } from '../ports/index.ts';

/**
 * The only header that Bursar accepts: a JWS (RFC 7515) with Ed25519. Another algorithm (including `none`) or member changes the text,
 * which is refused before anything else in the file is read.
 */
const header = base64url(Buffer.from('{"alg":"EdDSA","typ":"bursar"}', 'utf8'));

const byteOrderMark = '\u00EF\u00BB\u00BF';
const spaces = ' \t\r\n';

/** What is signed: a document with the hash of its canonical JSON. */
type Signed<Document extends SignedDocument = SignedDocument> = {
  readonly document: Document;
  readonly hash: string;
  /** The signed text, with nothing around it. */
  readonly jws: string;
};

const RequestFacts = z.object({
  kind: z.enum(['request', 'controlRequest']),
  at: z.string(),
  expiresAt: z.string(),
  preparedBy: Person,
  /** The hash of its rows; null if it is about no batch. */
  batch: z.object({ rowsHash: z.string() }).nullable().default(null),
  /** What it shows about payees, if it is a request to release a batch. */
  findings: z.array(z.unknown()).default([]).pipe(ShownFindings),
});
export type RequestFacts = z.infer<typeof RequestFacts>;

/** Signs a document with the key that it names: a compact JWS over canonical JSON (RFC 8785), as text. Fails with `inputInvalid` if no Bursar would open it as a file. */
export async function signDocument(key: SigningKey, document: SignedDocument): Promise<Result<string>> {
  // Parsed with the reader's schema, so that nothing unknown to the schema is signed.
  const exact = SignedDocument.parse(JSON.parse(JSON.stringify(document)));
  const input = `${header}.${base64url(payloadOf(exact))}`;
  const signed = await key.sign(Buffer.from(input, 'ascii'));
  if (!signed.ok) return signed;
  if (signed.value.publicKey !== signerOf(document).publicKey)
    return fail('keyInvalid', 'The personal key of this computer changed meanwhile. Try again.');
  const text = `${input}.${base64url(Buffer.from(signed.value.signature, 'base64'))}`;
  if (fileOf(text).length > largestSignedFileBytes)
    return fail(
      'inputInvalid',
      'The file to be signed would be larger than 64 MiB, and no Bursar opens such a file. Split the rows into smaller batches.',
    );
  return succeed(text);
}

/** The bytes of a signed file. */
export function fileOf(jws: string): Uint8Array {
  return new TextEncoder().encode(`${jws}\n`);
}

/**
 * Reads a signed file; every byte of the signed text counts, and nothing around it. Proves that the key in the file signed it; the caller must know whose key that is.
 * Fails with `signatureInvalid`.
 */
export function readSigned(bytes: Uint8Array): Result<Signed> {
  if (bytes.length > largestSignedFileBytes) return invalid('It is larger than 64 MiB.');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const jws = unwrapped(text);
  const parts = partsOf(jws);
  if (!parts.ok) return parts;
  const { payload } = parts.value;
  const document = documentOf(payload);
  if (document === null) return invalid('It was changed, or a newer Bursar made it.');
  const wrong = refuseSignature(parts.value, signerOf(document).publicKey);
  return wrong ?? succeed({ document, hash: hashOf(payload), jws });
}

/**
 * Who prepared a request stored under the hash of its document, when, and with what findings; null unless that person signed exactly this text. The
 * rest of it was checked when it was made or imported, and its rows are those of the batch.
 */
export function readStoredRequest(text: string, requestHash: string): RequestFacts | null {
  const parts = partsOf(text);
  if (!parts.ok || hashOf(parts.value.payload) !== requestHash) return null;
  const facts = readJson(RequestFacts, parts.value.payload.toString('utf8'));
  return facts === null || refuseSignature(parts.value, facts.preparedBy.publicKey) !== null ? null : facts;
}

/** SHA-256 of the canonical JSON of a document, in hexadecimal. */
export function hashOfDocument(document: object): string {
  return hashOf(payloadOf(document));
}

/** Without what mail programs and editors put around a text: a byte order mark before it, spaces and line ends on both sides. */
function unwrapped(text: string): string {
  let start = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  let end = text.length;
  while (start < end && spaces.includes(text.charAt(start))) start += 1;
  while (end > start && spaces.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

type Parts = { readonly signed: Buffer; readonly payload: Buffer; readonly signature: Buffer };

function partsOf(text: string): Result<Parts> {
  const [first, payload = '', signature = '', ...rest] = text.split('.');
  if (first !== header || rest.length > 0 || payload === '' || signature === '')
    return invalid('It is not a signed file of Bursar.');
  const [payloadBytes, signatureBytes] = [exactBytes(payload), exactBytes(signature)];
  if (payloadBytes === null || signatureBytes === null) return invalid('It was changed.');
  const signed = Buffer.from(`${header}.${payload}`, 'ascii');
  return succeed({ signed, payload: payloadBytes, signature: signatureBytes });
}

function refuseSignature({ signed, signature }: Parts, publicKey: string): Failure | null {
  const key = publicKeyOf(publicKey);
  if (key === null) return invalid('Its key is not an Ed25519 key.');
  return verify(null, signed, key, signature)
    ? null
    : invalid('Its signature is invalid: it was changed, or signed with another key.');
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
    // The signature covers the exact text: the reader must not drop or fill in anything.
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

/** Node decodes malformed base64url leniently, leaving out what it cannot read; only the one exact encoding counts. */
function exactBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return base64url(bytes) === text ? bytes : null;
}

function invalid(why: string): Failure {
  return fail('signatureInvalid', `This file cannot be trusted. ${why} Ask for it again.`);
}
