import { succeed } from '../../contract/result.ts';
import type { ControlMarker } from '../core/ports/index.ts';
import type { Vault } from './vault.ts';

/** The control marker as text under this account of a vault. It is not secret; it is kept there because nobody else can write there. */
export function createControlMarker(vault: Vault, account: string): ControlMarker {
  return {
    async read() {
      const found = await vault.read(account);
      if (!found.ok || found.value === null) return found.ok ? succeed(null) : found;
      return succeed(new TextDecoder().decode(found.value));
    },
    write: (text) => vault.write(account, new TextEncoder().encode(text)),
  };
}
