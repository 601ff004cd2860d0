import { z } from 'zod';
import { readJson } from './json.ts';

/**
 * Who an event is recorded under: the operating system user, which Bursar knows, and the name from the person's
 * settings, which is only what they say. Either may be missing; without both there is no actor.
 */
export const Actor = z.object({ user: z.string().nullable(), name: z.string().nullable() });
export type Actor = z.infer<typeof Actor>;

/** The actor as an event stores it, in JSON; null if there is none, or none that can be parsed. */
export function actorIn(json: string | null): Actor | null {
  return readJson(Actor, json);
}
