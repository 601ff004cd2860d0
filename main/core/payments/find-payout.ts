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
