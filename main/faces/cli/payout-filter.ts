import { dayMs } from '../../../contract/duration.ts';
import { areInOrder } from '../../../contract/money/decimal.ts';
import { currencyCodeOf } from '../../../contract/money/money.ts';
import { ExactTime } from '../../../contract/operation.ts';
import { PayoutFilter, PayoutOrder } from '../../../contract/payments/history.ts';
import { PaymentState, paymentStates } from '../../../contract/payments/payment.ts';
import { daysReversedText, timesReversedText } from '../../../contract/text/clock.ts';
import { inputProblem } from '../../../contract/text/input-text.ts';
import { amountsReversedText } from '../../../contract/text/numbers.ts';
import { Day } from '../../../contract/treasury/flows.ts';
import { textOption, textsOption, type OptionKind, type OptionValues } from './command.ts';
import { wrongUsage } from './failures.ts';

/** Later years have more than four digits. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Options that filter and sort payouts. */
export const filterOptions: Readonly<Record<string, OptionKind>> = {
  batch: 'text',
  state: 'texts',
  payee: 'text',
  currency: 'texts',
  method: 'texts',
  paid: 'flag',
  from: 'text',
  until: 'text',
  min: 'text',
  max: 'text',
  search: 'text',
  order: 'text',
};

export const filterUsage =
  '[--batch ID] [--payee ID] [--state S] [--currency C] [--method M] [--paid] [--from DATE] [--until DATE] [--min AMOUNT] [--max AMOUNT] [--search TEXT] [--order O]';

/** The command line option of each filter field. */
const names: Readonly<Record<keyof PayoutFilter, string>> = {
  profileName: 'profile',
  batchId: 'batch',
  states: 'state',
  payeeId: 'payee',
  currencyCodes: 'currency',
  paymentMethodCodes: 'method',
  dateOf: 'paid',
  from: 'from',
  until: 'until',
  amountFrom: 'min',
  amountUntil: 'max',
  search: 'search',
};

/** Reads the filter; an invalid value is wrong usage. */
export function readFilter(options: OptionValues): PayoutFilter {
  const text = (name: string): string | null => textOption(options, name);
  const states = readStates(options);
  const wanted = {
    profileName: text('profile'),
    batchId: text('batch'),
    states,
    payeeId: text('payee'),
    currencyCodes: textsOption(options, 'currency').map(currencyCodeOf),
    paymentMethodCodes: textsOption(options, 'method'),
    dateOf: options['paid'] === true ? 'paid' : 'created',
    ...readMoments(options),
    amountFrom: text('min'),
    amountUntil: text('max'),
    search: text('search'),
  };
  const filter = PayoutFilter.safeParse(wanted, { error: inputProblem });
  if (filter.success && !areInOrder(filter.data.amountFrom, filter.data.amountUntil))
    throw wrongUsage(`${amountsReversedText} --min takes the lowest, --max the highest.`);
  if (filter.success) return filter.data;
  const issue = filter.error.issues[0];
  const field = PayoutFilter.keyof().safeParse(issue?.path[0]);
  throw wrongUsage(
    `${field.success ? `--${names[field.data]}` : 'The filter'} is invalid: ${issue?.message ?? 'unreadable'}.`,
  );
}

/** The states that a command names. */
export function readStates(options: OptionValues): PaymentState[] {
  return textsOption(options, 'state').map((state) => {
    const parsed = PaymentState.safeParse(state);
    if (!parsed.success) throw wrongUsage(`--state takes one of ${paymentStates.join(', ')}.`);
    return parsed.data;
  });
}

export function readOrder(options: OptionValues): PayoutOrder {
  const parsed = PayoutOrder.safeParse(textOption(options, 'order') ?? 'newest');
  if (!parsed.success) throw wrongUsage(`--order takes one of ${PayoutOrder.options.join(', ')}.`);
  return parsed.data;
}

/** `--from` and `--until`: from the first moment to before the last, in ISO 8601. */
export function readMoments(options: OptionValues): { from: string | null; until: string | null } {
  const from = readMoment('from', textOption(options, 'from'), false);
  const until = readMoment('until', textOption(options, 'until'), true);
  if (from !== null && until !== null && until <= from)
    throw wrongUsage(
      ['from', 'until'].every((name) => isDay(textOption(options, name)))
        ? `${daysReversedText} --from takes the first, --until the last.`
        : `${timesReversedText} --from takes its start, --until its end.`,
    );
  return { from, until };
}

/** A day in UTC (its end if `isEnd`) or an exact time in ISO 8601. */
function readMoment(name: string, text: string | null, isEnd: boolean): string | null {
  if (text === null) return null;
  const isWholeDay = isDay(text);
  if (!isWholeDay && !ExactTime.safeParse(text).success)
    throw wrongUsage(
      `--${name} takes a day in UTC such as 2026-03-31, or a time with its offset such as 2026-03-31T09:00:00+02:00.`,
    );
  const at = Date.parse(text) + (isWholeDay && isEnd ? dayMs : 0);
  return new Date(Math.min(at, lastMoment)).toISOString();
}

function isDay(text: string | null | undefined): boolean {
  return Day.safeParse(text).success;
}
