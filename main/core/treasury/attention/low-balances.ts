import { compareAmounts } from '../../../../contract/money/amount.ts';
import { isSameCode } from '../../../../contract/same-code.ts';
import type { PositionLine } from '../../../../contract/treasury/position.ts';
import type { AttentionItem } from '../../../../contract/treasury/attention.ts';
import type { LowBalanceLimit } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context/context.ts';
import type { StoredProfile, Store } from '../../ports/index.ts';
import { readSetting } from '../../settings/settings.ts';
import { isoTime } from '../../payments/convert.ts';
import { readSnapshot } from '../flows/balance-history.ts';
import type { PositionOf } from '../position/read-position.ts';
import { nothingNamed } from './attention-item.ts';

/**
 * Balances below their alert limit, those that will be once all committed payouts are paid, and those that are no longer known: an alert
 * ends only with a balance that is known to be high enough.
 */
export async function lowBalances(
  context: CoreContext,
  profiles: readonly StoredProfile[],
  positionOf: PositionOf,
  signal: AbortSignal,
): Promise<AttentionItem[]> {
  const limits = readSetting(context.store, 'lowBalanceLimits');
  const items: AttentionItem[] = [];
  for (const profile of profiles) {
    const own = limits.filter(({ profileName }) => profileName === profile.name);
    if (own.length === 0) continue;
    const lines = await positionOf(profile);
    if (signal.aborted) return items;
    for (const limit of own) {
      const known = lines.filter((line) => line.available !== null && isOf(line, limit));
      const line = known.find(({ currencyCode }) => currencyCode === limit.currencyCode) ?? known[0];
      const item = line === undefined ? unknownItem(context.store, profile, limit) : lowItem(line, limit);
      if (item !== null) items.push(item);
    }
  }
  return items;
}

/** The gateway may spell a currency otherwise than a person. */
function isOf(one: { readonly currencyCode: string }, other: { readonly currencyCode: string }): boolean {
  return isSameCode(one.currencyCode, other.currencyCode);
}

function lowItem(
  { profileName, currencyCode, available, projected, asOf }: PositionLine,
  { amount: limit }: LowBalanceLimit,
): AttentionItem | null {
  if (available === null || asOf === null) return null;
  const item = {
    ...nothingNamed,
    count: 1,
    profileName,
    batchId: null,
    currencyCode,
    limit,
    available,
    asOf,
  };
  if (compareAmounts(available, limit) < 0) return { ...item, kind: 'lowBalance' };
  if (projected === null || compareAmounts(projected, limit) >= 0) return null;
  return { ...item, kind: 'lowProjection', projected };
}

/** Null if it was never known: no alert has begun that could end. */
function unknownItem(
  store: Pick<Store, 'snapshotCurrencies' | 'snapshotBefore'>,
  { keyId, name: profileName }: StoredProfile,
  limit: LowBalanceLimit,
): AttentionItem | null {
  const readings = store
    .snapshotCurrencies(keyId)
    .filter((currencyCode) => isOf({ currencyCode }, limit))
    .flatMap((currencyCode) => {
      const snapshot = store.snapshotBefore(keyId, currencyCode, Number.MAX_SAFE_INTEGER);
      const { at = 0, available = null } = (snapshot === null ? null : readSnapshot(snapshot)) ?? {};
      return available === null ? [] : [{ currencyCode, available, at }];
    });
  const last = readings.toSorted((left, right) => right.at - left.at)[0];
  if (last === undefined) return null;
  const { currencyCode, available, at } = last;
  const about = { ...nothingNamed, count: 1, profileName, batchId: null, currencyCode };
  return { ...about, kind: 'balanceUnknown', limit: limit.amount, available, asOf: isoTime(at) };
}
