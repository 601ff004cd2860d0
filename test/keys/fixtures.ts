import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const passphrase = 'correct horse battery staple';

export const newRsaKey = (modulusLength: number): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey;

export type KeyFileForm = { name: string; bytes: Buffer; passphrase: string | null };

/** The same key in every form that Bursar accepts. */
export function acceptedForms(key: KeyObject): KeyFileForm[] {
  const pem = (type: 'pkcs1' | 'pkcs8') => Buffer.from(key.export({ type, format: 'pem' }));
  const locked = { cipher: 'aes-256-cbc', passphrase };
  const form = (name: string, bytes: Buffer | string, opened: string | null = null): KeyFileForm => ({
    name,
    bytes: Buffer.from(bytes),
    passphrase: opened,
  });
  return [
    form('PKCS#8 PEM', pem('pkcs8')),
    form('PKCS#1 PEM', pem('pkcs1')),
    form('PKCS#8 DER', key.export({ type: 'pkcs8', format: 'der' })),
    form('PKCS#1 DER', key.export({ type: 'pkcs1', format: 'der' })),
    form('encrypted PKCS#8 PEM', key.export({ type: 'pkcs8', format: 'pem', ...locked }), passphrase),
    form('encrypted PKCS#8 DER', key.export({ type: 'pkcs8', format: 'der', ...locked }), passphrase),
    form('legacy encrypted PKCS#1 PEM', key.export({ type: 'pkcs1', format: 'pem', ...locked }), passphrase),
    form(
      'PKCS#8 PEM with CRLF, a byte order mark and words around it',
      `\uFEFFBag Attributes\r\n${pem('pkcs8').toString().replaceAll('\n', '\r\n')}\r\nend\r\n`,
    ),
    form(
      'PKCS#8 DER with bytes behind it',
      Buffer.concat([key.export({ type: 'pkcs8', format: 'der' }), Buffer.from('\n')]),
    ),
    form('PKCS#8 PEM with a passphrase that it does not need', pem('pkcs8'), 'not needed'),
  ];
}

/** A folder for key files that is taken away at the end. */
export function keyFolder(): {
  write(bytes: Uint8Array | string, mode?: number): string;
  path: string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'bursar-keys-'));
  let count = 0;
  return {
    path,
    write(bytes, mode = 0o600) {
      count += 1;
      const file = join(path, `key-${count}`);
      writeFileSync(file, bytes, { mode: 0o600 });
      chmodSync(file, mode);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** What an error would be shown as, in every way that a program may print it. */
export function allWords(error: unknown, inspect: (value: unknown) => string): string {
  return `${JSON.stringify(error)}\n${inspect(error)}`;
}
