import { z } from 'zod';

/** A line of a witness file. */
export const WitnessLine = z.object({
  /** Exactly the text that was signed: a checkpoint as JSON. */
  checkpoint: z.string(),
  publicKey: z.string().nullable(),
  signature: z.string().nullable(),
});
export type WitnessLine = z.infer<typeof WitnessLine>;

const systemCause = z.string().nullable();

/** What is wrong with the witness file; `contract/text/activity/witness-text.ts` puts it into words. */
export const WitnessFault = z.discriminatedUnion('code', [
  /** There is another file at its place, so nothing is appended. */
  z.object({ code: z.literal('noWitnessFile') }),
  /** `cause` is a system error code; null where it is not known. */
  z.object({ code: z.literal('notWritten'), cause: systemCause }),
  z.object({ code: z.literal('notRead'), cause: systemCause }),
  /** Its disk or share did not answer for so long. */
  z.object({ code: z.literal('noAnswer'), seconds: z.number().int() }),
  /** Its last line is not that of a checkpoint. */
  z.object({ code: z.literal('endChanged') }),
  /** Its last checkpoint is not the one of that number in the log. */
  z.object({ code: z.literal('otherCheckpoint'), checkpoint: z.number().int() }),
  z.object({ code: z.literal('behind'), checkpoint: z.number().int(), last: z.number().int() }),
]);
export type WitnessFault = z.infer<typeof WitnessFault>;

/** Whether the witness file keeps up with the log; `fault` is null where it does. */
export const WitnessState = z.object({ path: z.string(), fault: WitnessFault.nullable() });
export type WitnessState = z.infer<typeof WitnessState>;
