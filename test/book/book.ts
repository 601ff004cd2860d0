import { Order, type Entry, type Fate, type Kind } from './entries.ts';
import { isRecord, member, readJson, Written, type Json } from './exact.ts';
import { refuse, say, sayText, type Answer, type Request } from './messages.ts';
import { TokenOffice } from './tokens.ts';

export type { Answer, Request } from './messages.ts';
export type { Ending, Entry, Fate, Kind, PostFate } from './entries.ts';
export { Order } from './entries.ts';
export { valueOf } from './exact.ts';

const apiVersion = '2';
const windowMs = 1000;
const paymentPath = /^\/(payouts|payins|topups)\/([A-Za-z0-9_-]{1,250})$/;

export type BookOptions = {
  readonly merchantCode: string;
  readonly publicKeyPem: string;
  /** Milliseconds since 1970 UTC by the gateway's own clock. */
  readonly now: () => number;
  /** Requests of the merchant in any second; what comes above is answered 429. Null: no limit. */
  readonly requestsPerSecond: number | null;
  readonly fateOf: (kind: Kind, id: string, accountName: string) => Fate;
  /** Told when a payment is accepted, before the answer is given. */
  readonly onAccepted: (order: Order, entry: Entry) => void;
  /** Told of each answer with a payment's detail, and whether it shows an end that is not SUCCESS. */
  readonly onRead?: (order: Order, isFailed: boolean) => void;
  /** A status that this GET of a payment is refused with, whatever became of the payment; null: it is answered. */
  readonly refusesRead?: () => number | null;
  /** Whether this GET of a payment is answered with another one. */
  readonly isMixedUp?: () => boolean;
  /** Whether this request is called one too many although it is not. */
  readonly isBusy?: () => boolean;
};

/**
 * A gateway in memory that keeps to the letter of the interface and believes no client. It was written from the interface
 * alone, apart from `sandbox/`, so that what one of the two misreads shows against the other.
 */
export class Book {
  readonly #options: BookOptions;
  readonly #tokens: TokenOffice;
  readonly #orders = new Map<string, Order>();
  readonly #arrivals: number[] = [];
  /** Whether the details that it gives call payments real, in this sandbox. */
  callsReal = false;

  constructor(options: BookOptions) {
    this.#options = options;
    this.#tokens = new TokenOffice(options.merchantCode, options.publicKeyPem);
  }

  handle(request: Request): Answer {
    const now = this.#options.now();
    const answer = this.#answer(request, now);
    answer.headers['date'] = new Date(now).toUTCString();
    return answer;
  }

  /** The merchant gives the gateway another key, which replaces theirs. */
  replaceKey(publicKeyPem: string): void {
    this.#tokens.replaceKey(publicKeyPem);
  }

  now(): number {
    return this.#options.now();
  }

  order(kind: Kind, id: string): Order | null {
    return this.#orders.get(`${kind} ${id}`) ?? null;
  }

  /** Whether this request creates a payment and will be refused. */
  willRefuse({ method, path, body }: Pick<Request, 'method' | 'path' | 'body'>): boolean {
    const [, resource = '', id = ''] = paymentPath.exec(path) ?? [];
    if (method !== 'POST' || id === '') return false;
    const wanted = readCreate(kindOf(resource), id, readJson(new TextDecoder().decode(body)));
    return typeof wanted === 'string' || this.#orderOf(wanted).refusal() !== null;
  }

  #orderOf({ kind, id, accountName }: Wanted): Order {
    const key = `${kind} ${id}`;
    const order = this.#orders.get(key) ?? new Order(this.#options.fateOf(kind, id, accountName));
    this.#orders.set(key, order);
    return order;
  }

  /** Every accepted payment. */
  *accepted(): Generator<{ readonly order: Order; readonly entry: Entry }> {
    for (const order of this.#orders.values()) if (order.entry !== null) yield { order, entry: order.entry };
  }

  statusOf(order: Order): string {
    return order.processAt(this.#options.now()).status;
  }

  /** A payment that somebody made here before, with a program of their own. */
  addForeign(entry: Omit<Entry, 'amount' | 'from' | 'isForeign'> & { readonly amount: string }): void {
    const order = new Order(this.#options.fateOf(entry.kind, entry.id, entry.accountName));
    order.entry = { ...entry, amount: new Written(entry.amount), from: 'elsewhere', isForeign: true };
    this.#orders.set(`${entry.kind} ${entry.id}`, order);
  }

  #answer(request: Request, now: number): Answer {
    const { method, path, headers } = request;
    if (headers['x-api-version'] !== apiVersion) return refuse(404, 'the version is missing or unsupported');
    if (!this.#admits(now)) return { ...refuse(429, 'too many requests') };
    if (method === 'GET' ? request.body.length > 0 : headers['content-type'] !== 'application/json')
      return refuse(400, 'bodies are JSON, and GET has none');
    if (method === 'POST' && (path === '/auth-tokens' || path === '/auth-tokens-by-action'))
      return this.#tokens.answer(request, now);
    const refusal = this.#tokens.refusal(request, now);
    if (refusal !== null) return refusal;
    const [, resource, id] = paymentPath.exec(path) ?? [];
    if (resource !== undefined && id !== undefined) {
      const kind = kindOf(resource);
      return method === 'POST' ? this.#create(kind, id, request, now) : this.#read(kind, id, now);
    }
    return this.#other(method, path.split('?')[0] ?? '');
  }

  #admits(now: number): boolean {
    const { requestsPerSecond: most, isBusy } = this.#options;
    while (this.#arrivals[0] !== undefined && now - this.#arrivals[0] >= windowMs) this.#arrivals.shift();
    this.#arrivals.push(now);
    return (most === null || this.#arrivals.length <= most) && isBusy?.() !== true;
  }

  #create(kind: Kind, id: string, { body, from }: Request, now: number): Answer {
    const wanted = readCreate(kind, id, readJson(new TextDecoder().decode(body)));
    if (typeof wanted === 'string') return refuse(400, wanted);
    const order = this.#orderOf(wanted);
    order.posts += 1;
    const answer = this.#place(order, wanted, from, now);
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 409) {
      order.refusals += 1;
      order.refusedTo.add(from);
    }
    return answer;
  }

  #place(order: Order, wanted: Wanted, from: string, now: number): Answer {
    if (order.entry !== null) {
      if (order.hiddenReads === 0) return refuse(409, 'accepted before');
      order.isDenied ||= order.fate.whileHidden !== 409;
      return refuse(order.fate.whileHidden, 'refused, though it is there');
    }
    const { posts, hiddenReads } = order.fate;
    const refusal = order.refusal();
    if (refusal !== null) return refuse(refusal, 'refused');
    const fate = posts[order.posts - 1] ?? { status: 201, takesEffect: true };
    if (fate.takesEffect) {
      order.entry = { ...wanted, acceptedAt: now, from, isForeign: false };
      order.isReconsidered = order.refusedTo.has(from);
      this.#options.onAccepted(order, order.entry);
      order.isPlain = fate.status === 201;
      if (fate.status !== 201) order.hiddenReads = hiddenReads;
    }
    if (fate.status === 'dropped') return { ...refuse(500, ''), isDropped: true };
    return fate.status === 201
      ? sayText(201, acceptedBody(wanted, order.fate.namesOtherMoney))
      : refuse(fate.status, 'no luck');
  }

  #read(kind: Kind, id: string, now: number): Answer {
    const refusal = this.#options.refusesRead?.() ?? null;
    if (refusal !== null) return refuse(refusal, 'not now');
    const other = this.#options.isMixedUp?.() === true ? this.#lastOther(kind, id) : null;
    if (other !== null) return this.#detail(other.order, other.entry, now);
    const order = this.order(kind, id);
    if (order === null || order.entry === null) return refuse(410, 'not found');
    if (order.isForgotten(now)) return refuse(410, 'not found any more');
    if (order.hiddenReads > 0) {
      order.hiddenReads -= 1;
      order.isDeniedTwice ||= order.isDenied;
      return refuse(410, 'not found yet');
    }
    const { status, processedAt } = order.processAt(now);
    this.#options.onRead?.(order, processedAt !== null && status !== 'SUCCESS');
    return this.#detail(order, order.entry, now);
  }

  #detail(order: Order, entry: Entry, now: number): Answer {
    return sayText(200, detailBody(order, entry, { now, isTest: !this.callsReal }));
  }

  #lastOther(kind: Kind, id: string): { readonly order: Order; readonly entry: Entry } | null {
    return [...this.accepted()].findLast(({ entry }) => entry.kind === kind && entry.id !== id) ?? null;
  }

  #other(method: string, path: string): Answer {
    const name = `${method} ${path}`;
    if (/^POST \/(payouts|payins|topups)\/!availablePaymentOptions$/.test(name))
      return say(200, { paymentMethods: [{ paymentMethodCode: 'BANK_TRANSFER', paymentOperators: [] }] });
    if (name === 'GET /balances') return say(200, { balances: [{ currencyCode: 'EUR', available: 1 }] });
    if (name === 'GET /merchant-info') return say(200, { merchantCode: this.#options.merchantCode });
    if (/^GET \/(currencies|segments|payment-operators|payment-methods)$/.test(name)) return say(200, []);
    return refuse(404, `there is no ${name}`);
  }
}

function kindOf(resource: string): Kind {
  return resource === 'payins' || resource === 'topups' ? resource : 'payouts';
}

const fields: ReadonlySet<string> = new Set([
  'paymentRequested',
  'paymentMethod',
  'callbackUrl',
  'returnUrl',
]);

/** A payment as a request asks for it. */
type Wanted = Omit<Entry, 'acceptedAt' | 'from' | 'isForeign'>;

/** Interface: Payment request. Gives what is wrong with it where something is. */
function readCreate(kind: Kind, id: string, body: Json | undefined): Wanted | string {
  if (!isRecord(body)) return 'the body is no object';
  const stranger = Object.keys(body).find((name) => !fields.has(name));
  if (stranger !== undefined) return `${stranger} is no field of a payment`;
  const money = member(member(body, 'paymentRequested'), 'money');
  const [amount, currencyCode] = [member(money, 'amount'), member(money, 'currencyCode')];
  if (!(amount instanceof Written) || !/^\d+(\.\d+)?$/.test(amount.literal))
    return 'amount is no plain decimal number';
  if (typeof currencyCode !== 'string' || currencyCode === '') return 'currencyCode is no text';
  const method = member(body, 'paymentMethod');
  const account = member(method, 'account');
  const text = (name: string): string => {
    const value = member(account, name);
    return typeof value === 'string' ? value : '';
  };
  if (typeof member(method, 'paymentMethodCode') !== 'string') return 'paymentMethodCode is no text';
  const [accountName, accountNumber] = [text('accountName'), text('accountNumber')];
  if (kind === 'payouts' && (accountName === '' || accountNumber === '')) return 'the account is not whole';
  return { kind, id, accountName, accountNumber, amount, currencyCode };
}

const idNames = { payouts: 'idPayout', payins: 'idPayin', topups: 'idTopUp' } as const;

function acceptedBody({ kind, id, amount, currencyCode }: Wanted, namesOtherMoney: boolean): string {
  const named = namesOtherMoney ? `1${amount.literal}` : amount.literal;
  const money = `{"amount":${named},"currencyCode":${JSON.stringify(currencyCode)}}`;
  const response = `{"paymentMethodCode":"BANK_TRANSFER","${idNames[kind]}":"${id}"}`;
  return `{"paymentRequested":{"money":${money}},"paymentMethodResponse":${response}}`;
}

function detailBody(
  order: Order,
  entry: Entry,
  { now, isTest }: { readonly now: number; readonly isTest: boolean },
): string {
  const { status, processedAt } = order.processAt(now);
  const process = {
    status,
    ...(order.fate.showsCreatedAt ? { createdAt: new Date(entry.acceptedAt).toISOString() } : {}),
    ...(processedAt === null ? {} : { processedAt: new Date(processedAt).toISOString() }),
    isTest,
  };
  const amount = amountIn(entry.amount.literal, order.fate.amountForm);
  const money = `{"currencyCode":${JSON.stringify(entry.currencyCode)},"amount":${amount}}`;
  const fee = `{"amount":0.10,"currencyCode":${JSON.stringify(entry.currencyCode)}}`;
  const response = `{"paymentMethodCode":"BANK_TRANSFER","${idNames[entry.kind]}":"${entry.id}"}`;
  return `{"fee":${fee},"process":${JSON.stringify(process)},"paymentMethodResponse":${response},"paymentRequested":{"money":${money}}}`;
}

function amountIn(literal: string, form: Fate['amountForm']): string {
  switch (form) {
    case 'asSent':
      return literal;
    case 'moreZeros':
      return `${literal}${literal.includes('.') ? '' : '.'}00`;
    case 'exponent':
      return `${literal}e0`;
  }
}
