import { createHash, timingSafeEqual, verify } from 'node:crypto';
import type { z } from 'zod';
import { answer, invalid, invalidField, tooManyRequests, unauthenticated } from '../http/answers.ts';
import { isMinified } from '../http/exact-json.ts';
import { timestampToleranceSecs } from '../limits.ts';
import { readOperations } from './permissions.ts';
import { readBody } from '../http/read-body.ts';
import { ActionTokenRequest, type AnyTokenRequest, TokenRequest } from '../schemas.ts';
import type { Merchant } from '../state.ts';
import type { Tokens } from './tokens.ts';
import type { SandboxRequest, SandboxResponse } from '../types.ts';

export type TokenIssuer = {
  readonly tokens: Tokens;
  readonly findMerchant: (merchantCode: string) => Merchant | undefined;
  /** Counts the request for its merchant; false if it exceeds the rate limit. */
  readonly admit: (merchant: Merchant) => boolean;
};

/** POST /auth-tokens (interface: Authentication 6): a token for exactly the operations named. */
export function answerTokenRequest(
  issuer: TokenIssuer,
  request: SandboxRequest,
  nowMs: number,
): SandboxResponse {
  const read = readBody(request.body, TokenRequest);
  return read.ok ? grant(issuer, request, read.value, read.value.parsed.operations, nowMs) : read.response;
}

/** POST /auth-tokens-by-action (interface: Authentication 5): a token for one payin. */
export function answerActionTokenRequest(
  issuer: TokenIssuer,
  request: SandboxRequest,
  nowMs: number,
): SandboxResponse {
  const read = readBody(request.body, ActionTokenRequest);
  return read.ok ? grant(issuer, request, read.value, operationsOf(read.value.parsed), nowMs) : read.response;
}

function operationsOf({ action, idPayment }: z.output<typeof ActionTokenRequest>): string[] {
  switch (action) {
    case 'PAYIN_CREATE':
      return [
        'POST /payins/!availablePaymentOptions',
        `POST /payins/${idPayment}`,
        `GET /payins/${idPayment}`,
      ];
    case 'PAYIN_INFO':
      return [`GET /payins/${idPayment}`];
  }
}

type Body = { readonly text: string; readonly parsed: AnyTokenRequest };

function grant(
  issuer: TokenIssuer,
  request: SandboxRequest,
  { text, parsed }: Body,
  operations: readonly string[],
  nowMs: number,
): SandboxResponse {
  const merchant = issuer.findMerchant(parsed.merchantCode);
  if (merchant === undefined)
    return unauthenticated('This merchantCode is not known here, or its proof is wrong.');
  if (!issuer.admit(merchant)) return tooManyRequests();
  const refusal = checkProof(merchant, request, text, parsed.secret, nowMs, parsed.timestamp);
  if (refusal !== null) return refusal;
  const read = readOperations(operations);
  if (!read.ok) {
    return invalid([
      {
        field: `operations.${read.index}`,
        code: 'invalid_value',
        message: `This operation ${read.message}.`,
      },
    ]);
  }
  const { merchantCode, validitySecs, money = null } = parsed;
  return answer(200, {
    token: issuer.tokens.issue({ merchantCode, operations, validitySecs, money }, nowMs),
  });
}

/** Interface: Authentication 2 to 4. Null if the request proves that it comes from the merchant, and now. */
function checkProof(
  merchant: Merchant,
  request: SandboxRequest,
  text: string,
  secret: string | undefined,
  nowMs: number,
  timestamp: number,
): SandboxResponse | null {
  const signature = request.headers['x-signature'];
  if (signature !== undefined && secret !== undefined) {
    return invalidField('secret', 'send either the header X-SIGNATURE or a secret, not both');
  }
  if (signature === undefined && secret === undefined) {
    return unauthenticated('The request has neither the header X-SIGNATURE nor a secret.');
  }
  if (signature !== undefined && !isMinified(text)) {
    return invalidField('body', 'a signed body is minified JSON: no white space outside of strings');
  }
  if (Math.abs(nowMs / 1000 - timestamp) > timestampToleranceSecs) {
    return unauthenticated(
      `The timestamp is more than ${timestampToleranceSecs} seconds from the time here, which the header Date shows.`,
    );
  }
  const isProven =
    signature === undefined
      ? hasSecret(merchant, secret ?? '')
      : hasSigned(merchant, request.body, signature);
  return isProven ? null : unauthenticated('This merchantCode is not known here, or its proof is wrong.');
}

/** SHA256withRSA (PKCS#1 v1.5) over exactly the bytes received, by any registered key. */
function hasSigned(merchant: Merchant, body: Uint8Array, signature: string): boolean {
  if (!/^[A-Za-z0-9+/]{300,2000}={0,2}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64');
  for (const key of merchant.keys.values()) {
    if (verify('sha256', body, key, bytes)) return true;
  }
  return false;
}

function hasSecret(merchant: Merchant, given: string): boolean {
  const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
  return [...merchant.secrets].some((secret) => timingSafeEqual(digest(secret), digest(given)));
}
