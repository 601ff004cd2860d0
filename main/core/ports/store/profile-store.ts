import type { Authentication, Environment } from '../../../../contract/profile.ts';
import type { SettingChange } from './settings-store.ts';

/** What keeps a profile from being removed: drafts, payments without an end, payments sent outside that a person has to decide about. */
export type ProfileUse = 'drafts' | 'unfinished' | 'outside';

/** Merchant profiles and their signing keys. The rules for every method are on Store. */
export interface ProfileStore {
  /** Fails (`databaseDamaged`) if one of them cannot be read: nobody decides, or adds up, without knowing all of them. */
  listProfiles(): StoredProfile[];
  /** For what is shown or done for each profile by itself: one that cannot be read is left out and reported (`leftOutRecords`). */
  readableProfiles(): StoredProfile[];
  findProfile(name: string): StoredProfile | null;
  /** The profile with this key ID, even if it was removed. */
  profileOfKey(keyId: string): StoredProfile | null;
  /** The key IDs of all profiles of an environment, removed ones included: their history counts. */
  keyIdsIn(environment: Environment): string[];
  /** False if the name is taken, or the same merchant at the same address has a profile. A removed profile of that merchant comes back with its history, in its environment only. In the same commit, settings that name it are changed. */
  addProfile(profile: NewProfile, settings?: readonly SettingChange[]): boolean;
  /** What this profile is still needed for. */
  usesOfProfile(name: string): ProfileUse[];
  /** False while it is needed for anything. Its history stays. In the same commit, its key becomes spare, and settings that name it are changed. */
  removeProfile(name: string, at: number, settings?: readonly SettingChange[]): boolean;
  /** `fingerprint` is that of the public key; null if there is none, as with a secret. */
  setHasStoredKey(keyId: string, hasStoredKey: boolean, at: number, fingerprint?: string | null): void;
  /**
   * Changes name, callback address and address of the payment page; what is undefined stays. Existing batches keep their address. In the
   * same commit, settings that name the profile are changed.
   */
  editProfile(
    name: string,
    change: {
      readonly newName?: string | undefined;
      readonly callbackUrl?: string | undefined;
      readonly paymentPageUrl?: string | null | undefined;
      readonly settings?: readonly SettingChange[];
      readonly at: number;
    },
  ): 'edited' | 'notFound' | 'nameTaken';

  /** Signs with this key or secret from now on, which is no longer spare; the previous one becomes spare. */
  setSigningKey(
    keyId: string,
    key: {
      readonly signingKeyId: string;
      readonly hasStoredKey: boolean;
      readonly authentication: Authentication;
      readonly fingerprint?: string | null;
      readonly at: number;
    },
  ): void;
  /** Records a keychain key that no profile signs with, so that it can be removed later even after a crash. */
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
/** `keyId` identifies the profile in the store permanently, `signingKeyId` is its current signing key. */
export type StoredProfile = Omit<NewProfile, 'at' | 'isPrepareOnly'> & {
  readonly isPrepareOnly: boolean;
  readonly signingKeyId: string;
  readonly createdAt: number;
};
