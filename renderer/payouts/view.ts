import { CurrencyCode, PayableAmount } from '../../contract/money/money.ts';
import { PaymentMethodCode, PayoutFilter, PayoutOrder } from '../../contract/payments/history.ts';
import { BatchId } from '../../contract/operation.ts';
import { PaymentState } from '../../contract/payments/payment.ts';
import { ProfileName } from '../../contract/profile.ts';
import { daysOrMoments, momentsOf } from './days.ts';

/** The state of the history: its filter and order. */
export type PayoutView = { readonly filter: PayoutFilter; readonly order: PayoutOrder };

/** The filter that finds everything. */
export const noFilter: PayoutFilter = PayoutFilter.parse({});

export const everyProfile = '*';

/**
 * Reads a view from the address of the page; unreadable parts are ignored. If the address names no profile, the window's profile
 * applies, and `*` means all. Days are whole local days, inclusive.
 */
export function readView(address: URLSearchParams, currentProfile: string | null): PayoutView {
  const wanted = (name: string) => address.get(name) ?? undefined;
  const profile = wanted('profile');
  const filter: PayoutFilter = {
    profileName:
      profile === undefined
        ? currentProfile
        : profile === everyProfile
          ? null
          : parsedOr(ProfileName, profile, currentProfile),
    batchId: parsedOr(BatchId, wanted('batch'), null),
    states: allOf(PaymentState, address.getAll('state')),
    payeeId: parsedOr(PayoutFilter.shape.payeeId, wanted('payee'), null),
    currencyCodes: allOf(CurrencyCode, address.getAll('currency')),
    paymentMethodCodes: allOf(PaymentMethodCode, address.getAll('method')),
    dateOf: parsedOr(PayoutFilter.shape.dateOf, wanted('date'), 'created'),
    ...momentsOf(wanted('from') ?? '', wanted('to') ?? ''),
    amountFrom: parsedOr(PayableAmount, wanted('min'), null),
    amountUntil: parsedOr(PayableAmount, wanted('max'), null),
    search: parsedOr(PayoutFilter.shape.search, wanted('q'), null),
  };
  return { filter, order: parsedOr(PayoutOrder, wanted('order'), 'newest') };
}

/** Writes a view as the address that `readView` parses; defaults are left out. */
export function writeView({ filter, order }: PayoutView, currentProfile: string | null): URLSearchParams {
  const address = new URLSearchParams();
  const put = (name: string, value: string | null) => {
    if (value !== null && value !== '') address.set(name, value);
  };
  put('q', filter.search);
  for (const state of filter.states) address.append('state', state);
  for (const code of filter.currencyCodes) address.append('currency', code);
  for (const code of filter.paymentMethodCodes) address.append('method', code);
  put('payee', filter.payeeId);
  if (filter.dateOf === 'paid') put('date', 'paid');
  put('batch', filter.batchId);
  const days = daysOrMoments(filter.from, filter.until);
  put('from', days.from);
  put('to', days.to);
  put('min', filter.amountFrom);
  put('max', filter.amountUntil);
  if (filter.profileName !== currentProfile) put('profile', filter.profileName ?? everyProfile);
  if (order !== 'newest') put('order', order);
  return address;
}

/** Whether two views show the same payouts in the same order. */
export function isSameView(left: PayoutView, right: PayoutView): boolean {
  return writeView(left, null).toString() === writeView(right, null).toString();
}

/** Whether a filter excludes anything of its profile. */
export function isNarrowed(filter: PayoutFilter): boolean {
  return !isSameView(
    { filter: { ...filter, profileName: null }, order: 'newest' },
    { filter: noFilter, order: 'newest' },
  );
}

/** The address of the history with this filter. Without a profile, the window's applies; null means all. */
export function payoutsLink(filter: Partial<PayoutFilter>, order: PayoutOrder = 'newest'): string {
  const usual = filter.profileName === undefined ? null : '';
  const address = writeView({ filter: { ...noFilter, ...filter }, order }, usual).toString();
  return address === '' ? '/payouts' : `/payouts?${address}`;
}

type Reader<Value> = { safeParse(value: unknown): { readonly data?: Value } };

function parsedOr<Value, Other>(
  reader: Reader<Value>,
  value: unknown,
  otherwise: Other,
): NonNullable<Value> | Other {
  return reader.safeParse(value).data ?? otherwise;
}

/** Those that can be read, each once. */
export function allOf<Value>(reader: Reader<Value>, texts: readonly string[]): Value[] {
  return [...new Set(texts.flatMap((text) => reader.safeParse(text).data ?? []))];
}
