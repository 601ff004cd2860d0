import type { PublicKey } from '../../../contract/profile.ts';
import type { Result } from '../../../contract/result.ts';

/**
 * Key custody. A `keyId` names one key pair of one profile. Private key material never crosses this port,
 * in either direction (invariant I8): an import names a file, and signing returns a signature.
 */
export interface Keys {
  /** Generates an RSA key of this many bits and stores it in the OS keychain. */
  generate(keyId: string, modulusBits: number): Promise<Result<PublicKey>>;
  /** Reads a key file (PKCS#8 or PKCS#1, PEM or DER, encrypted or not) and stores the key in the OS keychain. */
  importFile(keyId: string, keyFile: KeyFile): Promise<Result<PublicKey>>;
  publicKey(keyId: string): Promise<Result<PublicKey>>;
  /** SHA256withRSA (PKCS#1 v1.5) over exactly these bytes (interface: Authentication 3). */
  sign(keyId: string, bytes: Uint8Array): Promise<Result<Uint8Array>>;
  /** The gateway did not accept a signature of this key: another program may have replaced it, so it is read again before its next use. */
  doubt(keyId: string): void;
  /** Whether the key can be used without asking a person; false if there is none. */
  has(keyId: string): Promise<Result<boolean>>;
  /** Forgets key and secret; succeeds when there was none. */
  remove(keyId: string): Promise<Result<null>>;
  /** The deprecated merchant secret (interface: Authentication 4). */
  storeSecret(keyId: string, secret: string): Promise<Result<null>>;
  readSecret(keyId: string): Promise<Result<string>>;
}

export type KeyFile = { readonly path: string; readonly passphrase: string | null };
