import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyFileKeys, createMemoryKeys } from '../../main/keys/index.ts';
import { readPrivateKey } from '../../main/keys/private-key.ts';
import { createStoredKeys } from '../../main/keys/stored-keys.ts';
import { createMemoryVault } from '../../main/keys/memory-vault.ts';
import { acceptedForms, allWords, keyFolder, newRsaKey, passphrase } from './fixtures.ts';
import { findKeyBytes, keyNeedles, textNeedles } from './canary.ts';

const folder = keyFolder();
afterAll(() => folder.remove());

const key = newRsaKey(2048);
const needles = keyNeedles(key);
const pem = (from: KeyObject): string => from.export({ type: 'pkcs8', format: 'pem' }).toString();
const der = (from: KeyObject): Buffer => from.export({ type: 'pkcs8', format: 'der' });
const { privateKey: ecKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey: edKey } = generateKeyPairSync('ed25519');
const { privateKey: pssKey } = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
const locked = { cipher: 'aes-256-cbc', passphrase } as const;
const lockedDer = key.export({ type: 'pkcs8', format: 'der', ...locked });
const block = (label: string): string => `-----BEGIN ${label}-----\nTWFkZSB1cA==\n-----END ${label}-----\n`;

/** A key whose `d` belongs to another key: every number is well-formed and nothing it signs can be verified. */
function mixedUpKey(): Buffer {
  const { d: _own, ...others } = key.export({ format: 'jwk' });
  const { d, dp, dq, qi, p, q } = newRsaKey(2048).export({ format: 'jwk' });
  if (
    d === undefined ||
    dp === undefined ||
    dq === undefined ||
    qi === undefined ||
    p === undefined ||
    q === undefined
  )
    throw new Error('not an RSA key');
  return der(createPrivateKey({ key: { ...others, d, dp, dq, qi, p, q }, format: 'jwk' }));
}

/** An encrypted key that asks for 2,147,483,647 rounds, made by changing the count in place. */
function endlessRounds(): Buffer {
  const bytes = Buffer.from(lockedDer);
  const rounds = bytes.indexOf(Buffer.from([0x02, 0x02, 0x08, 0x00]));
  if (rounds === -1) throw new Error('the number of rounds is not where it was');
  // Two bytes more for the number, and for each of the five sequences around it.
  const longer = Buffer.concat([
    bytes.subarray(0, rounds),
    Buffer.from([0x02, 0x04, 0x7f, 0xff, 0xff, 0xff]),
    bytes.subarray(rounds + 4),
  ]);
  longer.writeUInt16BE(longer.readUInt16BE(2) + 2, 2);
  for (let at = 4; at < rounds; at += 1) {
    const isAround = longer[at] === 0x30 && at + 2 + (longer[at + 1] ?? 0) >= rounds + 4;
    if (isAround) longer.writeUInt8((longer[at + 1] ?? 0) + 2, at + 1);
  }
  return longer;
}

const unacceptable: [string, Buffer | string, string, string | null][] = [
  ['an empty file', '', 'is empty', null],
  ['a text', 'this is not a key\n', 'not a private key', null],
  ['a public key (PEM)', createPublicKey(key).export({ type: 'spki', format: 'pem' }), 'public key', null],
  [
    'a public key (PKCS#1 PEM)',
    createPublicKey(key).export({ type: 'pkcs1', format: 'pem' }),
    'public key',
    null,
  ],
  ['a public key (DER)', createPublicKey(key).export({ type: 'spki', format: 'der' }), 'public key', null],
  [
    'a public key (PKCS#1 DER)',
    createPublicKey(key).export({ type: 'pkcs1', format: 'der' }),
    'public key',
    null,
  ],
  ['a certificate', block('CERTIFICATE'), 'certificate', null],
  ['a certificate request', block('CERTIFICATE REQUEST'), 'certificate', null],
  ['an EC key (PKCS#8)', pem(ecKey), 'another kind', null],
  ['an EC key (SEC1 PEM)', ecKey.export({ type: 'sec1', format: 'pem' }), 'elliptic', null],
  ['an EC key (SEC1 DER)', ecKey.export({ type: 'sec1', format: 'der' }), 'elliptic', null],
  ['an Ed25519 key', pem(edKey), 'another kind', null],
  ['an RSA-PSS key', pem(pssKey), 'PSS', null],
  ['an RSA key of 1024 bits', pem(newRsaKey(1024)), '1024 bits', null],
  ['an RSA key of 2040 bits', pem(newRsaKey(2040)), '2040 bits', null],
  ['an OpenSSH key', block('OPENSSH PRIVATE KEY'), 'ssh-keygen', null],
  ['a PuTTY key', 'PuTTY-User-Key-File-3: ssh-rsa\n', 'PuTTYgen', null],
  ['a PKCS#12 bundle', Buffer.from('300b0201033006060100040100', 'hex'), 'PKCS#12', null],
  ['two keys', pem(key) + pem(key), 'more than one', null],
  ['a PEM frame around nothing', block('PRIVATE KEY'), 'damaged', null],
  ['half a PEM', pem(key).slice(0, 900), 'damaged', null],
  ['half a DER', der(key).subarray(0, 600), 'damaged', null],
  ['a key whose numbers do not belong together', mixedUpKey(), 'belong together', null],
  ['more rounds than anyone should wait for', endlessRounds(), 'rounds', passphrase],
  ['a file larger than 64 KiB', Buffer.alloc(65_537, 'A'), 'larger', null],
  ['a key with 64 KiB of text behind it', pem(key) + ' '.repeat(65_536), 'larger', null],
];

describe('an unusable private key', () => {
  it.each(unacceptable)(
    'I8: is refused with a description of what it is, and none of its bytes: %s',
    async (_what, bytes, words, given) => {
      const keyFile = { path: folder.write(bytes), passphrase: given };
      const memory = createMemoryKeys();
      const named = createKeyFileKeys({ keyFile, otherwise: memory });
      for (const refused of [
        await memory.importFile('profile', keyFile),
        await named.sign('profile', Buffer.from('x')),
      ]) {
        expect(refused).toMatchObject({ ok: false, error: { code: 'keyInvalid' } });
        const said = allWords(refused, (value) => inspect(value, { depth: 9 }));
        expect(said).toContain(words);
        expect(findKeyBytes(Buffer.from(said), needles)).toEqual([]);
      }
      expect(await memory.has('profile')).toEqual({ ok: true, value: false });
    },
  );

  it.each(acceptedForms(key).filter((form) => form.passphrase === passphrase))(
    'I8: $name without its passphrase, or with another, is refused without repeating either',
    async ({ bytes }) => {
      const path = folder.write(bytes);
      const keys = createMemoryKeys();
      for (const given of [null, '', 'wrong passphrase', 'x'.repeat(5_000)]) {
        const refused = await keys.importFile('profile', { path, passphrase: given });
        expect(refused).toMatchObject({ ok: false, error: { code: 'passphraseWrong' } });
        const said = Buffer.from(allWords(refused, inspect));
        expect(findKeyBytes(said, [...needles, ...textNeedles('passphrase', 'wrong passphrase')])).toEqual(
          [],
        );
      }
    },
  );

  it('is reported for a key larger than a keychain entry', async () => {
    const keys = createStoredKeys({ ...createMemoryVault(), largestBytes: 1_000 });
    const refused = await keys.importFile('profile', { path: folder.write(der(key)), passphrase: null });
    expect(refused).toMatchObject({ ok: false, error: { code: 'keyInvalid' } });
    expect(await keys.has('profile')).toEqual({ ok: true, value: false });
  });

  it('is reported for a keychain entry that is not a key', async () => {
    const vault = createMemoryVault();
    await vault.write('profile', Buffer.from('something else'));
    const keys = createStoredKeys(vault);
    expect(await keys.sign('profile', Buffer.from('x'))).toMatchObject({
      ok: false,
      error: { code: 'keyInvalid' },
    });
  });
});

const typedCodes = new Set(['keyInvalid', 'passphraseWrong']);

/** Whether six bytes in a row of the input occur in these words. */
function repeats(words: string, input: Buffer): boolean {
  const said = Buffer.from(words, 'utf8');
  return Array.from({ length: Math.max(input.length - 5, 0) }).some((_, at) =>
    said.includes(input.subarray(at, at + 6)),
  );
}

async function refusesQuietly(input: Buffer, given: string | null): Promise<void> {
  const copy = Buffer.from(input);
  const read = await readPrivateKey(input, given, 'the file');
  if (read.ok) return;
  expect(typedCodes.has(read.error.code)).toBe(true);
  expect(read.error.details).toEqual({});
  expect(repeats(read.error.message, copy)).toBe(false);
}

describe('arbitrary bytes as a key file', () => {
  const anyPassphrase = fc.option(fc.string({ maxLength: 20 }), { nil: null });

  it('I8: give typed errors only, which repeat none of them', async () => {
    const anyBytes = fc.uint8Array({ maxLength: 3_000 });
    await fc.assert(
      fc.asyncProperty(anyBytes, anyPassphrase, async (bytes, given) =>
        refusesQuietly(Buffer.from(bytes), given),
      ),
      { numRuns: 500 },
    );
  });

  it('I8: give typed errors only if a real key was damaged', async () => {
    const forms = acceptedForms(key).map(({ bytes }) => bytes);
    const damage = fc.array(fc.tuple(fc.nat(1_900), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...forms), damage, anyPassphrase, async (form, changes, given) => {
        const bytes = Buffer.from(form);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const read = await readPrivateKey(bytes, given, 'the file');
        if (read.ok) return;
        expect(typedCodes.has(read.error.code)).toBe(true);
        expect(findKeyBytes(Buffer.from(JSON.stringify(read)), needles)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('I8: give typed errors only if they look like PEM or DER', async () => {
    const label = fc.constantFrom(
      'PRIVATE KEY',
      'RSA PRIVATE KEY',
      'ENCRYPTED PRIVATE KEY',
      'EC PRIVATE KEY',
      'PUBLIC KEY',
      'X'.repeat(70),
    );
    const pemLike = fc
      .tuple(label, fc.uint8Array({ maxLength: 300 }))
      .map(([name, body]) =>
        Buffer.from(
          `-----BEGIN ${name}-----\n${Buffer.from(body).toString('base64')}\n-----END ${name}-----`,
        ),
      );
    const derLike = fc
      .array(fc.tuple(fc.constantFrom(2, 3, 4, 6, 0x30), fc.uint8Array({ maxLength: 20 })), { maxLength: 8 })
      .map((parts) => Buffer.concat(parts.map(([tag, body]) => Buffer.from([tag, body.length, ...body]))))
      .map((body) => Buffer.concat([Buffer.from([0x30, 0x81, body.length]), body]));
    await fc.assert(
      fc.asyncProperty(fc.oneof(pemLike, derLike), anyPassphrase, async (bytes, given) => {
        const read = await readPrivateKey(bytes, given, 'the file');
        expect(read.ok ? 'a key' : read.error.code).toMatch(/^(keyInvalid|passphraseWrong)$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
