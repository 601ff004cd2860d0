import { compareAmounts } from '../../../contract/money/amount.ts';
import { isSameCode } from '../../../contract/same-code.ts';
import type { BalanceFloor } from '../../../contract/treasury.ts';
import type { Store } from '../ports/index.ts';
import { readSetting } from '../settings/settings.ts';

/** The floor of each currency of a profile. */
export function floorsOf(
  store: Pick<Store, 'readSetting'>,
  profileName: string,
): ReadonlyMap<string, string> {
  return floorsIn(readSetting(store, 'floors'), profileName);
}

/** The same of this list; the highest if a currency has several. */
export function floorsIn(list: readonly BalanceFloor[], profileName: string): ReadonlyMap<string, string> {
  const floors = new Map<string, string>();
  for (const floor of list) {
    if (floor.profileName !== profileName) continue;
    const other = floors.get(floor.currencyCode);
    if (other === undefined || compareAmounts(floor.amount, other) > 0)
      floors.set(floor.currencyCode, floor.amount);
  }
  return floors;
}

/** The floor of a currency, else the highest of another spelling of its code, as limits compare them; undefined if there is none. */
export function floorFor(floors: ReadonlyMap<string, string>, currencyCode: string): string | undefined {
  const own = floors.get(currencyCode);
  if (own !== undefined) return own;
  return Array.from(floors)
    .flatMap(([code, amount]) => (isSameCode(code, currencyCode) ? [amount] : []))
    .toSorted(compareAmounts)
    .at(-1);
}
