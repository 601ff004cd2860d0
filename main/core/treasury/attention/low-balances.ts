import { compareAmounts } from '../../../../contract/money/amount.ts';
import { sameCurrency } from '../../../../contract/money/money.ts';
import type { PositionLine } from '../../../../contract/treasury/position.ts';
import type { AttentionItem } from '../../../../contract/treasury/attention.ts';
import type { LowBalanceLimit } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { readSetting } from '../../settings/settings.ts';
import { profilePosition } from '../position/read-position.ts';
import { nothingNamed } from './attention-item.ts';

/** Balances below their alert limit, and those that will be once all committed payouts are paid. */
export async function lowBalances(
  context: CoreContext,
  profiles: readonly StoredProfile[],
  signal: AbortSignal,
): Promise<AttentionItem[]> {
  const limits = readSetting(context.store, 'lowBalanceLimits');
  const items: AttentionItem[] = [];
  for (const profile of profiles) {
    const own = limits.filter(({ profileName }) => profileName === profile.name);
    if (own.length === 0) continue;
    const lines = (await profilePosition(context, profile, signal)) ?? [];
    for (const limit of own) {
      const spelled = sameCurrency(limit.currencyCode);
      const line =
        lines.find(({ currencyCode }) => currencyCode === limit.currencyCode) ??
        lines.find(({ currencyCode }) => sameCurrency(currencyCode) === spelled);
      const item = line === undefined ? null : lowItem(line, limit);
      if (item !== null) items.push(item);
    }
  }
  return items;
}

function lowItem(
  { profileName, currencyCode, available, projected, asOf }: PositionLine,
  { amount }: LowBalanceLimit,
): AttentionItem | null {
  if (available === null || asOf === null) return null;
  const item = {
    ...nothingNamed,
    count: 1,
    profileName,
    batchId: null,
    currencyCode,
    limit: amount,
    available,
    asOf,
  };
  if (compareAmounts(available, amount) < 0) return { ...item, kind: 'lowBalance' };
  if (projected === null || compareAmounts(projected, amount) >= 0) return null;
  return { ...item, kind: 'lowProjection', projected };
}
