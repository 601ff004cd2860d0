import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const tokenParameter = 'token';
const tokenBytes = 32;

/**
 * Who may come in. The printed address holds a token that works once; it is exchanged for a cookie that only this run of the
 * program knows. Whatever does not name this very address as its host, or comes from another page, is refused before.
 */
export class Gate {
  readonly #origin: string;
  readonly #cookieName: string;
  readonly #cookie = randomBytes(tokenBytes).toString('base64url');
  #token: string | null = randomBytes(tokenBytes).toString('base64url');

  constructor(port: number) {
    this.#origin = originOf(port);
    this.#cookieName = `bursar-${port}`;
  }

  /** The address that lets a browser in, once; null when it was used. */
  get address(): string | null {
    return this.#token === null ? null : `${this.#origin}/?${tokenParameter}=${this.#token}`;
  }

  /** Whether a request is meant for this address and comes from its own page, or from nowhere: a page elsewhere cannot get past it, even with a name of its own that points here. */
  isOurs(headers: IncomingHttpHeaders): boolean {
    if (headers.host !== this.#origin.slice('http://'.length)) return false;
    if (headers.origin !== undefined && headers.origin !== this.#origin) return false;
    const site = headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none';
  }

  /** Whether a request that changes something says itself that it comes from our page. */
  namesOurPage(headers: IncomingHttpHeaders): boolean {
    return headers.origin === this.#origin;
  }

  isLetIn({ cookie = '' }: IncomingHttpHeaders): boolean {
    return cookie
      .split(';')
      .map((part) => part.trim().split('='))
      .some(([name, value = '']) => name === this.#cookieName && isEqual(value, this.#cookie));
  }

  /** Takes the token, which dies of it; gives the cookie to set, or null when the token is another or was used. */
  exchange(token: string): string | null {
    if (this.#token === null || !isEqual(token, this.#token)) return null;
    this.#token = null;
    return `${this.#cookieName}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Compares in a time that tells nothing of where two texts differ. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
