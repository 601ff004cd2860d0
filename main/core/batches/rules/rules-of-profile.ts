import { codeKeyOf } from '../../../../contract/same-code.ts';
import type { CoreContext } from '../../context/context.ts';
import type { KnownCodes, PayoutRules, StoredProfile, Store } from '../../ports/index.ts';
import { storedCodes } from '../../reference/codes.ts';
import { learnRules } from './learned-rules.ts';

const none: ReadonlyMap<string, string | null> = new Map();

/** The rules if nothing is known of the gateway. */
export const noRules: PayoutRules = {
  codes: { currencyCode: none, paymentMethodCode: none, paymentOperatorCode: none },
  learned: [],
  isIbanColumn: false,
};

/** The rules for the rows of this profile (listed in main/files/row-rules.ts), as currently known. */
export async function rulesOf(
  context: Pick<CoreContext, 'store' | 'clock' | 'gateway'>,
  profile: StoredProfile,
): Promise<PayoutRules> {
  return {
    codes: knownCodes(context.store, profile),
    learned: await learnRules(context, profile),
    isIbanColumn: false,
  };
}

/** Whether rows that are checked by either have the same problems. */
export function isSameRules(left: PayoutRules, right: PayoutRules): boolean {
  const textOf = ({ codes, learned }: PayoutRules): string =>
    JSON.stringify([Object.values(codes).map((known) => [...known]), learned]);
  return textOf(left) === textOf(right);
}

/** The codes that the gateway listed when they were last read. */
function knownCodes(store: Store, profile: StoredProfile): KnownCodes {
  const byKey = (list: 'currencies' | 'methods' | 'operators'): Map<string, string | null> => {
    const codes = new Map<string, string | null>();
    for (const { code, isGone } of storedCodes(store, profile, list).codes) {
      const key = codeKeyOf(code);
      if (!isGone) codes.set(key, codes.has(key) ? null : code);
    }
    return codes;
  };
  return {
    currencyCode: byKey('currencies'),
    paymentMethodCode: byKey('methods'),
    paymentOperatorCode: byKey('operators'),
  };
}
