import { createPrivateKey, type KeyObject } from 'node:crypto';
import { succeed, type Result } from '../../contract/result.ts';
import { recogniseKey, type KeyContainer } from './container.ts';
import { keyInvalid, notAKey, passphraseWrong } from './refusals.ts';
import { fitsItself, largestModulusBits, smallestModulusBits } from './rsa.ts';

const smallestPublicExponent = 3n;

/** OpenSSL's reason is discarded: it says little to a person, and it may quote the input. */
function decode(container: KeyContainer, passphrase: string | null): KeyObject | null {
  const key = Buffer.from(container.bytes.buffer, container.bytes.byteOffset, container.bytes.byteLength);
  const opened = container.isEncrypted && passphrase !== null ? { passphrase } : {};
  try {
    return container.kind === 'pem'
      ? createPrivateKey({ key, format: 'pem', ...opened })
      : createPrivateKey({ key, format: 'der', type: container.form, ...opened });
  } catch {
    return null;
  }
}

function complaint(key: KeyObject): string | null {
  if (key.asymmetricKeyType === 'rsa-pss')
    return 'holds an RSA key that may only sign with PSS; the gateway takes PKCS#1 v1.5';
  if (key.asymmetricKeyType !== 'rsa')
    return 'holds a key of another kind; the gateway takes RSA signatures only';
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < smallestModulusBits)
    return `holds an RSA key of ${modulusLength} bits, which is too small`;
  if (modulusLength > largestModulusBits)
    return `holds an RSA key of ${modulusLength} bits, which is too large (at most ${largestModulusBits})`;
  if (publicExponent < smallestPublicExponent) return 'holds an RSA key with an unsafe public exponent';
  return null;
}

/**
 * Reads an RSA private key of 2048 to 16384 bits from a file's bytes: PKCS#8 or PKCS#1, PEM or DER, encrypted or
 * not. `source` names the file in messages. Errors: `keyInvalid` with what was found instead, `passphraseWrong`. The
 * bytes stay the caller's, to be cleared.
 */
export async function readPrivateKey(
  bytes: Buffer,
  passphrase: string | null,
  source: string,
): Promise<Result<KeyObject>> {
  const container = recogniseKey(bytes);
  if (typeof container === 'string') return notAKey(source, container);
  if (container.isEncrypted && passphrase === null) return passphraseWrong(source, false);
  const key = decode(container, passphrase);
  if (key === null) return container.isEncrypted ? passphraseWrong(source, true) : notAKey(source, 'unknown');
  const finding = complaint(key);
  if (finding !== null) return keyInvalid(source, finding);
  if (!(await fitsItself(key))) return keyInvalid(source, 'is damaged: its numbers do not belong together');
  return succeed(key);
}
