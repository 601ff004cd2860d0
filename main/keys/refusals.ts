import { fail, type Failure } from '../../contract/result.ts';
import type { NotAKey } from './container.ts';

const wanted =
  'Bursar needs the RSA private key (2048 bits or more) whose public key the gateway has, as PKCS#8 or PKCS#1, ' +
  'PEM or DER.';

function found(what: NotAKey): string {
  switch (what) {
    case 'nothing':
      return 'is empty';
    case 'publicKey':
      return 'holds a public key; the private key is needed to sign';
    case 'certificate':
      return 'holds a certificate or a request for one; the private key that belongs to it is needed to sign';
    case 'ellipticKey':
      return 'holds an elliptic-curve key; the gateway takes RSA signatures only';
    case 'openSshKey':
      return "holds a key in OpenSSH's own format; convert a copy of it with `ssh-keygen -p -m PEM -f COPY`";
    case 'puttyKey':
      return 'holds a PuTTY key; export it with PuTTYgen as an OpenSSL key';
    case 'pkcs12':
      return 'is a PKCS#12 bundle (.p12, .pfx); take the key out with `openssl pkcs12 -in FILE -nocerts -out KEY`';
    case 'severalKeys':
      return 'holds more than one private key; keep the right one in a separate file';
    case 'tooManyRounds':
      return 'needs more rounds of passphrase derivation than Bursar accepts (5,000,000)';
    case 'unknown':
      return 'is not a private key that Bursar can read, or is damaged';
  }
}

/** `keyInvalid` for a file that holds something else; the source is a phrase such as `the key file /k.pem`. */
export function notAKey(source: string, what: NotAKey): Failure {
  return keyInvalid(source, found(what));
}

/** `keyInvalid` with a description of what was found and what is expected; never with any of the bytes. */
export function keyInvalid(source: string, finding: string): Failure {
  return fail('keyInvalid', `${sentence(source)} ${finding}. ${wanted}`);
}

/** `passphraseWrong`, for a passphrase that is missing or does not open the key. */
export function passphraseWrong(source: string, isGiven: boolean): Failure {
  const finding = isGiven
    ? 'does not open with the passphrase that was given, or is damaged. Check the passphrase and try again.'
    : 'is encrypted. Give its passphrase.';
  return fail('passphraseWrong', `${sentence(source)} ${finding}`);
}

function sentence(source: string): string {
  return source.charAt(0).toUpperCase() + source.slice(1);
}
