import type { Actor } from '../../../contract/actor.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Call, CoreContext } from '../context.ts';
import type { ActorStore, Store } from '../ports/index.ts';
import { readSetting, readSettings } from './settings.ts';

/** Kept beside the settings: the user of the operating system who gave the name, so that it is not taken for another user's. */
const nameUserSetting = 'personNameUser';

/** Who makes a call, as far as it is known; null: nothing is. */
function actorOf(
  store: Pick<Store, 'readSetting'>,
  { systemUser = null }: Pick<Call, 'systemUser'>,
): Actor | null {
  const name = nameOf(store, systemUser);
  return systemUser === null && name === null ? null : { user: systemUser, name };
}

/** The name that this user of the operating system gave. */
function nameOf(store: Pick<Store, 'readSetting'>, systemUser: string | null): string | null {
  const name = readSetting(store, 'personName');
  return name !== null && (store.readSetting(nameUserSetting) ?? '') === (systemUser ?? '') ? name : null;
}

/** All settings as the user who makes this call has them. */
export function settingsFor(
  store: Pick<Store, 'readSetting'>,
  { systemUser = null }: Pick<Call, 'systemUser'>,
): Settings {
  return { ...readSettings(store), personName: nameOf(store, systemUser) };
}

/** Notes which user gave the name that is set now. */
export function noteNameUser(store: Pick<Store, 'writeSetting'>, systemUser: string | null): void {
  store.writeSetting(nameUserSetting, systemUser ?? '');
}

/** The same context for what this call does: see `actorStore`. */
export function madeBy<Context extends Pick<CoreContext, 'store'>>(
  context: Context,
  call: Pick<Call, 'systemUser'>,
): Context & { readonly actor: Actor | null } {
  return { ...context, actor: actorOf(context.store, call) };
}

/**
 * The store for what a person does, whose events name who makes the call. What Bursar finds out or does by itself meanwhile goes to
 * the plain store, so that nobody is named for it.
 */
export function actorStore({ store, actor = null }: Pick<CoreContext, 'store' | 'actor'>): ActorStore {
  return store.as(actor);
}
