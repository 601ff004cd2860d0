import type { Actor } from '../../../contract/actor.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Call, CoreContext } from '../context/context.ts';
import type { ActorStore, Store } from '../ports/index.ts';
import { readSetting, readSettings } from './settings.ts';

/** Stored beside the settings: the operating system user who entered the name, so that it is not attributed to another user. */
const nameUserSetting = 'personNameUser';

/** Who makes a call, as far as known; null: unknown. */
function actorOf(
  store: Pick<Store, 'readSetting'>,
  { systemUser = null }: Pick<Call, 'systemUser'>,
): Actor | null {
  const name = nameOf(store, systemUser);
  return systemUser === null && name === null ? null : { user: systemUser, name };
}

/** The name that this operating system user entered. */
function nameOf(store: Pick<Store, 'readSetting'>, systemUser: string | null): string | null {
  const name = readSetting(store, 'personName');
  return name !== null && (store.readSetting(nameUserSetting) ?? '') === (systemUser ?? '') ? name : null;
}

/** All settings, as the user who makes this call has them. */
export function settingsFor(
  store: Pick<Store, 'readSetting'>,
  { systemUser = null }: Pick<Call, 'systemUser'>,
): Settings {
  return { ...readSettings(store), personName: nameOf(store, systemUser) };
}

/** Records which user entered the current name. */
export function noteNameUser(store: Pick<Store, 'writeSetting'>, systemUser: string | null): void {
  store.writeSetting(nameUserSetting, systemUser ?? '');
}

/** The same context for the actions of this call: see `actorStore`. */
export function madeBy<Context extends Pick<CoreContext, 'store'>>(
  context: Context,
  call: Pick<Call, 'systemUser'>,
): Context & { readonly actor: Actor | null } {
  return { ...context, actor: actorOf(context.store, call) };
}

/**
 * The store for a person's actions, whose events name who makes the call. What Bursar does by itself meanwhile uses
 * the plain store, so that no person is named for it.
 */
export function actorStore({ store, actor = null }: Pick<CoreContext, 'store' | 'actor'>): ActorStore {
  return store.as(actor);
}
