import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { encodeWire, wireType } from '../../../contract/window/bridge.ts';
import type { Result } from '../../../contract/result.ts';
import { commonHeaders, contentSecurityPolicy, type PageFile } from '../window/page-files.ts';

const nonceBytes = 18;
/** Names of built files change with their content. */
const keptFor = 'private, max-age=31536000, immutable';
const notKept = 'no-store';
/** For everything that is not the page: nothing in it may run or load anything. */
const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function newNonce(): string {
  return randomBytes(nonceBytes).toString('base64url');
}

/** Answers a call: its result, whatever the HTTP status. */
export function writeResult(reply: ServerResponse, status: number, result: Result<unknown>): void {
  write(reply, status, wireType, encodeWire(result), { 'cache-control': notKept });
}

export function writePage(reply: ServerResponse, page: PageFile, nonce: string): void {
  write(reply, 200, page.contentType, page.bytes, {
    'cache-control': notKept,
    'content-security-policy': contentSecurityPolicy(nonce),
  });
}

export function writeFile(reply: ServerResponse, file: PageFile): void {
  write(reply, 200, file.contentType, file.bytes, { 'cache-control': keptFor });
}

/** Explains to a person, on a plain text page, why there is nothing else. */
export function writeRefusal(reply: ServerResponse, status: number, text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`);
  write(reply, status, 'text/plain; charset=utf-8', bytes, { 'cache-control': notKept });
}

/** Headers of a stream of events. */
export const streamHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'content-security-policy': emptyPolicy,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': notKept,
};

function write(
  reply: ServerResponse,
  status: number,
  contentType: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): void {
  if (reply.headersSent || reply.destroyed) return;
  reply.writeHead(status, {
    ...commonHeaders,
    'content-security-policy': emptyPolicy,
    ...headers,
    'content-type': contentType,
    'content-length': body.byteLength,
  });
  reply.end(reply.req.method === 'HEAD' ? undefined : body);
}
