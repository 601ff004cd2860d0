import { canonicalJson } from '../../../contract/canonical-json.ts';
import { actorIn, type Actor } from '../../../contract/actor.ts';
import { textOrNullIn, type Row } from '../read-row.ts';

/** An actor as events keep it; null: none is known. */
export function actorJson(actor: Actor | null): string | null {
  if (actor === null || (actor.name === null && actor.user === null)) return null;
  return canonicalJson({ name: actor.name, user: actor.user });
}

/** The actor of an event; null where it has none, or none that can be read. */
export function readActor(row: Row): Actor | null {
  return actorIn(textOrNullIn(row, 'actor'));
}
