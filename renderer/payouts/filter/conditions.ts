import type { PayoutFilter } from '../../../contract/payments/history.ts';
import { stateText } from '../../../contract/text/states.ts';
import { groupedAmount } from '../../../contract/text/numbers.ts';
import { dayAndMinute, timeFormat } from '../../kit/times.ts';
import { dayBefore, dayOf } from '../days.ts';

/** One condition of a filter in words, and how to remove it. */
type Condition = { readonly label: string; readonly remove: (filter: PayoutFilter) => PayoutFilter };

const dayFormat = timeFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** The active conditions of a filter, in order. The window's profile is the default, and search has its own field. */
export function conditionsOf(
  filter: PayoutFilter,
  currentProfile: string | null,
  names: { readonly batch?: string | undefined; readonly payee?: string | undefined } = {},
): Condition[] {
  const conditions: Condition[] = [];
  const add = (
    label: string,
    change: Partial<PayoutFilter> | ((now: PayoutFilter) => Partial<PayoutFilter>),
  ) =>
    conditions.push({
      label,
      remove: (now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }),
    });
  if (filter.profileName !== currentProfile)
    add(filter.profileName === null ? 'All profiles' : `Profile ${filter.profileName}`, {
      profileName: currentProfile,
    });
  for (const state of filter.states)
    add(`State: ${stateText(state)}`, ({ states }) => ({ states: states.filter((each) => each !== state) }));
  for (const code of filter.currencyCodes)
    add(`Currency ${code}`, ({ currencyCodes }) => ({
      currencyCodes: currencyCodes.filter((each) => each !== code),
    }));
  for (const code of filter.paymentMethodCodes)
    add(`Method ${code}`, ({ paymentMethodCodes: codes }) => ({
      paymentMethodCodes: codes.filter((each) => each !== code),
    }));
  if (filter.batchId !== null) add(`Batch ${names.batch ?? filter.batchId}`, { batchId: null });
  if (filter.payeeId !== null) add(`Payee ${names.payee ?? filter.payeeId}`, { payeeId: null });
  const verb = filter.dateOf === 'paid' ? 'Paid ' : '';
  if (filter.dateOf === 'paid' && filter.from === null && filter.until === null)
    add('Paid on any day', { dateOf: 'created' });
  if (filter.from !== null)
    add(`${verb}${verb === '' ? 'From' : 'from'} ${momentText(filter.from)}`, { from: null });
  if (filter.until !== null) {
    const last = lastPeriodText(filter.until);
    add(verb === '' ? last : `${verb}${last.charAt(0).toLowerCase()}${last.slice(1)}`, { until: null });
  }
  if (filter.amountFrom !== null) add(`At least ${groupedAmount(filter.amountFrom)}`, { amountFrom: null });
  if (filter.amountUntil !== null) add(`At most ${groupedAmount(filter.amountUntil)}`, { amountUntil: null });
  return conditions;
}

function momentText(moment: string): string {
  const isDay = dayOf(moment) !== null;
  return (isDay ? dayFormat : dayAndMinute)(new Date(moment));
}

/** The end of a range is the start of what is excluded; if that is a day, the previous day is the last. */
function lastPeriodText(until: string): string {
  const day = dayOf(until);
  const last = day === null ? null : dayBefore(day);
  return last === null ? `Before ${momentText(until)}` : `To ${dayFormat(new Date(`${last}T00:00`))}`;
}
