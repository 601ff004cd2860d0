import type { CodeListName } from '../../../../contract/reference.ts';

/** Code lists and merchant information as the gateway last returned them. The rules for every method are on Store. */
export interface ReferenceStore {
  /** A stored code list of this profile; null if it was never loaded. */
  findCodes(keyId: string, list: CodeListName): StoredReference | null;
  /** Replaces the whole list. Does nothing for a removed profile. */
  saveCodes(keyId: string, list: CodeListName, kept: StoredReference): void;
  /** Merchant information; null if it was never loaded. */
  findMerchant(keyId: string): StoredReference | null;
  /** Replaces the merchant information. Does nothing for a removed profile. */
  saveMerchant(keyId: string, kept: StoredReference): void;
}

/** JSON of the gateway's answer, and its time. */
type StoredReference = { readonly asOf: number; readonly json: string };
