import { z } from 'zod';
import { BatchReport, BatchSummary } from './batch.ts';
import { CurrencyCode, Money } from './money.ts';
import { PaymentKind, PaymentState, PayoutDetail, PayoutSummary } from './payment.ts';
import { CallbackUrl, Environment, GatewayUrl, Profile, ProfileName, PublicKey } from './profile.ts';

/** Largest file that Bursar reads. */
export const largestFileBytes = 64 * 1024 * 1024;
/** Most rows that one page of a list may have. */
export const largestPage = 1000;

const nothing = z.strictObject({});
const text = (largest: number) => z.string().min(1).max(largest);
const batchId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const fileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'the bytes of a file');
/** The only profile where none is named; an error where there are several. */
const profileName = ProfileName.optional();
const page = { limit: z.number().int().min(1).max(largestPage) };

const KeySource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('generate'),
    modulusBits: z.union([z.literal(2048), z.literal(3072), z.literal(4096)]),
  }),
  /** The main process reads the file; its bytes never pass through a face (invariant I8). */
  z.strictObject({
    kind: z.literal('import'),
    path: text(4096),
    passphrase: z.string().max(1024).nullable(),
  }),
]);

export type KeySource = z.infer<typeof KeySource>;

const Check = z.object({ name: z.string(), isFine: z.boolean(), found: z.string() });
export type Check = z.infer<typeof Check>;

/** Rows that would pay what was paid already. They are held until a person says that they are meant. */
export const HeldDuplicates = z.object({
  /** The released batch that came from the same file. */
  sameFileAs: z.object({ batchId: z.string(), releasedAt: z.string() }).nullable(),
  rows: z.array(
    z.object({
      rowNumber: z.number().int(),
      idPayout: z.string(),
      equalTo: z.object({
        batchId: z.string(),
        rowNumber: z.number().int(),
        idPayout: z.string(),
        at: z.string(),
      }),
    }),
  ),
  /** Whether there are more such rows than are listed. */
  hasMore: z.boolean(),
});
export type HeldDuplicates = z.infer<typeof HeldDuplicates>;

/**
 * How a run ended: all as asked; a person stopped it; the gateway stayed silent; it refuses this merchant; or it could not be reached, or
 * refused, before anything was sent.
 */
export const RunOutcome = z.enum(['done', 'stopped', 'silent', 'refused', 'notBegun']);
export type RunOutcome = z.infer<typeof RunOutcome>;

function operation<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
): { input: In; output: Out } {
  return { input, output };
}

/**
 * Every operation of Bursar, by name. An operation is added by writing it here and implementing it in
 * `main/core`; every face has it at once.
 */
export const operations = {
  'profiles.list': operation(nothing, z.array(Profile)),
  /** Adds a profile, with a key made or imported into the OS keychain, or with none. */
  'profiles.add': operation(
    z.strictObject({
      name: ProfileName,
      environment: Environment,
      baseUrl: GatewayUrl,
      merchantCode: text(250),
      callbackUrl: CallbackUrl,
      key: KeySource,
    }),
    z.object({ profile: Profile, publicKey: PublicKey.nullable() }),
  ),
  'profiles.show': operation(
    z.strictObject({ profileName }),
    z.object({ profile: Profile, publicKey: PublicKey.nullable() }),
  ),
  /** Removes a profile and its key; refused while payouts of it are unfinished. The history stays. */
  'profiles.remove': operation(z.strictObject({ name: ProfileName }), nothing),
  /** Tries the connection step by step and says what each step found. */
  'profiles.test': operation(z.strictObject({ profileName }), z.array(Check)),

  /**
   * Reads a file into a draft batch, all rows or none. The same file again gives the draft that it already made.
   * Nothing is sent.
   */
  'batches.import': operation(
    z.strictObject({
      profileName,
      fileName: text(1024),
      bytes: fileBytes.refine((bytes) => bytes.length <= largestFileBytes, 'a file has at most 64 MiB'),
    }),
    z.object({ batch: BatchSummary, notes: z.array(z.string()) }),
  ),
  'batches.duplicates': operation(z.strictObject({ batchId }), HeldDuplicates),
  /**
   * Releases a draft, once (I3), for exactly these rows (I4), after the gateway let this merchant in and a person
   * confirmed outside the page (I5). Sending begins with `batches.run`.
   */
  'batches.release': operation(
    z.strictObject({ batchId, rowsHash: text(128), duplicatesAreMeant: z.boolean() }),
    BatchSummary,
  ),
  /**
   * Sends and tracks the payouts of these batches, or of every unfinished one, until all are sent or final, the call is
   * stopped, or the gateway has been silent for too long.
   */
  'batches.run': operation(
    z.strictObject({
      batchIds: z.array(batchId).max(10_000).nullable(),
      until: z.enum(['sent', 'final']),
      silenceLimitMs: z.number().int().min(1).max(86_400_000),
      /** Ends at once as `notBegun` when the gateway cannot be reached or refuses this merchant; else it is asked until it answers. */
      mustReach: z.boolean().default(false),
    }),
    z.object({ outcome: RunOutcome, message: z.string().nullable(), batchIds: z.array(z.string()) }),
  ),
  'batches.list': operation(
    z.strictObject({ after: batchId.nullable().default(null), ...page }),
    z.array(BatchSummary),
  ),
  'batches.summary': operation(z.strictObject({ batchId }), BatchSummary),
  'batches.show': operation(z.strictObject({ batchId }), BatchReport),
  /** Cancels what is not sent yet. What is on its way goes on. */
  'batches.cancel': operation(z.strictObject({ batchId }), z.object({ cancelledRows: z.number().int() })),
  /** A new draft of the failed and rejected rows, under new order IDs that are linked to the old ones. */
  'batches.retry': operation(z.strictObject({ batchId }), BatchSummary),
  'batches.export': operation(
    z.strictObject({ batchId }),
    z.object({ bytes: fileBytes, rows: z.number().int() }),
  ),

  'payouts.list': operation(
    z.strictObject({
      batchId: batchId.nullable().default(null),
      state: PaymentState.nullable().default(null),
      search: z.string().min(1).max(250).nullable().default(null),
      after: z.number().int().nonnegative().nullable().default(null),
      ...page,
    }),
    z.object({ payouts: z.array(PayoutSummary), next: z.number().int().nullable() }),
  ),
  'payouts.show': operation(z.strictObject({ idPayout: text(250) }), PayoutDetail),
  /**
   * What a person decides about a payout that has been unknown for more than a day and that the gateway does not know:
   * send the same order ID once more, or take it as not accepted.
   */
  'payouts.decide': operation(
    z.strictObject({ idPayout: text(250), decision: z.enum(['sendAgain', 'notAccepted']) }),
    PayoutSummary,
  ),

  'balances.read': operation(
    z.strictObject({ profileName, currencyCodes: z.array(CurrencyCode).max(500).default([]) }),
    z.array(
      z.object({
        currencyCode: z.string(),
        amounts: z.array(z.object({ name: z.string(), amount: z.string() })),
      }),
    ),
  ),
  'options.read': operation(
    z.strictObject({ profileName, kind: PaymentKind, money: Money }),
    z.array(
      z.object({
        paymentMethodCode: z.string(),
        name: z.string().nullable(),
        operators: z.array(z.object({ paymentOperatorCode: z.string(), name: z.string().nullable() })),
      }),
    ),
  ),

  /** Recomputes the hash chain of events and every state from them (I6). */
  'audit.verify': operation(
    nothing,
    z.object({ events: z.number().int(), payments: z.number().int(), problems: z.array(z.string()) }),
  ),
  'doctor.run': operation(nothing, z.array(Check)),
  'data.backup': operation(
    z.strictObject({ path: text(4096) }),
    z.object({ path: z.string(), bytes: z.number().int() }),
  ),
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type ParsedInput<Name extends OperationName> = z.output<Operations[Name]['input']>;
export type OperationOutput<Name extends OperationName> = z.output<Operations[Name]['output']>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
