import { z } from 'zod';
import { CurrencyCode, PayableAmount } from '../money/money.ts';
import { BatchId, ExportedTable, TableFormat, operation, page, text } from '../operation.ts';
import { PaymentState, PayoutDetail, PayoutSummary, PersonDecision } from './payment.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesFiltered, touchesPayout } from '../touches.ts';

export const PaymentMethodCode = text(100);

/** Filters payments by their dates. */
export const paymentDates = {
  /** Which times are meant: of creation, or of payment as the gateway dates it. With `paid` only paid ones are found. */
  dateOf: z.enum(['created', 'paid']).default('created'),
  /** At or after, and before, these moments (ISO 8601). */
  from: z.iso.datetime().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
};

/** Filters payouts of the history; an absent condition, or an empty list, does not filter. All conditions must hold. */
export const PayoutFilter = z.strictObject({
  profileName: ProfileName.nullable().default(null),
  batchId: BatchId.nullable().default(null),
  /** Released payouts to this payee. */
  payeeId: text(64).nullable().default(null),
  /** Any of these; none: all but drafts, or all of the named batch. */
  states: z.array(PaymentState).max(20).default([]),
  currencyCodes: z.array(CurrencyCode).max(100).default([]),
  paymentMethodCodes: z.array(PaymentMethodCode).max(100).default([]),
  ...paymentDates,
  /** Minimum and maximum, in any currency. */
  amountFrom: PayableAmount.nullable().default(null),
  amountUntil: PayableAmount.nullable().default(null),
  /** Part of a name, account, order ID or reference, whatever its case, accents and spaces; or an amount in any notation. */
  search: z.string().min(1).max(250).nullable().default(null),
});
export type PayoutFilter = z.output<typeof PayoutFilter>;

/** Whether a filter uses payment times, which only flows know: they must be complete if the index is read. */
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

/** A saved filter with its name. */
export const SavedView = z.strictObject({ name: text(100), filter: SavedFilter, order: PayoutOrder });
export type SavedView = z.output<typeof SavedView>;

/** The totals of some payouts in one currency, in any state. */
export const PayoutTotal = z.object({
  environment: Environment,
  currencyCode: z.string(),
  /** 0 if only fees are in this currency. */
  payouts: z.number().int(),
  amount: z.string(),
  /** The reported fees in this currency, for payouts in any; null: none. */
  fees: z.string().nullable(),
});
export type PayoutTotal = z.output<typeof PayoutTotal>;

const filter = PayoutFilter.prefault({});
const order = PayoutOrder.default('newest');
/**
 * If profiles share an order ID, the profile distinguishes them; none named: the newest. `batchId` tells those apart whose order ID both a
 * profile and a removed one of its name have.
 */
const idPayout = { idPayout: text(250), profileName: ProfileName.optional(), batchId: BatchId.optional() };

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
  /** Sums per environment and currency over the filtered payouts, live ones first, then by currency; null if there are more than `most`. */
  'payouts.totals': operation(
    z.strictObject({ filter, most: z.number().int().min(1).max(10_000_000).default(10_000_000) }),
    z.object({ totals: z.array(PayoutTotal).nullable() }),
    ({ filter: named }) => touchesFiltered(named),
  ),
  /** The filtered payouts as a file; cells that a spreadsheet would run as a formula are defused. Progress is reported as `export`. */
  'payouts.export': operation(
    z.strictObject({ filter, order, format: TableFormat }),
    ExportedTable,
    ({ filter: named }) => touchesFiltered(named),
  ),
  'payouts.show': operation(z.strictObject(idPayout), PayoutDetail, touchesPayout),
  /** Asks the gateway about one payout now, regardless of its schedule. */
  'payouts.refresh': operation(z.strictObject(idPayout), PayoutDetail, touchesPayout),
  /** Saves a person's decision about a payout; `decisions` of its detail lists the possible ones, any other is refused. */
  'payouts.decide': operation(
    z.strictObject({ ...idPayout, decision: PersonDecision }),
    PayoutSummary,
    touchesPayout,
  ),
} as const;
