import { isSameMoney } from '../../contract/money.ts';
import { mayFollow } from '../../contract/life.ts';
import type { Store, StoredPayment } from '../../main/core/ports/index.ts';
import type { BookEntry, SandboxGateway } from '../../sandbox/index.ts';
import type { Departure } from './network.ts';

const requestsPerSecond = 10;
const windowMs = 1000;
const paymentPath = /^\/(payouts|payins|topups)\/([A-Za-z0-9_-]+)$/;
const kinds = { payins: 'payin', topups: 'topup' } as const;

/** A promise that was broken, in words. */
export class BrokenInvariant extends Error {}

function insist(holds: boolean, words: string): asserts holds {
  if (!holds) throw new BrokenInvariant(words);
}

/** Watches one simulation and throws at the first broken promise. */
export class Watch {
  readonly #storeNow: () => Store;
  readonly #gateway: SandboxGateway;
  readonly #bodies = new Map<string, string>();
  readonly #departures: number[] = [];
  readonly #states = new Map<string, StoredPayment>();

  constructor(storeNow: () => Store, gateway: SandboxGateway) {
    this.#storeNow = storeNow;
    this.#gateway = gateway;
  }

  /** Called as a request leaves. */
  onDeparture({ at, method, path, body }: Departure): void {
    this.#departures.push(at);
    const eleventh = this.#departures.at(-requestsPerSecond - 1);
    insist(
      eleventh === undefined || at - eleventh >= windowMs,
      `I7: eleven requests left within ${windowMs} ms at ${at}`,
    );
    const [, resource, idPayout] = paymentPath.exec(path) ?? [];
    if (method !== 'POST' || idPayout === undefined || body === null) return;
    const text = new TextDecoder().decode(body);
    const payment = this.#find(resource, idPayout);
    insist(
      payment === null || payment.origin === null || payment.origin === 'created',
      `what others create is never sent: ${idPayout}`,
    );
    insist(
      payment !== null && payment.state === 'sending',
      `I1: ${idPayout} left in state ${payment?.state ?? 'none'}`,
    );
    const intent = this.#storeNow().attemptsOf(payment.paymentId).at(-1);
    insist(
      intent !== undefined && new TextDecoder().decode(intent.body) === text,
      `I1: ${idPayout} left with another body than its intent`,
    );
    const before = this.#bodies.get(idPayout);
    insist(before === undefined || before === text, `I2: ${idPayout} was sent with two bodies`);
    this.#bodies.set(idPayout, text);
  }

  #find(resource: string | undefined, idPayment: string): StoredPayment | null {
    const store = this.#storeNow();
    const kind = resource === 'payins' || resource === 'topups' ? kinds[resource] : 'payout';
    if (kind === 'payout') return store.findPayment(idPayment);
    const [profile] = store.listProfiles();
    return profile === undefined ? null : store.findIncoming(kind, idPayment, profile.keyId);
  }

  /** Called after every step. */
  afterStep(batchIds: readonly string[]): void {
    const book = new Map(this.#gateway.book().map((entry) => [entry.id, entry]));
    for (const entry of book.values())
      insist(entry.acceptedCount === 1, `never twice: ${entry.id} was accepted ${entry.acceptedCount} times`);
    for (const batchId of batchIds)
      for (const payment of this.#storeNow().rowsOfBatch(batchId, 0, 1000))
        this.#checkPayment(payment, book.get(payment.idPayment));
  }

  #checkPayment(payment: StoredPayment, entry: BookEntry | undefined): void {
    const { idPayment, state } = payment;
    const before = this.#states.get(idPayment);
    this.#states.set(idPayment, payment);
    if (before === undefined || before.state !== state) {
      insist(
        before === undefined || mayFollow(before.state, state) || this.#passedThrough(payment, before),
        `${idPayment} went from ${before?.state ?? ''} to ${state}`,
      );
      if (entry !== undefined)
        insist(
          isSameMoney(entry, payment),
          `never a wrong amount: ${idPayment} is ${entry.amount} at the gateway and ${payment.amount} here`,
        );
    }
    switch (state) {
      case 'draft':
      case 'queued':
      case 'cancelled':
        return insist(entry === undefined, `${idPayment} is ${state} here and known to the gateway`);
      case 'rejected':
        return insist(
          entry === undefined,
          `the truth: ${idPayment} is rejected here and accepted by the gateway`,
        );
      case 'accepted':
      case 'failed':
      case 'conflict':
        return insist(
          entry !== undefined,
          `the truth: ${idPayment} is ${state} here and unknown to the gateway`,
        );
      case 'paid':
        return insist(
          entry?.status === 'SUCCESS',
          `the truth: ${idPayment} is paid here and ${entry?.status ?? 'unknown'} at the gateway`,
        );
      case 'awaited':
      case 'sending':
      case 'unknown':
        return;
    }
  }

  /** Several changes may share one step; the events tell each of them. */
  #passedThrough(payment: StoredPayment, before: StoredPayment): boolean {
    const events = this.#storeNow()
      .eventsOf(payment.paymentId)
      .filter(({ from, to }) => to !== null && from !== to);
    const isEachLegal = events.every(({ from, to }) => from !== null && to !== null && mayFollow(from, to));
    return (
      isEachLegal && events.some(({ from }) => from === before.state) && events.at(-1)?.to === payment.state
    );
  }

  /** I6: the chain of events is whole and everything recorded follows from it. */
  audit(): void {
    const problems = [...this.#storeNow().verifyLog([])].flatMap((step) => step.problems);
    insist(problems.length === 0, `I6: ${problems.join('; ')}`);
  }

  /** Never lost: at the end everything is final, and says what the gateway's book says. */
  atEnd(batchIds: readonly string[]): void {
    const book = new Map(this.#gateway.book().map((entry) => [entry.id, entry]));
    for (const batchId of batchIds)
      for (const { idPayment, state, accountNumber, accountName } of this.#storeNow().rowsOfBatch(
        batchId,
        0,
        1000,
      )) {
        const entry = book.get(idPayment);
        book.delete(idPayment);
        const expected = expectedEnds(entry, accountNumber || accountName);
        insist(
          expected.includes(state),
          `never lost: ${idPayment} ended ${state}; the gateway says ${entry?.status ?? 'nothing'}`,
        );
      }
    insist(book.size === 0, `the gateway holds payouts that nobody released: ${[...book.keys()].join(', ')}`);
  }
}

/** The states in which a payout may end, given what the gateway's book says of it. */
function expectedEnds(entry: BookEntry | undefined, accountNumber: string): readonly string[] {
  if (entry === undefined) return ['rejected', 'cancelled'];
  // The sandbox shows other money for accounts that end so (sandbox/README.md).
  if (accountNumber.endsWith('9010')) return ['conflict'];
  return entry.status === 'SUCCESS' ? ['paid'] : ['failed'];
}
