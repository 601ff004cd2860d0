import type { Failure, Result } from '../../../contract/result.ts';
import type { Priority, TokenScope } from '../../core/ports/index.ts';
import { largestBusyAnswers } from '../decide.ts';
import { lineFullFailure, stoppedFailure, withoutToken, type Subject } from '../failures.ts';
import type { Limiter } from '../rate/limiter.ts';
import type { Slot } from '../rate/slot.ts';
import { orAborted } from '../rate/signals.ts';
import { createTokenCache, scopeKey } from './token-cache.ts';
import type { TokenClient, TokenOutcome } from './token-client.ts';
import { usableForMs, validitySeconds } from './token-lifetime.ts';
import type { SteadyTime } from '../rate/steady-time.ts';

/** A token that is valid now, and the slot in which to use it now. */
type Ready = {
  readonly token: string;
  readonly slot: Slot;
  /** Whether it was requested just now. */
  readonly isNew: boolean;
};

type TokenNeed = {
  readonly subject: Subject;
  readonly scope: TokenScope;
  readonly priority: Priority;
  readonly signal: AbortSignal;
  /** The request has had its turn before, so it goes first within its priority. */
  readonly isFirst: boolean;
  /** How much of its retry budget this call has used for token requests; updated in place. */
  readonly patience: Patience;
};

/** How often token requests of one call were too busy, had the wrong time, or got no answer. */
type Patience = { busy: number; clock: number; noAnswer: number };

export function fullPatience(): Patience {
  return { busy: 0, clock: 0, noAnswer: 0 };
}

export interface Tokens {
  /** Waits for a slot with a valid token. Any failure means that the request itself was not sent. */
  ready(wish: TokenNeed): Promise<Result<Ready>>;
  /** Requests a new token even if there is one, and returns the gateway's own code if it is refused. */
  renew(wish: TokenNeed): Promise<Result<null>>;
  forget(scope: TokenScope, token: string): void;
  clear(): void;
}

const largest: Patience = { busy: largestBusyAnswers.read, clock: 2, noAnswer: 2 };

/**
 * One token per scope, shared by all callers. A request that has no valid token when its turn comes gets
 * two slots at once, one for the token request and one for itself: the token is then used the moment it
 * arrives, however short its lifetime, and nobody holds a slot while waiting for another.
 */
export function createTokens(limiter: Limiter, client: TokenClient, time: SteadyTime): Tokens {
  const cache = createTokenCache(time);
  const underWay = new Map<string, Promise<TokenOutcome>>();

  async function ready(wish: TokenNeed): Promise<Result<Ready>> {
    let { isFirst } = wish;
    const count = () => (cache.fresh(wish.scope) === null ? 2 : 1);
    for (;;) {
      const turn = await limiter.acquire({ priority: wish.priority, signal: wish.signal, count, isFirst });
      if (turn.kind === 'aborted') return stoppedFailure(wish.subject);
      if (turn.kind === 'full') return lineFullFailure(wish.subject);
      isFirst = true;
      const [slot, slotForToken] = turn.slots;
      if (slot === undefined) throw new TypeError('granted no slot');
      const token = cache.fresh(wish.scope);
      if (token !== null) {
        slotForToken?.release();
        return succeedWith(token, slot, false);
      }
      if (slotForToken === undefined) {
        // The token expired while this request waited.
        slot.release();
        continue;
      }
      let outcome: TokenOutcome | null = null;
      try {
        outcome = await orAborted(shared(wish.scope, slotForToken), wish.signal);
        if (outcome?.kind === 'token' && !wish.signal.aborted) return succeedWith(outcome.token, slot, true);
      } finally {
        if (outcome?.kind !== 'token' || wish.signal.aborted) slot.release();
      }
      if (outcome === null || outcome.kind === 'token') return stoppedFailure(wish.subject);
      const failure = impatient(outcome, wish.patience);
      if (failure !== null) return withoutToken(failure, wish.subject);
    }
  }

  async function renew(wish: TokenNeed): Promise<Result<null>> {
    for (;;) {
      const { priority, signal, isFirst } = wish;
      const turn = await limiter.acquire({ priority, signal, count: () => 1, isFirst });
      if (turn.kind === 'aborted') return stoppedFailure(wish.subject);
      if (turn.kind === 'full') return lineFullFailure(wish.subject);
      const [slot] = turn.slots;
      if (slot === undefined) throw new TypeError('granted no slot');
      const outcome = await orAborted(shared(wish.scope, slot), signal);
      if (outcome === null) return stoppedFailure(wish.subject);
      if (outcome.kind === 'token') return { ok: true, value: null };
      const failure = impatient(outcome, wish.patience);
      if (failure !== null) return failure;
    }
  }

  /** One token request at a time per scope; later callers wait for it and return their slot. */
  function shared(scope: TokenScope, slot: Slot): Promise<TokenOutcome> {
    const key = scopeKey(scope);
    const known = underWay.get(key);
    if (known !== undefined) {
      slot.release();
      return known;
    }
    const asked = ask(scope, slot).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  async function ask(scope: TokenScope, slot: Slot): Promise<TokenOutcome> {
    const purpose = { kind: 'operations', operations: scope, money: null } as const;
    const outcome = await client.request(purpose, validitySeconds, slot);
    if (outcome.kind === 'token')
      cache.keep(scope, outcome.token, usableForMs(outcome.token, validitySeconds));
    return outcome;
  }

  return { ready, renew, forget: cache.forget, clear: cache.clear };
}

/** The failure to give up with, or null while another token request is worthwhile. */
export function impatient(
  outcome: Exclude<TokenOutcome, { kind: 'token' }>,
  patience: Patience,
): Failure | null {
  if (outcome.kind === 'failed') return outcome.failure;
  patience[outcome.reason] += 1;
  return patience[outcome.reason] < largest[outcome.reason] ? null : outcome.failure;
}

function succeedWith(token: string, slot: Slot, isNew: boolean): Result<Ready> {
  return { ok: true, value: { token, slot, isNew } };
}
