import { chainHead, type ChainHead } from './chain-head.ts';
import type { BatchState } from '../../../contract/batches/batch.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Cause } from '../../../contract/payments/cause.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { paymentFacts, recordFacts, settingFacts, type Values } from './event-facts.ts';
import { eventHash } from './event-hash.ts';
import { batchNumberOf } from '../payments/payment-id.ts';
import { unreadable } from '../store-error.ts';

/** The most characters stored of a detail, or of a gateway's answer. */
const longestText = 4000;

/** Cut to that length, and without lone surrogates, which the database would not return unchanged. */
export function keptText(text: string): string {
  return text.slice(0, longestText).toWellFormed();
}

/** Whether `keptText` may have left out part of it. */
export function isCut(kept: string): boolean {
  return kept.length >= longestText - 1;
}

/** The detail is absent or null where the cause says all. */
type Reason = { readonly cause: Cause; readonly detail?: string | null };

/** Causes of events by which a person, or Bursar, stops what would be sent. A payment that ends unsent says so by its state. */
const stops: ReadonlySet<Cause['code']> = new Set([
  'paused',
  'pausedBySafeguard',
  'payeeBlocked',
  'approvalRejected',
  'approvalWithdrawn',
]);

type Change = {
  readonly entity: 'payment' | 'batch' | 'profile' | 'payee' | 'controls' | 'settings';
  readonly entityId: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly facts: string;
};

/**
 * Records changes: an event for each, linked to the previous one (invariant I6), and the counts of the batch. An event
 * carries the current facts, so it is written after the tables. The counts and the head of the chain are written once per
 * transaction, at its end.
 */
export class Ledger {
  readonly #connection: Connection;
  readonly #at: number;
  readonly #actor: string | null;
  readonly #counts = new Map<number, Map<PaymentState, number>>();
  #sequence: number;
  #hash: string;
  #hasAppended = false;
  #hasStopped = false;

  constructor({ connection, actor }: Pick<Context, 'connection' | 'actor'>, at: number) {
    const head = chainHead(connection);
    if (head === null) throw unreadable('no head of the chain of events');
    this.#connection = connection;
    this.#at = at;
    this.#actor = actor;
    this.#sequence = head.sequence;
    this.#hash = head.hash;
  }

  /** `facts`: the current facts of the payment. */
  paymentChanged(
    paymentId: number,
    from: PaymentState,
    to: PaymentState,
    reason: Reason,
    facts = paymentFacts(this.#connection, paymentId, from),
  ): void {
    const batchNumber = batchNumberOf(paymentId);
    this.count(batchNumber, from, -1);
    this.count(batchNumber, to, 1);
    const { cause, detail = null } = reason;
    const kept = { cause, detail: detail === null ? null : keptText(detail) };
    this.#append({ entity: 'payment', entityId: paymentId, from, to, facts }, kept);
  }

  /**
   * The reason comes from Bursar and is stored completely: a release may name thousands of confirmed rows. `rows` is the seal of the rows
   * of the batch, if they were just added.
   */
  batchChanged(
    batchNumber: number,
    from: BatchState,
    to: BatchState,
    reason: Reason,
    rows: string | null = null,
  ): void {
    const facts = recordFacts(this.#connection, 'batch', batchNumber, rows === null ? {} : { rows });
    this.#append({ entity: 'batch', entityId: batchNumber, from, to, facts }, reason);
  }

  /** The detail is stored completely. `before` is what the record was before, so that an edit by another program stays found. */
  recordChanged(
    entity: 'profile' | 'payee' | 'controls',
    entityId: number,
    reason: Reason,
    before?: Values,
  ): void {
    const facts = recordFacts(this.#connection, entity, entityId, before === undefined ? {} : { before });
    this.#append({ entity, entityId, from: null, to: null, facts }, reason);
  }

  /** `value` is the stored setting, JSON, and `before` the one that it replaces; the detail is stored completely. */
  settingChanged(name: string, value: string, before: string | null, detail: string): void {
    const facts = settingFacts(name, value, before);
    const change = { entity: 'settings', entityId: 0, from: null, to: null, facts } as const;
    this.#append(change, { cause: { code: 'settingChanged', name }, detail });
  }

  count(batchNumber: number, state: PaymentState, difference: number): void {
    const counts = this.#counts.get(batchNumber) ?? new Map<PaymentState, number>();
    counts.set(state, (counts.get(state) ?? 0) + difference);
    this.#counts.set(batchNumber, counts);
  }

  /** Returns the new head of the chain; null if no event was appended. */
  finish(): ChainHead | null {
    for (const [batchNumber, counts] of this.#counts)
      for (const [state, difference] of counts) this.#writeCount(batchNumber, state, difference);
    // A transaction that wrote nothing does not wait for the disk.
    if (!this.#hasAppended) return null;
    this.#connection.run(
      'UPDATE chain SET sequence = ?, hash = ? WHERE one = 1',
      this.#sequence,
      Buffer.from(this.#hash, 'hex'),
    );
    if (this.#hasStopped) noteStops(this.#connection, this.#at);
    return { sequence: this.#sequence, hash: this.#hash };
  }

  #append({ entity, entityId, from, to, facts }: Change, { detail = null, ...reason }: Reason): void {
    const cause = JSON.stringify(reason.cause);
    const sequence = this.#sequence + 1;
    const at = this.#at;
    const actor = this.#actor;
    const content = { sequence, at, entity, entityId, from, to, cause, detail, facts, actor };
    this.#hash = eventHash(content, this.#hash);
    this.#sequence = sequence;
    this.#hasAppended = true;
    const isEndedUnsent = from !== 'draft' && (to === 'rejected' || to === 'cancelled');
    if (isEndedUnsent || stops.has(reason.cause.code)) this.#hasStopped = true;
    this.#connection.insert('events', {
      sequence,
      at,
      entity,
      entityId,
      fromState: from,
      toState: to,
      cause,
      detail,
      facts,
      hash: Buffer.from(this.#hash, 'hex'),
      actor,
    });
  }

  #writeCount(batchNumber: number, state: PaymentState, difference: number): void {
    if (difference === 0) return;
    const isKnown = this.#connection.run(
      'UPDATE paymentCounts SET count = count + ? WHERE batchNumber = +? AND state = +?',
      difference,
      batchNumber,
      state,
    );
    if (isKnown === 0) this.#connection.insert('paymentCounts', { batchNumber, state, count: difference });
  }
}

/** Something was stopped, or is found to be missing. The time, later than the last one whatever the clock says: see Mark. */
export function noteStops(connection: Pick<Connection, 'run'>, at: number): void {
  connection.run('UPDATE databaseIdentity SET stoppedAt = max(stoppedAt + 1, ?)', at);
}

/** One transaction that changes states; all of it is committed with its events, or none. Each names the actor of the context. */
export function inLedger<Outcome>(
  context: Pick<Context, 'connection' | 'actor'>,
  at: number,
  work: (ledger: Ledger) => Outcome,
): Outcome {
  const { connection } = context;
  const { outcome, head } = connection.transaction(() => {
    const ledger = new Ledger(context, at);
    const result = work(ledger);
    return { outcome: result, head: ledger.finish() };
  });
  if (head !== null) connection.whenAppended?.(head);
  return outcome;
}
