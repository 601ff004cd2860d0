import { z } from 'zod';
import { nothing, operation, page } from '../operation.ts';
import { CallbackUrl, ProfileName } from '../profile.ts';
import { touchesComputer, touchesNothing, touchesProfile } from '../touches.ts';

export const largestPort = 65_535;

/** Where the callback listener listens for status changes (interface: Events). Off unless a person turns it on. */
export const CallbackListener = z.strictObject({
  isOn: z.boolean(),
  /** The address of an interface of this computer; loopback unless a person says otherwise. */
  host: z.union([z.ipv4(), z.ipv6()]),
  port: z.number().int().min(0).max(largestPort),
  /** The external address of the tunnel or reverse proxy, for instance https://pay.merchant.example; null if unknown. */
  publicUrl: CallbackUrl.nullable(),
});
/** An external address as a person sets it: the addresses made of it would lack a user name and password, and no gateway would get in. */
export const NewPublicUrl = CallbackUrl.refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || (url.username === '' && url.password === '');
}, 'the address must have no user name or password');
export type CallbackListener = z.output<typeof CallbackListener>;

/**
 * The result of one request to the listener: `asked`: the gateway was (or will be) asked about that payment; `unfamiliar`: well formed, but not a payment
 * of that profile, one that was never sent from here, or an unknown kind of event; `malformed`: answered 400; `refused`: for its path, size or rate.
 */
export const CallbackOutcome = z.enum(['asked', 'unfamiliar', 'malformed', 'refused']);
export type CallbackOutcome = z.infer<typeof CallbackOutcome>;

/** The problem of a request to the listener. `other` is a text from an older Bursar. */
export const CallbackFault = z.discriminatedUnion('code', [
  z.object({ code: z.literal('noSuchAddress') }),
  z.object({ code: z.literal('notPost') }),
  z.object({ code: z.literal('tooLarge'), mostBytes: z.number().int() }),
  z.object({ code: z.literal('notHttp') }),
  z.object({ code: z.literal('tooSlow') }),
  z.object({ code: z.literal('headersTooLarge') }),
  z.object({ code: z.literal('notJson') }),
  z.object({ code: z.literal('badOrderId') }),
  /** It names no payment, like events of a kind that Bursar does not know. */
  z.object({ code: z.literal('noPayment') }),
  /** The profile has no payment with this order ID. */
  z.object({ code: z.literal('unknownPayment') }),
  /** The profile has such a payment, which Bursar never sent: a draft, or one that is queued or was cancelled before. */
  z.object({ code: z.literal('notSentHere') }),
  /** Too many payments are waiting: the callback caused no query. */
  z.object({ code: z.literal('tooMany') }),
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type CallbackFault = z.infer<typeof CallbackFault>;

export const CallbackDelivery = z.object({
  /** A counter, so that a reader knows which deliveries are new. */
  number: z.number().int(),
  at: z.string(),
  profileName: z.string().nullable(),
  outcome: CallbackOutcome,
  idEntity: z.string().nullable(),
  /** The HTTP status of the answer. */
  status: z.number().int(),
  /** The problem, and the same in words; null if there was none. */
  fault: CallbackFault.nullable(),
  message: z.string().nullable(),
});
export type CallbackDelivery = z.infer<typeof CallbackDelivery>;

export const CallbackState = z.object({
  /** Where it listens now; null if it does not. */
  listeningAt: z.string().nullable(),
  /** Why it does not listen although it is on; otherwise null. */
  problem: z.string().nullable(),
  profiles: z.array(
    z.object({
      profileName: z.string(),
      /** The address to give the gateway, with the unguessable part: the public address if known, otherwise this computer's. */
      address: z.string(),
      /** Whether the profile's payments use this address. */
      isUsed: z.boolean(),
      /** When it was first and last reached by a well-formed request; null: never. */
      firstReachedAt: z.string().nullable(),
      lastReachedAt: z.string().nullable(),
    }),
  ),
  /** How many requests were malformed or refused since it started listening. */
  turnedAway: z.number().int(),
});
export type CallbackState = z.infer<typeof CallbackState>;

/** How many of the last deliveries are kept: of those that were answered 200, and of the others. */
export const keptDeliveries = { taken: 150, turnedAway: 50 } as const;
const allDeliveries = keptDeliveries.taken + keptDeliveries.turnedAway;

export const callbackOperations = {
  'callbacks.state': operation(nothing, CallbackState, touchesNothing),
  /** The last deliveries, newest first. */
  'callbacks.deliveries': operation(
    z.strictObject({ limit: page.limit.default(allDeliveries) }),
    z.array(CallbackDelivery),
    touchesNothing,
  ),
  /** Listens here for the lifetime of this process, regardless of the settings (the command line). */
  'callbacks.listen': operation(
    z.strictObject({ host: z.union([z.ipv4(), z.ipv6()]), port: z.number().int().min(0).max(largestPort) }),
    CallbackState,
    touchesComputer,
  ),
  /** Gives a profile a new unguessable part. Callbacks to the previous address are refused from then on. */
  'callbacks.renewAddress': operation(
    z.strictObject({ profileName: ProfileName }),
    CallbackState,
    touchesProfile,
  ),
} as const;
