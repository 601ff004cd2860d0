import { z } from 'zod';
import { FileBytes, operation } from '../operation.ts';
import { ProfileName } from '../profile.ts';
import { touchesComputer, touchesFiltered } from '../touches.ts';
import { period } from './flows.ts';

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

export const bookOperations = {
  /**
   * Journal lines of what was paid in a period, of all profiles of one environment or of one. A payment that a kept export has is left out
   * unless `again`; one from before the period that no export has, though it belonged to an earlier one, is in it. Nothing counts as
   * exported before `books.keep`.
   */
  'books.export': operation(
    z.strictObject({
      profileName: ProfileName.nullable().default(null),
      ...period,
      format: z.enum(['csv', 'xlsx']),
      again: z.boolean().default(false),
    }),
    z.object({
      bytes: FileBytes,
      exportNumber: z.number().int(),
      payments: z.number().int(),
      lines: z.number().int(),
      /** Of `payments`, those from before the period. */
      late: z.number().int(),
      /** Payments of the period that an earlier export has. */
      leftOut: z.number().int(),
    }),
    touchesFiltered,
  ),
  /** The file of this export was saved, so its payments are exported from now on. */
  'books.keep': operation(
    z.strictObject({ exportNumber: z.number().int().min(1) }),
    z.object({ isKept: z.boolean() }),
    touchesComputer,
  ),
} as const;
