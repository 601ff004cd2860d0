import { utcDayText } from '../text/clock.ts';
import { z } from 'zod';
import { PaymentState } from '../payments/payment.ts';
import { counted, countText, moneyText } from '../text/numbers.ts';
import { nameAndAccount, oneLine } from '../text/one-line.ts';

/**
 * How certain it is that a row repeats another payout (DESIGN: Duplicates). `exact`: same payee, amount, currency and reference within the
 * configured number of days. Both levels hold a release until a person confirms.
 */
export const DuplicateLevel = z.enum(['exact', 'possible']);
export type DuplicateLevel = z.infer<typeof DuplicateLevel>;

/**
 * What a row shares with the other payout. `samePayment`: payee, amount, currency and reference. `otherReference`: all but the
 * reference. `otherAccount`: name, amount and currency. `otherAmount`: payee and reference.
 */
export const DuplicateKind = z.enum(['samePayment', 'otherReference', 'otherAccount', 'otherAmount']);
export type DuplicateKind = z.infer<typeof DuplicateKind>;

const compared = {
  idPayout: z.string(),
  rowNumber: z.number().int(),
  payee: z.object({ accountName: z.string(), accountNumber: z.string(), emailAddress: z.string() }),
  money: z.object({ amount: z.string(), currencyCode: z.string() }),
  reference: z.string(),
};

/** A row that may pay the same as another payout, and that payout: the latest of its kind. */
export const DuplicateFinding = z.object({
  ...compared,
  level: DuplicateLevel,
  kind: DuplicateKind,
  equalTo: z.object({
    ...compared,
    batchId: z.string(),
    profileName: z.string(),
    /** When its batch was released; for a row of the same batch, when that batch was created. */
    at: z.string(),
    state: PaymentState,
    /** Of one that failed, the status with which the gateway ended it: the interface names none but SUCCESS, so any may mean that it was paid. */
    endedWith: z.string().nullable(),
  }),
});
export type DuplicateFinding = z.infer<typeof DuplicateFinding>;

/** What in a draft may be paid already. It is held until a person confirms every row of it. */
export const Duplicates = z.object({
  /**
   * The released batch of the same rows, or of a payment file with the same message ID; of this profile or another one of
   * its environment.
   */
  sameFileAs: z
    .object({
      batchId: z.string(),
      profileName: z.string(),
      releasedAt: z.string(),
      by: z.enum(['rows', 'messageId']),
    })
    .nullable(),
  /** Exact ones first. A row is listed once for each of its kinds. */
  rows: z.array(DuplicateFinding),
  /** How many rows have an exact duplicate, and how many others a possible one. */
  exactRows: z.number().int(),
  possibleRows: z.number().int(),
  /** Whether there are more than are listed in `rows`. */
  hasMore: z.boolean(),
  /** Hash of all findings, listed or not: a confirmation names it, so that it covers nothing found later. */
  findingsHash: z.string(),
});
export type Duplicates = z.infer<typeof Duplicates>;

const longestStatus = 40;
const reason = z.string().trim().min(1).max(500);

/**
 * A person confirms the findings behind `findingsHash`: all of them with one reason, or row by row, where `rowNumber` null is the
 * file that was released before.
 */
export const DuplicateConfirmation = z.union([
  z.strictObject({ findingsHash: z.string().max(128), all: z.literal(true), reason }),
  z.strictObject({
    findingsHash: z.string().max(128),
    rows: z
      .array(z.strictObject({ rowNumber: z.number().int().min(1).nullable(), reason }))
      .min(1)
      .max(10_000),
  }),
]);
export type DuplicateConfirmation = z.infer<typeof DuplicateConfirmation>;

const kindTexts: Record<DuplicateKind, string> = {
  samePayment: 'same payee, amount, currency and reference',
  otherReference: 'same payee, amount and currency, another reference',
  otherAccount: 'same name, amount and currency, another account',
  otherAmount: 'same payee and reference, another amount',
};

/** What a row shares with the other payout; if only the references differ, both of them. */
export function inCommonText({ kind, reference, equalTo }: DuplicateFinding): string {
  if (kind !== 'otherReference') return kindTexts[kind];
  const quoted = (text: string): string => (text === '' ? 'none' : `“${text}”`);
  return `${kindTexts[kind]}: ${quoted(reference)}, before ${quoted(equalTo.reference)}`;
}

/** The payee as a person reads it: the name with the account, or else with the e-mail address. */
export function payeeText({ accountName, accountNumber, emailAddress }: DuplicateFinding['payee']): string {
  return nameAndAccount(accountName, accountNumber || emailAddress);
}

/** How many duplicates were found: `2 duplicates`, `1 possible duplicate`. */
export function foundTexts({
  exactRows,
  possibleRows,
}: Pick<Duplicates, 'exactRows' | 'possibleRows'>): string[] {
  return [
    ...(exactRows === 0 ? [] : [counted(exactRows, 'duplicate')]),
    ...(possibleRows === 0 ? [] : [counted(possibleRows, 'possible duplicate')]),
  ];
}

/** The earlier release that a draft would pay again as a whole: it may come from a file, a sheet or a retry. */
export function releasedBeforeText({ by }: Pick<NonNullable<Duplicates['sameFileAs']>, 'by'>): string {
  return by === 'rows'
    ? 'The same rows were released before'
    : 'A payment file with the same message ID was released before';
}

/** The same with the batch, its profile and the day: `The same rows were released before, as batch 7f3 of main on 2026-05-01 UTC`. */
export function releasedAsText(before: NonNullable<Duplicates['sameFileAs']>): string {
  const { batchId, profileName, releasedAt } = before;
  return `${releasedBeforeText(before)}, as batch ${batchId} of ${profileName} on ${utcDayText(releasedAt)}`;
}

/** What follows the state of the other payout: ` (DECLINED)` if it failed. */
export function endedWithText({ endedWith }: DuplicateFinding['equalTo']): string {
  return endedWith === null ? '' : ` (${oneLine(endedWith, longestStatus)})`;
}

/** A finding in a sentence: payee, amount, date and state of the other payout. */
export function duplicateText(
  { kind, equalTo }: Pick<DuplicateFinding, 'kind' | 'equalTo'>,
  ownBatchId: string,
): string {
  const { batchId, profileName, rowNumber, payee, money, reference, at, state } = equalTo;
  const where =
    batchId === ownBatchId ? 'this batch' : `batch ${batchId} of ${profileName}, released ${utcDayText(at)}`;
  const what = `${payeeText(payee)}: ${moneyText(money)}${reference === '' ? '' : `, “${reference}”`}`;
  return `${kindTexts[kind]} as row ${countText(rowNumber)} of ${where} (${what}; ${state}${endedWithText(equalTo)})`;
}
