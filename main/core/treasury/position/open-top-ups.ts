import type { StoreContext } from '../../context/context.ts';
import { pagesOf } from '../../payments/pages.ts';
import type { OpenTopUp, StoredProfile } from '../../ports/index.ts';

/** Read at once. */
const pageSize = 200;

/** The top-ups of a profile that have not ended, oldest first, in pages. */
export function openTopUpPages(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
): AsyncGenerator<readonly OpenTopUp[], void> {
  return pagesOf<OpenTopUp>(clock, pageSize, (last) =>
    store.openTopUps(keyId, { after: last?.paymentId ?? 0, limit: pageSize }),
  );
}
