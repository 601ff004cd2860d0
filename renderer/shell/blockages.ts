import { operationProgressText } from '../../contract/text/progress.ts';
import { useIsLost, useProgress } from '../events.ts';
import { shortTime } from '../kit/times.ts';
import { useRunner } from '../queries/batches.ts';
import { useCallbackState } from '../queries/callbacks.ts';
import { useCurrentProfile, useGatewayState } from '../queries/profiles.ts';
import { runnerBrief } from './runner-brief.ts';

export type Blockage = { readonly key: string; readonly brief: string; readonly text: string };

/** What is blocked now, and why: for example, the gateway cannot be reached, or a profile's payments wait. */
export function useBlockages(): readonly Blockage[] {
  const { profile } = useCurrentProfile();
  const name = profile?.name;
  const gateway = useGatewayState(name).data;
  const runner = useRunner().data;
  const callbacks = useCallbackState().data;
  const isLost = useIsLost();
  // Once all of it is done, the last report has a total.
  const keys = useProgress('keys', !isLost);
  const found: Blockage[] = [];
  if (isLost)
    found.push({
      key: 'lost',
      brief: 'No connection to Bursar. What is shown may be out of date.',
      text: 'No connection to Bursar: it may have been closed or restarted. What is shown here may be out of date. Start Bursar and open the address that it prints.',
    });
  if (keys !== null && keys.total === null)
    found.push({
      key: 'keys',
      brief: 'Preparing payouts of an older version. Checks, releases and payees wait.',
      text: `${operationProgressText('keys', keys.done, null) ?? ''}. Checks, releases and the list of payees wait until all of them are.`,
    });
  if (gateway?.isReachable === false && name !== undefined) {
    const since = gateway.since === null ? '' : ` since ${shortTime(gateway.since)}`;
    found.push({
      key: `gateway ${name}`,
      brief: `No usable answer from the gateway${since}. Bursar keeps trying; only what asks the gateway does not work.`,
      text:
        `The gateway of ${name} has given no usable answer${since}. Only what asks the gateway, such as sending and refreshing, does not work; ` +
        `Bursar keeps trying. ${gateway.message ?? ''}`.trimEnd(),
    });
  }
  for (const { profileName, code, message } of runner?.problems ?? []) {
    if (profileName === name && gateway?.isReachable === false) continue;
    found.push({
      key: `runner ${profileName} ${message}`,
      brief: runnerBrief(profileName, code),
      text: message,
    });
  }
  const problem = callbacks?.problem ?? null;
  if (problem !== null) found.push({ key: 'callbacks', brief: 'Callback listener is off.', text: problem });
  return found;
}
