import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { adminPrefix, handleAdmin } from './admin.ts';
import { basicError, forbidden } from './http/answers.ts';
import { CallbackDelivery } from './callbacks/callback-delivery.ts';
import { type SandboxClock, steadyClock } from './clock.ts';
import { decideFault, type Fault, type FaultPlan } from './faults.ts';
import { createDateHeader, createSandboxGateway } from './gateway.ts';
import { closeServer, listen, readMessage } from './http/http.ts';
import { largestBodyBytes } from './limits.ts';
import { isLoopbackAddress, isLoopbackHost } from './http/loopback.ts';
import { type PaymentPage, startPaymentPage } from './payment-page/page-server.ts';
import type { SandboxGateway, SandboxOptions, SandboxRequest, SandboxResponse } from './types.ts';

export type SandboxServerOptions = Omit<SandboxOptions, 'now'> & {
  /** 0 picks any free port. */
  readonly port: number;
  /** The port of the hosted payment page; 0 or omitted picks any free one. */
  readonly paymentPagePort?: number;
  /** Share of the requests with a fault, from 0 to 1. */
  readonly faults: number;
  /** Delay of an answer that a fault slows down; default: 300 ms. */
  readonly slowAnswerMs?: number;
  readonly clock?: SandboxClock;
  /** Decides, instead of seed and rate, the fault of the request with this number, counted from 1. */
  readonly chooseFault?: (requestNumber: number) => Fault;
};

export type SandboxServer = {
  /** The base address, without a trailing slash. */
  readonly url: string;
  /** The address of the hosted payment page, without a trailing slash. */
  readonly paymentPageUrl: string;
  readonly gateway: SandboxGateway;
  close(): Promise<void>;
};

const ownAddress = '127.0.0.1';

/**
 * Serves a sandbox gateway over HTTP, with faults, administration and callbacks, and its hosted payment page at a separate
 * address. Rejects if one of the ports is in use.
 */
export async function startSandbox(options: SandboxServerOptions): Promise<SandboxServer> {
  const { clock = steadyClock, seed, settleMs, requestsPerSecond, merchants } = options;
  const gateway = createSandboxGateway({ now: clock.now, seed, settleMs, requestsPerSecond, merchants });
  const delivery = new CallbackDelivery(gateway, clock);
  const plan: FaultPlan = { seed, rate: options.faults, slowAnswerMs: options.slowAnswerMs ?? 300 };
  const chooseFault = options.chooseFault ?? ((requestNumber: number) => decideFault(plan, requestNumber));
  const dateHeader = createDateHeader();
  let requests = 0;
  let paymentPage: PaymentPage | null = null;

  const server = createServer((message, reply) => {
    answerMessage(message, reply).catch(() => {
      // Only a bug in the sandbox itself gets here; the caller must see it, and other requests continue.
      if (reply.headersSent) destroy(reply);
      else write(reply, dated(basicError(500, 'SANDBOX_MISTAKE', 'The sandbox itself made a mistake.')));
    });
  });

  async function answerMessage(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await readMessage(message, largestBodyBytes);
    if (body === 'broken') return;
    if (body === 'tooLarge') {
      reply.setHeader('connection', 'close');
      return write(reply, dated(basicError(413, 'BODY_TOO_LARGE', 'A request body has at most 1 MiB.')));
    }
    const request = toRequest(message, body);
    if (request.path.startsWith(adminPrefix)) return write(reply, dated(answerAdmin(message, request)));
    requests += 1;
    act(chooseFault(requests), request, reply);
    delivery.arm();
  }

  function answerAdmin(message: IncomingMessage, request: SandboxRequest): SandboxResponse {
    const isLocal =
      isLoopbackAddress(message.socket.remoteAddress ?? '') && isLoopbackAuthority(message.headers.host);
    return isLocal
      ? handleAdmin(gateway, request, paymentPage)
      : forbidden('Administration is for this computer alone.');
  }

  function act(fault: Fault, request: SandboxRequest, reply: ServerResponse): void {
    if (fault.kind === 'lostRequest' || fault.kind === 'errorBefore') {
      gateway.noteLostRequest();
      return fault.kind === 'lostRequest' ? destroy(reply) : write(reply, dated(brokenAnswer(fault.status)));
    }
    const response = gateway.handle(request);
    if (response.isDropped === true) return destroy(reply);
    switch (fault.kind) {
      case 'none':
        return write(reply, response);
      case 'lostAnswer':
        return destroy(reply);
      case 'errorAfter':
        return write(reply, dated(brokenAnswer(fault.status)));
      case 'slowAnswer':
        clock.setTimer(() => write(reply, response), fault.delayMs);
        return;
      case 'cutBody':
        return writeCut(reply, response);
    }
  }

  function dated(response: SandboxResponse): SandboxResponse {
    response.headers['date'] = dateHeader(clock.now());
    return response;
  }

  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  const url = await listen(server, options.port, ownAddress);
  try {
    paymentPage = await startPaymentPage({
      port: options.paymentPagePort ?? 0,
      host: ownAddress,
      gatewayUrl: url,
      clock,
    });
  } catch (cause) {
    await closeServer(server);
    throw cause;
  }
  const page = paymentPage;
  return {
    url,
    paymentPageUrl: page.url,
    gateway,
    async close() {
      delivery.stop();
      await Promise.all([closeServer(server), page.close()]);
    },
  };
}

function toRequest(message: IncomingMessage, body: Uint8Array): SandboxRequest {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: message.method ?? '', path: message.url ?? '', headers, body };
}

/** Whether a Host header names this computer; a web page that points its own name here does not pass. */
function isLoopbackAuthority(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}`);
  return url !== null && isLoopbackHost(url.hostname);
}

/** A 500 of the gateway, or a 502 or 503 as from an intermediary: not in JSON. */
function brokenAnswer(status: 500 | 502 | 503): SandboxResponse {
  if (status === 500) return basicError(500, 'SERVER_ERROR', 'The server failed.');
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: `<html><body><h1>${status}</h1></body></html>`,
  };
}

function write(reply: ServerResponse, { status, headers, body }: SandboxResponse): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  reply.writeHead(status, { ...headers, ...length });
  reply.end(body);
}

/** Announces the complete body, sends half of it, and destroys the connection. */
function writeCut(reply: ServerResponse, { status, headers, body }: SandboxResponse): void {
  const bytes = Buffer.from(body);
  reply.writeHead(status === 204 ? 200 : status, { ...headers, 'content-length': Math.max(bytes.length, 2) });
  reply.write(bytes.subarray(0, bytes.length >> 1), () => destroy(reply));
}

function destroy(reply: ServerResponse): void {
  reply.socket?.destroy();
}
