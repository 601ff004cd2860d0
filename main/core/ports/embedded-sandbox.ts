import type { Result } from '../../../contract/result.ts';

/** Where the sandbox is served, and where its hosted payment page. */
export type TrialAddresses = { readonly baseUrl: string; readonly paymentPageUrl: string };

/**
 * The embedded sandbox: a gateway in this program for trying Bursar, on this computer only, without money, and forgotten when
 * the process ends.
 */
export interface Trial {
  /**
   * Serves it for this merchant, who signs with this public key, at this gateway address (null: any), and returns the addresses. If it
   * is already served, the key is added. Fails with `gatewayUnreachable` if the address is in use.
   */
  serve(merchant: {
    readonly baseUrl: string | null;
    readonly merchantCode: string;
    readonly publicKeyPem: string;
  }): Promise<Result<TrialAddresses>>;
  close(): Promise<void>;
}
