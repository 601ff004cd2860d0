import { useOperation } from '../api.ts';
import { useCurrentProfile } from '../current-profile.ts';
import { shortTime } from '../kit/times.ts';

export type Standstill = { readonly key: string; readonly brief: string; readonly text: string };

/** What is blocked now, and why: the gateway is out of reach, or nothing is sent for a profile. */
export function useStandstills(): readonly Standstill[] {
  const { profile } = useCurrentProfile();
  const name = profile?.name;
  const gateway = useOperation('gateway.state', name === undefined ? {} : { profileName: name }, {
    isEnabled: name !== undefined,
  }).data;
  const runner = useOperation('runner.state', {}).data;
  const callbacks = useOperation('callbacks.state', {}).data;
  const found: Standstill[] = [];
  if (gateway?.isReachable === false && name !== undefined) {
    const since = gateway.since === null ? '' : ` since ${shortTime(gateway.since)}`;
    found.push({
      key: `gateway ${name}`,
      brief: `Offline${since}. Everything but sending and refreshing works.`,
      text:
        `The gateway of ${name} cannot be reached${since}. Everything but sending and refreshing works; ` +
        `Bursar keeps trying. ${gateway.message ?? ''}`.trimEnd(),
    });
  }
  for (const { profileName, message } of runner?.problems ?? []) {
    if (profileName === name && gateway?.isReachable === false) continue;
    found.push({
      key: `runner ${profileName} ${message}`,
      brief: `Sending for ${profileName} is blocked.`,
      text: message,
    });
  }
  const problem = callbacks?.problem ?? null;
  if (problem !== null) found.push({ key: 'callbacks', brief: 'Callback listener is off.', text: problem });
  return found;
}
