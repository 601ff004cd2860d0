import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { SandboxClock } from '../clock.ts';
import { closeServer, listen, readMessage } from '../http/http.ts';
import { open, pay, proceed } from './flow.ts';
import { emptyForm, readForm } from './form.ts';
import { createGatewayClient } from './gateway-client.ts';
import { badLinkPage, problemPage } from './pages/problem-page.ts';
import { referenceField } from './pages/state-page.ts';
import { type Read, readPaymentLink, readStatusLink } from './parameters.ts';
import { readNotice, type Reply, show } from './reply.ts';
import { notePaid, showStatus } from './status-flow.ts';
import { style } from './style.ts';

type PaymentPageOptions = {
  /** 0 picks any free port. */
  readonly port: number;
  readonly host: string;
  /** The base address of the gateway, which the page calls over HTTP like any client. */
  readonly gatewayUrl: string;
  readonly clock: SandboxClock;
};

export type PaymentPage = {
  /** The base address, without a trailing slash. */
  readonly url: string;
  /** How many payins were made through the page. */
  payins(): number;
  close(): Promise<void>;
};

const largestFormBytes = 64 * 1024;

/** The address of a page contains a token: no other page receives it, nothing stores it, and only the page's own style is loaded. */
const headersOfEveryAnswer = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Serves the hosted payment page (interface: Payment web application). Rejects if the port is in use. */
export async function startPaymentPage({
  port,
  host,
  gatewayUrl,
  clock,
}: PaymentPageOptions): Promise<PaymentPage> {
  const wait = (durationMs: number): Promise<void> =>
    new Promise((resolve) => void clock.setTimer(resolve, durationMs));
  const client = createGatewayClient({ baseUrl: gatewayUrl, wait });
  let payins = 0;

  async function answerGet(path: string, query: URLSearchParams): Promise<Reply> {
    switch (path) {
      case '/':
        return withLink(readPaymentLink(query), (link) => open(client, link, emptyForm));
      case '/status':
        return withLink(readStatusLink(query), (link) => showStatus(client, link, readNotice(query)));
      default:
        return notHere();
    }
  }

  async function answerPost(path: string, posted: URLSearchParams): Promise<Reply> {
    const { link: read, form } = readForm(posted);
    switch (path) {
      case '/continue':
        return withLink(read, (link) => proceed(client, link, form));
      case '/pay':
        return withLink(read, (link) => pay(client, link, form, () => (payins += 1)));
      case '/paid':
        return withLink(readStatusLink(posted), (link) =>
          notePaid(client, link, posted.get(referenceField) ?? ''),
        );
      default:
        return notHere();
    }
  }

  async function answer(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const [path = '', ...query] = (message.url ?? '').split('?');
    if (message.method === 'GET' && path === '/style.css')
      return void reply.writeHead(200, { ...headersOfEveryAnswer, 'content-type': 'text/css' }).end(style);
    if (message.method === 'GET')
      return write(reply, await answerGet(path, new URLSearchParams(query.join('?'))));
    if (message.method !== 'POST') return write(reply, notHere(405));
    const posted = await readPosted(message);
    write(reply, posted === null ? unreadable() : await answerPost(path, posted));
  }

  const server = createServer((message, reply) => {
    answer(message, reply).catch(() => {
      // Only a bug in the page itself gets here; the caller must see it, and other requests continue.
      if (reply.headersSent) reply.socket?.destroy();
      else write(reply, mistake());
    });
  });
  const url = await listen(server, port, host);
  return { url, payins: () => payins, close: () => closeServer(server) };
}

function withLink<Link>(read: Read<Link>, act: (link: Link) => Promise<Reply>): Promise<Reply> | Reply {
  return read.ok ? act(read.link) : show(400, badLinkPage(read.problems));
}

function notHere(status: 404 | 405 = 404): Reply {
  const messages = ['Open the payment link that the merchant gave you.'];
  return show(status, problemPage({ title: 'Page not found', messages }));
}

function unreadable(): Reply {
  const messages = ['Open the payment link again. Nothing was sent.'];
  return show(400, problemPage({ title: 'This form cannot be read', messages }));
}

function mistake(): Reply {
  const messages = ['Open the payment link again: the order is paid once, however often you try.'];
  return show(500, problemPage({ title: 'Something went wrong on the payment page', messages }));
}

/** A form as browsers post it; null if it is something else, too large, or truncated. */
async function readPosted(message: IncomingMessage): Promise<URLSearchParams | null> {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(message.headers['content-type'] ?? '');
  const body = await readMessage(message, largestFormBytes);
  if (!isForm || !(body instanceof Uint8Array)) return null;
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}

function write(reply: ServerResponse, answer: Reply): void {
  if (answer.kind === 'elsewhere') {
    reply.writeHead(303, { ...headersOfEveryAnswer, location: answer.path }).end();
    return;
  }
  const { status, page, refreshSecs } = answer;
  const headers = { ...headersOfEveryAnswer, 'content-type': 'text/html; charset=utf-8' };
  reply.writeHead(status, refreshSecs === null ? headers : { ...headers, refresh: String(refreshSecs) });
  reply.end(page);
}
