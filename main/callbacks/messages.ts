import { z } from 'zod';
import { CallbackFault } from '../../contract/receiving/callbacks.ts';

const Heard = z.object({
  kind: z.enum(['received', 'unfamiliar', 'malformed', 'refused']),
  keyId: z.string().nullable(),
  idEntity: z.string().max(250).nullable(),
  status: z.number().int(),
  fault: CallbackFault.nullable(),
});

/** The messages of the thread. The thread is our own code, but it reads what anyone may send, so they are still parsed. */
export const FromThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number().int() }),
  z.object({ kind: z.literal('failed'), cause: z.string() }),
  z.object({
    kind: z.literal('report'),
    report: z.object({
      heard: z.array(Heard).readonly(),
      turnedAway: z.number().int(),
    }),
  }),
]);
export type FromThread = z.infer<typeof FromThread>;
