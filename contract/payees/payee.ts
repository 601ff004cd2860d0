import { z } from 'zod';
import { FileNote } from '../batches/file-note.ts';
import { CurrencyTotal } from '../money/money.ts';
import { ExportedTable, FileBytes, TableFormat, operation, page, search, text } from '../operation.ts';
import { PaymentState } from '../payments/payment.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesNothing, touchesProfile } from '../touches.ts';

const PayeeId = text(64);

/** How somebody verified with the payee: whom they asked, on which number, and where they got that number. */
const Verification = z.object({
  at: z.string(),
  by: z.string(),
  how: z.string(),
  note: z.string().nullable(),
});
type Verification = z.infer<typeof Verification>;

/** An account that a payee was paid to, or is known by; each account is a separate payee. */
export const PayeeAccount = z.object({
  payeeId: PayeeId,
  /** The e-mail address if there is no account; empty if there is neither. */
  account: z.string(),
  firstPaidAt: z.string().nullable(),
  lastPaidAt: z.string().nullable(),
  payments: z.number().int(),
  verification: Verification.nullable(),
  /** The name that was verified with the account, where that is another than the one it is shown under; else null. */
  verifiedAs: z.string().nullable(),
  isBlocked: z.boolean(),
});
export type PayeeAccount = z.infer<typeof PayeeAccount>;

/** Everyone paid or imported, identified by account; without one by e-mail address; without either by name. */
export const Payee = z.object({
  payeeId: PayeeId,
  environment: Environment,
  /** The names it was paid or imported under, the latest first. */
  names: z.array(z.string()),
  /** Its own account first, then the others that were paid under one of its names, the latest first. */
  accounts: z.array(PayeeAccount),
  firstPaidAt: z.string().nullable(),
  lastPaidAt: z.string().nullable(),
  /** How many payouts to its own account were paid. */
  payments: z.number().int(),
  totals: z.array(CurrencyTotal),
  verification: Verification.nullable(),
  /** The name that was verified with the account, where that is another than the one it is shown under; else null. */
  verifiedAs: z.string().nullable(),
  isBlocked: z.boolean(),
  isImported: z.boolean(),
});
export type Payee = z.infer<typeof Payee>;

const PayeePayment = z.object({
  idPayout: z.string(),
  profileName: z.string(),
  batchId: z.string(),
  createdAt: z.string(),
  accountName: z.string(),
  amount: z.string(),
  currencyCode: z.string(),
  reference: z.string(),
  state: PaymentState,
});

/** A name under which a payee was paid or imported. */
const PayeeName = z.object({
  name: z.string(),
  firstPaidAt: z.string().nullable(),
  lastPaidAt: z.string().nullable(),
  payments: z.number().int(),
});

/** A record about a payee's account, and its time. */
const PayeeRecord = z.object({
  at: z.string(),
  kind: z.enum(['imported', 'verified', 'blocked', 'unblocked']),
  account: z.string(),
  /** The name that it was recorded with; null: not known. */
  accountName: z.string().nullable(),
  /** For a verification; otherwise null. */
  verification: Verification.omit({ at: true }).nullable(),
});
export type PayeeRecord = z.infer<typeof PayeeRecord>;

/** `new`: never paid, or paid for the first time in the last 30 days. */
export const PayeeStanding = z.enum(['new', 'verified', 'blocked']);
export type PayeeStanding = z.infer<typeof PayeeStanding>;

/** Null or empty sets no condition. */
const payeeFilter = {
  search,
  standing: PayeeStanding.nullable().default(null),
  /** Null: live and sandbox. */
  environment: Environment.nullable().default(null),
};

const words = z.string().trim().min(1).max(500);
const ofPayee = z.strictObject({ payeeId: PayeeId });

export const payeeOperations = {
  /**
   * Payees whose names, account or e-mail address contain the text in any notation; without a text the last paid first, new ones by
   * their first payment, and blocked and verified ones by when that was recorded. `after` is `next` of the previous page, with the same
   * search.
   */
  'payees.list': operation(
    z.strictObject({
      ...payeeFilter,
      after: text(100).nullable().default(null),
      ...page,
    }),
    z.object({ payees: z.array(Payee), next: z.string().nullable() }),
    touchesNothing,
  ),
  /** A payee with its latest payments, including released ones, and the latest records about its accounts. */
  'payees.show': operation(
    ofPayee,
    Payee.extend({
      nameHistory: z.array(PayeeName),
      /** The latest first. */
      records: z.array(PayeeRecord),
      hasMoreRecords: z.boolean(),
      latestPayments: z.array(PayeePayment),
      hasMorePayments: z.boolean(),
    }),
    touchesNothing,
  ),
  /**
   * Records that somebody verified an account of a payee: its own, or one that it was never paid to. Findings about the
   * account no longer block a release.
   */
  'payees.verify': operation(
    z.strictObject({
      payeeId: PayeeId,
      account: text(500),
      by: words,
      how: words,
      note: words.nullable().default(null),
    }),
    Payee,
    touchesNothing,
  ),
  /** Nothing is released to a blocked payee, and queued payouts are not sent. */
  'payees.block': operation(ofPayee, Payee, touchesNothing),
  'payees.unblock': operation(ofPayee, Payee, touchesNothing),
  /** Makes the payees in a list (CSV, XLSX) known, and verified if a person says so. */
  'payees.import': operation(
    z.strictObject({
      profileName: ProfileName.optional(),
      fileName: text(1024),
      bytes: FileBytes,
      /** Who says that all of them are verified; null: nobody does. */
      verifiedBy: words.nullable().default(null),
    }),
    z.object({
      imported: z.number().int(),
      verified: z.number().int(),
      /** Accounts that were imported but not verified, because they are invalid; the first 100. */
      notVerified: z.array(z.object({ account: z.string(), message: z.string() })),
      /** Of a list that nobody verified: accounts that are invalid, such as one that a spreadsheet shortened; the first 100. */
      doubtful: z.array(z.object({ account: z.string(), message: z.string() })),
      leftOut: z.number().int(),
      /** The headers of columns that do not identify a payee. */
      columnsLeftOut: z.array(z.string()),
      /** What else a person must know about how the list was read, such as hidden rows that are payees now. */
      notes: z.array(FileNote),
    }),
    touchesProfile,
  ),
  /** The filtered payees as a file, in the order of `payees.list`. Progress is reported as `export`. */
  'payees.export': operation(
    z.strictObject({ ...payeeFilter, format: TableFormat.default('csv') }),
    ExportedTable,
    touchesNothing,
  ),
} as const;
