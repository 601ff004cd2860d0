import { decodeJwt } from 'jose';
import type { TokenClaims } from '../../../contract/receiving/links.ts';

/** Beyond these a date cannot be written (milliseconds since 1970). */
const latestTime = 8_640_000_000_000_000;

/**
 * What a token says that it permits (interface: Auth token), read from the token itself; its signature is the gateway's own
 * matter. A claim that is missing or of another type is empty or null; the whole is null where this is no JWT.
 */
export function readClaims(token: string): TokenClaims | null {
  try {
    // Claims are whatever the gateway wrote; the declared types promise nothing.
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

/** One that is no text is written as it stands, so that nothing which a token permits is left out of sight. */
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
