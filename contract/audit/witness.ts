import { z } from 'zod';

/** A line of a witness file. */
export const WitnessLine = z.object({
  /** Exactly the signed text: a checkpoint as JSON. */
  checkpoint: z.string(),
  publicKey: z.string().nullable(),
  signature: z.string().nullable(),
});
export type WitnessLine = z.infer<typeof WitnessLine>;

const systemCause = z.string().nullable();

/** The problem of a witness file; `contract/text/activity/witness-text.ts` puts it into words. */
export const WitnessFault = z.discriminatedUnion('code', [
  /** A different file is at its path, so nothing is appended. */
  z.object({ code: z.literal('noWitnessFile') }),
  /** `cause` is a system error code; null if unknown. */
  z.object({ code: z.literal('notWritten'), cause: systemCause }),
  z.object({ code: z.literal('notRead'), cause: systemCause }),
  /** Its disk or share did not answer for this long. */
  z.object({ code: z.literal('noAnswer'), seconds: z.number().int() }),
  /** Its last line is not a checkpoint line. */
  z.object({ code: z.literal('endChanged') }),
  /** Its last checkpoint differs from the log's checkpoint with that number. */
  z.object({ code: z.literal('otherCheckpoint'), checkpoint: z.number().int() }),
  z.object({ code: z.literal('behind'), checkpoint: z.number().int(), last: z.number().int() }),
]);
export type WitnessFault = z.infer<typeof WitnessFault>;

/** Whether the witness file is up to date; `fault` is null if it is. */
export const WitnessState = z.object({ path: z.string(), fault: WitnessFault.nullable() });
export type WitnessState = z.infer<typeof WitnessState>;
