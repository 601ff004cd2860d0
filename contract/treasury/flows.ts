import { z } from 'zod';
import { FileBytes, TableFormat, operation } from '../operation.ts';
import { PaymentKind, PaymentState } from '../payments/payment-states.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesFiltered } from '../touches.ts';

/** A day in UTC, for instance 2026-03-31. */
export const Day = z.iso.date();

/** `until` is the last day, inclusive. */
export const period = { from: Day, until: Day };

const FlowStep = z.enum(['day', 'week', 'month']);
export type FlowStep = z.infer<typeof FlowStep>;

/** The movements in one currency in one day, week (from Monday) or month; amounts are signed: money out is negative. */
export const FlowPeriod = z.object({
  environment: Environment,
  /** Its first and last day; both within the requested days. */
  from: Day,
  until: Day,
  currencyCode: z.string(),
  /** Payins and top-ups that were paid. */
  in: z.string(),
  /** Payouts that were paid. */
  out: z.string(),
  /** Fees in this currency of paid payments, in any payment currency. */
  fees: z.string(),
  /** `in` plus `out` plus `fees`. */
  net: z.string(),
  /** How many payments entered each state on these days. */
  counts: z.array(
    z.object({ kind: PaymentKind, state: PaymentState, count: z.number().int(), amount: z.string() }),
  ),
  /** The amount paid by each method. */
  methods: z.array(
    z.object({
      kind: PaymentKind,
      paymentMethodCode: z.string(),
      count: z.number().int(),
      amount: z.string(),
      fees: z.string(),
    }),
  ),
  /** The share of paid payouts among those paid, failed or rejected, from 0 to 1; null if there are none. */
  successRate: z.number().nullable(),
});
export type FlowPeriod = z.infer<typeof FlowPeriod>;

const BalancePoint = z.object({
  profileName: z.string(),
  currencyCode: z.string(),
  at: z.string(),
  /** Null if the gateway named no such amount. */
  available: z.string().nullable(),
  reserved: z.string().nullable(),
  /** The booked balance: the total if the gateway names one, otherwise available plus reserved. */
  booked: z.string(),
});

/** No balance is known between these moments: none was read for longer than a day. */
const BalanceGap = z.object({ profileName: z.string(), after: z.string(), before: z.string() });

const history = {
  profileName: ProfileName.nullable().default(null),
  currencyCode: z.string().min(1).max(40),
  ...period,
};

const flows = { profileName: ProfileName.nullable().default(null), ...period, by: FlowStep };

export const flowOperations = {
  /** Money in and out per day, week or month and currency, by time; live and sandbox profiles are never added together. No profile named: all. */
  'flows.read': operation(z.strictObject(flows), z.array(FlowPeriod), touchesFiltered),
  /** The same as a file. No currency named: all. */
  'flows.export': operation(
    z.strictObject({
      ...flows,
      currencyCode: z.string().min(1).max(40).nullable().default(null),
      format: TableFormat,
    }),
    z.object({ bytes: FileBytes, lines: z.number().int() }),
    touchesFiltered,
  ),
  /** Every stored balance of one currency, by time, and the gaps. No profile named: all. */
  'balances.history': operation(
    z.strictObject(history),
    z.object({ points: z.array(BalancePoint), gaps: z.array(BalanceGap) }),
    touchesFiltered,
  ),
  /** The same as a file. */
  'balances.export': operation(
    z.strictObject({ ...history, format: TableFormat }),
    z.object({ bytes: FileBytes, balances: z.number().int() }),
    touchesFiltered,
  ),
} as const;
