import { z } from 'zod';
import { plain } from '../operation.ts';
import { ErrorCode } from '../errors.ts';
import { PaymentState, PersonDecision } from './payment-states.ts';

/** Another payment for the same row, in its state at the time. */
export const OtherPayment = z.object({ idPayment: z.string(), state: PaymentState });
export type OtherPayment = z.infer<typeof OtherPayment>;

/** The fingerprint of the public key; null if there is none, and in events of an older Bursar. */
const withFingerprint = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), fingerprint: z.string().nullable().default(null) });

/**
 * Whose key signed a file, as known here when the file was stored. `enrolledName` is the enrolled name of the key:
 * null if the key was not enrolled, and absent if that could not be confirmed.
 */
export const KnownKey = z.object({ fingerprint: z.string(), enrolledName: z.string().nullable().optional() });
export type KnownKey = z.infer<typeof KnownKey>;
/** A signed file about a batch. `by` is what the signer calls themself; an older Bursar stored nothing else. */
const ofSignedFile = <Code extends string>(code: Code) =>
  z.object({
    code: z.literal(code),
    by: z.string().optional(),
    key: KnownKey.optional(),
    /** What the signer wrote beside it. */
    note: z.string().optional(),
    /** False if it was signed on this computer. */
    isImported: z.boolean().optional(),
  });

/**
 * Why an event was written (invariant I6): a code with its parameters, and nothing else. `contract/text/cause-text.ts` puts it into
 * words. `other` is a cause from an older Bursar that this one does not recognise; it is never written.
 */
export const Cause = z.discriminatedUnion('code', [
  plain('imported'),
  plain('takenBack'),
  /** `isScheduled`: at its scheduled time. `approvedBy`: if the batch needed approvals, the keys that counted. `gatewayAt`: by the gateway's clock, if known.
   * `askedForMs`: for so long before it the gateway was asked about what its rows retry or repeat, and the release confirmed. */
  z.object({
    code: z.literal('released'),
    isScheduled: z.literal(true).optional(),
    approvedBy: z.array(KnownKey).optional(),
    gatewayAt: z.string().optional(),
    askedForMs: z.number().int().optional(),
  }),
  plain('allQueued'),
  /** A person confirmed a release for later (ISO 8601); the event's detail names the rows. */
  z.object({ code: z.literal('scheduled'), at: z.string() }),
  plain('unscheduled'),
  /** The rows of a scheduled draft changed, so that nobody has confirmed the current ones. */
  plain('scheduleLost'),
  z.object({ code: z.literal('scheduleHeld'), error: ErrorCode }),
  plain('paused'),
  /** Bursar paused the batch by itself. */
  plain('pausedBySafeguard'),
  plain('resumed'),
  plain('cancelled'),
  /** A request left; the event's detail is the hash of its body. */
  z.object({ code: z.literal('sent'), attempt: z.number().int() }),
  /** The gateway answered; the event's detail is the answer. */
  z.object({ code: z.literal('answered'), status: z.number().int() }),
  /** No answer could be used. */
  z.object({ code: z.literal('notAnswered'), error: ErrorCode }),
  /** The gateway was asked and something about the payment changed, but not its state. */
  plain('asked'),
  /** Nobody had started to pay by then (ISO 8601); null in events of an older Bursar. */
  z.object({ code: z.literal('nobodyCame'), until: z.string().nullable() }),
  z.object({ code: z.literal('decided'), decision: PersonDecision.nullable() }),
  /** A person asked Bursar to stop checking it. */
  plain('stoppedFollowing'),
  /** Another payment replaces this one; null in events of an older Bursar. */
  z.object({ code: z.literal('overtaken'), by: OtherPayment.nullable() }),
  /** A payout that this one repeats had failed or been rejected when a person had this one sent, and came back. */
  z.object({ code: z.literal('mayBePaidAlready'), by: OtherPayment }),
  plain('interrupted'),
  plain('restored'),
  plain('olderRecords'),
  plain('sandboxRestarted'),
  /** The origin of a payin or top-up. */
  plain('created'),
  plain('link'),
  plain('followed'),
  plain('awaitedLonger'),
  z.object({ code: z.literal('referenceSet'), reference: z.string() }),
  /** Of a profile. */
  plain('profileAdded'),
  plain('profileAddedAgain'),
  plain('profileFound'),
  z.object({
    code: z.literal('profileEdited'),
    changes: z
      .array(
        z.object({
          field: z.enum(['name', 'callbackUrl', 'paymentPageUrl']),
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      )
      .default([]),
  }),
  plain('profileRemoved'),
  withFingerprint('keyStored'),
  plain('keyForgotten'),
  withFingerprint('keyReplaced'),
  plain('secretReplaced'),
  /** A person noted why a balance differs from the payments of a day. */
  z.object({
    code: z.literal('differenceExplained'),
    currencyCode: z.string(),
    day: z.string(),
    amount: z.string(),
    note: z.string(),
  }),
  /** Records about a payee. */
  plain('payeeImported'),
  plain('payeeVerified'),
  plain('payeeBlocked'),
  plain('payeeUnblocked'),
  /** A queued payout was not sent, or not sent again, because a person had blocked its payee. */
  z.object({ code: z.literal('payeeIsBlocked'), payeeId: z.string() }),
  /** A signed file about a batch was made or imported; the event's detail names it. */
  ofSignedFile('approvalRequested'),
  ofSignedFile('approved'),
  ofSignedFile('approvalRejected'),
  ofSignedFile('approvalWithdrawn'),
  /** Approvers or an approval policy were changed. */
  plain('controlsChanged'),
  /** The event's detail has the value before and after. */
  z.object({ code: z.literal('settingChanged'), name: z.string() }),
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type Cause = z.infer<typeof Cause>;
/** The causes of signed files about a batch. */
export const signedCauses = [
  'approvalRequested',
  'approved',
  'approvalRejected',
  'approvalWithdrawn',
] as const;
export type SignedCause = Extract<Cause, { code: (typeof signedCauses)[number] }>;

export function isSigned(cause: Cause): cause is SignedCause {
  return signedCauses.some((code) => code === cause.code);
}
