import { z } from 'zod';

/**
 * Who an event is recorded of: the user of the operating system, which Bursar knows, and the name that the person gave in the
 * settings, which is what they say. Either may be missing; where both are, there is no actor.
 */
export const Actor = z.object({ user: z.string().nullable(), name: z.string().nullable() });
export type Actor = z.infer<typeof Actor>;
