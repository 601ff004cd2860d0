import type { CoreContext } from '../../context.ts';
import type { OpenTopUp, StoredProfile } from '../../ports/index.ts';

/** Read at once. */
const pageSize = 200;

/** The top-ups of a profile that have not ended, oldest first, in pages. */
export async function* openTopUpPages(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
): AsyncGenerator<readonly OpenTopUp[], void> {
  for (let after = 0; ;) {
    const page: readonly OpenTopUp[] = store.openTopUps(keyId, { after, limit: pageSize });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.paymentId;
    await clock.turn();
  }
}
