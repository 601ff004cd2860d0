import type { PaymentKind } from '../../contract/payments/payment.ts';

export type NamedPayment = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  readonly profileName: string;
  readonly batchId: string;
};

/** The address of a payment. */
export function paymentAddress({ kind, idPayment, profileName, batchId }: NamedPayment): string {
  if (kind === 'payout') return payoutAddress({ idPayout: idPayment, profileName, batchId });
  return `/receive/${kind}/${encodeURIComponent(idPayment)}?${new URLSearchParams({ of: profileName })}`;
}

type ListedPayout = {
  readonly idPayout: string;
  readonly profileName: string;
  readonly batchId: string;
};

/** The parameters of an address that tell which payout with its order ID it names; the others are those of the list beside it. */
export const payoutParameters = ['of', 'in'] as const;

/** The payout that an address names: without a profile the newest with its order ID, without a batch the newest of the profile. */
export function payoutAt(
  idPayout: string,
  address: URLSearchParams,
): Pick<ListedPayout, 'idPayout'> & {
  readonly profileName: string | undefined;
  readonly batchId: string | undefined;
} {
  const [profileName, batchId] = payoutParameters.map((name) => address.get(name) ?? undefined);
  return { idPayout, profileName, batchId };
}

/** The address of a payout beside a list. Its batch tells it from one of a removed profile with the same name and order ID. */
export function payoutAddress(payout: ListedPayout, list: URLSearchParams = new URLSearchParams()): string {
  return `/payouts/${encodeURIComponent(payout.idPayout)}?${queryOf(payout, list)}`;
}

/** The address of the receipt of a payout, from which one goes back to the payout beside the same list. */
export function receiptAddress(payout: ListedPayout, list: URLSearchParams): string {
  return `/receipt/${encodeURIComponent(payout.idPayout)}?${queryOf(payout, list)}`;
}

function queryOf({ profileName, batchId }: ListedPayout, list: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(list);
  query.set('of', profileName);
  query.set('in', batchId);
  return query;
}
