import { z } from 'zod';
import { CurrencyCode, PayableAmount } from '../money/money.ts';
import { BatchId, FileBytes, operation, page, text } from '../operation.ts';
import { PaymentState, PayoutDetail, PayoutSummary, PersonDecision } from './payment.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesFiltered, touchesPayout } from '../touches.ts';

const PaymentMethodCode = text(100);

/** Which payouts of the history are meant; a condition that is absent, or an empty list, does not filter. All of them must hold. */
export const PayoutFilter = z.strictObject({
  profileName: ProfileName.nullable().default(null),
  batchId: BatchId.nullable().default(null),
  /** Released payouts to this payee. */
  payeeId: text(64).nullable().default(null),
  /** Any of these; none: all but drafts, or all of the batch that is named. */
  states: z.array(PaymentState).max(20).default([]),
  currencyCodes: z.array(CurrencyCode).max(100).default([]),
  paymentMethodCodes: z.array(PaymentMethodCode).max(100).default([]),
  /** What the moments are about: creation, or payment as the gateway dates it. With `paid` only paid ones are found. */
  dateOf: z.enum(['created', 'paid']).default('created'),
  /** At or after, and before, these moments (ISO 8601). */
  from: z.iso.datetime().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
  /** At least and at most so much, whatever the currency. */
  amountFrom: PayableAmount.nullable().default(null),
  amountUntil: PayableAmount.nullable().default(null),
  /** Part of a name, account, order ID or reference, whatever its case, accents and spaces; or an amount in any notation. */
  search: z.string().min(1).max(250).nullable().default(null),
});
export type PayoutFilter = z.output<typeof PayoutFilter>;

/** Whether a filter asks when payments were paid, which only flows know: they have to be complete where the index is read. */
export function asksWhenPaid(filter: {
  readonly dateOf: PayoutFilter['dateOf'];
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}): boolean {
  return filter.dateOf === 'paid' && (filter.fromMs !== null || filter.untilMs !== null);
}

/** Ties are broken by newest first. */
export const PayoutOrder = z.enum(['newest', 'oldest', 'amountDown', 'amountUp', 'name']);
export type PayoutOrder = z.infer<typeof PayoutOrder>;

/** Views that were saved up to version 0.4.0 have one currency and one method. */
const SavedFilter = z.preprocess((filter) => {
  if (typeof filter !== 'object' || filter === null) return filter;
  const { currencyCode, paymentMethodCode, ...others } = filter as Record<string, unknown>;
  const listOf = (code: unknown) => (typeof code === 'string' ? [code] : []);
  return {
    currencyCodes: listOf(currencyCode),
    paymentMethodCodes: listOf(paymentMethodCode),
    ...others,
  };
}, PayoutFilter);

/** A filter under a name that a person gave it. */
export const SavedView = z.strictObject({ name: text(100), filter: SavedFilter, order: PayoutOrder });
export type SavedView = z.output<typeof SavedView>;

/** What some payouts come to in one currency, whatever their state. */
export const PayoutTotal = z.object({
  environment: Environment,
  currencyCode: z.string(),
  /** 0 where the currency is only one of fees. */
  payouts: z.number().int(),
  amount: z.string(),
  /** What the gateway reported of fees in this currency, for payouts in any; null: nothing. */
  fees: z.string().nullable(),
});
export type PayoutTotal = z.output<typeof PayoutTotal>;

const filter = PayoutFilter.prefault({});
const order = PayoutOrder.default('newest');
/** Where profiles share an order ID, the profile tells them apart; none named: the newest. */
const idPayout = { idPayout: text(250), profileName: ProfileName.optional() };

export const historyOperations = {
  /** A page of the history. `after` is the `next` of the page before; it belongs to one filter and order. */
  'payouts.list': operation(
    z.strictObject({ filter, order, after: text(1000).nullable().default(null), ...page }),
    z.object({ payouts: z.array(PayoutSummary), next: z.string().nullable() }),
    ({ filter: named }) => touchesFiltered(named),
  ),
  /** How many payouts a filter finds; counting stops at `most`. */
  'payouts.count': operation(
    z.strictObject({ filter, most: z.number().int().min(1).max(10_000_000).default(10_000_000) }),
    z.object({ count: z.number().int(), isComplete: z.boolean() }),
    ({ filter: named }) => touchesFiltered(named),
  ),
  /** Sums per environment and currency over what a filter finds, live ones first, then by currency; null where it finds more than `most`. */
  'payouts.totals': operation(
    z.strictObject({ filter, most: z.number().int().min(1).max(10_000_000).default(10_000_000) }),
    z.object({ totals: z.array(PayoutTotal).nullable() }),
    ({ filter: named }) => touchesFiltered(named),
  ),
  /** The payouts that a filter finds as a file, cells that a spreadsheet would run as a formula defused. Progress is reported as `export`. */
  'payouts.export': operation(
    z.strictObject({ filter, order, format: z.enum(['csv', 'xlsx']) }),
    z.object({ bytes: FileBytes, rows: z.number().int() }),
    ({ filter: named }) => touchesFiltered(named),
  ),
  'payouts.show': operation(z.strictObject(idPayout), PayoutDetail, touchesPayout),
  /** Asks the gateway about one payout now, whatever its schedule. */
  'payouts.refresh': operation(z.strictObject(idPayout), PayoutDetail, touchesPayout),
  /** What a person decides about a payout; `decisions` of its detail says what may be decided, anything else is refused. */
  'payouts.decide': operation(
    z.strictObject({ ...idPayout, decision: PersonDecision }),
    PayoutSummary,
    touchesPayout,
  ),
} as const;
