import { succeed } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { onProfile } from '../context/subject.ts';
import { refreshCodes, storedCodes } from './codes.ts';
import { refreshMerchant, storedMerchant } from './merchant.ts';

/** Reference data: the code lists and the merchant. */
export function referenceHandlers(context: CoreContext) {
  const { store } = context;
  return {
    'codes.stored': onProfile(store, (profile, _call, { list }) =>
      succeed(storedCodes(store, profile, list)),
    ),
    'codes.refresh': onProfile(store, (profile, { signal }, { lists }) =>
      refreshCodes(context, profile, lists, signal),
    ),
    'merchant.stored': onProfile(store, (profile) => succeed(storedMerchant(store, profile))),
    'merchant.refresh': onProfile(store, (profile, { signal }) => refreshMerchant(context, profile, signal)),
  } satisfies Partial<Handlers>;
}
