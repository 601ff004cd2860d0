import { compareAmounts } from '../../../contract/money/amount.ts';
import type { CoreContext } from '../context.ts';
import { readSetting } from '../settings/settings.ts';

/** The floor of each currency of a profile; the highest if a currency has several. */
export function floorsOf(
  store: Pick<CoreContext['store'], 'readSetting'>,
  profileName: string,
): ReadonlyMap<string, string> {
  const floors = new Map<string, string>();
  for (const floor of readSetting(store, 'floors')) {
    if (floor.profileName !== profileName) continue;
    const other = floors.get(floor.currencyCode);
    if (other === undefined || compareAmounts(floor.amount, other) > 0)
      floors.set(floor.currencyCode, floor.amount);
  }
  return floors;
}
