import { createHash } from 'node:crypto';
import type { HttpAnswer, Transport } from '../../../main/gateway/network/transport.ts';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A network with a gateway in it that pays whatever it is sent at once: a history is made with it, nothing is measured against it. */
export function payingGateway(onDeparture: (path: string) => void = () => undefined): Transport {
  const requested = new Map<string, string>();
  const tokenOf = (now: number): string =>
    `${encoded({ alg: 'none' })}.${encoded({ iat: now, exp: now + 600 })}.none`;
  const answerOf = (method: string, path: string, body: string): readonly [number, string] => {
    if (path.startsWith('/auth-tokens'))
      return [200, JSON.stringify({ token: tokenOf(Math.floor(Date.now() / 1000)) })];
    if (path.startsWith('/balances'))
      return [200, '{"balances":[{"currencyCode":"EUR","available":1000000000.25}]}'];
    if (method === 'POST') {
      // The exact literal of the amount, which no number holds.
      requested.set(path, /"paymentRequested":\{.*?\}\}/u.exec(body)?.[0] ?? '');
      return [201, '{}'];
    }
    const money = requested.get(path);
    if (money === undefined) return [410, '{}'];
    const at = new Date().toISOString();
    return [
      200,
      `{${money},"process":{"status":"SUCCESS","createdAt":"${at}","processedAt":"${at}","isTest":true},"fee":{"amount":0.${feeOf(path)},"currencyCode":"EUR"}}`,
    ];
  };
  return {
    send: (request) => {
      request.onDeparture();
      const path = new URL(request.url).pathname;
      onDeparture(`${request.method} ${path}`);
      const [status, text] = answerOf(request.method, path, Buffer.from(request.body ?? []).toString());
      const answer: HttpAnswer = {
        status,
        headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
        body: Buffer.from(text),
        isComplete: true,
      };
      return Promise.resolve({ kind: 'answered', answer });
    },
    close: () => Promise.resolve(),
  };
}

/** Two digits, the same for a payout every time. */
function feeOf(path: string): string {
  return String(((createHash('sha256').update(path).digest()[0] ?? 0) % 90) + 10);
}
