import type { AppError } from '../../../contract/errors.ts';
import { fail, type Result } from '../../../contract/result.ts';
import type { CoreContext, EmittingContext } from '../context/context.ts';
import { profileNow } from '../context/subject.ts';
import { recordedEvent } from '../payments/ask.ts';
import type { StoredProfile, Store } from '../ports/index.ts';
import { ignoresTestFlag } from '../settings/settings.ts';

/**
 * Nothing is released or resumed for a profile whose gateway contradicts its environment, until a person has acknowledged that or dismissed
 * the notice: each try would send one more payout to what may be the wrong environment.
 */
export function refuseContradicted(
  { store }: Pick<CoreContext, 'store'>,
  profile: StoredProfile,
  { batchId, next }: { readonly batchId: string; readonly next: 'release' | 'resume' },
): Result<never> | null {
  const { name, environment } = profileNow(store, profile);
  if (!isNoted(store, name) || ignoresTestFlag(store, name)) return null;
  const said = next === 'release' ? 'Nothing was released.' : 'Nothing more was sent.';
  const message = `The gateway contradicts that ${name} is a ${environment} profile (isTest). ${said} Check the gateway address of the profile. If it is right, acknowledge this for the profile; if the gateway has corrected itself, dismiss the notice. Then ${next}.`;
  return fail('environmentContradicted', message, { batchId });
}

/**
 * Pauses everything of the profile that could be sent, and notifies a person once, naming the batch of the payment; unless they have
 * acknowledged that its test flag contradicts it (DESIGN: The life of a payout). Nobody could resume a payin or top-up.
 */
export function stopContradicted(
  { store, clock, emit }: EmittingContext,
  profile: StoredProfile,
  batchId: string,
): AppError | null {
  const { keyId, name, environment } = profileNow(store, profile);
  if (ignoresTestFlag(store, name)) return null;
  if (!isNoted(store, name)) {
    store.addNotice('environmentContradicted', batchId, clock.now());
    emit(recordedEvent(store, batchId));
  }
  const batches = store.unfinishedBatches().filter((each) => each.keyId === keyId);
  for (const each of batches)
    if (store.setPaused(each.batchId, true, clock.now(), 'pausedBySafeguard'))
      emit({ kind: 'batch', id: each.batchId });
  const [paused, next] = batches.length === 0 ? ['', ''] : [' Its batches are paused.', ' and resume'];
  const message = `The gateway calls a payment of this ${environment} profile ${environment === 'sandbox' ? 'real' : 'a test'}.${paused} Check the gateway address of the profile; if it is right, acknowledge this for the profile${next}.`;
  return fail('environmentContradicted', message).error;
}

/** Whether a notice says that an answer contradicted the environment of this profile. */
function isNoted(store: Store, profileName: string): boolean {
  return store
    .countNotices()
    .some((notice) => notice.kind === 'environmentContradicted' && notice.profileName === profileName);
}
