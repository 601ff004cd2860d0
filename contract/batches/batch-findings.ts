import { z } from 'zod';
import { Fault } from './fault.ts';
import { BatchComparison } from './comparison.ts';
import { FileSource } from './source.ts';
import { CurrencyTotal } from '../money/money.ts';
import { FindingLevel, PayeeFindingKind } from '../payees/findings.ts';

/** Findings of a draft check besides wrong cells. `blockedPayee`: a row pays a payee whom a person blocked;
 * `notCarried`: an element of a payment file that is not sent to the gateway; `lastAttempt`: why the payout that a row of a sheet retries
 * was not paid, or that a row pays somebody else than the payout that it retries; `totalRow`: the last row of a sheet looks like the total of the others. */
export const FindingKind = z.enum([
  'duplicate',
  'possibleDuplicate',
  ...PayeeFindingKind.options,
  'blockedPayee',
  'method',
  'limit',
  'funds',
  'notCarried',
  'lastAttempt',
  'totalRow',
]);
export type FindingKind = z.infer<typeof FindingKind>;

export const CheckFinding = z.object({
  /** Null if it is about the whole batch. */
  row: z.number().int().nullable(),
  kind: FindingKind,
  /** `block`: nothing is released until it is resolved; a duplicate is released once a person confirms it. */
  level: FindingLevel,
  message: z.string(),
  evidence: z.record(z.string(), z.unknown()),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

/** All findings of a check, in one list. */
export const BatchFindings = z.object({
  rows: z.number().int(),
  /** Empty for a file with problems, because no amount in it is certain. */
  totals: z.array(CurrencyTotal),
  /** The message that the payouts came in; null for a table, and if the file cannot be read to its end. */
  source: FileSource.nullable(),
  problems: z.array(
    z.object({ row: z.number().int().nullable(), column: z.string().nullable(), fault: Fault }),
  ),
  /** Blocking ones first, then warnings; each by row. */
  findings: z.array(CheckFinding),
  /** The difference from the last batch of the profile that pays mostly the same payees; null if there is none. */
  comparison: BatchComparison.nullable(),
  /** Whether there are more problems or findings than are listed. */
  hasMore: z.boolean(),
});
export type BatchFindings = z.infer<typeof BatchFindings>;
