import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { compareDecimals, type Decimal, formatDecimal, parseDecimal } from '../../contract/money/decimal.ts';
import { mostCachedTokens } from '../limits.ts';
import { type Permission, readOperations } from './permissions.ts';
import { seededHex } from '../random.ts';
import type { RequestMoney } from '../schemas.ts';

type TokenMoney = { readonly decimal: Decimal; readonly currencyCode: string };

/** A token with a valid signature. Times are seconds since 1970 UTC. */
export type Token = {
  readonly merchantCode: string;
  readonly permits: Permission;
  readonly expiresAt: number;
  readonly money: TokenMoney | null;
};

type Grant = {
  readonly merchantCode: string;
  readonly operations: readonly string[];
  readonly validitySecs: number;
  readonly money: TokenMoney | null;
};

const Claims = z.object({
  operations: z.array(z.string()),
  exp: z.number(),
  sub: z.string(),
  money: z.object({ amount: z.string(), currencyCode: z.string() }).optional(),
});

const header = encode({ alg: 'HS256', typ: 'JWT' });

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Whether money is within the limit of the token, by value: `12.5` is `12.50`. */
export function allowsMoney(token: Token, money: RequestMoney): boolean {
  if (token.money === null) return true;
  return (
    token.money.currencyCode === money.currencyCode &&
    compareDecimals(token.money.decimal, money.decimal) === 0
  );
}

/** Issues and reads the JWTs of one gateway (interface: Auth token). */
export class Tokens {
  readonly #secret = randomBytes(32);
  readonly #seed: number;
  readonly #cache = new Map<string, Token>();
  #issued = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** A new token, valid from this second on. The limit to one sum is in the claim `money`, as a decimal text. */
  issue(grant: Grant, nowMs: number): string {
    const issuedAt = Math.floor(nowMs / 1000);
    this.#issued += 1;
    const claims = encode({
      operations: grant.operations,
      exp: issuedAt + grant.validitySecs,
      iat: issuedAt,
      jti: `${seededHex(this.#seed, this.#issued)}-${this.#issued}`,
      sub: grant.merchantCode,
      ...(grant.money === null
        ? {}
        : { money: { amount: formatDecimal(grant.money.decimal), currencyCode: grant.money.currencyCode } }),
    });
    return `${header}.${claims}.${this.#sign(`${header}.${claims}`)}`;
  }

  /** The token in an Authorization header; null if it is missing, not ours, altered or expired. */
  read(authorization: string | undefined, nowMs: number): Token | null {
    if (authorization === undefined || !authorization.startsWith('Bearer ')) return null;
    const text = authorization.slice('Bearer '.length);
    const token = this.#cache.get(text) ?? this.#verify(text);
    return token === null || nowMs >= token.expiresAt * 1000 ? null : token;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  #verify(text: string): Token | null {
    const parts = text.split('.');
    const [head = '', claims = '', signature = ''] = parts;
    if (parts.length !== 3 || head !== header) return null;
    const right = Buffer.from(this.#sign(`${head}.${claims}`));
    const given = Buffer.from(signature);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const token = readClaims(claims);
    if (this.#cache.size >= mostCachedTokens) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    this.#cache.set(text, token);
    return token;
  }
}

/** Claims that this gateway signed itself; unreadable ones are a bug. */
function readClaims(claims: string): Token {
  const read = Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')));
  const permission = readOperations(read.operations);
  if (!permission.ok) throw new TypeError(`an issued token has a bad operation: ${permission.message}`);
  return {
    merchantCode: read.sub,
    permits: permission.permits,
    expiresAt: read.exp,
    money: read.money === undefined ? null : readMoney(read.money),
  };
}

function readMoney({ amount, currencyCode }: { amount: string; currencyCode: string }): TokenMoney {
  const decimal = parseDecimal(amount);
  if (decimal === null) throw new TypeError('an issued token has bad money');
  return { decimal, currencyCode };
}
