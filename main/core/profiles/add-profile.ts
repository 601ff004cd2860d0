import type { CoreContext } from '../context/context.ts';
import type { Store } from '../ports/index.ts';
import { actorStore } from '../settings/actor.ts';
import { removedFromSettings } from './profiles-in-settings.ts';

/** Adds a profile; false as for `Store.addProfile`. What an older Bursar left in the settings for a removed profile of its name goes. */
export function addProfile(context: CoreContext, profile: Parameters<Store['addProfile']>[0]): boolean {
  const settings = removedFromSettings(context.store, profile.name);
  const isAdded = actorStore(context).addProfile(profile, settings);
  if (isAdded && settings.length > 0) context.emit({ kind: 'settings', id: 'settings' });
  return isAdded;
}
