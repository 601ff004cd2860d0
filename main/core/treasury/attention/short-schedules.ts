import { dayMs } from '../../../../contract/duration.ts';
import { compareAmounts } from '../../../../contract/money/amount.ts';
import type { AttentionItem } from '../../../../contract/treasury/attention.ts';
import type { PositionLine } from '../../../../contract/treasury/position.ts';
import type { CoreContext } from '../../context.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredProfile, StoredSchedule } from '../../ports/index.ts';
import { floorFor, floorsOf } from '../floors.ts';
import type { PositionOf } from '../position/read-position.ts';
import { nothingNamed } from './attention-item.ts';

/** How long before a scheduled release its money has to be there: time to top up, over a weekend too. */
const toldAheadMs = 3 * dayMs;

/**
 * Scheduled releases of the next days with too little money, by the last balance and everything that is committed: one item for each of their
 * currencies. The release checks no balance, so it would go all the same. `others`: schedules that need a person for another reason first.
 */
export async function shortSchedules(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  profiles: readonly StoredProfile[],
  others: readonly AttentionItem[],
  positionOf: PositionOf,
): Promise<AttentionItem[]> {
  const inTrouble = new Set(others.flatMap(({ kind, batchId }) => (kind === 'schedule' ? [batchId] : [])));
  const items: AttentionItem[] = [];
  for (const schedule of store.schedules()) {
    const profile = profiles.find(({ keyId }) => keyId === schedule.keyId);
    if (profile === undefined || schedule.confirmation === null || inTrouble.has(schedule.batchId)) continue;
    if (schedule.scheduledFor - clock.now() > toldAheadMs) continue;
    const floors = floorsOf(store, profile.name);
    const codes = new Set(schedule.confirmation.payouts.map(({ currencyCode }) => currencyCode));
    for (const line of await positionOf(profile)) {
      const floor = floorFor(floors, line.currencyCode) ?? null;
      if (codes.has(line.currencyCode)) items.push(...shortItem(schedule, line, floor));
    }
  }
  return items;
}

function shortItem(
  { batchId, fileName, scheduledFor }: StoredSchedule,
  { profileName, currencyCode, available, projected, asOf }: PositionLine,
  floor: string | null,
): AttentionItem[] {
  if (available === null || projected === null || asOf === null) return [];
  if (compareAmounts(projected, floor ?? '0') >= 0) return [];
  return [
    {
      ...nothingNamed,
      kind: 'schedule',
      fileName,
      scheduledFor: isoTime(scheduledFor),
      trouble: { code: 'short', currencyCode, available, projected, asOf, floor },
      count: 1,
      profileName,
      batchId,
      currencyCode,
    },
  ];
}
