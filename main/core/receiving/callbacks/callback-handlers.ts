import { succeed } from '../../../../contract/result.ts';
import { callbackFaultText } from '../../../../contract/text/callback.ts';
import { isoTime } from '../../payments/convert.ts';
import type { CoreContext, Handlers } from '../../context/context.ts';
import { noProfile } from '../../context/subject.ts';
import { renewSecret, servedProfiles } from './addresses.ts';
import type { Listener } from './listener.ts';

/** Callbacks: the listener, the deliveries, and replacing an address that became known. */
export function callbackHandlers(context: CoreContext, listener: Listener) {
  const { store, emit } = context;
  return {
    'callbacks.state': async () => succeed(await listener.state()),

    'callbacks.deliveries': ({ limit }) => {
      const names = new Set(servedProfiles(context).map(({ name }) => name));
      return succeed(
        store
          .listDeliveries(limit)
          .filter(({ profileName }) => profileName === null || names.has(profileName))
          .map(({ at, fault, ...delivery }) => ({
            ...delivery,
            at: isoTime(at),
            fault,
            message: fault === null ? null : callbackFaultText(fault),
          })),
      );
    },

    'callbacks.listen': async (where) => {
      const began = await listener.listenAt(where);
      return began.ok ? succeed(await listener.state()) : began;
    },

    'callbacks.renewAddress': async ({ profileName }) => {
      const profile = store.findProfile(profileName);
      if (profile === null) return noProfile(store, profileName);
      renewSecret(context, profile.keyId);
      emit({ kind: 'profile', id: profileName });
      return succeed(await listener.state());
    },
  } satisfies Partial<Handlers>;
}
