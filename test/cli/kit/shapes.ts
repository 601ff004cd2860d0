import { expect } from 'vitest';
import { z } from 'zod';
import { FloorHold } from '../../../contract/treasury/floor-hold.ts';
import { Duplicates } from '../../../contract/batches/duplicates.ts';
import { AuditReport } from '../../../contract/audit.ts';
import type { CliEnd } from '../../kit/run-cli.ts';

/** The JSON that the command line promises: exactly these keys where the promise is a list of keys. */
const state = z.enum([
  'draft',
  'awaited',
  'queued',
  'sending',
  'unknown',
  'accepted',
  'paid',
  'failed',
  'rejected',
  'conflict',
  'outside',
  'cancelled',
]);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const money = z.strictObject({ amount: decimal, currencyCode: z.string() });
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const total = z.strictObject({ currencyCode: z.string(), amount: decimal, count: z.number().int() });
const problem = z.strictObject({
  rowNumber: z.number().int().min(1),
  idPayout: z.string(),
  state,
  code: z.string().min(1),
  message: z.string().min(1),
  problem: z.looseObject({ code: z.string() }).nullable(),
});
const batch = z.strictObject({
  batchId: z.string(),
  rows: z.number().int(),
  byState: z.partialRecord(state, z.number().int().min(1)),
  totals: z.array(total),
  problems: z.array(problem),
});

export const Batches = z.strictObject({ batches: z.array(batch), held: FloorHold.nullable() });

export const AppFailure = z.strictObject({
  code: z.string(),
  message: z.string().min(1),
  details: z.looseObject({
    problems: z
      .array(
        z.strictObject({
          field: z.string().optional(),
          line: z.number().int().optional(),
          value: z.string().optional(),
          code: z.string().optional(),
          message: z.string().min(1),
          expected: z.string().optional(),
        }),
      )
      .optional(),
  }),
});
export const Failed = z.strictObject({ error: AppFailure });
/** What `pay` says of a file that is held: the batch as always, what it repeats, and why. */
export const Held = z.strictObject({ batches: z.array(batch), duplicates: Duplicates, error: AppFailure });

const payoutKeys = {
  idPayout: z.string(),
  batchId: z.string(),
  rowNumber: z.number().int().min(1),
  money,
  state,
  gatewayStatus: z.string().nullable(),
  fee: money.nullable(),
  accountName: z.string(),
  accountNumber: z.string(),
  paymentMethodCode: z.string(),
  profileName: z.string(),
  reference: z.string(),
  createdAt: time,
  updatedAt: time,
};
export const Payouts = z.array(z.strictObject(payoutKeys));

/** One payout with all that is known of it. */
export const Payout = z.looseObject({
  ...payoutKeys,
  retryOf: z.string().nullable(),
  retryOfBatchId: z.string().nullable(),
  events: z.array(
    z.looseObject({ at: time, from: state.nullable(), to: state.nullable(), cause: z.string() }),
  ),
  attempts: z.array(
    z.looseObject({ number: z.number().int(), body: z.string(), status: z.number().int().nullable() }),
  ),
});

export const Balances = z.array(
  z.looseObject({
    currencyCode: z.string(),
    amounts: z.array(z.strictObject({ name: z.string(), amount: decimal })).min(1),
  }),
);

export const Options = z
  .array(
    z.strictObject({
      paymentMethodCode: z.string().min(1),
      name: z.string().nullable(),
      operators: z.array(
        z.strictObject({ paymentOperatorCode: z.string().min(1), name: z.string().nullable() }),
      ),
    }),
  )
  .min(1);

export const Codes = z.strictObject({
  list: z.string(),
  asOf: time.nullable(),
  codes: z.array(
    z.strictObject({
      code: z.string().min(1),
      name: z.string().nullable(),
      firstSeenAt: time,
      isNew: z.boolean(),
      isGone: z.boolean(),
    }),
  ),
});

export const MerchantInfo = z.strictObject({
  asOf: time,
  merchantCode: z.string().nullable(),
  merchantName: z.string().nullable(),
  channelName: z.string().nullable(),
  raw: z.string().nullable(),
});

export const Checks = z
  .array(z.strictObject({ name: z.string(), isFine: z.boolean(), found: z.string(), code: z.string() }))
  .min(1);

export const BatchList = z.array(
  z.looseObject({ batchId: z.string(), state: z.string(), rows: z.number().int(), fileName: z.string() }),
);

export const Audit = AuditReport.extend({
  problems: z.array(z.string()),
  notes: z.array(z.string()),
  problemDetails: AuditReport.shape.problems,
});

/**
 * Standard output read as the one JSON document that `--json` promises, after seeing that the command ended with
 * this exit code; anything before or behind the document fails.
 */
export function readJson<Shape extends z.ZodType>(
  { stdout, stderr, exitCode }: CliEnd,
  shape: Shape,
  expectedExitCode = 0,
): z.output<Shape> {
  expect({ exitCode, stderr: exitCode === expectedExitCode ? '' : stderr }).toEqual({
    exitCode: expectedExitCode,
    stderr: '',
  });
  return shape.parse(JSON.parse(stdout));
}

/** The only batch of a report. */
export function onlyBatch(end: CliEnd, expectedExitCode = 0): z.output<typeof batch> {
  const { batches } = readJson(end, Batches, expectedExitCode);
  const [first] = batches;
  if (first === undefined || batches.length !== 1) throw new Error(`${batches.length} batches, not one`);
  return first;
}
