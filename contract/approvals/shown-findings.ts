import { z } from 'zod';
import { ReportedAmount } from '../money/money.ts';
import { FindingLevel, PayeeFindingKind } from '../payees/findings.ts';

const Time = z.iso.datetime();

/** The evidence that the text of a finding about a payee consists of, besides the row. A request of an older Bursar lacks the last three. */
const Evidence = z
  .object({
    known: z.array(
      z.object({
        account: z.string(),
        names: z.array(z.string()),
        payments: z.number().int(),
        lastPaidAt: Time.nullable(),
        totals: z.array(
          z.object({ currencyCode: z.string(), amount: ReportedAmount, count: z.number().int() }),
        ),
        isBlocked: z.boolean(),
      }),
    ),
    rows: z.array(z.number().int()),
    paidSoFar: ReportedAmount.nullable().default(null),
    countedFrom: ReportedAmount.nullable().default(null),
    countsFrom: Time.nullable().default(null),
  })
  // The text names the first one only, so only that one was shown.
  .transform(({ known: [known = null], ...evidence }) => ({ known, ...evidence }));
export type ShownEvidence = z.output<typeof Evidence>;

/** What a request says about the payee of a row. */
export type ShownFinding = {
  readonly row: number | null;
  readonly kind: string;
  readonly level: FindingLevel;
  /** Null if it cannot be read. */
  readonly evidence: ShownEvidence | null;
};

/** The findings about payees of a signed request. */
export const ShownFindings = z
  .array(
    z.object({
      row: z.number().int().nullable(),
      kind: z.string(),
      level: FindingLevel,
      evidence: z.unknown(),
    }),
  )
  .transform((findings) =>
    findings.flatMap(({ evidence, ...found }): ShownFinding[] =>
      PayeeFindingKind.safeParse(found.kind).success ? [{ ...found, evidence: shownEvidence(evidence) }] : [],
    ),
  );

/** What a finding of a request is based on; null if it cannot be read. */
export function shownEvidence(evidence: unknown): ShownEvidence | null {
  return Evidence.safeParse(evidence).data ?? null;
}
