import { z } from 'zod';
import { OtherPayment } from './cause.ts';
import { ErrorCode, Problem } from '../errors.ts';

/**
 * Why a request about a payment failed. `complaints` is everything that the gateway named; `said` the beginning of a refusal in
 * which no complaint could be recognised.
 */
export const RequestFailure = z.object({
  error: ErrorCode,
  status: z.number().int().optional(),
  /** Seconds by which the gateway's clock is ahead of this computer's, where that matters. */
  clockDifferenceSeconds: z.number().optional(),
  /** A system error code such as `ECONNREFUSED`; absent where the request was never tried. */
  cause: z.string().optional(),
  complaints: z.array(Problem).optional(),
  complaintsLeftOut: z.number().int().optional(),
  said: z.string().optional(),
});
export type RequestFailure = z.infer<typeof RequestFailure>;

const plain = <Code extends string>(code: Code) => z.object({ code: z.literal(code) });
/** Every request so far was refused, the first by 409: none of them made what the gateway holds under the order ID. */
const wasTaken = z.literal(true).optional();
/** The gateway refused the only request by a 4xx that the interface does not name; and how often it has not known the payment since. */
const RefusedUnnamed = z.object({ failure: RequestFailure, notFound: z.number().int().optional() });
/** Nothing but 409 to a repetition says that the gateway accepted it. */
const byRepetition = z.literal(true).optional();
/**
 * Of an unknown or accepted payment about which no question has brought anything since then (ISO 8601, by the gateway's clock), what was
 * known before. `pollsBefore`: how often it had been asked about by then; a count of the questions since would make each of them an event.
 */
const untold = {
  since: z.string().optional(),
  pollsBefore: z.number().int().optional(),
  wasTaken,
  refused: RefusedUnnamed.optional(),
  /** As `perhapsRetried`. */
  mayBeRetried: z.literal(true).optional(),
  /** The gateway had accepted it then (ISO 8601, by this computer's clock). */
  acceptedAt: z.string().optional(),
  byRepetition,
  /** The gateway has answered since then (ISO 8601, by its clock) that it does not know what it had accepted. */
  forgottenSince: z.string().optional(),
};
const failed = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), failure: RequestFailure });

/**
 * What is wrong with a payment, or not known of it: a code with its parameters. `contract/text/problem-text.ts` puts it into words, as
 * fits the payment's state by then. Some of these decide how the next answer is read, so none comes from the gateway.
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
  /** No answer to the request says whether it took effect; `notFound`: how often the gateway has said since that it does not know it. */
  failed('notConfirmed').extend({ notFound: z.number().int().optional() }),
  /** The gateway could not be asked. */
  failed('couldNotAsk').extend(untold),
  /**
   * Nothing was learned for more than a day, and Bursar keeps asking. About an unknown payment a person may decide; what became of an
   * accepted one only the gateway's people can say.
   */
  failed('couldNotAskForLong').extend(untold),
  /**
   * The gateway accepted it, or answered a repetition with 409, and has answered since then (ISO 8601, by the gateway's clock; absent
   * where an older Bursar wrote it) that it does not know it.
   */
  z.object({ code: z.literal('forgotten'), since: z.string().optional(), byRepetition }),
  /** The same for more than a day: a person decides. */
  plain('forgottenForLong').extend({ byRepetition }),
  /** The gateway answered without the money. */
  plain('moneyMissing').extend(untold),
  /** The gateway holds this money for the order ID. */
  z.object({
    code: z.literal('otherMoney'),
    held: z.object({ amount: z.string(), currencyCode: z.string() }),
    wasTaken,
  }),
  /** The gateway had the order ID before Bursar's first request; `createdAt` as the gateway said it. */
  z.object({ code: z.literal('paidOutside'), isPaid: z.boolean(), createdAt: z.string().nullable() }),
  /** Made outside this history, and a person wants the row paid again. */
  plain('payAgain'),
  /** The gateway finished it with this status, which is not SUCCESS. */
  z.object({ code: z.literal('finished'), status: z.string().nullable() }),
  /** An awaited payment whose time was over then (ISO 8601); asked about a few more times. */
  z.object({ code: z.literal('expired'), until: z.string() }),
  /** Unknown to the gateway, and more than a day old, or of an age that changed clocks hide: a person decides. */
  plain('olderThanADay').extend({ wasTaken }),
  /** Would be sent again, did no other payout stand for its row. */
  z.object({ code: z.literal('overtaken'), by: OtherPayment.nullable(), wasTaken }),
  /** Would be sent again, were its batch not paused. */
  plain('heldBack').extend({ wasTaken }),
  /** A person recorded that the gateway did not accept it, or (`wasAccepted`) no longer has what it had accepted. */
  plain('notAccepted').extend({ wasTaken, wasAccepted: z.literal(true).optional() }),
  /** Bursar ended while it was being sent. */
  plain('interrupted'),
  plain('restored'),
  plain('olderRecords'),
  /** As `restored` or `olderRecords`, where a retry that is not recorded may have been sent for the row: only a person has it sent again. */
  plain('perhapsRetried'),
  /** What an older Bursar wrote in words, with the code that it showed; it decides nothing and is never written again. */
  z.object({ code: z.literal('other'), label: z.string(), text: z.string() }),
]);
export type PaymentProblem = z.infer<typeof PaymentProblem>;
export type ProblemCode = PaymentProblem['code'];
