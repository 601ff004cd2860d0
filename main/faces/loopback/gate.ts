import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sessionHeader, tokenInAddress } from '../../../contract/window/bridge.ts';

const secretBytes = 32;

/**
 * Decides who may call. The printed address contains a token that works once; the page exchanges it for a session secret that it
 * sends in a header of its own. Neither is a cookie: a browser sends those to every server on 127.0.0.1. The token is behind `#`,
 * which browsers send to nobody.
 */
export class Gate {
  readonly #origin: string;
  readonly #session = randomBytes(secretBytes).toString('base64url');
  readonly #entering = Promise.withResolvers<void>();
  #token: string | null = randomBytes(secretBytes).toString('base64url');

  constructor(port: number) {
    this.#origin = originOf(port);
  }

  /** The address that admits a browser, once; null after it was used. */
  get address(): string | null {
    return this.#token === null ? null : `${this.#origin}/${tokenInAddress}${this.#token}`;
  }

  /** Resolves when the token was exchanged. */
  get entered(): Promise<void> {
    return this.#entering.promise;
  }

  /** Whether a request names exactly this address as its host, whatever name an attacker points here. */
  isForUs({ host }: IncomingHttpHeaders): boolean {
    return host === this.#origin.slice('http://'.length);
  }

  /** Whether a request comes from our own page, or from no page at all. */
  isOurs({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
    if (origin !== undefined && origin !== this.#origin) return false;
    return site === undefined || site === 'same-origin' || site === 'none';
  }

  /** Whether a request that changes something declares that it comes from our page. */
  namesOurPage(headers: IncomingHttpHeaders): boolean {
    return headers.origin === this.#origin;
  }

  isLetIn({ [sessionHeader]: session }: IncomingHttpHeaders): boolean {
    return typeof session === 'string' && isEqual(session, this.#session);
  }

  /** Redeems the token, once; returns the session secret, or null if the token is wrong or was used. */
  exchange(token: string): string | null {
    if (this.#token === null || !isEqual(token, this.#token)) return null;
    this.#token = null;
    this.#entering.resolve();
    return this.#session;
  }
}

/** Whether a browser opens the page itself in a tab, from anywhere: it is the same for everybody and contains nothing secret. */
export function isOpeningPage(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Compares in constant time. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
