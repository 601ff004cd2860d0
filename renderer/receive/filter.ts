import { IncomingKind } from '../../contract/receiving/incoming.ts';
import { CurrencyCode } from '../../contract/money/money.ts';
import { PaymentState } from '../../contract/payments/payment.ts';
import { momentsOf } from '../payouts/days.ts';

/** Which payins and top-ups the list shows; what is null or empty is no condition. */
export type ReceiveFilter = {
  readonly kind: IncomingKind | null;
  readonly states: readonly PaymentState[];
  readonly currencyCode: string | null;
  /** Local days, both included; empty: none. */
  readonly from: string;
  readonly to: string;
  readonly search: string | null;
};

export const everything: ReceiveFilter = {
  kind: null,
  states: [],
  currencyCode: null,
  from: '',
  to: '',
  search: null,
};

const longestSearch = 250;

/** Reads the filter from the address of the page; what cannot be read there does not count. */
export function readFilter(address: URLSearchParams): ReceiveFilter {
  const search = address.get('q')?.trim() ?? '';
  return {
    kind: IncomingKind.safeParse(address.get('kind')).data ?? null,
    states: [
      ...new Set(address.getAll('state').flatMap((state) => PaymentState.safeParse(state).data ?? [])),
    ],
    currencyCode: CurrencyCode.safeParse(address.get('currency')).data ?? null,
    from: address.get('from') ?? '',
    to: address.get('to') ?? '',
    search: search === '' ? null : search.slice(0, longestSearch),
  };
}

/** Writes a filter as the address that `readFilter` reads again. */
export function writeFilter({
  kind,
  states,
  currencyCode,
  from,
  to,
  search,
}: ReceiveFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (search !== null) address.set('q', search);
  if (kind !== null) address.set('kind', kind);
  for (const state of states) address.append('state', state);
  if (currencyCode !== null) address.set('currency', currencyCode);
  if (from !== '') address.set('from', from);
  if (to !== '') address.set('to', to);
  return address;
}

/** The filter as the operations take it. */
export function incomingFilterOf({ states, from, to, ...filter }: ReceiveFilter, profileName: string) {
  return { ...filter, states: [...states], profileName, ...momentsOf(from, to) };
}

/** Whether a filter finds less than everything. */
export function isNarrowed(filter: ReceiveFilter): boolean {
  return writeFilter(filter).size > 0;
}

/** The address of one payin or top-up beside the list. */
export function incomingLink(
  {
    kind,
    idPayment,
    profileName,
  }: { readonly kind: IncomingKind; readonly idPayment: string; readonly profileName: string },
  address = new URLSearchParams(),
): string {
  const query = new URLSearchParams(address);
  query.set('of', profileName);
  return `/receive/${kind}/${encodeURIComponent(idPayment)}?${query}`;
}
