import { areInOrder } from '../../../contract/money/decimal.ts';
import { CurrencyCode, currencyCodeOf, PayableAmount } from '../../../contract/money/money.ts';
import type { PayoutFilter } from '../../../contract/payments/history.ts';
import { amountsReversedText, plainAmount } from '../../../contract/text/numbers.ts';
import { daysReversedText, dayText } from '../../../contract/text/clock.ts';
import { sentence } from '../../kit/sentence.ts';
import { dayAfter, dayBefore, dayOf, momentOfDay } from '../days.ts';

/** The fields of the form as a person types them. */
export type FilterFields = {
  readonly from: string;
  readonly to: string;
  readonly dateOf: PayoutFilter['dateOf'];
  readonly currencyCodes: readonly string[];
  readonly paymentMethodCodes: readonly string[];
  readonly amountFrom: string;
  readonly amountUntil: string;
  readonly batchId: string;
  /** What is typed for a batch and was not chosen from the list; null: nothing. */
  readonly batchTyped: string | null;
  readonly profileName: string;
};

type ReadFields =
  | { readonly ok: true; readonly filter: PayoutFilter }
  | { readonly ok: false; readonly problems: Partial<Record<keyof FilterFields, string>> };

export function writeFields(filter: PayoutFilter): FilterFields {
  const until = filter.until === null ? null : dayOf(filter.until);
  return {
    from: filter.from === null ? '' : (dayOf(filter.from) ?? dayText(new Date(filter.from))),
    to:
      filter.until === null
        ? ''
        : ((until === null ? null : dayBefore(until)) ?? dayText(new Date(filter.until))),
    dateOf: filter.dateOf,
    currencyCodes: filter.currencyCodes,
    paymentMethodCodes: filter.paymentMethodCodes,
    amountFrom: filter.amountFrom ?? '',
    amountUntil: filter.amountUntil ?? '',
    batchId: filter.batchId ?? '',
    batchTyped: null,
    profileName: filter.profileName ?? '',
  };
}

/** The filter from the fields, with everything the form does not show taken from `before`; or the problem of each field. */
export function readFields(fields: FilterFields, before: PayoutFilter): ReadFields {
  const problems: Partial<Record<keyof FilterFields, string>> = {};
  const check = (name: keyof FilterFields, isFine: boolean, message: string) => {
    if (!isFine) problems[name] = message;
  };
  const kept = writeFields(before);
  const amount = (name: 'amountFrom' | 'amountUntil') => {
    const text = plainAmount(fields[name]);
    const [issue] = (text === '' ? undefined : PayableAmount.safeParse(text).error?.issues) ?? [];
    if (issue !== undefined) problems[name] = sentence(issue.message);
    return text === '' ? null : text;
  };
  const currencyCodes = [...new Set(fields.currencyCodes.map(currencyCodeOf))];
  const areCurrencies = currencyCodes.every((code) => CurrencyCode.safeParse(code).success);
  check('currencyCodes', areCurrencies, 'A currency code is written like EUR or USDT_TRC20.');
  const amountFrom = amount('amountFrom');
  const amountUntil = amount('amountUntil');
  check('amountUntil', areInOrder(amountFrom, amountUntil), amountsReversedText);
  const isDayRange = fields.from === '' || fields.to === '' || fields.from <= fields.to;
  check('to', isDayRange, daysReversedText);
  check('batchTyped', fields.batchTyped === null, 'Choose a batch from the list.');
  if (Object.keys(problems).length > 0) return { ok: false, problems };

  const dayAfterLast = dayAfter(fields.to);
  // An untouched field keeps its exact moment, which may be within a day.
  const from = fields.from === kept.from ? before.from : momentOfDay(fields.from);
  const until =
    fields.to === kept.to ? before.until : dayAfterLast === null ? null : momentOfDay(dayAfterLast);
  return {
    ok: true,
    filter: {
      ...before,
      from,
      until,
      dateOf: fields.dateOf,
      currencyCodes,
      paymentMethodCodes: [...fields.paymentMethodCodes],
      amountFrom,
      amountUntil,
      batchId: fields.batchId === '' ? null : fields.batchId,
      profileName: fields.profileName === '' ? null : fields.profileName,
    },
  };
}
