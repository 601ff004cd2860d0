import type { Authentication, Environment } from '../../../../contract/profile.ts';

/** Profiles of merchants and which keys they sign with. See Store for what holds of every method. */
export interface ProfileStore {
  listProfiles(): StoredProfile[];
  findProfile(name: string): StoredProfile | null;
  /** False when the name is taken, or the same merchant at the same address has a profile. A removed one of that merchant comes back with its history. */
  addProfile(profile: NewProfile): boolean;
  /** Whether it has unfinished payments or drafts. */
  isProfileInUse(name: string): boolean;
  /** False while it is in use. Its history stays. */
  removeProfile(name: string, at: number): boolean;
  /** `fingerprint` is that of the public key; null where there is none, as with a secret. */
  setHasStoredKey(keyId: string, hasStoredKey: boolean, at: number, fingerprint?: string | null): void;
  /** Changes name, callback address and address of the payment page. Batches keep the address that they were made with. */
  editProfile(
    name: string,
    change: {
      readonly newName: string;
      readonly callbackUrl: string;
      readonly paymentPageUrl: string | null;
      readonly at: number;
    },
  ): 'edited' | 'notFound' | 'nameTaken';

  /** Signs with this key from now on, which is spare no longer; the one before it becomes spare. */
  setSigningKey(
    keyId: string,
    key: {
      readonly signingKeyId: string;
      readonly hasStoredKey: boolean;
      readonly fingerprint?: string | null;
      readonly at: number;
    },
  ): void;
  /** Names a key of the keychain that no profile signs with, so that it can be removed later even after a crash. */
  addSpareKey(signingKeyId: string): void;
  spareKeys(): string[];
  forgetSpareKey(signingKeyId: string): void;
}

type NewProfile = {
  readonly keyId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly merchantCode: string;
  readonly callbackUrl: string;
  readonly paymentPageUrl: string | null;
  readonly authentication: Authentication;
  readonly hasStoredKey: boolean;
  readonly isPrepareOnly?: boolean;
  readonly at: number;
};
/** `keyId` names the profile in the store for good, `signingKeyId` the key that signs for it now. */
export type StoredProfile = Omit<NewProfile, 'at' | 'isPrepareOnly'> & {
  readonly isPrepareOnly: boolean;
  readonly signingKeyId: string;
  readonly createdAt: number;
};
