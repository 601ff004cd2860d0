import { fail, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import { recordedEvent } from '../payments/ask.ts';
import type { StoredPayment, StoredProfile } from '../ports/index.ts';
import { ignoresTestFlag } from '../settings/settings.ts';

const noticesLookedAt = 1000;

/**
 * Nothing is released or resumed for a profile whose gateway contradicts its environment, until a person has acknowledged that or dismissed
 * the notice: each try would send one more payout to what may be the wrong environment.
 */
export function refuseContradicted(
  { store }: Pick<CoreContext, 'store'>,
  { name, environment }: Pick<StoredProfile, 'name' | 'environment'>,
  { batchId, next }: { readonly batchId: string; readonly next: 'release' | 'resume' },
): Result<never> | null {
  const isNoted = store
    .notices(noticesLookedAt)
    .some(({ kind, profileName }) => kind === 'environmentContradicted' && profileName === name);
  if (!isNoted || ignoresTestFlag(store, name)) return null;
  const said = next === 'release' ? 'Nothing was released.' : 'Nothing more was sent.';
  const message = `The gateway contradicts that ${name} is a ${environment} profile (isTest). ${said} Check the gateway address of the profile. If it is right, acknowledge this for the profile; if the gateway has corrected itself, dismiss the notice. Then ${next}.`;
  return fail('environmentContradicted', message, { batchId });
}

/** Pauses the batches of a profile that an answer outside a run contradicts, and notifies a person, unless they have acknowledged it. */
export function stopContradicted(
  { store, clock, emit }: Pick<CoreContext, 'store' | 'clock' | 'emit'>,
  { keyId, name }: StoredProfile,
  { kind, batchId }: StoredPayment,
): void {
  if (ignoresTestFlag(store, name)) return;
  store.addNotice('environmentContradicted', batchId, clock.now());
  emit(recordedEvent(store, batchId));
  // Nobody could resume a payin or top-up.
  for (const each of kind === 'payout' ? store.unfinishedBatches() : [])
    if (each.keyId === keyId && store.setPaused(each.batchId, true, clock.now(), 'pausedBySafeguard'))
      emit({ kind: 'batch', id: each.batchId });
}
