import { z } from 'zod';
import { FileBytes, TableFormat, operation } from '../operation.ts';
import { PaymentKind } from '../payments/payment-states.ts';
import { ProfileName } from '../profile.ts';
import { touchesBookExport, touchesFiltered, touchesProfile } from '../touches.ts';
import { Day, period } from './flows.ts';

/** The purpose of an account of the books: money paid out, received, topped up, taken as a fee, or held at the gateway. */
export const BookedKind = z.enum(['payout', 'payin', 'topup', 'fee', 'balance']);
export type BookedKind = z.infer<typeof BookedKind>;

/** An account of the books, by purpose; an empty currency or method matches any. The first match is used. */
export const BookAccount = z.strictObject({
  kind: BookedKind,
  currencyCode: z.string().max(40).default(''),
  paymentMethodCode: z.string().max(100).default(''),
  account: z.string().min(1).max(100),
});
export type BookAccount = z.infer<typeof BookAccount>;

/** The name of each kind of money, and its account if no mapping is set. */
export const usualAccounts: Readonly<Record<BookedKind, string>> = {
  payout: 'Payouts',
  payin: 'Payins',
  topup: 'Top-ups',
  fee: 'Fees',
  balance: 'Gateway balance',
};

/**
 * One line of the journal: this amount from one account to the other. A line of the kind `note` moves nothing: it says that the gateway no
 * longer confirms a booked payment as paid, or does again.
 */
export const JournalLine = z.object({
  at: z.string(),
  kind: z.enum([...BookedKind.exclude(['balance']).options, 'note']),
  debitAccount: z.string(),
  creditAccount: z.string(),
  amount: z.string(),
  currencyCode: z.string(),
  /** The order ID of the payment. */
  id: z.string(),
  paymentMethodCode: z.string(),
  payee: z.string(),
  reference: z.string(),
  batchId: z.string(),
  profileName: z.string(),
  /** Empty except in a note. */
  note: z.string(),
});
export type JournalLine = z.infer<typeof JournalLine>;

const which = {
  profileName: ProfileName.nullable().default(null),
  ...period,
  /** Includes payments that an earlier export has. */
  again: z.boolean().default(false),
};

/** A payment that has a note in an export. */
export const BookNote = z.object({
  kind: PaymentKind,
  id: z.string(),
  profileName: z.string(),
  batchId: z.string(),
  note: z.string(),
});
export type BookNote = z.infer<typeof BookNote>;

/** Exports that were saved after a backup and are unknown since it was restored: numbers from `first` to `last`; null: their number, if any, is unknown. */
export const UnknownExports = z.object({
  first: z.number().int(),
  last: z.number().int().nullable(),
});
export type UnknownExports = z.infer<typeof UnknownExports>;

const counts = {
  payments: z.number().int(),
  lines: z.number().int(),
  /** Of `payments`, those from before the period. */
  late: z.number().int(),
  /** Payments in an earlier export; this one has the difference of their fees since. */
  laterFees: z.number().int(),
  /** Payments of the period that an earlier export has. */
  leftOut: z.number().int(),
  /** Of `payments` and `laterFees`, those whose lines an export in `unknownExports` may have: no known export has them, and the payments were paid before the backup was restored. */
  perhapsExported: z.number().int(),
  unknownExports: z.array(UnknownExports),
  /** Notes among the lines, and the payments of the first hundred. */
  notes: z.number().int(),
  toCheck: z.array(BookNote),
};

/** An export whose file was saved. */
export const BookExport = z.object({
  exportNumber: z.number().int(),
  /** Null: all profiles of its environment. */
  profileName: z.string().nullable(),
  from: Day,
  until: Day,
  savedAt: z.string(),
  /** Null if an earlier version created it, which did not record them. */
  payments: z.number().int().nullable(),
  lines: z.number().int().nullable(),
});
export type BookExport = z.infer<typeof BookExport>;

export const bookOperations = {
  /** What `books.export` would write: its first lines, and all totals by account and currency. */
  'books.preview': operation(
    z.strictObject({ ...which, limit: z.number().int().min(1).max(1000).default(200) }),
    z.object({
      ...counts,
      first: z.array(JournalLine),
      accounts: z.array(
        z.object({ account: z.string(), currencyCode: z.string(), debit: z.string(), credit: z.string() }),
      ),
    }),
    touchesFiltered,
  ),
  /**
   * Journal lines of payments that were paid in a period, of all profiles of one environment or of one. A payment in a saved export is left out
   * unless `again`; an earlier payment that no export has is included, and so is a fee
   * that became known or changed since, and a note if the gateway no longer confirms a payment as paid. Nothing counts as exported before `books.keep`.
   */
  'books.export': operation(
    z.strictObject({ ...which, format: TableFormat }),
    z.object({ bytes: FileBytes, exportNumber: z.number().int(), ...counts }),
    touchesFiltered,
  ),
  /** The file of this export was saved, so its payments count as exported from now on. */
  'books.keep': operation(
    z.strictObject({ exportNumber: z.number().int().min(1) }),
    z.object({ isKept: z.boolean() }),
    touchesBookExport,
  ),
  /** Saved exports that payments of this profile may be in, the newest first. */
  'books.list': operation(
    z.strictObject({
      profileName: ProfileName.optional(),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    z.array(BookExport),
    touchesProfile,
  ),
} as const;
