import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import {
  decodeWire,
  encodeWire,
  sessionAddress,
  sessionHeader,
  tokenHeader,
  tokenInAddress,
  wireType,
} from '../../contract/window/bridge.ts';

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

/** The token of a printed address. */
export const tokenIn = (address: string): string => new URL(address).hash.slice(tokenInAddress.length);

/** Exchanges the token of a printed address, as the page does. */
export function enter(port: number, token: string, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
  return ask(port, {
    method: 'POST',
    path: sessionAddress,
    headers: { origin: originOf(port), [tokenHeader]: token, ...headers },
  });
}

/** The session secret that the printed address gives. */
export async function letIn(address: string): Promise<string> {
  const { body } = await enter(Number(new URL(address).port), tokenIn(address));
  const { session } = Object(Reflect.get(Object(resultIn(body)), 'value'));
  if (typeof session !== 'string') throw new Error('the address let nobody in');
  return session;
}

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Headers of a call as our page sends it. */
export function callHeaders(port: number, session: string): OutgoingHttpHeaders {
  return { [sessionHeader]: session, origin: originOf(port), 'content-type': wireType };
}

/** Calls as our page does, and gives the result. */
export async function callOver(
  port: number,
  session: string,
  name: string,
  input: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<unknown> {
  const { body } = await ask(port, {
    method: 'POST',
    path: `/api/call/${name}`,
    headers: { ...callHeaders(port, session), ...headers },
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
