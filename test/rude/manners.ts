import type { ServerResponse } from 'node:http';
import { isFields, number, writeJson, type Value } from './exact-json.ts';

/** What goes back: a status with a body, or nothing but a closed connection. */
export type Reply =
  | {
      readonly status: number;
      readonly body?: Value;
      /** Sent as it is in place of `body`. */
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** The connection is cut after the head, or in the middle of the body. */
      readonly cut?: 'afterHead' | 'inBody';
      readonly delayMs?: number;
      readonly earlyHints?: true;
    }
  | 'hangUp';

/** How answers look on the wire, within what the interface and HTTP leave open. */
export type Manners = {
  readonly contentType?: string | null;
  readonly hasByteOrderMark?: true;
  readonly isIndented?: true;
  readonly isChunked?: true;
  readonly closesConnections?: true;
  readonly hasOddHeaders?: true;
  readonly hasUnknownProperties?: true;
  readonly isReversed?: true;
  readonly hasNulls?: true;
};

const chunkBytes = 5;
const promisedMore = 400;

export function write(response: ServerResponse, reply: Reply, manners: Manners, now: number): void {
  if (reply === 'hangUp') return void response.socket?.destroy();
  const { status, headers = {}, cut } = reply;
  const text = reply.text ?? (reply.body === undefined ? '' : dress(reply.body, manners));
  const bytes = Buffer.from(`${manners.hasByteOrderMark && text !== '' ? '\uFEFF' : ''}${text}`);
  const contentType = manners.contentType === undefined ? 'application/json' : manners.contentType;
  const isChunked = manners.isChunked === true && cut === undefined;
  const all: Record<string, string> = {
    Date: new Date(now).toUTCString(),
    ...(contentType === null || bytes.length === 0 ? {} : { 'Content-Type': contentType }),
    ...(isChunked || status === 204
      ? {}
      : { 'Content-Length': String(bytes.length + (cut === undefined ? 0 : promisedMore)) }),
    ...(manners.closesConnections ? { Connection: 'close' } : {}),
    ...headers,
  };
  if (reply.earlyHints) response.writeEarlyHints({ link: '</styles.css>; rel=preload; as=style' });
  response.sendDate = false;
  const entries = Object.entries(all).map(([name, value]) => [
    manners.hasOddHeaders ? oddCase(name) : name,
    value,
  ]);
  response.writeHead(status, entries.flat());
  if (cut !== undefined) {
    response.flushHeaders();
    const end = (): void => void response.socket?.destroy();
    return void response.write(cut === 'inBody' ? bytes.subarray(0, bytes.length / 2) : '', () =>
      setImmediate(end),
    );
  }
  if (isChunked)
    for (let start = 0; start < bytes.length; start += chunkBytes)
      response.write(bytes.subarray(start, start + chunkBytes));
  response.end(isChunked || bytes.length === 0 ? undefined : bytes);
}

function dress(body: Value, manners: Manners): string {
  const spiced = manners.hasUnknownProperties || manners.hasNulls ? spice(body, manners) : body;
  return writeJson(manners.isReversed ? reverse(spiced) : spiced, manners.isIndented ? '\t' : '');
}

/** New properties in responses come without a change of version (interface: Versioning 5). */
function spice(value: Value, manners: Manners): Value {
  if (Array.isArray(value)) return value.map((one: Value) => spice(one, manners));
  if (!isFields(value)) return value;
  const inner = Object.entries(value).map(([name, one]): [string, Value] => [name, spice(one, manners)]);
  const unknown: [string, Value][] = [
    ['_links', { self: { href: 'https://gateway.example/x' } }],
    ['riskScore', number('-1.5E+2')],
    ['toString', 'x'],
    ['nextAction', { type: 'NONE', steps: [[], [{}]] }],
    ['limit', { amount: number('999999.99'), currencyCode: 'XXX' }],
  ];
  const nulls: [string, Value][] = [
    ['error', null],
    ['errors', null],
    ['expiresAt', null],
  ];
  return Object.fromEntries([
    ...(manners.hasUnknownProperties ? unknown : []),
    ...inner,
    ...(manners.hasNulls ? nulls : []),
  ]);
}

function reverse(value: Value): Value {
  if (Array.isArray(value)) return value.map(reverse);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, one]) => [name, reverse(one)]),
  );
}

function oddCase(name: string): string {
  return Array.from(name, (letter, index) =>
    index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('');
}
