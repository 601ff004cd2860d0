import { z } from 'zod';
import { readOperations } from '../tokens/permissions.ts';

/** The claims that the page checks before it asks the gateway, which decides in any case. */
export type Claims = {
  readonly merchantCode: string;
  /** Whether the token permits this, written as method, space and path (interface: Auth token). */
  permits(operation: string): boolean;
};

const TokenClaims = z.object({ sub: z.string(), operations: z.array(z.string()).max(1000) });

/** Reads the claims of a token without verifying its signature; null if there are none. */
export function readClaims(token: string): Claims | null {
  const [, payload = ''] = token.split('.');
  const claims = TokenClaims.safeParse(parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!claims.success) return null;
  const permission = readOperations(claims.data.operations);
  return permission.ok ? { merchantCode: claims.data.sub, permits: permission.permits } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
