import { type KeyObject, sign } from 'node:crypto';
import { createSandboxGateway } from '../../sandbox/index.ts';
import { quickPair } from '../kit/quick-keys.ts';
import type { SandboxGateway, SandboxOptions, SandboxResponse } from '../../sandbox/index.ts';

export const { privateKey, publicKeyPem } = quickPair();
export const merchantCode = 'M1';
export const secret = 'merchant-secret';
export const startMs = Date.UTC(2026, 0, 5, 12, 0, 0);

export const everything = ['GET /.*', 'POST /.*'];

export function signatureOf(body: string, key: KeyObject = privateKey): string {
  return sign('sha256', Buffer.from(body), key).toString('base64');
}

export type Sent = { token?: string; body?: string; headers?: Record<string, string> };

export type Bench = {
  readonly gateway: SandboxGateway;
  advance(durationMs: number): void;
  now(): number;
  send(method: string, path: string, sent?: Sent): SandboxResponse;
  /** POST /auth-tokens with the right secret, unless told otherwise. */
  askToken(fields?: Record<string, unknown>): SandboxResponse;
  token(operations?: readonly string[], fields?: Record<string, unknown>): string;
};

/** A gateway with a clock of its own, one merchant and no rate limit unless told otherwise. */
export function createBench(options: Partial<SandboxOptions> = {}): Bench {
  let nowMs = startMs;
  const gateway = createSandboxGateway({
    now: () => nowMs,
    seed: 7,
    settleMs: 1000,
    requestsPerSecond: null,
    merchants: [{ merchantCode, publicKeyPems: [publicKeyPem], secrets: [secret] }],
    ...options,
  });
  const bench: Bench = {
    gateway,
    advance: (durationMs) => {
      nowMs += durationMs;
    },
    now: () => nowMs,
    send: (method, path, { token, body = '', headers = {} } = {}) =>
      gateway.handle({
        method,
        path,
        headers: {
          'x-api-version': '2',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: Buffer.from(body),
      }),
    askToken: (fields = {}) =>
      bench.send('POST', '/auth-tokens', {
        body: JSON.stringify({
          merchantCode,
          validitySecs: 3600,
          timestamp: Math.floor(nowMs / 1000),
          secret,
          operations: everything,
          ...fields,
        }),
      }),
    token: (operations = everything, fields = {}) => tokenIn(bench.askToken({ operations, ...fields })),
  };
  return bench;
}

export function tokenIn(response: SandboxResponse): string {
  const token: unknown = at(JSON.parse(response.body), 'token');
  if (typeof token !== 'string') throw new Error(`no token: ${response.status} ${response.body}`);
  return token;
}

/** The value at a path such as `process.status`; undefined when there is none. */
export function at(value: unknown, path: string): unknown {
  let place: unknown = value;
  for (const name of path.split('.')) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = Reflect.get(place, name);
  }
  return place;
}

export function read(response: SandboxResponse, path: string): unknown {
  return at(JSON.parse(response.body), path);
}

export type PaymentTexts = {
  amount?: string;
  currencyCode?: string;
  accountNumber?: string;
  accountName?: string;
  callbackUrl?: string;
  paymentMethodCode?: string;
};

/** A create body with the amount written exactly as given. */
export function paymentBody({
  amount = '12.50',
  currencyCode = 'EUR',
  accountNumber = '123456',
  accountName = 'Jane Roe',
  callbackUrl,
  paymentMethodCode = 'BANK_TRANSFER',
}: PaymentTexts = {}): string {
  const method = JSON.stringify({ paymentMethodCode, account: { accountName, accountNumber } });
  const callback = callbackUrl === undefined ? '' : `,"callbackUrl":${JSON.stringify(callbackUrl)}`;
  const money = `{"amount":${amount},"currencyCode":"${currencyCode}"}`;
  return `{"paymentRequested":{"money":${money}},"paymentMethod":${method}${callback}}`;
}

export function optionsBody(amount = '12.50', currencyCode = 'EUR'): string {
  return `{"money":{"amount":${amount},"currencyCode":"${currencyCode}"}}`;
}
