import type { TokenScope } from '../../core/ports/index.ts';
import type { SteadyTime } from '../rate/steady-time.ts';

/** Tokens by scope, in memory only. */
type TokenCache = {
  /** A token that can be used now, or null. */
  fresh(scope: TokenScope): string | null;
  keep(scope: TokenScope, token: string, usableForMs: number): void;
  /** Removes a token that the gateway refused, unless a newer one has replaced it. */
  forget(scope: TokenScope, token: string): void;
  clear(): void;
};

const largestTokens = 500;
const keys = new WeakMap<TokenScope, string>();

/** Equal for scopes that permit the same operations, in any order. */
export function scopeKey(scope: TokenScope): string {
  const known = keys.get(scope);
  if (known !== undefined) return known;
  const key = scope.toSorted().join('\n');
  keys.set(scope, key);
  return key;
}

export function createTokenCache(time: SteadyTime): TokenCache {
  const tokens = new Map<string, { token: string; usableUntil: number }>();
  return {
    fresh(scope) {
      const kept = tokens.get(scopeKey(scope));
      return kept !== undefined && time() < kept.usableUntil ? kept.token : null;
    },
    keep(scope, token, usableForMs) {
      const key = scopeKey(scope);
      tokens.delete(key);
      const [oldest] = tokens.keys();
      if (tokens.size >= largestTokens && oldest !== undefined) tokens.delete(oldest);
      tokens.set(key, { token, usableUntil: time() + usableForMs });
    },
    forget(scope, token) {
      const key = scopeKey(scope);
      if (tokens.get(key)?.token === token) tokens.delete(key);
    },
    clear: () => tokens.clear(),
  };
}
