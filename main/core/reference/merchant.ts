import { readJson } from '../../../contract/json.ts';
import { MerchantAsOf } from '../../../contract/reference.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { isoTime } from '../payments/convert.ts';
import type { CoreContext } from '../context/context.ts';
import { clientOf } from '../context/subject.ts';
import type { MerchantInfo, Store, StoredProfile } from '../ports/index.ts';
import { shownName } from './merge.ts';

const StoredMerchant = MerchantAsOf.omit({ asOf: true });

const neverAsked: MerchantAsOf = {
  asOf: null,
  merchantCode: null,
  merchantName: null,
  channelName: null,
  raw: null,
};

/** The stored merchant information, offline; `asOf` is null if it was never loaded (operation `merchant.stored`). */
export function storedMerchant(
  store: Pick<Store, 'findMerchant'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
): MerchantAsOf {
  const kept = store.findMerchant(keyId);
  const merchant = readJson(StoredMerchant, kept?.json ?? null);
  return kept === null || merchant === null
    ? neverAsked
    : { asOf: isoTime(kept.asOf), ...merchant, ...shown(merchant) };
}

/** Loads the merchant information from the gateway, and stores it (operation `merchant.refresh`; interface: Endpoints, GET /merchant-info). */
export async function refreshMerchant(
  { store, gateway, clock, emit }: CoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<Result<MerchantAsOf>> {
  const answer = await clientOf(gateway, profile).call('merchant', {}, { priority: 'interactive', signal });
  if (!answer.ok) return answer;
  const { value, raw } = answer.value;
  store.saveMerchant(profile.keyId, { asOf: clock.now(), json: JSON.stringify({ ...value, raw }) });
  emit({ kind: 'codes', id: profile.name });
  return succeed(storedMerchant(store, profile));
}

/** The names as they may be shown, each on one line; they are stored as they came. */
function shown({ merchantCode, merchantName, channelName }: MerchantInfo): MerchantInfo {
  return {
    merchantCode: shownName(merchantCode),
    merchantName: shownName(merchantName),
    channelName: shownName(channelName),
  };
}
