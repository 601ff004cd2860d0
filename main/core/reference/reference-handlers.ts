import { succeed } from '../../../contract/result.ts';
import { chooseProfile, type CoreContext, type Handlers } from '../context.ts';
import { refreshCodes, storedCodes } from './codes.ts';
import { refreshMerchant, storedMerchant } from './merchant.ts';

type ReferenceHandlers = Pick<
  Handlers,
  'codes.stored' | 'codes.refresh' | 'merchant.stored' | 'merchant.refresh'
>;

/** Reference data: the code lists and the merchant. */
export function referenceHandlers(context: CoreContext): ReferenceHandlers {
  const { store } = context;
  return {
    'codes.stored': ({ profileName, list }) => {
      const profile = chooseProfile(store, profileName);
      return profile.ok ? succeed(storedCodes(store, profile.value, list)) : profile;
    },
    'codes.refresh': async ({ profileName, lists }, { signal }) => {
      const profile = chooseProfile(store, profileName);
      return profile.ok ? refreshCodes(context, profile.value, lists, signal) : profile;
    },
    'merchant.stored': ({ profileName }) => {
      const profile = chooseProfile(store, profileName);
      return profile.ok ? succeed(storedMerchant(store, profile.value)) : profile;
    },
    'merchant.refresh': async ({ profileName }, { signal }) => {
      const profile = chooseProfile(store, profileName);
      return profile.ok ? refreshMerchant(context, profile.value, signal) : profile;
    },
  };
}
