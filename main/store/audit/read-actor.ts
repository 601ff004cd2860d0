import { canonicalJson } from '../../../contract/canonical-json.ts';
import { actorIn, type Actor } from '../../../contract/actor.ts';
import { textOrNullIn, type Row } from '../read-row.ts';

/** An actor as events store it; null if unknown. */
export function actorJson(actor: Actor | null): string | null {
  if (actor === null || (actor.name === null && actor.user === null)) return null;
  return canonicalJson({ name: actor.name, user: actor.user });
}

/** The actor of an event; null if it has none, or none that can be parsed. */
export function readActor(row: Row): Actor | null {
  return actorIn(textOrNullIn(row, 'actor'));
}
