import type { Problem } from '../../../contract/errors.ts';
import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { isSameCode } from '../../../contract/same-code.ts';
import type { Settings, UnlistedCurrency } from '../../../contract/settings.ts';
import { amountFaultText } from '../../../contract/text/files/amount-fault.ts';
import type { BalanceFloor } from '../../../contract/treasury.ts';
import type { CoreContext } from '../context/context.ts';
import { noProfileText } from '../context/subject.ts';
import type { StoredProfile, Store } from '../ports/index.ts';
import { refreshCodes, storedCodes } from '../reference/codes.ts';
import { readSetting } from '../settings/settings.ts';
import { storedBalances } from './balances.ts';

const judgedNames = ['floors', 'lowBalanceLimits'] as const;

type Wanted = { readonly [Name in (typeof judgedNames)[number]]?: Settings[Name] | undefined };
type Entry = Pick<BalanceFloor, 'profileName' | 'currencyCode' | 'amount'>;

/** Like `judgeLimits`, but loads the gateway's list of currencies if it was never loaded and matters. */
export async function judgeAskedLimits(
  context: CoreContext,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Result<UnlistedCurrency[]>> {
  const judged = judgeLimits(context, wanted);
  if (!judged.ok || judged.value.length === 0) return judged;
  for (const name of new Set(judged.value.map(({ profileName }) => profileName))) {
    const profile = context.store.findProfile(name);
    const isServed = context.servesLive || profile?.environment === 'sandbox';
    if (profile !== null && isServed) await refreshCodes(context, profile, ['currencies'], signal);
  }
  return judgeLimits(context, wanted);
}

/**
 * Refuses floors and low balance limits that would have no effect, because a typo would go unnoticed until it costs money. Stored
 * ones stay as they are, even if their profile was removed. Returns the currencies that could not be checked with the gateway.
 */
function judgeLimits({ store }: Pick<CoreContext, 'store'>, wanted: Wanted): Result<UnlistedCurrency[]> {
  const problems: Problem[] = [];
  const unlisted: UnlistedCurrency[] = [];
  for (const name of judgedNames) {
    const before = new Set(readSetting(store, name).map(textOf));
    const pairs = new Set<string>();
    for (const [index, entry] of (wanted[name] ?? []).entries()) {
      const field = `${name}.${index}`;
      const pair = JSON.stringify([entry.profileName, entry.currencyCode]);
      if (pairs.has(pair))
        problems.push({
          field,
          message: `${entry.profileName} has two amounts for ${entry.currencyCode}. Give one.`,
        });
      pairs.add(pair);
      if (before.has(textOf(entry))) continue;
      const message = faultOf(store, entry);
      if (message !== null) problems.push({ field, message });
      else if (!isKnown(store, entry))
        unlisted.push({ profileName: entry.profileName, currencyCode: entry.currencyCode });
    }
  }
  if (problems.length === 0) return succeed(unlisted);
  return fail('inputInvalid', problems.map(({ message }) => message).join(' '), { problems });
}

const textOf = ({ profileName, currencyCode, amount }: Entry): string =>
  JSON.stringify([profileName, currencyCode, amount]);

function faultOf(store: Store, { profileName, currencyCode, amount }: Entry): string | null {
  const profile = store.findProfile(profileName);
  if (profile === null) return noProfileText(store, profileName);
  const minorUnits = minorUnitsOf(currencyCode);
  const decimals = amount.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  if (minorUnits !== null)
    return decimals <= minorUnits
      ? null
      : amountFaultText({ code: 'amountDecimals', currencyCode, minorUnits, readAs: null }).message;
  const { isListRead, codes } = namedCurrencies(store, profile);
  if (!isListRead || codes.includes(currencyCode)) return null;
  const listed = codes.find((code) => isSameCode(code, currencyCode));
  return `${currencyCode} is not an ISO 4217 currency, and the gateway of ${profileName} does not list it. ${listed === undefined ? 'If it is new there, refresh the list of currencies.' : `It lists ${listed}.`}`;
}

/** Whether it is an ISO 4217 currency, or one that the gateway named. */
function isKnown(store: Store, { profileName, currencyCode }: Entry): boolean {
  const profile = store.findProfile(profileName);
  return (
    minorUnitsOf(currencyCode) !== null ||
    (profile !== null && namedCurrencies(store, profile).codes.includes(currencyCode))
  );
}

/** The currencies that the gateway named, in its list or in balances, and whether its list was ever loaded. */
function namedCurrencies(
  store: Store,
  profile: StoredProfile,
): { readonly isListRead: boolean; readonly codes: string[] } {
  const { asOf, codes } = storedCodes(store, profile, 'currencies');
  const inBalances = storedBalances(store, profile).balances.map(({ currencyCode }) => currencyCode);
  const listed = codes.filter(({ isGone }) => !isGone).map(({ code }) => code);
  return { isListRead: asOf !== null, codes: [...listed, ...inBalances] };
}
