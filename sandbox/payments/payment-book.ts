import { addDecimals, type Decimal, formatDecimal, negated } from '../../contract/money/decimal.ts';
import type { PaymentKind } from '../../contract/payments/payment.ts';
import { book } from './balances.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { DueQueue } from '../callbacks/due-queue.ts';
import { largestBook, mostRefusedIds } from '../limits.ts';
import { decideProcessing } from './magic-values.ts';
import type { Accepted, Merchant, Payment } from '../state.ts';
import type { BookEntry, ProcessStatus } from '../types.ts';

/** One hundredth of the amount, truncated to its number of decimals. */
export function feeOf({ digits, scale }: Decimal): Decimal {
  return { digits: digits / 100n, scale };
}

/** Every payment that the gateway has accepted. Processing ends when a request comes after it was due. */
export class PaymentBook {
  readonly #settleMs: number;
  readonly #callbacks: Callbacks;
  readonly #all: Payment[] = [];
  readonly #inProcess = new DueQueue<{ payment: Payment; ends: ProcessStatus }>();

  constructor(settleMs: number, callbacks: Callbacks) {
    this.#settleMs = settleMs;
    this.#callbacks = callbacks;
  }

  get isFull(): boolean {
    return this.#all.length >= largestBook;
  }

  /** Counts a create request for this order ID, and returns how many there were before it. */
  notePost(merchant: Merchant, kind: PaymentKind, id: string): number {
    const payment = merchant.payments[kind].get(id);
    if (payment !== undefined) {
      payment.postsSeen += 1;
      return payment.postsSeen - 1;
    }
    const refused = merchant.refusedPosts[kind];
    const before = refused.get(id) ?? 0;
    const [oldest] = before === 0 && refused.size >= mostRefusedIds ? refused.keys() : [];
    if (oldest !== undefined) refused.delete(oldest);
    refused.set(id, before + 1);
    return before;
  }

  /** Accepts a payment for processing. The caller has checked that its ID is free; the count reveals it if not. */
  accept(accepted: Accepted, nowMs: number): Payment {
    const { merchant, kind, id, request, magicCode } = accepted;
    const { decimal, currencyCode } = request.paymentRequested.money;
    const payment: Payment = {
      ...accepted,
      createdAt: Math.floor(nowMs),
      fee: feeOf(decimal),
      status: 'PENDING',
      processedAt: null,
      externalReference: null,
      acceptedCount: (merchant.payments[kind].get(id)?.acceptedCount ?? 0) + 1,
      postsSeen: merchant.refusedPosts[kind].get(id) ?? 1,
      asked: { detail: 0, accounts: 0, reference: 0 },
    };
    merchant.refusedPosts[kind].delete(id);
    merchant.payments[kind].set(id, payment);
    this.#all.push(payment);
    if (kind === 'payout') {
      book(merchant.accounts, currencyCode, { blocked: addDecimals(decimal, payment.fee) });
    }
    const { settleFactor, ends } = decideProcessing(magicCode);
    if (settleFactor !== null) {
      this.#inProcess.push(payment.createdAt + settleFactor * this.#settleMs, { payment, ends });
    }
    return payment;
  }

  /** Ends the processing of every payment that was due by now. */
  settle(nowMs: number): void {
    for (;;) {
      const due = this.#inProcess.takeDue(nowMs);
      if (due === null) return;
      finish(due.item.payment, due.item.ends, due.at);
      this.#callbacks.plan(due.item.payment, due.at);
    }
  }

  /** When the next payment finishes processing; null if none is in process. */
  nextSettleAt(): number | null {
    return this.#inProcess.nextAt();
  }

  list(): BookEntry[] {
    return this.#all.map(({ kind, id, merchant, request, status, createdAt, processedAt, ...rest }) => ({
      kind,
      id,
      merchantCode: merchant.merchantCode,
      amount: request.paymentRequested.money.amount.literal,
      currencyCode: request.paymentRequested.money.currencyCode,
      status,
      createdAt,
      processedAt,
      body: rest.body,
      acceptedCount: rest.acceptedCount,
      postsSeen: rest.postsSeen,
      externalReference: rest.externalReference,
    }));
  }
}

/** A payout debits its amount and fee; a payin or top-up credits its amount less the fee; a failed one moves nothing. */
function finish(payment: Payment, ends: ProcessStatus, at: number): void {
  const { merchant, kind, fee, request } = payment;
  const { decimal, currencyCode } = request.paymentRequested.money;
  payment.status = ends;
  payment.processedAt = at;
  if (kind === 'payout') {
    const taken = negated(addDecimals(decimal, fee));
    book(
      merchant.accounts,
      currencyCode,
      ends === 'SUCCESS' ? { total: taken, blocked: taken } : { blocked: taken },
    );
  } else if (ends === 'SUCCESS') {
    book(merchant.accounts, currencyCode, { total: addDecimals(decimal, negated(fee)) });
  }
}

const one: Decimal = { digits: 1n, scale: 0 };

/** The amount of a payment plus one: what a gateway that confused two payments might show. */
export function otherAmount(payment: Payment): string {
  return formatDecimal(addDecimals(payment.request.paymentRequested.money.decimal, one));
}
