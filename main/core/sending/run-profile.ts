import { clockDifferenceText } from '../../../contract/text/clock.ts';
import type { CoreParts } from '../context.ts';
import type { GatewayClient, StoredProfile } from '../ports/index.ts';
import { ignoresTestFlag } from '../settings/settings.ts';
import { run, type RunEnd, type RunParts, type RunRequest } from './run.ts';

/** One run of the engine for batches of one profile; tells by how much the clocks differ where they do. Rejects as `run` does. */
export async function runProfile(
  parts: CoreParts,
  profile: StoredProfile,
  client: GatewayClient,
  request: RunRequest & Pick<RunParts, 'onRecorded' | 'onSilence'>,
): Promise<RunEnd> {
  const { store, clock, random, encode, limits, emit } = parts;
  const { onRecorded, onSilence, ...asked } = request;
  const end = await run(
    {
      store,
      client,
      clock,
      random,
      encode,
      limits,
      onRecorded,
      onSilence,
      environment: profile.environment,
      ignoresTestFlag: ignoresTestFlag(store, profile.name),
    },
    asked,
  );
  const difference = client.clockDifferenceSeconds();
  if (difference !== null)
    emit({ kind: 'gateway', id: profile.name, message: clockDifferenceText(difference) });
  return end;
}
