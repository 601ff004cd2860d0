import type { PayoutFilter } from '../../../contract/payments/history.ts';
import { stateText } from '../../../contract/text/states.ts';
import { groupedAmount } from '../../../contract/text/numbers.ts';
import { timeFormat } from '../../kit/times.ts';
import { dayBefore, dayOf } from '../days.ts';

/** One condition of a filter in words, and the filter without it. */
type Condition = { readonly label: string; readonly without: PayoutFilter };

const dayFormat = timeFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const momentFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** What is set of a filter, one after the other. The profile of the window is as usual, and search stands in its own field. */
export function conditionsOf(filter: PayoutFilter, currentProfile: string | null): Condition[] {
  const conditions: Condition[] = [];
  const add = (label: string, change: Partial<PayoutFilter>) =>
    conditions.push({ label, without: { ...filter, ...change } });
  if (filter.profileName !== currentProfile)
    add(filter.profileName === null ? 'All profiles' : `Profile ${filter.profileName}`, {
      profileName: currentProfile,
    });
  for (const state of filter.states)
    add(`State: ${stateText(state)}`, { states: filter.states.filter((each) => each !== state) });
  if (filter.currencyCode !== null) add(`Currency ${filter.currencyCode}`, { currencyCode: null });
  if (filter.paymentMethodCode !== null)
    add(`Method ${filter.paymentMethodCode}`, { paymentMethodCode: null });
  if (filter.batchId !== null) add(`Batch ${filter.batchId}`, { batchId: null });
  if (filter.from !== null) add(`From ${momentText(filter.from)}`, { from: null });
  if (filter.until !== null) add(lastPeriodText(filter.until), { until: null });
  if (filter.amountFrom !== null) add(`At least ${groupedAmount(filter.amountFrom)}`, { amountFrom: null });
  if (filter.amountUntil !== null) add(`At most ${groupedAmount(filter.amountUntil)}`, { amountUntil: null });
  return conditions;
}

function momentText(moment: string): string {
  const isDay = dayOf(moment) !== null;
  return (isDay ? dayFormat : momentFormat)(new Date(moment));
}

/** The end of a range is the beginning of what is left out; where that is a day, the day before it is the last. */
function lastPeriodText(until: string): string {
  const day = dayOf(until);
  const last = day === null ? null : dayBefore(day);
  return last === null ? `Before ${momentText(until)}` : `To ${dayFormat(new Date(`${last}T00:00`))}`;
}
