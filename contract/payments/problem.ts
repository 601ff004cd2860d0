import { z } from 'zod';
import { plain } from '../operation.ts';
import { OtherPayment } from './cause.ts';
import { ErrorCode, Problem } from '../errors.ts';

/**
 * Why a request about a payment failed. `complaints` is everything that the gateway named; `said` is the beginning of a refusal
 * without a recognisable complaint.
 */
export const RequestFailure = z.object({
  error: ErrorCode,
  status: z.number().int().optional(),
  /** Of the answer to the token request, if the request itself had no token. Versions up to 0.4.0 stored it as `status`. */
  tokenStatus: z.number().int().optional(),
  /** Seconds by which the gateway's clock is ahead of this computer's, if relevant. */
  clockDifferenceSeconds: z.number().optional(),
  /** A system error code such as `ECONNREFUSED`; absent if the request was never tried. */
  cause: z.string().optional(),
  complaints: z.array(Problem).optional(),
  complaintsLeftOut: z.number().int().optional(),
  said: z.string().optional(),
});
export type RequestFailure = z.infer<typeof RequestFailure>;

/** Every request so far was refused, the first by 409: none of them created the payment that the gateway has under the order ID. */
const wasTaken = z.literal(true).optional();
/** The gateway had accepted it, or answered a repetition with 409, before these records were restored or found to be older. */
const wasThere = z.literal(true).optional();
/** No request for it has left this computer: what was tried failed before. */
const neverLeft = z.literal(true).optional();
/** The gateway refused the only request by a 4xx that the interface does not define; and how often it has not known the payment since. */
const RefusedUnnamed = z.object({ failure: RequestFailure, notFound: z.number().int().optional() });
/** Only a 409 to a repetition says that the gateway accepted it. */
const byRepetition = z.literal(true).optional();
/**
 * For an unknown or accepted payment about which no query has brought anything since then (ISO 8601, by the gateway's clock; `sinceHere`: by
 * this computer's, absent if an older Bursar wrote it), what was known before. `pollsBefore`: how often it had been polled by then; counting the queries since would make each of them an event.
 */
const unanswered = {
  since: z.string().optional(),
  sinceHere: z.string().optional(),
  pollsBefore: z.number().int().optional(),
  wasTaken,
  neverLeft,
  refused: RefusedUnnamed.optional(),
  /** As `perhapsRetried`. */
  mayBeRetried: z.literal(true).optional(),
  wasThere,
  /** The gateway had accepted it then (ISO 8601, by this computer's clock). */
  acceptedAt: z.string().optional(),
  byRepetition,
  /** The gateway has answered since then (ISO 8601, by its clock) that it does not know a payment that it had accepted. */
  forgottenSince: z.string().optional(),
  forgottenSinceHere: z.string().optional(),
  forgottenTimes: z.number().int().optional(),
};
const failed = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), failure: RequestFailure });

/**
 * What is wrong with a payment, or unknown about it: a code with its parameters. `contract/text/problem-text.ts` puts it into words, as
 * suits the payment's current state. Some of these decide how the next answer is read, so none comes from the gateway.
 */
export const PaymentProblem = z.discriminatedUnion('code', [
  /** The very first request was answered 409: somebody used this order ID before. */
  plain('orderIdTaken'),
  /** A repetition was answered 409: most likely by our own earlier request. */
  plain('acceptedBefore'),
  /** The gateway refused the first request. */
  failed('refused'),
  /** The gateway refused a repetition, which says nothing about the first request. */
  failed('repeatRefused').extend({ wasTaken }),
  /** It is queued again: what was tried before has not left this computer. */
  plain('unsent'),
  /** No answer to the request says whether it took effect; `notFound`: how often the gateway has answered since that it does not know it. */
  failed('notConfirmed').extend({ notFound: z.number().int().optional(), wasTaken, neverLeft }),
  /** The gateway could not be asked. */
  failed('couldNotAsk').extend(unanswered),
  /**
   * Nothing was learned for more than a day, and Bursar keeps asking. About an unknown payment a person may decide; only the gateway's
   * operator can say what happened to an accepted one.
   */
  failed('couldNotAskForLong').extend(unanswered),
  /**
   * The gateway accepted it, or answered a repetition with 409, and has answered since then (ISO 8601, by the gateway's clock; absent
   * if an older Bursar wrote it) that it does not know it; `times`: how often, asked as scheduled.
   */
  z.object({
    code: z.literal('forgotten'),
    since: z.string().optional(),
    sinceHere: z.string().optional(),
    times: z.number().int().optional(),
    byRepetition,
  }),
  /** The same for more than a day, and several times: a person decides. */
  plain('forgottenForLong').extend({ byRepetition }),
  /** The gateway's answer had no amount. */
  plain('moneyMissing').extend(unanswered),
  /** The gateway holds this amount for the order ID. */
  z.object({
    code: z.literal('otherMoney'),
    held: z.object({ amount: z.string(), currencyCode: z.string() }),
    wasTaken,
  }),
  /** The gateway had the order ID before Bursar's first request; `createdAt` as the gateway reported it. */
  z.object({ code: z.literal('paidOutside'), isPaid: z.boolean(), createdAt: z.string().nullable() }),
  /** Created outside this history, and a person decided to pay the row again. */
  plain('payAgain'),
  /**
   * The gateway finished it with this status, which is not SUCCESS; null: with none. `wasPaid`: it had reported SUCCESS, and has reported this
   * since, finished or not.
   */
  z.object({
    code: z.literal('finished'),
    status: z.string().nullable(),
    wasPaid: z.literal(true).optional(),
  }),
  /** The gateway's status was no text but this (JSON), whether it has finished the payment or not. */
  z.object({ code: z.literal('unreadableStatus'), received: z.string() }),
  /** An awaited payment that expired then (ISO 8601); polled a few more times. */
  z.object({ code: z.literal('expired'), until: z.string() }),
  /** Unknown to the gateway, and more than a day old, or of an age that clock changes hide: a person decides. */
  plain('olderThanADay').extend({ wasTaken, wasThere }),
  /** Would be sent again if no other payout covered its row. */
  z.object({ code: z.literal('overtaken'), by: OtherPayment.nullable(), wasTaken, neverLeft }),
  /** Would be sent again if its batch were not paused. */
  plain('heldBack').extend({ wasTaken, neverLeft }),
  /** Would be sent again if a person had not blocked its payee. */
  plain('payeeBlocked').extend({ wasTaken, neverLeft }),
  /** Cancelled before it was sent: the gateway has this retry of its row, which was made outside this history. */
  z.object({ code: z.literal('retriedElsewhere'), by: OtherPayment }),
  /** Cancelled before it was sent: this payout of these records, such as the one that it was to retry, had been sent for the same row. */
  z.object({ code: z.literal('rowCovered'), by: OtherPayment }),
  /** Not sent, or not again: this payout, which it repeats, had failed or been rejected when a person had this one sent, and came back. */
  z.object({ code: z.literal('mayBePaidAlready'), by: OtherPayment, wasTaken, neverLeft }),
  /** A person recorded that the gateway did not accept it, or (`wasAccepted`) no longer has a payment that it had accepted. */
  plain('notAccepted').extend({ wasTaken, wasAccepted: z.literal(true).optional() }),
  /** Bursar ended while it was being sent. */
  plain('interrupted'),
  plain('restored').extend({ wasTaken, wasThere }),
  plain('olderRecords').extend({ wasTaken, wasThere }),
  /**
   * Like `restored` or `olderRecords`, if an unrecorded retry may have been sent for the row: only a person can send it again. `by`: the
   * gateway has this one.
   */
  plain('perhapsRetried').extend({ wasTaken, by: OtherPayment.optional() }),
  /** A problem that an older Bursar stored in words, with its displayed code; it decides nothing and is never written again. */
  z.object({ code: z.literal('other'), label: z.string(), text: z.string() }),
]);
export type PaymentProblem = z.infer<typeof PaymentProblem>;
export type ProblemCode = PaymentProblem['code'];
