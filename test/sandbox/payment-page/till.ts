import {
  type BookEntry,
  type SandboxServer,
  type SandboxServerOptions,
  steadyClock,
} from '../../../sandbox/index.ts';
import { at, merchantCode, secret } from '../harness.ts';
import { start } from '../server-harness.ts';

export const idPayin = 'order-1';
export const returnUrl = 'https://shop.example/thanks?order=1&lang=en';

/** A sandbox with its payment page, and the links that a merchant makes for it. */
export type Till = {
  readonly sandbox: SandboxServer;
  /** POST /auth-tokens-by-action, PAYIN_CREATE for this one order, limited to this money unless it is null. */
  createToken(id?: string, money?: TokenMoney | null): Promise<string>;
  /** PAYIN_INFO. */
  infoToken(id?: string): Promise<string>;
  /** POST /auth-tokens for exactly these operations. */
  tokenFor(operations: readonly string[], validitySecs?: number): Promise<string>;
  /** The redirect address with a PAYIN_CREATE token, unless told otherwise; undefined leaves a parameter out. */
  link(parameters?: Record<string, string | undefined>): Promise<string>;
  status(token: string, parameters?: Record<string, string | undefined>): string;
  book(): BookEntry[];
  /** The body of the only payment in the book, as it was received. */
  body(): string;
};

type TokenMoney = { readonly amount: string; readonly currencyCode: string };
const usualMoney: TokenMoney = { amount: '12.50', currencyCode: 'EUR' };

/** Time runs on, but nobody waits longer than a moment. */
export const hastyClock = {
  now: steadyClock.now,
  setTimer: (call: () => void, delayMs: number) => steadyClock.setTimer(call, Math.min(delayMs, 20)),
};

export async function openTill(options: Partial<SandboxServerOptions> = {}): Promise<Till> {
  const sandbox = await start({ settleMs: 60_000, clock: hastyClock, ...options });

  async function ask(path: string, fields: string): Promise<string> {
    const timestamp = Math.floor(steadyClock.now() / 1000);
    const answer = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'x-api-version': '2', 'content-type': 'application/json' },
      body: `{"merchantCode":"${merchantCode}","timestamp":${timestamp},"secret":"${secret}",${fields}}`,
    });
    const body: unknown = await answer.json();
    const token = at(body, 'token');
    if (typeof token !== 'string') throw new Error(JSON.stringify(body));
    return token;
  }

  const till: Till = {
    sandbox,
    createToken(id = idPayin, money = usualMoney) {
      const limit =
        money === null ? '' : `,"money":{"amount":${money.amount},"currencyCode":"${money.currencyCode}"}`;
      return ask(
        '/auth-tokens-by-action',
        `"validitySecs":600,"action":"PAYIN_CREATE","idPayment":"${id}"${limit}`,
      );
    },
    infoToken: (id = idPayin) =>
      ask('/auth-tokens-by-action', `"validitySecs":600,"action":"PAYIN_INFO","idPayment":"${id}"`),
    tokenFor: (operations, validitySecs = 600) =>
      ask('/auth-tokens', `"validitySecs":${validitySecs},"operations":${JSON.stringify(operations)}`),
    async link(parameters = {}) {
      const { token = await till.createToken(idPayin, null), ...rest } = parameters;
      return `${sandbox.paymentPageUrl}/?${query({
        merchantCode,
        idPayin,
        token: 'token' in parameters ? parameters['token'] : token,
        amount: '12.50',
        currencyCode: 'EUR',
        callbackUrl: 'http://127.0.0.1:9/callbacks',
        returnUrl,
        ...rest,
      })}`;
    },
    status: (token, parameters = {}) =>
      `${sandbox.paymentPageUrl}/status?${query({ idPayin, token, currencyCode: 'EUR', ...parameters })}`,
    book: () => sandbox.gateway.book(),
    body() {
      const [only, ...more] = till.book();
      if (only === undefined || more.length > 0) throw new Error(`${more.length} payments more than one`);
      return only.body;
    },
  };
  return till;
}

/** A query of what is not undefined. */
function query(parameters: Record<string, string | undefined>): URLSearchParams {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] satisfies [string, string]],
  );
  return new URLSearchParams(given);
}
