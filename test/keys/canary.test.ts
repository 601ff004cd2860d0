import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findKeyBytes, keyNeedles, textNeedles } from './canary.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const needles = keyNeedles(privateKey);
const pem = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }).toString();
const der = privateKey.export({ type: 'pkcs8', format: 'der' });
const numbers = privateKey.export({ format: 'jwk' });
const bytesOf = (name: 'd' | 'p' | 'q') => Buffer.from(numbers[name] ?? '', 'base64url');
const decimalOf = (name: 'd' | 'p' | 'q') => BigInt(`0x${bytesOf(name).toString('hex')}`).toString();

/** The planted bytes at every offset modulo 6, in the middle of noise. */
function planted(secret: string | Uint8Array): Buffer[] {
  return [0, 1, 2, 3, 4, 5].map((offset) =>
    Buffer.concat([randomBytes(1000 + offset), Buffer.from(secret), randomBytes(1000)]),
  );
}

const leaks: Record<string, string | Uint8Array> = {
  'PKCS#8 DER': der,
  'PKCS#1 DER': privateKey.export({ type: 'pkcs1', format: 'der' }),
  'PKCS#8 PEM': pem('pkcs8'),
  'PKCS#1 PEM': pem('pkcs1'),
  'PEM with CRLF': pem('pkcs8').replaceAll('\n', '\r\n'),
  'PEM in JSON': JSON.stringify({ key: pem('pkcs8') }),
  'PEM in JSON in JSON': JSON.stringify(JSON.stringify({ key: pem('pkcs1') })),
  'PEM in UTF-16': Buffer.from(pem('pkcs8'), 'utf16le'),
  'base64 of the DER': der.toString('base64'),
  'base64 of the DER shifted by one': Buffer.concat([Buffer.from('x'), der]).toString('base64'),
  'base64 of the DER shifted by two': Buffer.concat([Buffer.from('xy'), der]).toString('base64'),
  'base64url of the DER': der.toString('base64url'),
  'hexadecimal of the DER': der.toString('hex'),
  'upper-case hexadecimal with colons': der.toString('hex').toUpperCase().match(/../g)?.join(':') ?? '',
  'a printed Buffer': inspect(bytesOf('p'), { maxArrayLength: null }),
  'a printed Uint8Array': inspect(new Uint8Array(der), { maxArrayLength: null }),
  'an array in JSON': JSON.stringify(Array.from(der)),
  'an indented array in JSON': JSON.stringify(Array.from(der), null, 2),
  JWK: JSON.stringify(numbers),
  'd in decimal': decimalOf('d'),
  'p in decimal': decimalOf('p'),
  'd in hexadecimal': BigInt(`0x${bytesOf('d').toString('hex')}`).toString(16),
  'q reversed, as big numbers lie in memory': bytesOf('q').toReversed(),
  'a piece of p of 47 bytes': bytesOf('p').subarray(9, 56),
};

describe('canary', () => {
  it.each(Object.entries(leaks))('I8: finds a leaked key as %s', (_form, secret) => {
    for (const haystack of planted(secret)) expect(findKeyBytes(haystack, needles)).not.toEqual([]);
  });

  it('finds every line of a PEM that holds only secret bytes, on its own', () => {
    // Lines with the frame between two numbers hold too little of either, or not, as the lengths of the numbers fall.
    const secrets = (['d', 'p', 'q', 'dp', 'dq', 'qi'] as const).map((name) =>
      Buffer.from(numbers[name] ?? '', 'base64url'),
    );
    const lines = pem('pkcs8')
      .split('\n')
      .filter((line) => line.length === 64 && secrets.some((secret) => secret.includes(line, 0, 'base64')));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) expect(findKeyBytes(Buffer.from(line), needles), line).not.toEqual([]);
  });

  it('finds nothing in noise, in the public half, or in another key', () => {
    const innocent = [
      randomBytes(1_000_000),
      Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })),
      publicKey.export({ type: 'spki', format: 'der' }),
      Buffer.from(JSON.stringify(publicKey.export({ format: 'jwk' }))),
      Buffer.from(otherKey.export({ type: 'pkcs8', format: 'pem' })),
      Buffer.alloc(0),
      Buffer.from('x'),
    ];
    for (const haystack of innocent) expect(findKeyBytes(haystack, needles)).toEqual([]);
  });

  it('accepts the key as PEM or DER as well', () => {
    expect(keyNeedles(pem('pkcs8'))).toEqual(needles);
    expect(keyNeedles(der)).toEqual(needles);
  });

  it('does not repeat the key in the names of what it found', () => {
    const names = findKeyBytes(Buffer.from(pem('pkcs8')), needles).join('\n');
    expect(findKeyBytes(Buffer.from(names), needles)).toEqual([]);
  });

  it('finds a secret text, plain and encoded', () => {
    const secret = textNeedles('passphrase', 'open sesame 42');
    const encoded = Buffer.from('open sesame 42').toString('base64');
    expect(findKeyBytes(Buffer.from('log: open sesame 42!'), secret)).not.toEqual([]);
    expect(findKeyBytes(Buffer.from(`log: ${encoded}`), secret)).not.toEqual([]);
    expect(findKeyBytes(Buffer.from('log: open season 42'), secret)).toEqual([]);
  });
});
