import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { eventsAddress } from '../../../contract/bridge.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { Host } from '../window/host.ts';
import type { PageFiles } from '../window/page-files.ts';
import { newNonce, writeFile, writePage, writeRedirect, writeRefusal, writeResult } from './answers.ts';
import { answerCall } from './calls.ts';
import { EventStreams } from './event-streams.ts';
import { Gate, originOf, tokenParameter } from './gate.ts';

const loopbackAddress = '127.0.0.1';
const callPrefix = '/api/call/';
const apiPrefix = '/api/';
const headersLimitMs = 10_000;
const requestLimitMs = 60_000;
const mostConnections = 256;

export type LoopbackServer = {
  /** The address that lets one browser in, once. */
  readonly address: string;
  readonly port: number;
  /** Ends every connection. The host stays open. */
  close(): Promise<void>;
};

/** Serves the page and carries its calls, for browsers on this computer alone; `inputInvalid` when the port is taken. `port` 0 takes any. */
export async function serveLoopback(
  host: Host,
  page: PageFiles,
  port: number,
): Promise<Result<LoopbackServer>> {
  let gate: Gate | null = null;
  const streams = new EventStreams(host);
  const server = createServer((message, reply) => {
    if (gate === null) reply.destroy();
    else
      answer({ host, page, gate, streams }, message, reply).catch(() => {
        writeRefusal(reply, 500, 'Bursar met a fault of its own. Load the page again.');
      });
  });
  server.headersTimeout = headersLimitMs;
  server.requestTimeout = requestLimitMs;
  server.maxConnections = mostConnections;
  const listening = await listen(server, port);
  if (!listening.ok) {
    streams.close();
    return listening;
  }
  gate = new Gate(listening.value);
  return succeed({
    address: gate.address ?? originOf(listening.value),
    port: listening.value,
    close: async () => {
      streams.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  });
}

type Serving = {
  readonly host: Host;
  readonly page: PageFiles;
  readonly gate: Gate;
  readonly streams: EventStreams;
};

async function answer(serving: Serving, message: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { host, page, gate, streams } = serving;
  const { method = '', headers } = message;
  const url = URL.parse(message.url ?? '', 'http://page');
  const pathname = url?.pathname ?? '';
  if (url === null || url.host !== 'page' || !gate.isOurs(headers))
    return writeRefusal(reply, 403, 'This address answers only to its own page on this computer.');
  const token = url.searchParams.get(tokenParameter);
  if (method === 'GET' && pathname === '/' && token !== null) {
    const cookie = headers['sec-purpose'] === undefined ? gate.exchange(token) : null;
    if (cookie !== null) return writeRedirect(reply, cookie);
    if (gate.isLetIn(headers)) return writePageWithNonce(reply, page);
  }
  if (!gate.isLetIn(headers)) return refuseStranger(reply, pathname);
  if (pathname.startsWith(apiPrefix)) {
    if (method === 'GET' && pathname === eventsAddress) return streams.open(reply);
    const name = method === 'POST' ? nameIn(pathname) : null;
    if (name === null) return writeResult(reply, 404, fail('inputInvalid', 'There is no such call.'));
    if (!gate.namesOurPage(headers))
      return writeResult(reply, 403, fail('inputInvalid', 'Calls are taken from the page of Bursar alone.'));
    return answerCall(host, name, message, reply);
  }
  if (method !== 'GET' && method !== 'HEAD')
    return writeRefusal(reply, 405, 'Only reading is possible here.');
  if (pathname === '/') return writePageWithNonce(reply, page);
  const file = await page.find(pathname);
  if (file === null) return writeRefusal(reply, 404, 'There is nothing at this address.');
  return writeFile(reply, file);
}

function writePageWithNonce(reply: ServerResponse, page: PageFiles): void {
  const nonce = newNonce();
  writePage(reply, page.index(nonce), nonce);
}

function refuseStranger(reply: ServerResponse, pathname: string): void {
  const words =
    'This browser was not let in, or Bursar was started again since. Open the address that Bursar printed last; it works once. `npm start` prints a new one.';
  if (pathname.startsWith(apiPrefix)) writeResult(reply, 401, fail('inputInvalid', words));
  else writeRefusal(reply, 401, words);
}

function nameIn(pathname: string): string | null {
  if (!pathname.startsWith(callPrefix)) return null;
  try {
    return decodeURIComponent(pathname.slice(callPrefix.length));
  } catch {
    return null;
  }
}

function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      resolve(
        fail(
          'inputInvalid',
          `Port ${port} is taken or not permitted. Choose another with --port; 0 takes any free one.`,
          { cause: cause.code ?? cause.message },
        ),
      ),
    );
    server.listen(port, loopbackAddress, () => {
      const address = server.address();
      if (address === null || typeof address === 'string')
        resolve(fail('internal', 'The page has no address on this computer. Start Bursar again.'));
      else resolve(succeed(address.port));
    });
  });
}
