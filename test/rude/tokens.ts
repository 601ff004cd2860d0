import {
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { Literal, isFields, scanAnything, writeJson, type Value } from './exact-json.ts';

export type TokenForm = 'HS256' | 'RS256' | 'opaque';

export type TokenRules = {
  readonly merchantCode: string;
  readonly publicKeyPem: string;
  /** The gateway's own clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly form: TokenForm;
  /** How long tokens really live; null: as long as was asked. */
  readonly lifetimeSeconds: number | null;
  readonly largestValiditySeconds: number;
};

type Issued = { readonly operations: readonly string[]; readonly expiresAt: number };

export type TokenIssue =
  | { readonly ok: true; readonly token: string; readonly operations: readonly string[] }
  | { readonly ok: false; readonly status: 400 | 401; readonly why: string };

const toleranceSeconds = 60;
const known = new Set(['merchantCode', 'validitySecs', 'timestamp', 'operations', 'money']);
const hmacKey = randomBytes(32);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Gives tokens to a caller that signs for the merchant, and says what a token permits. */
export function createTokenOffice(rules: TokenRules) {
  const issued = new Map<string, Issued>();
  const key = createPublicKey(rules.publicKeyPem);

  function issue(body: Buffer, signature: string | undefined): TokenIssue {
    const refuse = (status: 400 | 401, why: string): TokenIssue => ({ ok: false, status, why });
    const bytes = Buffer.from(signature ?? '', 'base64');
    if (signature === undefined || bytes.toString('base64') !== signature)
      return refuse(401, 'signature missing or no base64');
    if (!verify('sha256', body, key, bytes)) return refuse(401, 'signature wrong');
    const text = body.toString('utf8');
    const request = scanAnything(text);
    if (!isFields(request) || writeJson(request) !== text) return refuse(400, 'no minified JSON object');
    const strange = Object.keys(request).find((name) => !known.has(name));
    if (strange !== undefined) return refuse(400, `unknown property ${strange}`);
    const validity = integer(request['validitySecs']);
    const timestamp = integer(request['timestamp']);
    if (validity === null || validity < 1 || timestamp === null)
      return refuse(400, 'validitySecs and timestamp are integers');
    if (validity > rules.largestValiditySeconds)
      return refuse(400, `validitySecs must be at most ${rules.largestValiditySeconds}`);
    if (Math.abs(timestamp - rules.now() / 1000) > toleranceSeconds)
      return refuse(401, 'timestamp outside the window');
    if (request['merchantCode'] !== rules.merchantCode) return refuse(401, 'unknown merchant');
    const operations = texts(request['operations']);
    if (operations === null || !operations.every((one) => /^(GET|POST) \/\S+$/.test(one)))
      return refuse(400, 'operations must be a method, a space and a path each');
    return { ok: true, token: make(operations, rules.lifetimeSeconds ?? validity), operations };
  }

  function make(operations: readonly string[], lifetimeSeconds: number): string {
    const iat = Math.floor(rules.now() / 1000);
    const token = encode(rules.form, {
      operations,
      exp: iat + lifetimeSeconds,
      iat,
      jti: randomUUID(),
      sub: rules.merchantCode,
    });
    issued.set(token, { operations, expiresAt: rules.now() + lifetimeSeconds * 1000 });
    return token;
  }

  /** 200 when the bearer may do this, 401 or 403 when not. Operations are anchored regular expressions. */
  function judge(authorization: string | undefined, operation: string): 200 | 401 | 403 {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    const found = token === undefined ? undefined : issued.get(token);
    if (found === undefined || rules.now() >= found.expiresAt) return 401;
    return found.operations.some((one) => new RegExp(`^(?:${one})$`).test(operation)) ? 200 : 403;
  }

  return { issue, judge, revokeAll: () => issued.clear() };
}

function encode(form: TokenForm, claims: object): string {
  if (form === 'opaque') return randomBytes(24).toString('hex');
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  const signed = `${part({ alg: form, typ: 'JWT' })}.${part(claims)}`;
  const signature =
    form === 'HS256'
      ? createHmac('sha256', hmacKey).update(signed).digest('base64url')
      : createSign('sha256').update(signed).sign(rsa.privateKey, 'base64url');
  return `${signed}.${signature}`;
}

function integer(value: Value | undefined): number | null {
  return value instanceof Literal && /^[0-9]{1,15}$/.test(value.text) ? Number(value.text) : null;
}

function texts(value: Value | undefined): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const found = value.filter((one: Value) => typeof one === 'string');
  return found.length === value.length ? found : null;
}
