import { decodeJwt } from 'jose';

/** The requested lifetime of a token; short, since tokens are cheap and dangerous. */
export const validitySeconds = 600;
const largestMarginMs = 30_000;

/**
 * Milliseconds for which a token may be used from the moment its answer arrived. Clocks are not trusted: the span
 * from its `iat` to its `exp` counts (interface: Auth token), never the times themselves. A token
 * that cannot be parsed has the requested validity. Renewed a margin before the end.
 */
export function usableForMs(token: string, askedSeconds: number): number {
  const lifetimeMs = lifetimeSeconds(token, askedSeconds) * 1000;
  return lifetimeMs - Math.min(largestMarginMs, lifetimeMs / 4);
}

function lifetimeSeconds(token: string, askedSeconds: number): number {
  try {
    const { exp, iat } = decodeJwt(token);
    // Claims are whatever the gateway wrote; the declared types guarantee nothing.
    if (typeof exp !== 'number' || typeof iat !== 'number') return askedSeconds;
    const lifetime = exp - iat;
    return lifetime > 0 && lifetime <= askedSeconds ? lifetime : askedSeconds;
  } catch {
    return askedSeconds;
  }
}
