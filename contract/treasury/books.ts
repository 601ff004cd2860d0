import { z } from 'zod';
import { FileBytes, operation } from '../operation.ts';
import { PaymentKind } from '../payments/payment-states.ts';
import { ProfileName } from '../profile.ts';
import { touchesBookExport, touchesFiltered, touchesProfile } from '../touches.ts';
import { Day, period } from './flows.ts';

/** What an account of the books is for: money paid out, received, topped up, taken as a fee, or held at the gateway. */
export const BookedKind = z.enum(['payout', 'payin', 'topup', 'fee', 'balance']);
export type BookedKind = z.infer<typeof BookedKind>;

/** An account of the books, by what it is for; an empty currency or method is any. The first that fits is used. */
export const BookAccount = z.strictObject({
  kind: BookedKind,
  currencyCode: z.string().max(40).default(''),
  paymentMethodCode: z.string().max(100).default(''),
  account: z.string().min(1).max(100),
});
export type BookAccount = z.infer<typeof BookAccount>;

/** What each kind of money is called, and the account for it where no mapping is set. */
export const usualAccounts: Readonly<Record<BookedKind, string>> = {
  payout: 'Payouts',
  payin: 'Payins',
  topup: 'Top-ups',
  fee: 'Fees',
  balance: 'Gateway balance',
};

/**
 * One line of the journal: this amount from the one account to the other. A line of the kind `note` moves nothing: it says that the gateway no
 * longer confirms a booked payment as paid, or that it does again.
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
  /** Empty but for a note. */
  note: z.string(),
});
export type JournalLine = z.infer<typeof JournalLine>;

const which = {
  profileName: ProfileName.nullable().default(null),
  ...period,
  /** Also payments that an earlier export has. */
  again: z.boolean().default(false),
};

/** A payment of which an export has a note. */
export const BookNote = z.object({
  kind: PaymentKind,
  id: z.string(),
  profileName: z.string(),
  note: z.string(),
});
export type BookNote = z.infer<typeof BookNote>;

/** Exports that were saved after a backup and are not known since it was restored: numbers from `first` to `last`; null: it is not known how many, if any. */
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
  /** Payments that an earlier export has, and of which this one has what their fees differ by since. */
  laterFees: z.number().int(),
  /** Payments of the period that an earlier export has. */
  leftOut: z.number().int(),
  /** Of `payments`, those that an export of `unknownExports` may have: no known export has them, and they were paid before the backup was restored. */
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
  /** Null where an earlier version made it, which did not note them. */
  payments: z.number().int().nullable(),
  lines: z.number().int().nullable(),
});
export type BookExport = z.infer<typeof BookExport>;

export const bookOperations = {
  /** What `books.export` would write: its first lines, and what all of them come to by account and currency. */
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
   * Journal lines of what was paid in a period, of all profiles of one environment or of one. A payment that a kept export has is left out
   * unless `again`; one from before the period that no export has, though it belonged to an earlier one, is in it, and so is a fee
   * that became known or changed since, and a note where the gateway no longer confirms a payment as paid. Nothing counts as exported before `books.keep`.
   */
  'books.export': operation(
    z.strictObject({ ...which, format: z.enum(['csv', 'xlsx']) }),
    z.object({ bytes: FileBytes, exportNumber: z.number().int(), ...counts }),
    touchesFiltered,
  ),
  /** The file of this export was saved, so its payments are exported from now on. */
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
