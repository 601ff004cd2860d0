import { succeed } from '../../contract/result.ts';
import { chooseProfile, clientOf, type CoreParts, type Handlers } from './parts.ts';

type TreasuryHandlers = Pick<Handlers, 'balances.read' | 'options.read'>;

/** What treasury staff read straight from the gateway: balances, and payment options for an amount and currency. */
export function treasuryHandlers({ store, gateway }: CoreParts): TreasuryHandlers {
  return {
    'balances.read': async ({ profileName, currencyCodes }, { signal }) => {
      const profile = chooseProfile(store, profileName);
      if (!profile.ok) return profile;
      const answer = await clientOf(gateway, profile.value).balances(currencyCodes, {
        priority: 'interactive',
        signal,
      });
      if (!answer.ok) return answer;
      return succeed(
        answer.value.value.map(({ currencyCode, amounts }) => ({ currencyCode, amounts: [...amounts] })),
      );
    },
    'options.read': async ({ profileName, kind, money }, { signal }) => {
      const profile = chooseProfile(store, profileName);
      if (!profile.ok) return profile;
      const answer = await clientOf(gateway, profile.value).availableOptions(kind, money, {
        priority: 'interactive',
        signal,
      });
      if (!answer.ok) return answer;
      return succeed(answer.value.value.map((option) => ({ ...option, operators: [...option.operators] })));
    },
  };
}
