import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { ActionTokenWish, CallOptions, HandedToken, TokenWish } from '../../core/ports/index.ts';
import type { Caller } from '../caller.ts';
import { readClaims } from '../token-claims.ts';

/**
 * Interface: Authentication 6, POST /auth-tokens: a token for exactly these operations, limited to this money
 * if any, to be handed on. Bursar's own calls get theirs without this.
 */
export async function createToken(
  caller: Caller,
  { operations, money, validitySeconds }: TokenWish,
  options: CallOptions,
): Promise<Result<HandedToken>> {
  return handed(await caller.askToken({ kind: 'operations', operations, money }, validitySeconds, options));
}

/**
 * Interface: Authentication 5, POST /auth-tokens-by-action: a token for one payment, limited to this money if
 * any, that may be shared with the customer. PAYIN_CREATE and PAYIN_INFO are the actions that are shown.
 */
export async function createTokenByAction(
  caller: Caller,
  { action, idPayment, money, validitySeconds }: ActionTokenWish,
  options: CallOptions,
): Promise<Result<HandedToken>> {
  return handed(
    await caller.askToken({ kind: 'action', action, idPayment, money }, validitySeconds, options),
  );
}

/** A token goes out only with what it says that it permits; of one that cannot be read nothing is shown. */
function handed(asked: Result<string>): Result<HandedToken> {
  if (!asked.ok) return asked;
  const claims = readClaims(asked.value);
  if (claims !== null) return succeed({ token: asked.value, claims });
  return fail(
    'gatewayAnswerUnreadable',
    'The gateway gave an access token that cannot be read, so what it permits is not known. It was thrown away; nothing was handed out.',
  );
}
