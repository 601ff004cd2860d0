import { z } from 'zod';
import { nothing, operation, page } from '../operation.ts';
import { CallbackUrl, ProfileName } from '../profile.ts';
import { touchesComputer, touchesNothing, touchesProfile } from '../touches.ts';

export const largestPort = 65_535;

/** Where status-change callbacks are listened for (interface: Events). Off unless a person turns it on. */
export const CallbackListener = z.strictObject({
  isOn: z.boolean(),
  /** The address of an interface of this computer; loopback unless a person says otherwise. */
  host: z.union([z.ipv4(), z.ipv6()]),
  port: z.number().int().min(0).max(largestPort),
  /** What the tunnel or reverse proxy is reached at from outside, for instance https://pay.merchant.example; null: not told. */
  publicUrl: CallbackUrl.nullable(),
});
export type CallbackListener = z.output<typeof CallbackListener>;

/**
 * What became of one request to the listener: `asked` the gateway was (or will be) asked about that payment; `unfamiliar` well formed, but no payment
 * of that profile, or a kind of event that is not known; `malformed` answered 400; `refused` for its path, size or rate.
 */
export const CallbackOutcome = z.enum(['asked', 'unfamiliar', 'malformed', 'refused']);
export type CallbackOutcome = z.infer<typeof CallbackOutcome>;

/** What was wrong with a request to the listener. `other` is what an older Bursar wrote. */
export const CallbackFault = z.discriminatedUnion('code', [
  z.object({ code: z.literal('noSuchAddress') }),
  z.object({ code: z.literal('notPost') }),
  z.object({ code: z.literal('tooLarge'), mostBytes: z.number().int() }),
  z.object({ code: z.literal('notHttp') }),
  z.object({ code: z.literal('tooSlow') }),
  z.object({ code: z.literal('headersTooLarge') }),
  z.object({ code: z.literal('notJson') }),
  z.object({ code: z.literal('badOrderId') }),
  /** It names no payment, as events of a kind do that Bursar does not know. */
  z.object({ code: z.literal('noPayment') }),
  /** The profile has no payment with this order ID. */
  z.object({ code: z.literal('unknownPayment') }),
  /** Too many wait to be asked about; this one is asked about on schedule. */
  z.object({ code: z.literal('tooMany') }),
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type CallbackFault = z.infer<typeof CallbackFault>;

export const CallbackDelivery = z.object({
  /** Counts up, so that a reader knows which are new to it. */
  number: z.number().int(),
  at: z.string(),
  profileName: z.string().nullable(),
  outcome: CallbackOutcome,
  idEntity: z.string().nullable(),
  /** HTTP status that was answered. */
  status: z.number().int(),
  /** What was wrong, and the same in words; null where nothing was. */
  fault: CallbackFault.nullable(),
  message: z.string().nullable(),
});
export type CallbackDelivery = z.infer<typeof CallbackDelivery>;

export const CallbackState = z.object({
  /** Where it listens now; null: it does not. */
  listeningAt: z.string().nullable(),
  /** Why it does not although it is on; null otherwise. */
  problem: z.string().nullable(),
  profiles: z.array(
    z.object({
      profileName: z.string(),
      /** The address to give the gateway, with the unguessable part; of the public address where one is told, else of this computer. */
      address: z.string(),
      /** Whether the profile's payments use this address. */
      isUsed: z.boolean(),
      /** When it was first and last reached by a well-formed request; null: never. */
      firstReachedAt: z.string().nullable(),
      lastReachedAt: z.string().nullable(),
    }),
  ),
  /** How many requests were malformed or refused since it listens. */
  turnedAway: z.number().int(),
});
export type CallbackState = z.infer<typeof CallbackState>;

export const callbackOperations = {
  'callbacks.state': operation(nothing, CallbackState, touchesNothing),
  /** The last deliveries, newest first. */
  'callbacks.deliveries': operation(z.strictObject({ ...page }), z.array(CallbackDelivery), touchesNothing),
  /** Listens here for the life of this process, whatever the settings say (the command line). */
  'callbacks.listen': operation(
    z.strictObject({ host: z.union([z.ipv4(), z.ipv6()]), port: z.number().int().min(0).max(largestPort) }),
    CallbackState,
    touchesComputer,
  ),
  /** Gives a profile another unguessable part. Callbacks to the address before are refused from then on. */
  'callbacks.renewAddress': operation(
    z.strictObject({ profileName: ProfileName }),
    CallbackState,
    touchesProfile,
  ),
} as const;
