import type { Money } from '../../../contract/money.ts';
import type { Result } from '../../../contract/result.ts';
import type { CallOptions, TokenScope } from '../../core/ports.ts';
import type { Caller } from '../caller.ts';

/**
 * Interface: Authentication 6, POST /auth-tokens: a token for exactly these operations, limited to this money
 * if any, to be handed on. Bursar's own calls get theirs without this.
 */
export function createToken(
  caller: Caller,
  request: { operations: TokenScope; money: Money | null; validitySeconds: number },
  options: CallOptions,
): Promise<Result<string>> {
  const { operations, money, validitySeconds } = request;
  return caller.askToken({ kind: 'operations', operations, money }, validitySeconds, options);
}

/**
 * Interface: Authentication 5, POST /auth-tokens-by-action: a token for one payment, limited to this money if
 * any, that may be shared with the customer. PAYIN_CREATE and PAYIN_INFO are the actions that are shown.
 */
export function createTokenByAction(
  caller: Caller,
  request: { action: string; idPayment: string; money: Money | null; validitySeconds: number },
  options: CallOptions,
): Promise<Result<string>> {
  const { action, idPayment, money, validitySeconds } = request;
  return caller.askToken({ kind: 'action', action, idPayment, money }, validitySeconds, options);
}
