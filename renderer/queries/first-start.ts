import { useAct, type CallOutput } from '../api.ts';
import { useChangeSettings } from './settings.ts';

export type Added = CallOutput<'profiles.add'>;

/** Starts the embedded sandbox with its profile, which takes the place of the first start wherever the person is by then. */
export function useTrial() {
  const change = useChangeSettings();
  return useAct('trial.begin', { onDone: ({ name }) => change({ currentProfile: name }) });
}

/** Adds a profile and shows it. */
export function useAddProfile(onDone: (added: Added) => void, onFault: (error: unknown) => void) {
  const change = useChangeSettings();
  return useAct('profiles.add', {
    onDone: (added) => {
      change({ currentProfile: added.profile.name });
      onDone(added);
    },
    onFault,
  });
}

export function useTestConnection() {
  return useAct('profiles.test', { onFault: () => undefined });
}
