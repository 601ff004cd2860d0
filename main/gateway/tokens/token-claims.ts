import { decodeJwt } from 'jose';
import type { TokenClaims } from '../../../contract/receiving/links.ts';

/** Dates beyond these cannot be formatted (milliseconds since 1970). */
const latestTime = 8_640_000_000_000_000;

/**
 * The permissions that a token states (interface: Auth token), read from the token itself; only the gateway verifies its
 * signature. A missing claim, or one of another type, is empty or null; the result is null if this is not a JWT.
 */
export function readClaims(token: string): TokenClaims | null {
  try {
    // Claims are whatever the gateway wrote; the declared types guarantee nothing.
    const claims: Readonly<Record<string, unknown>> = decodeJwt(token);
    return {
      operations: operationsIn(claims['operations']),
      sub: textIn(claims['sub']),
      jti: textIn(claims['jti']),
      issuedAt: timeIn(claims['iat']),
      expiresAt: timeIn(claims['exp']),
    };
  } catch {
    return null;
  }
}

/** A claim that is not a text is shown literally, so that no permission of a token is hidden. */
function operationsIn(claim: unknown): string[] {
  if (claim === undefined || claim === null) return [];
  const listed: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return listed.map((operation) =>
    typeof operation === 'string' ? operation : (JSON.stringify(operation) ?? ''),
  );
}

function textIn(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : typeof claim === 'number' ? String(claim) : null;
}

/** Seconds since 1970 as ISO 8601 UTC. */
function timeIn(claim: unknown): string | null {
  const seconds = typeof claim === 'string' && /^\d{1,15}$/.test(claim) ? Number(claim) : claim;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null;
  const at = Math.floor(seconds * 1000);
  return Math.abs(at) > latestTime ? null : new Date(at).toISOString();
}
