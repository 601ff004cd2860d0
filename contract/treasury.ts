import { z } from 'zod';
import { retryFacts } from './batches/batch.ts';
import { Duplicates } from './batches/duplicates.ts';
import { Fault, LimitFault } from './batches/fault.ts';
import { CurrencyCode, Money, PayableAmount, PlainAmount } from './money/money.ts';
import { BatchId, cell, operation } from './operation.ts';
import { PaymentKind } from './payments/payment.ts';
import { ProfileName } from './profile.ts';
import { PayoutColumn } from './batches/sheet.ts';
import { touchesBatch, touchesProfile } from './touches.ts';
import { attentionOperations } from './treasury/attention.ts';

/** The only profile if none is named; an error if there are several. */
const profileName = ProfileName.optional();

/** Every named amount of one currency, for instance `available` and `blocked`. */
export const Balance = z.object({
  currencyCode: z.string(),
  amounts: z.array(z.object({ name: z.string(), amount: z.string() })),
});
export type Balance = z.infer<typeof Balance>;

/** The gateway's latest response, and its time; `asOf` is null if it was never asked. */
export const BalancesAsOf = z.object({ asOf: z.string().nullable(), balances: z.array(Balance) });
export type BalancesAsOf = z.infer<typeof BalancesAsOf>;

export const PaymentOption = z.object({
  paymentMethodCode: z.string(),
  name: z.string().nullable(),
  operators: z.array(z.object({ paymentOperatorCode: z.string(), name: z.string().nullable() })),
});
export type PaymentOption = z.infer<typeof PaymentOption>;

/** One amount and currency of a batch for which the gateway does not offer what its rows ask for. */
const MissingOption = z.object({
  money: z.object({ amount: z.string(), currencyCode: z.string() }),
  paymentMethodCode: z.string(),
  paymentOperatorCode: z.string(),
  rows: z.number().int(),
  firstRowNumber: z.number().int(),
  message: z.string(),
  /** Which of the two codes is not offered. */
  column: z.enum(['paymentMethodCode', 'paymentOperatorCode']),
  /** Codes that the gateway offers instead: methods for this amount, or operators of the method. */
  offered: z.array(z.string()),
  /** The one that is certainly intended; null if none is. */
  suggestion: z.string().nullable(),
});

/** The findings of a draft check. Only `limits` forbids the release. */
export const CheckReport = z.object({
  batchId: z.string(),
  options: z.object({
    /** Distinct amounts and currencies of the batch, and for how many of them options are known now. */
    distinct: z.number().int(),
    checked: z.number().int(),
    /** When the oldest answer among them was given; null if there is none. */
    asOf: z.string().nullable(),
    missing: z.array(MissingOption),
    missingLeftOut: z.number().int(),
    /** How many rows ask for what is missing, listed or not. */
    missingRows: z.number().int(),
    /** Why the lookup stopped early; null if it did not. */
    stoppedBecause: z.string().nullable(),
    /** What a check would ask the gateway now: unknown options, and those that were missing. */
    requests: z.number().int(),
    /** How long they take at least, at the gateway's rate limit. */
    durationSeconds: z.number(),
  }),
  /** Per currency, the need of the batch against the balance; `available`, `left` and `gap` are null if no balance is known. */
  funds: z.array(
    z.object({
      currencyCode: z.string(),
      needed: z.string(),
      /** Estimated from the newest payouts that were paid by the same methods; null if no fee of one was found. */
      estimatedFees: z.string().nullable(),
      /** Payouts of the batch in this currency without an estimate of their fees. */
      payoutsWithoutEstimate: z.number().int(),
      /** The committed amounts of other batches: released payouts that the gateway is not known to have accepted, with their estimated fees. */
      committed: z.string(),
      /** Payouts of other batches in this currency without an estimate of their fees. */
      committedWithoutEstimate: z.number().int(),
      available: z.string().nullable(),
      /** Available less all of the above; negative if there is too little. */
      left: z.string().nullable(),
      /** Nothing is sent that would take the balance below it; null if none is set. */
      floor: z.string().nullable(),
      /** The shortfall of `left` to the floor, or to zero; `0` if there is none. */
      gap: z.string().nullable(),
      /** When the balances were read; null if they never were. They need not include this currency. */
      asOf: z.string().nullable(),
    }),
  ),
  duplicates: Duplicates,
  /** Rows that break a rule of their method or account, or retry a payout that is no longer failed, and the first of their problems. A sheet with such rows makes no draft; an older draft may have some. */
  rowProblems: z.object({
    count: z.number().int(),
    rows: z.array(z.object({ rowNumber: z.number().int(), column: PayoutColumn.nullable(), fault: Fault })),
  }),
  /** The limits that a batch exceeds. */
  limits: z.array(LimitFault),
  /** The last row, if it looks like the total of the others. */
  totalRow: z.number().int().nullable(),
  ...retryFacts,
});
export type CheckReport = z.infer<typeof CheckReport>;

export const treasuryOperations = {
  /** GET /balances. The answer is stored as a snapshot. */
  'balances.read': operation(
    z.strictObject({ profileName, currencyCodes: z.array(CurrencyCode).max(500).default([]) }),
    BalancesAsOf,
    touchesProfile,
  ),
  /** The stored balances, offline. */
  'balances.stored': operation(z.strictObject({ profileName }), BalancesAsOf, touchesProfile),
  /** Stored snapshots since a moment, thinned to at most `points` a currency; the amount is the available one. */
  'balances.trend': operation(
    z.strictObject({
      profileName,
      since: z.iso.datetime(),
      points: z.number().int().min(2).max(500).default(60),
    }),
    z.array(
      z.object({
        currencyCode: z.string(),
        points: z.array(z.object({ at: z.string(), amount: z.string() })),
      }),
    ),
    touchesProfile,
  ),
  /**
   * Methods and operators for this amount and currency; an answer younger than `maxAgeMs` is taken from the store. With a customer segment the gateway
   * is always asked.
   */
  'options.read': operation(
    z.strictObject({
      profileName,
      kind: PaymentKind,
      money: Money,
      /** A code of GET /segments; empty: none. */
      segmentCode: cell(100).default(''),
      maxAgeMs: z.number().int().min(0).max(604_800_000).default(0),
    }),
    z.object({ asOf: z.string(), options: z.array(PaymentOption) }),
    touchesProfile,
  ),
  /**
   * Checks a draft: options, funds, duplicates, limits; `payees.findings` has the findings about payees. Options found within
   * the last day are not looked up again, so a check that was stopped continues; missing ones are. Progress is reported as `check:<batchId>`. `withOptions` false asks the gateway nothing.
   */
  'batches.check': operation(
    z.strictObject({ batchId: BatchId, withOptions: z.boolean().default(true) }),
    CheckReport,
    touchesBatch,
  ),
  ...attentionOperations,
} as const;

/** Per currency; null: no limit. Enforced when a batch is released. */
export const ReleaseLimit = z.strictObject({
  currencyCode: CurrencyCode,
  largestPayout: PayableAmount.nullable(),
  largestBatch: PayableAmount.nullable(),
});
export type ReleaseLimit = z.infer<typeof ReleaseLimit>;

/** Bursar's payouts never take the available balance of this profile and currency below this. */
export const BalanceFloor = z.strictObject({
  profileName: ProfileName,
  currencyCode: CurrencyCode,
  amount: PlainAmount,
});
export type BalanceFloor = z.infer<typeof BalanceFloor>;

export const LowBalanceLimit = z.strictObject({
  profileName: ProfileName,
  currencyCode: CurrencyCode,
  amount: PayableAmount,
});
export type LowBalanceLimit = z.infer<typeof LowBalanceLimit>;
