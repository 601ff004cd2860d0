import { mayFollow } from '../../../contract/payments/life.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import type { MemoryStore } from '../../kit/memory-store.ts';
import type { Book, Entry } from '../../book/book.ts';
import { auditProblems } from '../../kit/samples.ts';
import { insist } from './broken.ts';
import { Holds } from './holds.ts';
import type { Departure } from '../network.ts';
import { merchants } from '../people/profile.ts';
import { endProblem, isSameMoney, stateProblem, type Known } from './truth.ts';

const requestsPerSecond = 10;
const windowMs = 1000;
const mostRows = 1000;
const paymentPath = /^\/(payouts|payins|topups)\/([A-Za-z0-9_-]+)$/;
export const kinds = { payout: 'payouts', payin: 'payins', topup: 'topups' } as const;

/** Watches one computer and throws at the first broken promise. */
export class Watch {
  readonly #bookAt: (host: string) => Book;
  #store: MemoryStore | null = null;
  readonly #bodies = new Map<string, string>();
  /** Which of the recorded attempts of each payment have left. */
  readonly #leftAttempts = new Map<string, Set<number>>();
  readonly #departures: number[] = [];
  readonly #states = new Map<number, StoredPayment>();
  /** Payments in which something changed since the last look; null: any of them. */
  #changed: Set<number> | null = null;
  /** What was accepted from this computer and is missing, or not sent yet, in records that became older than that. */
  readonly #forgotten = new Set<string>();
  /** Payouts that a person took for not accepted. */
  readonly #givenUp = new Set<string>();
  /** Payouts sent outside about which a person decided. */
  readonly #decided = new Set<string>();
  readonly #incoming: string[] = [];
  /** What holds payouts back on this computer. */
  readonly holds = new Holds(() => this.#sending());
  /** The name by which the book knows this computer. */
  readonly computer: string;

  /** `bookAt`: the book of the gateway at a host. */
  constructor(bookAt: (host: string) => Book, computer: string) {
    this.#bookAt = bookAt;
    this.computer = computer;
  }

  /** From now on the computer's records are read through this store. */
  look(store: MemoryStore): void {
    this.#store = store;
    this.#changed = null;
  }

  /** The records have become older than what was sent. */
  goBack(): void {
    this.#states.clear();
    for (const { entry } of this.#bookAt(merchants.p.host).accepted()) {
      if (entry.from !== this.computer) continue;
      const payment = this.#find(entry.kind, entry.id);
      if (payment === null || payment.state === 'draft' || payment.state === 'queued')
        this.#forgotten.add(`${merchants.p.host} ${entry.kind} ${entry.id}`);
    }
  }

  /** Called when the state of a payment is written. */
  onLife(paymentId: number): void {
    this.#changed?.add(paymentId);
  }

  /** Called as a request leaves. */
  onDeparture({ at, method, host, path, body }: Departure): void {
    if (host === merchants.p.host) this.#departures.push(at);
    const eleventh = this.#departures.at(-requestsPerSecond - 1);
    insist(
      eleventh === undefined || at - eleventh >= windowMs,
      `I7: eleven requests left within ${windowMs} ms at ${at}`,
    );
    const [, resource, id] = paymentPath.exec(path) ?? [];
    if (method !== 'POST' || resource === undefined || id === undefined || body === null) return;
    const text = new TextDecoder().decode(body);
    const payment = this.#find(resource, id, host);
    insist(
      payment === null || payment.origin === null || payment.origin === 'created',
      `what others create is never sent: ${id}`,
    );
    insist(
      payment !== null && payment.state === 'sending',
      `I1: ${id} left in state ${payment?.state ?? 'none'}`,
    );
    const releasedAt = (): number => this.#store?.findBatch(payment.batchId)?.releasedAt ?? at;
    const held = this.holds.problemOf(payment, at, releasedAt);
    insist(held === null, held ?? '');
    const key = `${host} ${resource} ${id}`;
    const attempts = this.#store?.attemptsOf(payment.paymentId) ?? [];
    this.#leftAttempts.set(key, (this.#leftAttempts.get(key) ?? new Set()).add(attempts.length));
    const before = this.#bodies.get(key);
    insist(before === undefined || before === text, `I2: ${id} was sent with two bodies`);
    if (before !== undefined) return;
    const intent = attempts.at(-1);
    insist(
      intent !== undefined && new TextDecoder().decode(intent.body) === text,
      `I1: ${id} left with another body than its intent`,
    );
    this.#bodies.set(key, text);
  }

  /** The payment of a profile of the merchant at this gateway. */
  #find(resource: string, id: string, host: string = merchants.p.host): StoredPayment | null {
    const store = this.#store;
    const profile = store?.listProfiles().find(({ baseUrl }) => new URL(baseUrl).host === host);
    if (store === null || profile === undefined) return null;
    const found = store.paymentsNamed(profile.keyId, id);
    return found.find(({ kind }) => kinds[kind] === resource) ?? null;
  }

  /** The host of the gateway that a payment is of. */
  #hostOf({ profileName }: StoredPayment): string {
    return merchants[profileName === 'q' ? 'q' : 'p'].host;
  }

  /** Whether nobody asks about a payment any more, because its profile was removed after it had ended. */
  #isOfRemoved({ profileName }: StoredPayment): boolean {
    return profileName === 'q' && this.#store?.findProfile('q') === null;
  }

  /** Called after every step: whatever was recorded since the last one has to be true. */
  afterStep(): void {
    const store = this.#store;
    if (store === null) return;
    this.holds.afterStep(store);
    const changed = this.#changed;
    if (changed?.size === 0) return;
    this.#changed = new Set();
    const payments = changed === null ? this.#allPayments() : store.paymentsOf([...changed]);
    for (const payment of payments) this.#check(payment);
  }

  #sending(): Set<number> {
    const sending = this.#allPayments().filter(({ state }) => state === 'sending');
    return new Set(sending.map(({ paymentId }) => paymentId));
  }

  /** Called when the gateway accepted something: what is recorded of it has to be looked at. */
  onAccepted(entry: Entry, host: string): void {
    const payment = this.#find(entry.kind, entry.id, host);
    if (payment !== null) this.#changed?.add(payment.paymentId);
  }

  #allPayments(): StoredPayment[] {
    const store = this.#store;
    if (store === null) return [];
    const batches = store.listBatches({ after: null, limit: mostRows });
    return [...batches.map(({ batchId }) => batchId), ...this.#incoming].flatMap((batchId) =>
      store.rowsOfBatch(batchId, 0, mostRows),
    );
  }

  /** A person takes this payout for not accepted. */
  giveUp(idPayout: string): void {
    this.#givenUp.add(idPayout);
  }

  /** A person adopts this payout that was sent outside, or has it paid again. */
  decide(idPayout: string): void {
    this.#decided.add(idPayout);
  }

  /** From now on this payin or top-up is looked at, too. */
  watchIncoming(batchId: string): void {
    this.#incoming.push(batchId);
    this.#changed = null;
  }

  #check(payment: StoredPayment): void {
    const { paymentId, idPayment, state } = payment;
    const before = this.#states.get(paymentId);
    this.#states.set(paymentId, payment);
    if (before !== undefined && before.state !== state)
      insist(mayFollow(before.state, state) || this.#passedThrough(payment, before), () => {
        const events = this.#store?.eventsOf(paymentId).map(({ from, to, reason }) => [from, to, reason]);
        return `${idPayment} went from ${before.state} to ${state}: ${JSON.stringify(events)}`;
      });
    const problem = stateProblem(payment, this.#knownOf(payment));
    insist(problem === null, problem ?? '');
  }

  #knownOf(payment: StoredPayment): Known {
    const { kind, idPayment, state } = payment;
    const host = this.#hostOf(payment);
    const book = this.#bookAt(host);
    const order = book.order(kinds[kind], idPayment);
    const key = `${host} ${kinds[kind]} ${idPayment}`;
    const entry = order?.entry ?? null;
    return {
      entry,
      status: order === null || entry === null ? null : book.statusOf(order),
      isDated: order?.fate.showsCreatedAt ?? false,
      wasPaid: order?.wasPaid(book.now()) === true,
      isSameMoney: entry === null || isSameMoney(entry, payment),
      isDecided: this.#decided.has(idPayment),
      isRefused: (order?.refusals ?? 0) > 0 || this.#givenUp.has(idPayment),
      isDenied:
        (order?.isDenied === true || order?.isReconsidered === true) &&
        state === 'rejected' &&
        this.requestsFor(payment) === 1,
      isSentHere: entry?.from === this.computer && !this.#forgotten.has(key),
    };
  }

  /** How many requests for it are recorded here, without those that never left; none of what older records lack counts. */
  requestsFor(payment: StoredPayment): number {
    const { kind, idPayment, paymentId } = payment;
    const key = `${this.#hostOf(payment)} ${kinds[kind]} ${idPayment}`;
    const recorded = this.#store?.attemptsOf(paymentId).length ?? 0;
    return Math.min(recorded, this.#leftAttempts.get(key)?.size ?? 0);
  }

  /** Several changes may share one step; the events tell each of them. */
  #passedThrough(payment: StoredPayment, before: StoredPayment): boolean {
    const events = (this.#store?.eventsOf(payment.paymentId) ?? []).filter(({ to }) => to !== null);
    const isEachLegal = events.every(
      ({ from, to }) => from !== null && to !== null && (from === to || mayFollow(from, to)),
    );
    return (
      isEachLegal && events.some(({ from }) => from === before.state) && events.at(-1)?.to === payment.state
    );
  }

  /** I6: the chain of events is whole and everything recorded follows from it. */
  audit(): void {
    const store = this.#store;
    if (store === null) return;
    const problems = auditProblems(store);
    insist(problems.length === 0, `I6: ${problems.join('; ')}`);
  }

  /** Whether it is not known here yet what became of something: it is in progress, failed or in conflict, and was paid by now or may be. */
  isBehind(): boolean {
    return this.#allPayments().some((payment) => {
      const { kind, idPayment, state } = payment;
      const order = this.#bookAt(this.#hostOf(payment)).order(kinds[kind], idPayment);
      if (order === null || this.#isOfRemoved(payment)) return false;
      const { entry } = order;
      if (state === 'conflict') return entry !== null && isSameMoney(entry, payment);
      if (state === 'failed') return kind === 'payout' && order.pays();
      return state === 'accepted' && (kind === 'payout' || order.pays());
    });
  }

  /** Never lost: at the end everything is final, and says what the gateway's book says. Gives the keys of all that is recorded. */
  atEnd(): Set<string> {
    const recorded = new Set<string>();
    for (const payment of this.#allPayments()) {
      const known = this.#knownOf(payment);
      const problem = this.#isOfRemoved(payment) ? null : endProblem(payment, known);
      insist(problem === null, problem ?? '');
      if (payment.state !== 'draft' && payment.state !== 'cancelled')
        recorded.add(`${this.#hostOf(payment)} ${kinds[payment.kind]} ${payment.idPayment}`);
      const { entry } = known;
      if (entry !== null && !entry.isForeign)
        insist(
          isSameMoney(entry, payment),
          `never a wrong amount: ${payment.idPayment} is ${entry.amount.literal} at the gateway and ${payment.amount} here`,
        );
    }
    return recorded;
  }
}
