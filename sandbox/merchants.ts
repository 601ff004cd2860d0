import { createPublicKey, type KeyObject } from 'node:crypto';
import { openAccounts } from './payments/balances.ts';
import { mostKeys } from './limits.ts';
import { RateWindow } from './rate-window.ts';
import type { Merchant } from './state.ts';
import { Traffic } from './traffic.ts';
import type { SandboxMerchant } from './types.ts';

const smallestModulusBits = 2048;

/** A public RSA key of 2048 bits or more; null for anything else, including a private key. */
export function readPublicKey(pem: string): KeyObject | null {
  if (!/^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(pem) || pem.includes('PRIVATE KEY')) return null;
  try {
    const key = createPublicKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= smallestModulusBits ? key : null;
  } catch {
    return null;
  }
}

export function createMerchant(
  given: SandboxMerchant,
  requestsPerSecond: number | null,
  currencies: readonly string[],
): Merchant {
  const merchant: Merchant = {
    merchantCode: given.merchantCode,
    keys: new Map(),
    secrets: new Set(),
    accounts: openAccounts(given.balances ?? null, currencies),
    window: requestsPerSecond === null ? null : new RateWindow(requestsPerSecond),
    traffic: new Traffic(),
    payments: { payout: new Map(), payin: new Map(), topup: new Map() },
    refusedPosts: { payout: new Map(), payin: new Map(), topup: new Map() },
  };
  addCredentials(merchant, given);
  return merchant;
}

/** Adds keys and secrets to those of the merchant. Throws TypeError for an unusable one or one too many. */
export function addCredentials(merchant: Merchant, given: SandboxMerchant): void {
  const keys = new Map(merchant.keys);
  for (const pem of given.publicKeyPems) {
    const key = readPublicKey(pem);
    if (key === null)
      throw new TypeError(`not a public RSA key of ${smallestModulusBits} bits or more in PEM`);
    keys.set(pem.trim(), key);
  }
  const secrets = merchant.secrets.union(new Set(given.secrets));
  if (keys.size + secrets.size > mostKeys) {
    throw new TypeError(`a merchant has at most ${mostKeys} keys and secrets`);
  }
  for (const [pem, key] of keys) merchant.keys.set(pem, key);
  for (const secret of secrets) merchant.secrets.add(secret);
}
