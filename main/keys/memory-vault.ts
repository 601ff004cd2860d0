import { succeed } from '../../contract/result.ts';
import type { Vault } from './vault.ts';

const largestBytes = 64 * 1024;

/** A vault that is lost with the process. */
export function createMemoryVault(): Vault {
  const kept = new Map<string, Uint8Array>();
  const erase = (account: string): void => {
    kept.get(account)?.fill(0);
    kept.delete(account);
  };
  return {
    largestBytes,
    read: async (account) => {
      const bytes = kept.get(account);
      return succeed(bytes === undefined ? null : Uint8Array.from(bytes));
    },
    write: async (account, bytes) => {
      erase(account);
      // Always a copy: a Buffer's own slice would be a view that the caller clears.
      kept.set(account, Uint8Array.from(bytes));
      return succeed(null);
    },
    erase: async (account) => {
      erase(account);
      return succeed(null);
    },
  };
}
