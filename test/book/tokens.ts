import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isRecord, member, readJson, Written, type Json } from './exact.ts';
import { refuse, say, type Answer, type Request } from './messages.ts';

const longestValiditySeconds = 3600;
/** How far the time in a token request may be from the gateway's. */
const widestDifferenceSeconds = 300;

type Token = { readonly operations: readonly RegExp[]; readonly expiresAt: number };

/** Interface: Authentication. Checks token requests to the letter and remembers what each token permits. */
export class TokenOffice {
  readonly #merchantCode: string;
  #publicKey: KeyObject;
  readonly #tokens = new Map<string, Token>();
  #issued = 0;

  constructor(merchantCode: string, publicKeyPem: string) {
    this.#merchantCode = merchantCode;
    this.#publicKey = createPublicKey(publicKeyPem);
  }

  /** From now on this key of the merchant is valid, in place of the one before and of every token that was issued for that. */
  replaceKey(publicKeyPem: string): void {
    this.#publicKey = createPublicKey(publicKeyPem);
    this.#tokens.clear();
  }

  /** POST /auth-tokens and /auth-tokens-by-action. */
  answer(request: Request, now: number): Answer {
    const text = new TextDecoder().decode(request.body);
    const body = readJson(text);
    if (!isRecord(body)) return refuse(400, 'the body is no object');
    if (/[\s]/.test(withoutTexts(text))) return refuse(400, 'the body is not minified');
    if (body['merchantCode'] !== this.#merchantCode) return refuse(401, 'no such merchant');
    const signature = Buffer.from(request.headers['x-signature'] ?? '', 'base64');
    if (!verify('sha256', request.body, this.#publicKey, signature))
      return refuse(401, 'the signature is not that of this body');
    const [validity, timestamp] = [whole(body['validitySecs']), whole(body['timestamp'])];
    if (validity === null || validity < 1 || validity > longestValiditySeconds)
      return refuse(400, 'validitySecs');
    if (timestamp === null) return refuse(400, 'timestamp');
    if (Math.abs(now / 1000 - timestamp) > widestDifferenceSeconds) return refuse(401, 'the time is wrong');
    const operations = request.path === '/auth-tokens' ? listed(body) : granted(body);
    if (operations === null) return refuse(400, 'operations');
    return say(200, { token: this.#issue(operations, validity, now) });
  }

  /** Null when the request is permitted. */
  refusal({ method, path, headers }: Request, now: number): Answer | null {
    const [scheme, given = ''] = (headers['authorization'] ?? '').split(' ');
    const token = this.#tokens.get(given);
    if (scheme !== 'Bearer' || token === undefined || token.expiresAt <= now)
      return refuse(401, 'the token is missing, wrong or old');
    const [pathname = ''] = path.split('?');
    const asked = `${method} ${pathname}`;
    return token.operations.some((operation) => operation.test(asked))
      ? null
      : refuse(403, `not permitted: ${asked}`);
  }

  #issue(operations: readonly string[], validity: number, now: number): string {
    this.#issued += 1;
    const iat = Math.floor(now / 1000);
    const claims = {
      operations,
      iat,
      exp: iat + validity,
      jti: `t${this.#issued}`,
      sub: this.#merchantCode,
    };
    const token = [{ alg: 'HS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat('c2ln')
      .join('.');
    this.#tokens.set(token, {
      operations: operations.map((operation) => new RegExp(`^(?:${operation})$`)),
      expiresAt: (iat + validity) * 1000,
    });
    return token;
  }
}

function whole(json: Json | undefined): number | null {
  return json instanceof Written && /^\d{1,12}$/.test(json.literal) ? Number(json.literal) : null;
}

function withoutTexts(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
}

function listed(body: Json): string[] | null {
  const operations = member(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0) return null;
  const texts = operations.filter((operation) => typeof operation === 'string');
  return texts.length === operations.length && texts.every(isNarrow) ? texts : null;
}

/** Interface: Authentication 6. A token over all payments is a risk that this gateway does not take. */
function isNarrow(operation: string): boolean {
  return /^(GET|POST) \//.test(operation) && !/\.[*+]/.test(operation);
}

/** Interface: Authentication 5. */
function granted(body: Json): string[] | null {
  const [action, id] = [member(body, 'action'), member(body, 'idPayment')];
  if (typeof id !== 'string') return null;
  if (action === 'PAYIN_INFO') return [`GET /payins/${id}`];
  if (action !== 'PAYIN_CREATE') return null;
  return ['POST /payins/!availablePaymentOptions', `POST /payins/${id}`, `GET /payins/${id}`];
}
