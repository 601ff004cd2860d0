import type { CodeListName } from '../../../contract/reference.ts';

/** What the core keeps of the code lists and of the merchant. See Store for what holds of every method. */
export interface ReferenceStore {
  /** A code list of this profile as it was kept; null where the gateway was never asked for it. */
  findCodes(keyId: string, list: CodeListName): KeptReference | null;
  /** Puts this in the place of the list, whole. Of a profile that has gone in the meantime nothing is kept. */
  keepCodes(keyId: string, list: CodeListName, kept: KeptReference): void;
  /** What the gateway said of the merchant; null where it was never asked. */
  findMerchant(keyId: string): KeptReference | null;
  keepMerchant(keyId: string, kept: KeptReference): void;
}

/** JSON of what the gateway said, and when it did. */
export type KeptReference = { readonly asOf: number; readonly json: string };
