import type { UnlistedCurrency } from '../../settings.ts';
import type { FloorHold } from '../../treasury/floor-hold.ts';
import { countText, moneyText } from '../numbers.ts';

/** The row of a batch that a floor holds, the reason, and what to do. */
export function floorHoldText(hold: FloorHold, name: string): string {
  return `${name} is held before row ${countText(hold.row)}: ${reasonText(hold)}`;
}

function reasonText(hold: FloorHold): string {
  const { currencyCode, amount, withFee, isFee, reason, floor, missing } = hold;
  const money = (of: string): string => moneyText({ amount: of, currencyCode });
  switch (reason) {
    case 'short':
      return `${money(amount)}${isFee ? ', the estimated fee,' : withFee ? ' with the estimated fee' : ''} would take the balance below the floor of ${money(floor ?? '0')}. Short by ${money(missing ?? '0')}${isMoreMissing(hold) ? ` for this payout, and by ${money(missingOf(hold) ?? '0')} for all that wait in ${currencyCode}` : ''}. Top up (adding any fee of the top-up), or lower the floor.`;
    case 'behind':
      return `an earlier batch waits for money in ${currencyCode}.`;
    case 'balanceUnknown':
      return `a floor is set for ${currencyCode}, and the available balance is not known. Bursar reads it again before it sends anything.`;
    case 'floorsUnreadable':
      return 'the floors cannot be read. Set them again in the settings.';
  }
}

/** The top-up with which everything that waits can be sent; null if nothing is missing, or it is unknown. */
export function missingOf({ missing, missingForAll }: FloorHold): string | null {
  return missingForAll ?? missing;
}

function isMoreMissing(hold: FloorHold): boolean {
  return missingOf(hold) !== hold.missing;
}

/** Says that it is unknown whether the gateway has the currency of a floor or alert. */
export function unlistedText({ profileName, currencyCode }: UnlistedCurrency): string {
  return `${currencyCode} is not an ISO 4217 currency, and the currency list of the gateway of ${profileName} cannot be read now. Check the code.`;
}
