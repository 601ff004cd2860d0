import type { CodeListName } from '../../../../contract/reference.ts';

/** Code lists and merchant information as the gateway last returned them. The rules for every method are on Store. */
export interface ReferenceStore {
  /** A stored code list of this profile; null if it was never loaded. */
  findCodes(keyId: string, list: CodeListName): KeptReference | null;
  /** Replaces the whole list. Does nothing for a removed profile. */
  keepCodes(keyId: string, list: CodeListName, kept: KeptReference): void;
  /** Merchant information; null if it was never loaded. */
  findMerchant(keyId: string): KeptReference | null;
  /** Replaces the merchant information. Does nothing for a removed profile. */
  keepMerchant(keyId: string, kept: KeptReference): void;
}

/** JSON of the gateway's answer, and its time. */
type KeptReference = { readonly asOf: number; readonly json: string };
