import { z } from 'zod';
import { AppError } from '../errors.ts';

/** Data that can be rebuilt from its source. */
export const DerivedPart = z.enum(['history', 'search', 'counts', 'keys', 'payees', 'flows']);
export type DerivedPart = z.infer<typeof DerivedPart>;

const count = z.number().int();
const ofPayment = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), idPayment: z.string() });
/** `count` exist, `counted` is the stored number. */
const counts = { state: z.string(), count, counted: count };

/** How derived data differs from its source. */
export const DerivedDifference = z.discriminatedUnion('code', [
  ofPayment('notIndexed'),
  ofPayment('indexedElsewhere'),
  ofPayment('notSearchable'),
  z.object({ code: z.literal('indexedWithoutPayment'), paymentId: z.number().int() }),
  z.object({ code: z.literal('indexCount'), currencyCode: z.string(), ...counts }),
  z.object({ code: z.literal('batchCount'), batchId: z.string(), ...counts }),
  ofPayment('keysDiffer'),
  ofPayment('payeeNotListed'),
  z.object({ code: z.literal('payeeNotPaid') }),
  z.object({ code: z.literal('payeeMissing') }),
  z.object({ code: z.literal('payeeDiffers'), payeeId: z.string() }),
  z.object({ code: z.literal('payeeNotSearchable'), payeeId: z.string() }),
  ofPayment('flowsOfPayment'),
  z.object({ code: z.literal('flowSum'), flowNumber: z.number().int() }),
]);
export type DerivedDifference = z.infer<typeof DerivedDifference>;

const check = <Code extends string, Facts extends z.ZodRawShape>(code: Code, facts: Facts) =>
  z.object({ code: z.literal(code), isFine: z.boolean(), ...facts });
/** Null: none. */
const error = AppError.nullable();
const version = z.string();

/** A step of the diagnostics or of a connection test; `contract/text/maintenance/check-text.ts` puts it into words. */
export const Check = z.discriminatedUnion('code', [
  /** The diagnostics. */
  check('program', { version, platform: z.string(), architecture: z.string() }),
  check('sqlite', { version }),
  check('databaseVersion', { version: z.number().int() }),
  check('pragma', { pragma: z.string(), value: z.string() }),
  /** SQLite's answer; null: skipped, because the database is so big that it would block everything. */
  check('quickCheck', { answer: z.string().nullable() }),
  /** Octal. */
  check('folderMode', { mode: z.string() }),
  check('fileMode', { path: z.string(), mode: z.string() }),
  check('fileSize', { path: z.string(), bytes: count }),
  /** `cause` is a system error code; null: the mark is written. */
  check('markElsewhere', { directory: z.string(), cause: z.string().nullable() }),
  /** Tables, indexes and triggers that another program dropped; none: not among the checks. */
  check('structure', { missing: z.array(z.string()) }),
  /** `differences` are the first of `count`. */
  check('derived', { part: DerivedPart, count, differences: z.array(DerivedDifference) }),
  check('keychain', { error }),
  /** Keys in the keychain with which no profile signs. */
  check('spareKeys', { count }),
  /** Names of those that cannot be read. */
  check('settings', { damaged: z.array(z.string()) }),
  /** What of the records of any list cannot be read. */
  check('records', { unreadable: z.array(z.string()) }),
  check('profiles', { count }),
  check('unfinishedBatches', { count }),
  /** The connection test; `key` is null if none is stored. */
  check('key', {
    key: z.object({ modulusBits: z.number().int(), fingerprint: z.string() }).nullable(),
    error,
  }),
  /** Positive when the gateway's clock is ahead. */
  check('clock', { differenceSeconds: z.number() }),
  check('token', { baseUrl: z.string(), merchantCode: z.string(), error }),
  check('balances', { currencies: count, error }),
]);
export type Check = z.infer<typeof Check>;
