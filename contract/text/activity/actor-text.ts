import type { Actor } from '../../actor.ts';

/** The actor of an event, at the beginning of a sentence. Says no more than is known. */
export function actorText(actor: Actor | null): string {
  if (actor?.name != null) return actor.name;
  return actor?.user == null ? 'A person' : `System user ${actor.user}`;
}

/** The actor of an event, in a column or after "by": the name with the system user behind it; null if neither is known. */
export function actorLabel(actor: Actor | null): string | null {
  if (actor === null) return null;
  const { name, user } = actor;
  if (name === null) return user === null ? null : `system user ${user}`;
  return user === null ? name : `${name} (system user ${user})`;
}
