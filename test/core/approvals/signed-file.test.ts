import { generateKeyPairSync, sign } from 'node:crypto';
import * as fc from 'fast-check';
import { CompactSign, compactVerify, importSPKI } from 'jose';
import { describe, expect, it } from 'vitest';
import { largestSignedFileBytes } from '../../../contract/approvals/approval-operations.ts';
import type { SignedDocument } from '../../../contract/approvals/signed-documents.ts';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { spokenFingerprint } from '../../../main/core/ports/signatures.ts';
import { fileOf, readSigned, signDocument } from '../../../main/core/approvals/signed-file.ts';
import type { SigningKey } from '../../../main/core/ports/index.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const key: SigningKey = {
  publicKey: () => Promise.resolve({ ok: true, value: publicKey }),
  sign: (bytes) =>
    Promise.resolve({
      ok: true,
      value: { publicKey, signature: sign(null, bytes, pair.privateKey).toString('base64') },
    }),
};
const card = (name: string) =>
  ({ v: 1, kind: 'card', person: { name, publicKey }, at: '2026-03-01T00:00:00.000Z' }) as const;

async function signed(name = 'Ann'): Promise<string> {
  const result = await signDocument(key, card(name));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A JWS with this header over this payload, signed with the key of the card. */
function forged(header: object, payload: string): Uint8Array {
  const text = (value: string): string => Buffer.from(value).toString('base64url');
  const input = `${text(JSON.stringify(header))}.${text(payload)}`;
  return fileOf(`${input}.${sign(null, Buffer.from(input), pair.privateKey).toString('base64url')}`);
}

const isRefused = (bytes: Uint8Array): boolean => {
  const read = readSigned(bytes);
  return !read.ok && read.error.code === 'signatureInvalid';
};

describe('a signed file', () => {
  it('is a JWS that jose verifies, and one signed by jose is read', async () => {
    const jws = await signed();
    const spki = await importSPKI(pair.publicKey.export({ format: 'pem', type: 'spki' }).toString(), 'EdDSA');
    const verified = await compactVerify(jws, spki, { algorithms: ['EdDSA'] });
    expect(new TextDecoder().decode(verified.payload)).toBe(canonicalJson(card('Ann')));

    const payload = new TextEncoder().encode(canonicalJson(card('Ben')));
    const byJose = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'bursar' })
      .sign(pair.privateKey);
    expect(readSigned(fileOf(byJose))).toMatchObject({ ok: true, value: { document: card('Ben') } });
  });

  it('returns what was signed, whatever its content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (name) => {
        const read = readSigned(fileOf(await signed(name)));
        expect(read).toMatchObject({ ok: true, value: { document: card(name) } });
      }),
      { numRuns: 200 },
    );
  });

  it('is refused if any byte is changed, removed or added', async () => {
    const bytes = fileOf(await signed());
    for (let index = 0; index < bytes.length; index += 1) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
        const changed = Uint8Array.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ bit;
        const isSpace =
          index === bytes.length - 1 && ' \t\r'.includes(String.fromCharCode(changed[index] ?? 0));
        expect(isRefused(changed), `byte ${index} bit ${bit}`).toBe(!isSpace);
      }
      const isNewline = index === bytes.length - 1;
      const shorter = Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)]);
      expect(isRefused(shorter)).toBe(!isNewline);
    }
    for (const more of ['\0', '=', '.', 'A'])
      expect(isRefused(Buffer.concat([bytes.subarray(0, -1), Buffer.from(`${more}\n`)]))).toBe(true);
  });

  it('is read with the line ends, spaces and byte order mark that a mail program adds around it, but with none of them inside', async () => {
    const jws = await signed();
    const bom = '\u{FEFF}';
    for (const [before, after] of [
      ['', ''],
      ['', '\r\n'],
      [bom, '\r\n\r\n'],
      [`${bom}\r\n \t`, ' \t\n'],
    ])
      expect(readSigned(Buffer.from(`${before}${jws}${after}`))).toMatchObject({
        ok: true,
        value: { document: card('Ann'), jws },
      });
    for (const added of [' ', '\t', '\r\n', '\n', bom])
      for (let at = 1; at < jws.length; at += 1)
        expect(isRefused(Buffer.from(`${jws.slice(0, at)}${added}${jws.slice(at)}`)), `${at}`).toBe(true);
    for (const [before, after] of [
      [`${bom}${bom}`, ''],
      [` ${bom}`, ''],
      ['', bom],
      ['\u{A0}', ''],
      ['', '\u{A0}'],
      ['\f', ''],
      ['', '\u{2028}'],
      ['', `\n${jws}`],
      ['> ', ''],
    ])
      expect(isRefused(Buffer.from(`${before}${jws}${after}`)), JSON.stringify([before, after])).toBe(true);
    expect(isRefused(Buffer.from(jws, 'utf16le'))).toBe(true);
    // Many spaces take no longer than many letters: a file in the shared folder comes from anybody.
    expect(isRefused(Buffer.from(`.${' '.repeat(2_000_000)}.`))).toBe(true);
  });

  it('is refused without a signature: alg none', () => {
    const text = (value: string): string => Buffer.from(value).toString('base64url');
    const payload = text(canonicalJson(card('Ann')));
    for (const header of ['{"alg":"none","typ":"bursar"}', '{"alg":"none"}'])
      for (const signature of ['', 'AA'])
        expect(isRefused(fileOf(`${text(header)}.${payload}.${signature}`))).toBe(true);
  });

  it('is refused with a different header, even if its signature fits: another algorithm, a key inside, a critical member', () => {
    const payload = canonicalJson(card('Ann'));
    const headers = [
      { alg: 'EdDSA' },
      { alg: 'Ed25519', typ: 'bursar' },
      { alg: 'HS256', typ: 'bursar' },
      { typ: 'bursar', alg: 'EdDSA' },
      { alg: 'EdDSA', typ: 'bursar', jwk: {} },
      { alg: 'EdDSA', typ: 'bursar', crit: ['b64'], b64: false },
    ];
    for (const header of headers) expect(isRefused(forged(header, payload))).toBe(true);
    expect(isRefused(forged({ alg: 'EdDSA', typ: 'bursar' }, payload))).toBe(false);
  });

  it('is refused if it is not canonical JSON, or contains more than Bursar knows', () => {
    const header = { alg: 'EdDSA', typ: 'bursar' };
    const text = canonicalJson(card('Ann'));
    const others = [
      ` ${text}`,
      text.replace('"kind":"card"', '"kind":"card","kind":"card"'),
      canonicalJson({ ...card('Ann'), more: 1 }),
      canonicalJson({ ...card('Ann'), v: 2 }),
      JSON.stringify(card('Ann')),
      `\uFEFF${text}`,
      '[]',
      'null',
      '',
    ];
    for (const other of others) expect(isRefused(forged(header, other)), other).toBe(true);
  });

  it('is refused if it contains a key of another type', () => {
    const kinds = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('x25519'),
      generateKeyPairSync('ed448'),
    ];
    for (const { publicKey: other } of kinds) {
      const spki = other.export({ format: 'der', type: 'spki' }).toString('base64');
      const payload = canonicalJson({ ...card('Ann'), person: { name: 'Ann', publicKey: spki } });
      expect(isRefused(forged({ alg: 'EdDSA', typ: 'bursar' }, payload))).toBe(true);
    }
  });

  it('is refused as malformed: parts missing, too many, padded, in another alphabet, or not text at all', async () => {
    const jws = await signed();
    const [header = '', payload = '', signature = ''] = jws.split('.');
    const others = [
      '',
      '\n',
      header,
      `${header}.${payload}`,
      `${jws}.${signature}`,
      `${header}..${signature}`,
      `${header}.${payload}=.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      `${header}.${payload}.${signature}${signature}`,
      JSON.stringify({ protected: header, payload, signature }),
    ];
    for (const other of others) expect(isRefused(fileOf(other)), other).toBe(true);
    expect(isRefused(new Uint8Array(64))).toBe(true);
  });

  it('is not read at all if it is larger than 64 MiB', () => {
    const read = readSigned(new Uint8Array(largestSignedFileBytes + 1));
    expect(read).toMatchObject({ ok: false, error: { code: 'signatureInvalid' } });
    expect(!read.ok && read.error.message).toContain('64 MiB');
  });
});

it('a document that no Bursar would open as a file is not signed, and says what to do', async () => {
  const large: SignedDocument = {
    v: 1,
    kind: 'controlRequest',
    databaseId: 'one',
    from: 'a'.repeat(64),
    to: { approvers: [], policies: [] },
    preparedBy: { name: 'Otto', publicKey },
    at: '2026-03-01T00:00:00.000Z',
    expiresAt: '2026-03-02T00:00:00.000Z',
    changes: ['x'.repeat((largestSignedFileBytes / 4) * 3)],
  };
  expect(await signDocument(key, large)).toMatchObject({
    error: {
      code: 'inputInvalid',
      message:
        'The file to be signed would be larger than 64 MiB, and no Bursar opens such a file. Split the rows into smaller batches.',
    },
  });
});

describe('the fingerprint of a personal key', () => {
  it('is 160 bits in eight groups of four letters and digits that cannot be confused', () => {
    expect(spokenFingerprint(publicKey)).toMatch(/^[a-km-np-z2-9]{4}( [a-km-np-z2-9]{4}){7}$/);
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
    expect(spokenFingerprint(other.toString('base64'))).not.toBe(spokenFingerprint(publicKey));
  });
});
