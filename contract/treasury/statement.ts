import { z } from 'zod';
import { isZeroAmount } from '../money/amount.ts';
import { CurrencyCode } from '../money/money.ts';
import { FileBytes, operation, text } from '../operation.ts';
import { PaymentKind, PaymentState } from '../payments/payment-states.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesProfile } from '../touches.ts';
import { Day, period } from './flows.ts';

/** How the opening balance was determined. */
export const OpeningBasis = z.enum([
  /** A balance read before the period, carried forward by the movements since. */
  'carriedForward',
  /** No balance was read before: the first one read in the period, less the movements until then. */
  'derived',
  /** No balance was read before or in the period. */
  'unknown',
]);
export type OpeningBasis = z.infer<typeof OpeningBasis>;

/** A movement. Amount and fee are signed; a fee in this currency for a payment in another one is of kind `fee`. */
export const Movement = z.object({
  at: z.string(),
  kind: z.enum([...PaymentKind.options, 'fee']),
  /** The order ID. */
  id: z.string(),
  /** The payment's ID in the message it came in; empty if there is none. */
  ownId: z.string(),
  /** The part of that message (`PmtInf`) that it belongs to, empty if that has no ID; of any other payment the batch. */
  paymentInformationId: z.string(),
  amount: z.string(),
  /** 0: the fee is in another currency; null: the gateway reported none. */
  fee: z.string().nullable(),
  /** The booked balance after it; null if the opening balance is unknown. */
  balance: z.string().nullable(),
  batchId: z.string(),
  paymentMethodCode: z.string(),
  /** The payee of a payout; of a payin or top-up, who pays. */
  payee: z.string(),
  reference: z.string(),
});
export type Movement = z.infer<typeof Movement>;

/** Why a payment may explain a difference. */
export const CandidateReason = z.enum([
  'unknownEnd',
  'otherMoney',
  'notInHistory',
  'inProcess',
  'failed',
  'noLongerPaid',
  'nearReading',
  'nearEarlierReading',
]);
export type CandidateReason = z.infer<typeof CandidateReason>;

/** A payment that may explain a difference; `isSameAmount`: it equals the difference exactly. */
export const Candidate = z.object({
  kind: PaymentKind,
  id: z.string(),
  batchId: z.string(),
  state: PaymentState,
  amount: z.string(),
  at: z.string(),
  reason: CandidateReason,
  isSameAmount: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

/** For how many differences of a statement payments are searched; one on more days is not caused by single payments. */
export const daysWithCandidates = 31;

/** The most candidates shown at first. */
const mostShown = 5;

/** The candidates that people read first: those of exactly the amount if there are any, since they make the others unlikely. */
export function likelyCandidates(candidates: readonly Candidate[]): Candidate[] {
  const equal = candidates.filter(({ isSameAmount }) => isSameAmount);
  return (equal.length > 0 ? equal : candidates).slice(0, mostShown);
}

const Explanation = z.object({ at: z.string(), amount: z.string(), note: z.string() });
export type Explanation = z.infer<typeof Explanation>;

/** The last balance that the gateway reported on a day or in a period, exactly as it did, and when; null if none was read. */
const lastReported = {
  reported: z.string().nullable(),
  reportedAt: z.string().nullable(),
  /** The movements after that until the end of the day or period, and their total with fees. */
  sinceReported: z.object({ count: z.number().int(), amount: z.string() }).nullable(),
};

/** One day (UTC). Every balance is the booked one at its end, opening at its beginning; null if unknown. */
export const StatementDay = z.object({
  day: Day,
  opening: z.string().nullable(),
  /** The movements, without fees, and the fees. */
  amount: z.string(),
  fees: z.string(),
  closing: z.string().nullable(),
  ...lastReported,
  /**
   * `reported` plus the movements since, less `closing`: all unexplained differences since the opening. Also null if the opening is derived from
   * this very balance, which cannot prove itself.
   */
  unexplained: z.string().nullable(),
  /** The part of it that arose since the balance reported before. */
  arisen: z.string().nullable(),
  /** A person's note about that part; only while it has this amount. */
  explanation: Explanation.nullable(),
  /** Null: there is a difference, and payments were searched for `daysWithCandidates` earlier ones only. */
  candidates: z.array(Candidate).nullable(),
});
export type StatementDay = z.infer<typeof StatementDay>;

/** Whether an unexplained difference arose on this day. */
export function hasArisen({ arisen }: Pick<StatementDay, 'arisen'>): boolean {
  return arisen !== null && !isZeroAmount(arisen);
}

/** `opening` plus every movement with its fee is `closing`, exactly. */
export const Statement = z.object({
  profileName: z.string(),
  environment: Environment,
  merchantCode: z.string(),
  currencyCode: z.string(),
  from: Day,
  until: Day,
  opening: z.string().nullable(),
  openingBasis: OpeningBasis,
  /** When the balance was read that the opening is derived from. */
  openingReadAt: z.string().nullable(),
  /** Sums of money in and out, without fees; and of all fees. */
  in: z.string(),
  out: z.string(),
  fees: z.string(),
  closing: z.string().nullable(),
  ...lastReported,
  /** Of the last day on which a balance was read. */
  unexplained: z.string().nullable(),
  movementCount: z.number().int(),
  days: z.array(StatementDay),
});
export type Statement = z.infer<typeof Statement>;

export const StatementFormat = z.enum(['json', 'csv', 'xlsx', 'pdf', 'camt.053']);
export type StatementFormat = z.infer<typeof StatementFormat>;

const which = { profileName: ProfileName.optional(), currencyCode: CurrencyCode, ...period };

export const statementOperations = {
  /** The booked balance day by day, and the gateway's reports. `statement.movements` reads the movements. */
  'statement.read': operation(z.strictObject(which), Statement, touchesProfile),
  /** A page of movements by time; `after` is the `next` of the page before. */
  'statement.movements': operation(
    z.strictObject({
      ...which,
      after: text(500).nullable().default(null),
      limit: z.number().int().min(1).max(5000).default(500),
    }),
    z.object({ movements: z.array(Movement), next: z.string().nullable() }),
    touchesProfile,
  ),
  /** The statement with all movements as a file. Progress is reported as `statement`. */
  'statement.export': operation(
    z.strictObject({ ...which, format: StatementFormat }),
    z.object({ bytes: FileBytes, movements: z.number().int() }),
    touchesProfile,
  ),
  /** Records why a difference arose on a day; the note is an event of the log, and applies to exactly this amount. */
  'statement.explain': operation(
    z.strictObject({
      profileName: ProfileName.optional(),
      currencyCode: CurrencyCode,
      day: Day,
      amount: z.string().regex(/^-?\d{1,120}(\.\d{1,120})?$/),
      note: text(1000),
    }),
    z.object({ explanation: Explanation }),
    touchesProfile,
  ),
} as const;
