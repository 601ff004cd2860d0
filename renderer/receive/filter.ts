import { IncomingKind, type IncomingSummary } from '../../contract/receiving/incoming.ts';
import { CurrencyCode } from '../../contract/money/money.ts';
import { PaymentState } from '../../contract/payments/payment.ts';
import { dayAndMinute } from '../kit/times.ts';
import { dayText } from '../../contract/text/clock.ts';
import { daysOrMoments, momentsOf } from '../payouts/days.ts';
import { allOf, everyProfile } from '../payouts/view.ts';

/** The filter of payins and top-ups; null or empty sets no condition. */
export type ReceiveFilter = {
  /** Those of all profiles, also removed ones, not only of the window's. */
  readonly isOfAll: boolean;
  readonly kind: IncomingKind | null;
  readonly states: readonly PaymentState[];
  readonly currencyCode: string | null;
  /** Which date `from` and `to` mean. */
  readonly dateOf: 'created' | 'paid';
  /** Local days, inclusive, or moments, the last one exclusive; empty: none. */
  readonly from: string;
  readonly to: string;
  readonly search: string | null;
};

export const everything: ReceiveFilter = {
  isOfAll: false,
  kind: null,
  states: [],
  currencyCode: null,
  dateOf: 'created',
  from: '',
  to: '',
  search: null,
};

const whole = /T/;
const longestSearch = 250;

/** Reads the filter from the address of the page; unreadable parts are ignored. */
export function readFilter(address: URLSearchParams): ReceiveFilter {
  const search = address.get('q')?.trim() ?? '';
  return {
    isOfAll: address.get('profile') === everyProfile,
    kind: IncomingKind.safeParse(address.get('kind')).data ?? null,
    states: allOf(PaymentState, address.getAll('state')),
    currencyCode: CurrencyCode.safeParse(address.get('currency')).data ?? null,
    dateOf: address.get('date') === 'paid' ? 'paid' : 'created',
    ...localDays(address.get('from') ?? '', address.get('to') ?? ''),
    search: search === '' ? null : search.slice(0, longestSearch),
  };
}

/** Moments as local days if they are; a text that is neither stays. */
function localDays(from: string, to: string): { readonly from: string; readonly to: string } {
  const moments = momentsOf(from, to);
  const days = daysOrMoments(moments.from, moments.until);
  return { from: moments.from === null ? from : days.from, to: moments.until === null ? to : days.to };
}

/** Writes a filter as the address that `readFilter` reads again. */
export function writeFilter({
  isOfAll,
  kind,
  states,
  currencyCode,
  dateOf,
  from,
  to,
  search,
}: ReceiveFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (search !== null) address.set('q', search);
  if (isOfAll) address.set('profile', everyProfile);
  if (kind !== null) address.set('kind', kind);
  for (const state of states) address.append('state', state);
  if (currencyCode !== null) address.set('currency', currencyCode);
  if (dateOf === 'paid') address.set('date', 'paid');
  if (from !== '') address.set('from', from);
  if (to !== '') address.set('to', to);
  return address;
}

/** The local day of a day or moment, for a day field; `before` milliseconds earlier, if a moment is the end of a range. */
export function localDayOf(text: string, before = 0): string {
  const [at] = whole.test(text) ? [Date.parse(text)] : [];
  return at === undefined ? text : dayText(new Date(at - before));
}

/** The range to the minute, if it begins or ends within a local day; null if the day fields say it all. */
export function exactTimesText({ from, to }: Pick<ReceiveFilter, 'from' | 'to'>): string | null {
  const parts = [
    whole.test(from) ? `from ${dayAndMinute(new Date(from))}` : '',
    whole.test(to) ? `before ${dayAndMinute(new Date(to))}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `Exactly ${parts.join(', ')}`;
}

/** The filter as input of the operations. */
export function incomingFilterOf(
  { isOfAll, states, from, to, ...filter }: ReceiveFilter,
  profileName: string,
) {
  return {
    ...filter,
    states: [...states],
    profileName: isOfAll ? null : profileName,
    ...momentsOf(from, to),
  };
}

/** Whether a filter excludes anything. */
export function isNarrowed(filter: ReceiveFilter): boolean {
  return writeFilter(filter).size > 0;
}

type LinkedIncoming = Pick<IncomingSummary, 'kind' | 'idPayment' | 'profileName'> & { batchId?: string };

/** The address of one payin or top-up beside the list. */
export function incomingLink(
  { kind, idPayment, profileName, batchId }: LinkedIncoming,
  address = new URLSearchParams(),
): string {
  const query = new URLSearchParams(address);
  query.set('of', profileName);
  if (batchId !== undefined) query.set('batch', batchId);
  return `/receive/${kind}/${encodeURIComponent(idPayment)}?${query}`;
}
