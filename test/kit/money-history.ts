import { array, bigInt, boolean, constantFrom, integer, option, record, type Arbitrary } from 'fast-check';
import { formatDecimal } from '../../contract/money/decimal.ts';
import type { PaymentKind, PaymentState } from '../../contract/payments/payment.ts';
import type { ReportedMoney } from '../../contract/money/money.ts';
import type { Store } from '../../main/core/ports/index.ts';
import { found, importBatch, keyId, newIncoming, newRow, release, rowsHash } from './samples.ts';

/** One payment of a random history, and its outcome. */
export type Story = {
  readonly kind: PaymentKind;
  readonly amount: string;
  readonly currencyCode: string;
  readonly paymentMethodCode: string;
  readonly fee: ReportedMoney | null;
  /** How it ends; `failedThenPaid` is paid after it had failed. */
  readonly end: 'queued' | 'unknown' | 'accepted' | 'paid' | 'failed' | 'rejected' | 'failedThenPaid';
  /** When Bursar learns of the end, and when it ended by the gateway response; null: not in the response. */
  readonly at: number;
  readonly processedAt: number | null;
  /** Whether the fee is learned only after the end. */
  readonly isFeeLate: boolean;
};

const decimals = 4;
export const dayMs = 86_400_000;
export const firstDay = Date.UTC(2026, 0, 1) / dayMs;
export const historyDays = 12;
const firstMs = firstDay * dayMs;

const amount: Arbitrary<string> = record({
  digits: bigInt({ min: 1n, max: 10n ** 12n }),
  scale: integer({ min: 0, max: decimals }),
}).map(formatDecimal);
const moment = integer({ min: 0, max: historyDays * dayMs - 1 }).map((after) => firstMs + after);

const story: Arbitrary<Story> = record({
  kind: constantFrom('payout', 'payout', 'payin', 'topup'),
  amount,
  currencyCode: constantFrom('EUR', 'EUR', 'USD', 'USDT_TRC20'),
  paymentMethodCode: constantFrom('BANK_TRANSFER', 'CARD'),
  fee: option(record({ amount, currencyCode: constantFrom('EUR', 'USD') })),
  end: constantFrom(
    'queued',
    'unknown',
    'accepted',
    'paid',
    'paid',
    'paid',
    'failed',
    'rejected',
    'failedThenPaid',
  ),
  at: moment,
  processedAt: option(moment),
  isFeeLate: boolean(),
});

/** Random histories of payments over a dozen days. */
export const stories = (most = 12): Arbitrary<Story[]> => array(story, { maxLength: most });

let histories = 0;

/** The expected final count of a payment: its state, time and fee. */
export type Told = Story & { readonly state: PaymentState; readonly countedAt: number; readonly id: string };

/** Writes the stories into the store, each payment in its own batch, for the profile of this key; `between` runs after each step. */
export function tell(
  store: Store,
  told: readonly Story[],
  key: string = keyId,
  between?: () => void,
): Told[] {
  histories += 1;
  return told.map((one, index) => {
    const id = `s${histories}-${index}`;
    if (one.kind === 'payout') {
      importBatch(store, id, [newRow(id, 1, { ...one, idPayment: id, reference: id })], key);
      release(store, id, firstMs);
    } else {
      store.addIncoming(
        newIncoming({
          ...one,
          kind: one.kind,
          batchId: id,
          keyId: key,
          idPayment: id,
          at: firstMs,
          rowsHash,
        }),
      );
    }
    between?.();
    if (one.end === 'queued') return { ...one, id, state: 'queued', countedAt: firstMs, fee: null };
    const [intent] = store.claimQueued([id], 1, one.at, () => new Uint8Array([index]));
    if (intent === undefined) throw new Error('nothing was claimed');
    const { paymentId } = intent.payment;
    const early = one.isFeeLate ? null : one.fee;
    const steps = stepsTo(one.end);
    let from: PaymentState = 'sending';
    for (const to of steps) {
      const isEnd = to === 'paid' || to === 'failed';
      const reported = { createdAt: null, processedAt: isoOrNull(one.processedAt), isTest: true };
      store.record(
        [found(paymentId, from, to, { ...(isEnd ? { fee: early, reported } : {}), dueAt: null })],
        one.at,
      );
      from = to;
      between?.();
    }
    const isEnded = from === 'paid' || from === 'failed';
    if (isEnded && one.isFeeLate && one.fee !== null)
      store.record([found(paymentId, from, from, { fee: one.fee, dueAt: null })], one.at + 1);
    between?.();
    return {
      ...one,
      id,
      state: from,
      countedAt: isEnded ? (one.processedAt ?? one.at) : one.at,
      fee: isEnded ? one.fee : null,
    };
  });
}

function stepsTo(end: Exclude<Story['end'], 'queued'>): PaymentState[] {
  switch (end) {
    case 'unknown':
    case 'rejected':
      return [end];
    case 'accepted':
      return ['accepted'];
    case 'paid':
    case 'failed':
      return ['accepted', end];
    case 'failedThenPaid':
      return ['accepted', 'failed', 'paid'];
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A payout of 10.00 EUR by card, paid on this day after the first. */
export const paidOn = (day: number) =>
  ({
    kind: 'payout',
    amount: '10.00',
    currencyCode: 'EUR',
    paymentMethodCode: 'CARD',
    fee: null,
    end: 'paid',
    at: (firstDay + day) * dayMs,
    processedAt: null,
    isFeeLate: false,
  }) as const;
