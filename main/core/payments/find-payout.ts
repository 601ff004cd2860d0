import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { Store, StoredPayment } from '../ports/index.ts';

/** The payout of the profile of this key ID with this order ID, which a payin or top-up of it may have too. */
export function payoutNamed(
  store: Pick<Store, 'paymentsNamed'>,
  keyId: string,
  idPayout: string,
): StoredPayment | null {
  return store.paymentsNamed(keyId, idPayout).find(({ kind }) => kind === 'payout') ?? null;
}

type WhichPayout = {
  readonly idPayout: string;
  readonly profileName?: string | undefined;
  readonly batchId?: string | undefined;
};

/** The payout with this order ID: that of the batch, if one is named, else the newest of the profile, or of all. */
export function findPayout(
  store: Pick<Store, 'findPayment' | 'findBatch' | 'paymentsNamed'>,
  { idPayout, profileName, batchId }: WhichPayout,
): StoredPayment | null {
  if (batchId === undefined) return store.findPayment(idPayout, profileName);
  const keyId = store.findBatch(batchId)?.keyId;
  const named = keyId === undefined ? null : payoutNamed(store, keyId, idPayout);
  return named?.batchId === batchId ? named : null;
}

/** Like `findPayout`, for a decision: refused if neither batch nor profile is named and several profiles have a payout with this order ID. */
export function findPayoutToDecide(
  store: Parameters<typeof findPayout>[0] & Pick<Store, 'listProfiles'>,
  which: WhichPayout,
): Result<StoredPayment | null> {
  const { idPayout, profileName, batchId } = which;
  if (profileName !== undefined || batchId !== undefined) return succeed(findPayout(store, which));
  const found = store.listProfiles().flatMap(({ keyId }) => payoutNamed(store, keyId, idPayout) ?? []);
  if (found.length < 2) return succeed(found[0] ?? findPayout(store, which));
  const names = found.map((payment) => payment.profileName).join(', ');
  return fail(
    'inputInvalid',
    `Several profiles have a payout ${idPayout}: ${names}. Name the profile of the one that you decide about.`,
    { idPayout },
  );
}
