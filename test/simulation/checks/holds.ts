import type { StoredPayment } from '../../../main/core/ports/index.ts';
import type { MemoryStore } from '../../kit/memory-store.ts';
import { Approved } from './approved.ts';

/** What a person, or a rule, has held back on one computer: until that is over, none of it leaves. */
export class Holds {
  readonly #sending: () => ReadonlySet<number>;
  /** By blocked account, the payouts that were on their way when it was blocked. */
  readonly #blocked = new Map<string, ReadonlySet<number>>();
  /** When a batch may leave that a person scheduled; never, once the schedule has ended. */
  readonly #scheduled = new Map<string, number>();
  /** By paused batch, what was on its way when it was paused. */
  readonly #paused = new Map<string, ReadonlySet<number>>();
  /** What was on its way when a contradiction of the profile was noted; null: none is. */
  #contradicted: ReadonlySet<number> | null = null;
  #heedsContradictions = false;
  #approved: Approved | null = null;
  /** From when each account may be paid. */
  readonly #verified = new Map<string, number>();
  #needsVerified = false;

  /** `sending`: the payments that are on their way now. */
  constructor(sending: () => ReadonlySet<number>) {
    this.#sending = sending;
  }

  /** Why this payment, of a batch that was released then, must not leave now; null: it may. */
  problemOf(payment: StoredPayment, now: number, releasedAt: () => number): string | null {
    const { kind, paymentId, batchId, accountNumber, idPayment } = payment;
    if (this.#blocked.get(accountNumber)?.has(paymentId) === false)
      return `a blocked payee is never paid: ${idPayment}`;
    if (this.#paused.get(batchId)?.has(paymentId) === false)
      return `a paused batch was sent from: ${idPayment}`;
    if (now < (this.#scheduled.get(batchId) ?? 0))
      return `a scheduled release leaves at its time, and not once that is over: ${idPayment}`;
    if (kind === 'payout' && this.#contradicted?.has(paymentId) === false)
      return `nothing is sent while the gateway contradicts the profile: ${idPayment}`;
    if (kind === 'payout' && this.#needsVerified && now < (this.#verified.get(accountNumber) ?? Infinity))
      return `paid before it was verified for long enough: ${idPayment}`;
    return kind === 'payout' ? (this.#approved?.problemOf(payment, releasedAt()) ?? null) : null;
  }

  /** A person has blocked the payee with this account. */
  block(accountNumber: string): void {
    this.#blocked.set(accountNumber, this.#sending());
  }

  /** A person lifts the block, from now on. */
  unblock(accountNumber: string): void {
    this.#blocked.delete(accountNumber);
  }

  pause(batchId: string): void {
    this.#paused.set(batchId, this.#sending());
  }

  resume(batchId: string): void {
    this.#paused.delete(batchId);
  }

  /** A person has this batch released at that time by the gateway's clock. */
  schedule(batchId: string, at: number): void {
    this.#scheduled.set(batchId, at);
  }

  /** It is not to leave by itself any more. */
  endSchedule(batchId: string): void {
    this.#scheduled.set(batchId, Infinity);
  }

  hasEnded(batchId: string): boolean {
    return this.#scheduled.get(batchId) === Infinity;
  }

  /** A person releases it now, whatever was scheduled. */
  releaseNow(batchId: string): void {
    this.#scheduled.delete(batchId);
  }

  /** From now on only accounts are paid that somebody verified. */
  requireVerified(): void {
    this.#needsVerified = true;
  }

  /** Somebody verified this account, which may be paid from then on. */
  verify(accountNumber: string, from: number): void {
    this.#verified.set(accountNumber, from);
  }

  isVerified(accountNumber: string): boolean {
    return this.#verified.has(accountNumber);
  }

  /** From now on whatever leaves needs so many approvals of these people. */
  needApprovals(approvers: readonly string[], needed: number): Approved {
    this.#approved = new Approved(this.#sending, approvers, needed);
    return this.#approved;
  }

  /** From now on the gateway may contradict the profile. */
  heedContradictions(): void {
    this.#heedsContradictions = true;
  }

  afterStep(store: MemoryStore): void {
    if (!this.#heedsContradictions || this.#contradicted !== null) return;
    if (store.countNotices().some(({ kind }) => kind === 'environmentContradicted'))
      this.#contradicted = this.#sending();
  }

  /** A person has dismissed the notices. */
  dismissContradiction(): void {
    this.#contradicted = null;
  }
}
