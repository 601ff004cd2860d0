import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { eventsAddress, sessionAddress, tokenHeader } from '../../../contract/window/bridge.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { Host } from '../window/host.ts';
import type { PageFiles } from '../window/page-files.ts';
import { newNonce, writeFile, writePage, writeRefusal, writeResult } from './answers.ts';
import { answerCall } from './calls.ts';
import { Connections } from './connections.ts';
import { EventStreams } from './event-streams.ts';
import { Gate, isOpeningPage, originOf } from './gate.ts';

const loopbackAddress = '127.0.0.1';
const callPrefix = '/api/call/';
const apiPrefix = '/api/';
const headersLimitMs = 3_000;
const checkEveryMs = 1_000;
const requestLimitMs = 60_000;
const mostConnections = 256;

export type LoopbackServer = {
  /** The address that admits one browser, once. */
  readonly address: string;
  readonly port: number;
  /** Resolves when a browser was admitted. */
  readonly entered: Promise<void>;
  /** Ends every connection. The host stays open. */
  close(): Promise<void>;
};

/** Serves the page and its calls, only to browsers on this computer; `inputInvalid` if the port is in use. `port` 0 picks any. */
export async function serveLoopback(
  host: Host,
  page: PageFiles,
  port: number,
): Promise<Result<LoopbackServer>> {
  let gate: Gate | null = null;
  const streams = new EventStreams(host);
  const server = createServer({ connectionsCheckingInterval: checkEveryMs }, (message, reply) => {
    if (gate === null) reply.destroy();
    else
      answer({ host, page, gate, streams, connections }, message, reply).catch(() => {
        writeRefusal(reply, 500, 'Bursar had an internal error. Reload the page.');
      });
  });
  const connections = new Connections(server);
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
    entered: gate.entered,
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
  readonly connections: Connections;
};

async function answer(serving: Serving, message: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { page, gate } = serving;
  const { method = '', headers } = message;
  const url = URL.parse(message.url ?? '', 'http://page');
  const pathname = url?.pathname ?? '';
  const mayCome = gate.isOurs(headers) || (pathname === '/' && method === 'GET' && isOpeningPage(headers));
  if (url === null || url.host !== 'page' || !gate.isForUs(headers) || !mayCome)
    return writeRefusal(reply, 403, 'This address answers only to its own page on this computer.');
  if (pathname.startsWith(apiPrefix)) return answerApi(serving, pathname, message, reply);
  if (method !== 'GET' && method !== 'HEAD')
    return writeRefusal(reply, 405, 'Only GET and HEAD are allowed here.');
  if (pathname === '/') {
    const nonce = newNonce();
    return writePage(reply, page.index(nonce), nonce);
  }
  const file = await page.find(pathname);
  if (file === null) return writeRefusal(reply, 404, 'Address not found.');
  return writeFile(reply, file);
}

/** Everything but the files of the page, for the admitted page only. */
async function answerApi(
  { host, gate, streams, connections }: Serving,
  pathname: string,
  message: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const { method = '', headers } = message;
  if (method === 'POST' && pathname === sessionAddress) return enter(gate, headers, reply);
  if (!gate.isLetIn(headers)) return refuseStranger(reply);
  connections.trust(message.socket);
  if (method === 'GET' && pathname === eventsAddress) return streams.open(reply);
  const name = method === 'POST' ? nameIn(pathname) : null;
  if (name === null) return writeResult(reply, 404, fail('inputInvalid', 'Call not found.'));
  if (!gate.namesOurPage(headers)) return refuseOther(reply);
  return answerCall(host, name, message, reply);
}

/** Exchanges the token of the printed address. The body of a stranger's request is not read. */
function enter(gate: Gate, headers: IncomingHttpHeaders, reply: ServerResponse): void {
  if (!gate.namesOurPage(headers)) return refuseOther(reply);
  const token = headers[tokenHeader];
  const session = typeof token === 'string' ? gate.exchange(token) : null;
  return session === null ? refuseStranger(reply) : writeResult(reply, 200, succeed({ session }));
}

function refuseOther(reply: ServerResponse): void {
  writeResult(reply, 403, fail('inputInvalid', 'Bursar accepts calls only from its own page.'));
}

function refuseStranger(reply: ServerResponse): void {
  writeResult(
    reply,
    401,
    fail(
      'inputInvalid',
      'This browser tab is not signed in, or Bursar was restarted. Open the address that Bursar printed last; it works once. `npm start` prints a new one.',
    ),
  );
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
          `Port ${port} is in use or not permitted. Choose another with --port; 0 picks any free one.`,
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
