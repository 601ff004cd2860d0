import { z } from 'zod';
import { readJson } from './json.ts';

/**
 * Who an event is recorded of: the user of the operating system, which Bursar knows, and the name that the person gave in the
 * settings, which is what they say. Either may be missing; where both are, there is no actor.
 */
export const Actor = z.object({ user: z.string().nullable(), name: z.string().nullable() });
export type Actor = z.infer<typeof Actor>;

/** The actor as an event keeps it, in JSON; null where there is none, or none that can be read. */
export function actorIn(json: string | null): Actor | null {
  return readJson(Actor, json);
}
