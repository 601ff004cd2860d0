import type { IncomingMessage, ServerResponse } from 'node:http';
import { number, writeJson, type Value } from '../../rude/exact-json.ts';
import { readPayout, serve } from '../../rude/gateway.ts';
import { createTokenOffice } from '../../rude/tokens.ts';

/** A payout in the book, with the amount as it stood in the request. */
export type Entry = {
  readonly idPayment: string;
  readonly accountNumber: string;
  readonly amount: string;
  readonly currencyCode: string;
  /** By the gateway's own clock. */
  readonly createdAt: number;
};

/** How a request to create goes other than usual: with the effect or without it, and what is answered. */
export type Post = { readonly isEffective: boolean; readonly answer: number | 'reset' };

/** How the gateway treats payouts to one account, or under one order ID; may be changed at any time. */
export type Conduct = {
  /** For the first, second, … request to create under one order ID; null: as usual. */
  posts?: readonly (Post | null)[];
  /** So many questions are answered 410 although the payout is there. */
  hiddenGets?: number;
  /** Every question is answered this. */
  getStatus?: number;
  /** The answer to a question waits for this. */
  answersAfter?: Promise<void>;
  /** Null: left out. */
  status?: string | null;
  hasMoney?: boolean;
  /** Told in place of the amount of the request, to a question; `echoed`: in the answer to the request itself. */
  amount?: string;
  echoed?: string;
  /** Whether `processedAt` is told. */
  isProcessed?: boolean;
  /** So long after the creation `processedAt` lies. */
  endsAfterMs?: number;
  isTest?: boolean;
  hasCreatedAt?: boolean;
};

type Request = { readonly method: string; readonly path: string; readonly idPayment: string | null };
type Reply = { readonly status: number; readonly body?: Value } | 'reset';

export const merchantCode = 'BOOK-1';
const usual = {
  status: 'SUCCESS',
  hasMoney: true,
  isProcessed: true,
  endsAfterMs: 0,
  isTest: true,
  hasCreatedAt: true,
};

export type BookGateway = Awaited<ReturnType<typeof startBookGateway>>;

/** A gateway with an account book, written from the interface alone: strict about requests, and told how to answer them. */
export async function startBookGateway(publicKeyPem: string, clock: () => number = Date.now) {
  let shiftMs = 0;
  let createdShiftMs = 0;
  const now = (): number => clock() + shiftMs;
  const office = createTokenOffice({
    merchantCode,
    publicKeyPem,
    now,
    form: 'HS256',
    lifetimeSeconds: null,
    largestValiditySeconds: 86_400,
  });
  const book = new Map<string, Entry>();
  const accepted: Entry[] = [];
  const accountOf = new Map<string, string>();
  const postsOf = new Map<string, number>();
  const conducts = new Map<string, Conduct>();
  const requests: Request[] = [];
  let isRepeating = false;
  let tellAccepted: (entry: Entry) => void = () => undefined;

  const conductOf = (idPayment: string): Conduct => ({
    ...conducts.get(accountOf.get(idPayment) ?? ''),
    ...conducts.get(idPayment),
  });

  function answer(request: Request, { headers }: IncomingMessage, bytes: Buffer): Reply {
    const { method, path, idPayment } = request;
    if (headers['x-api-version'] !== '2') return { status: 404 };
    if (method === 'POST' && headers['content-type'] !== 'application/json') return { status: 400 };
    if (method === 'POST' && path === '/auth-tokens') {
      const signature = headers['x-signature'];
      const issue = office.issue(bytes, typeof signature === 'string' ? signature : undefined);
      return issue.ok ? { status: 200, body: { token: issue.token } } : { status: issue.status };
    }
    const judged = office.judge(headers.authorization, `${method} ${path}`);
    if (judged !== 200) return { status: judged };
    if (method === 'GET' && path === '/balances') return { status: 200, body: [] };
    if (idPayment === null) return { status: 404 };
    return method === 'POST' ? create(idPayment, bytes) : read(idPayment);
  }

  function create(idPayment: string, bytes: Buffer): Reply {
    const order = readPayout(bytes);
    if (order === null) return { status: 400 };
    accountOf.set(idPayment, order.accountNumber);
    const nth = postsOf.get(idPayment) ?? 0;
    postsOf.set(idPayment, nth + 1);
    const post = conductOf(idPayment).posts?.[nth] ?? null;
    const isKnown = book.has(idPayment);
    if (!isKnown && (post === null || post.isEffective)) accept({ idPayment, ...order, createdAt: now() });
    if (post !== null) return post.answer === 'reset' ? 'reset' : { status: post.answer };
    if (isKnown || isRepeating) return { status: 409 };
    const { echoed: amount = order.amount } = conductOf(idPayment);
    const { currencyCode } = order;
    return { status: 201, body: { paymentRequested: { money: { amount: number(amount), currencyCode } } } };
  }

  function accept(entry: Entry): void {
    book.set(entry.idPayment, entry);
    accepted.push(entry);
    tellAccepted(entry);
  }

  function read(idPayment: string): Reply {
    const conduct = conductOf(idPayment);
    if (conduct.getStatus !== undefined) return { status: conduct.getStatus };
    const entry = book.get(idPayment);
    const hidden = conduct.hiddenGets ?? 0;
    if (entry === undefined || hidden > 0) {
      if (hidden > 0) conducts.set(idPayment, { ...conduct, hiddenGets: hidden - 1 });
      return { status: 410 };
    }
    const { status, hasMoney, isProcessed, endsAfterMs, isTest, hasCreatedAt } = { ...usual, ...conduct };
    const { currencyCode, createdAt } = entry;
    const amount = conduct.amount ?? entry.amount;
    const timeAfter = (ms: number): string => new Date(createdAt + createdShiftMs + ms).toISOString();
    return {
      status: 200,
      body: {
        ...(hasMoney ? { paymentRequested: { money: { amount: number(amount), currencyCode } } } : {}),
        process: {
          ...(status === null ? {} : { status }),
          isTest,
          ...(hasCreatedAt ? { createdAt: timeAfter(0) } : {}),
          ...(isProcessed ? { processedAt: timeAfter(endsAfterMs) } : {}),
        },
      },
    };
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = incoming;
    const [path = ''] = url.split('?');
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const request = { method, path, idPayment: /^\/payouts\/([^!/]+)$/.exec(path)?.[1] ?? null };
    requests.push(request);
    const { answersAfter } =
      method === 'GET' && request.idPayment !== null ? conductOf(request.idPayment) : {};
    const reply = answer(request, incoming, Buffer.concat(chunks));
    if (reply === 'reset') return void incoming.socket.resetAndDestroy();
    await answersAfter;
    response.sendDate = false;
    response.setHeader('Date', new Date(now()).toUTCString());
    response.writeHead(reply.status, { 'Content-Type': 'application/json' });
    response.end(reply.body === undefined ? undefined : writeJson(reply.body));
  }

  const { address: url, leave, comeBack } = await serve(handle);
  return {
    url,
    /** Everything that was accepted, in order. */
    accepted: (): readonly Entry[] => accepted,
    /** How often a payout to this account was accepted. */
    timesPaid: (accountNumber: string): number =>
      accepted.filter((entry) => entry.accountNumber === accountNumber).length,
    requests: (): readonly Request[] => requests,
    /** Treats payouts to an account, or under an order ID, like this from now on. */
    treat: (accountOrId: string, conduct: Conduct) => void conducts.set(accountOrId, conduct),
    /** Enters what another system paid. */
    enter: (entry: Entry) => accept(entry),
    /** A proxy in front sends every request to create twice and gives the second answer. */
    repeatRequests: (repeats: boolean) => {
      isRepeating = repeats;
    },
    /** Calls this after each payment that was accepted. */
    onAccepted: (tell: (entry: Entry) => void) => {
      tellAccepted = tell;
    },
    shiftClock: (ms: number) => {
      shiftMs = ms;
    },
    /** What created payments has another clock than what answers requests. */
    shiftCreated: (ms: number) => {
      createdShiftMs = ms;
    },
    leave,
    comeBack,
  };
}
