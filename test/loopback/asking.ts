import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { decodeWire, encodeWire, wireType } from '../../contract/bridge.ts';

export type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Asking = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
};

/** Asks a server on this computer, with any headers and a path exactly as it is given. */
export function ask(
  port: number,
  { method = 'GET', path = '/', headers = {}, body }: Asking,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
      answer.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** The cookie that the printed address gives. */
export async function letIn(address: string): Promise<string> {
  const url = new URL(address);
  const { headers } = await ask(Number(url.port), { path: `${url.pathname}${url.search}` });
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Headers of a call as our page sends it. */
export function callHeaders(port: number, cookie: string): OutgoingHttpHeaders {
  return { cookie, origin: originOf(port), 'content-type': wireType };
}

/** Calls as our page does, and gives the result. */
export async function callOver(
  port: number,
  cookie: string,
  name: string,
  input: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<unknown> {
  const { body } = await ask(port, {
    method: 'POST',
    path: `/api/call/${name}`,
    headers: { ...callHeaders(port, cookie), ...headers },
    body: encodeWire(input),
  });
  return resultIn(body);
}

/** The result that an answer holds. */
export function resultIn(body: Uint8Array): unknown {
  const decoded = decodeWire(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  return decoded.value;
}
