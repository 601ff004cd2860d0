import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../kit/free-port.ts';
import { Literal, isFields, number, scanAnything, type Fields, type Value } from './exact-json.ts';
import { write, type Manners, type Reply } from './manners.ts';
import { createTokenOffice, type TokenForm } from './tokens.ts';

/** One payout in the gateway's book; the amount is the text that stood in the request. */
export type Entry = {
  readonly idPayment: string;
  readonly amount: string;
  readonly currencyCode: string;
  readonly accountNumber: string;
  readonly acceptedAt: number;
};

/** One request as it arrived. */
export type Seen = {
  readonly method: string;
  /** Below the gateway address, without the query. */
  readonly path: string;
  /** The order ID of a payout operation. */
  readonly idPayment: string | null;
  /** How many requests with this method and path there have been, with this one. */
  readonly nth: number;
  /** How many requests there have been at all, with this one. */
  readonly count: number;
  readonly body: Buffer;
};

export type Arrival = {
  readonly at: number;
  /** It came no earlier than this: the gateway looked for requests then, and may have been kept from looking since. */
  readonly since: number;
  readonly method: string;
  readonly path: string;
};

export type Knobs = {
  readonly merchantCode: string;
  readonly publicKeyPem: string;
  readonly prefix: string;
  /** Most requests in a second; null: no limit. */
  readonly requestsPerSecond: number | null;
  /** From acceptance to SUCCESS. */
  readonly settleMs: number;
  /** So long after acceptance GET still answers 410. */
  readonly hiddenMs: number;
  readonly clockOffsetMs: number;
  readonly tokenForm: TokenForm;
  readonly tokenSeconds: number | null;
  readonly largestValiditySeconds: number;
  readonly manners: Manners;
  readonly balances: Value;
  readonly options: Value;
  /** Answers in place of everything else, before any effect. */
  readonly instead?: (seen: Seen) => Reply | null;
  /** Answers in place of the usual answer, after the effect. */
  readonly afterwards?: (seen: Seen, usual: Reply) => Reply;
  /** The payment detail that GET gives. */
  readonly detail?: (entry: Entry, usual: Fields, isSettled: boolean) => Value;
};

const windowMs = 1000;
const knownPath = /^\/(?:auth-tokens|balances|(?:payouts|payins|topups)\/[^/]+)$/;
const base = {
  merchantCode: 'RUDE-1',
  prefix: '',
  requestsPerSecond: 10,
  settleMs: 0,
  hiddenMs: 0,
  clockOffsetMs: 0,
  tokenForm: 'HS256',
  tokenSeconds: null,
  largestValiditySeconds: 86_400,
  manners: {},
  balances: [],
  options: [],
} as const satisfies Partial<Knobs>;

/** A gateway written from the interface alone, as strict as that allows and as rude as its knobs say. */
export async function startRudeGateway(given: Partial<Knobs> & Pick<Knobs, 'publicKeyPem'>) {
  const knobs: Knobs = { ...base, ...given };
  const now = (): number => Date.now() + knobs.clockOffsetMs;
  const office = createTokenOffice({
    merchantCode: knobs.merchantCode,
    publicKeyPem: knobs.publicKeyPem,
    now,
    form: knobs.tokenForm,
    lifetimeSeconds: knobs.tokenSeconds,
    largestValiditySeconds: knobs.largestValiditySeconds,
  });
  const book = new Map<string, Entry>();
  const nths = new Map<string, number>();
  const arrivals: Arrival[] = [];
  const grantedOperations: (readonly string[])[] = [];
  let largestHeader = 0;
  let eleventhRequests = 0;

  // On a busy machine a request is seen long after it came. That must not let the tenth after it look too early: it counts from three turns
  // of the event loop before, since its connection was accepted in one and its bytes were read in the next.
  const turns = [-Infinity, -Infinity, -Infinity];
  const looks = setInterval(() => {
    turns.shift();
    turns.push(performance.now());
  }, 1);
  looks.unref();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const { method = '', url = '' } = request;
    const [whole = ''] = url.split('?');
    const path = whole.startsWith(`${knobs.prefix}/`) ? whole.slice(knobs.prefix.length) : '';
    arrivals.push({ at, since: turns[0] ?? -Infinity, method, path });
    const { requestsPerSecond } = knobs;
    const isEleventh =
      requestsPerSecond !== null && at - (arrivals.at(-1 - requestsPerSecond)?.since ?? -Infinity) < windowMs;
    if (isEleventh) eleventhRequests += 1;
    largestHeader = Math.max(largestHeader, (request.headers.authorization ?? '').length);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const nth = (nths.get(`${method} ${path}`) ?? 0) + 1;
    nths.set(`${method} ${path}`, nth);
    const idPayment = /^\/payouts\/([^!/][^/]*)$/.exec(path)?.[1] ?? null;
    const seen = { method, path, idPayment, nth, count: arrivals.length, body: Buffer.concat(chunks) };
    const first = knobs.instead?.(seen) ?? null;
    const usual = first ?? (isEleventh ? { status: 429 } : answer(seen, request));
    const reply = first ?? knobs.afterwards?.(seen, usual) ?? usual;
    const delayMs = reply === 'hangUp' ? 0 : (reply.delayMs ?? 0);
    setTimeout(() => write(response, reply, knobs.manners, now()), delayMs);
  }

  function answer(seen: Seen, { headers }: IncomingMessage): Reply {
    const { method, path, idPayment, body } = seen;
    if (!knownPath.test(path) || headers['x-api-version'] !== '2') return { status: 404 };
    if (method === 'POST' && headers['content-type'] !== 'application/json')
      return basicError('Content-Type must be application/json');
    if (method === 'POST' && path === '/auth-tokens') return token(seen, headers['x-signature']);
    const judged = office.judge(headers.authorization, `${method} ${path}`);
    if (judged !== 200) return { status: judged };
    if (method === 'GET' && path === '/balances') return { status: 200, body: knobs.balances };
    if (method === 'POST' && path.endsWith('/!availablePaymentOptions'))
      return { status: 200, body: knobs.options };
    if (idPayment === null) return { status: 404 };
    return method === 'POST' ? create(idPayment, body) : read(idPayment);
  }

  function token({ body }: Seen, signature: string | string[] | undefined): Reply {
    const issue = office.issue(body, typeof signature === 'string' ? signature : undefined);
    if (!issue.ok) return { ...basicError(issue.why), status: issue.status };
    grantedOperations.push(issue.operations);
    return { status: 200, body: { token: issue.token } };
  }

  function create(idPayment: string, body: Buffer): Reply {
    if (book.has(idPayment)) return { status: 409 };
    const payout = readPayout(body);
    if (payout === null) return basicError('the body is no payout');
    book.set(idPayment, { idPayment, ...payout, acceptedAt: Date.now() });
    const { amount, currencyCode } = payout;
    const money = { amount: number(amount), currencyCode };
    return {
      status: 201,
      body: {
        paymentRequested: { money },
        paymentMethodResponse: { paymentMethodCode: 'BANK', idPayout: idPayment },
      },
    };
  }

  function read(idPayment: string): Reply {
    const entry = book.get(idPayment);
    if (entry === undefined || Date.now() - entry.acceptedAt < knobs.hiddenMs) return { status: 410 };
    const isSettled = Date.now() - entry.acceptedAt >= knobs.settleMs;
    const usual = detailOf(entry, isSettled, knobs.clockOffsetMs);
    return { status: 200, body: knobs.detail?.(entry, usual, isSettled) ?? usual };
  }

  const { address, leave, comeBack } = await serve(handle);
  return {
    url: `${address}${knobs.prefix}`,
    book: (): readonly Entry[] => [...book.values()],
    arrivals: (): readonly Arrival[] => arrivals,
    grantedOperations: (): readonly (readonly string[])[] => grantedOperations,
    largestHeader: () => largestHeader,
    eleventhRequests: () => eleventhRequests,
    revokeTokens: office.revokeAll,
    leave,
    comeBack,
  };
}

/** Answers requests to a free port of this computer, and may leave it for a while. */
export async function serve(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const port = await freePort();
  await listen(port);
  return {
    address: `http://127.0.0.1:${port}`,
    leave: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    comeBack: () => listen(port),
  };
}

function basicError(message: string): { status: 400; body: Value } {
  return { status: 400, body: { errorCode: 'INPUT_INVALID', message } };
}

/** What the body of a request to create pays, and whom; null if it is no payout. */
export function readPayout(body: Buffer): Pick<Entry, 'amount' | 'currencyCode' | 'accountNumber'> | null {
  const payout = scanAnything(body.toString('utf8'));
  const requested = isFields(payout) ? payout['paymentRequested'] : undefined;
  const money = isFields(requested) ? requested['money'] : undefined;
  const method = isFields(payout) ? payout['paymentMethod'] : undefined;
  const account = isFields(method) ? method['account'] : undefined;
  const accountNumber = isFields(account) ? account['accountNumber'] : undefined;
  if (!isFields(money) || typeof accountNumber !== 'string') return null;
  const { amount, currencyCode } = money;
  if (!(amount instanceof Literal) || typeof currencyCode !== 'string') return null;
  return { amount: amount.text, currencyCode, accountNumber };
}

function detailOf(entry: Entry, isSettled: boolean, clockOffsetMs: number): Fields {
  const { amount, currencyCode, acceptedAt, idPayment } = entry;
  const createdAt = new Date(acceptedAt + clockOffsetMs).toISOString();
  return {
    paymentRequested: { money: { amount: number(amount), currencyCode } },
    process: {
      status: isSettled ? 'SUCCESS' : 'PROCESSING',
      createdAt,
      ...(isSettled ? { processedAt: createdAt } : {}),
      isTest: true,
    },
    fee: { amount: number('0.10'), currencyCode },
    paymentMethodResponse: { paymentMethodCode: 'BANK', idPayout: idPayment },
  };
}
