import { compareDecimals, parseDecimal } from '../../../contract/decimal.ts';
import type { CheckReport } from '../../../contract/treasury.ts';
import { counted } from '../../../contract/text/numbers.ts';

/** Whether rows of the batch would pay what was paid already. */
export function hasDuplicates({ duplicates }: CheckReport): boolean {
  return duplicates.sameFileAs !== null || duplicates.rows.length > 0;
}

/** Whether a gap is more than nothing. */
export function isLacking(gap: string | null): boolean {
  const decimal = gap === null ? null : parseDecimal(gap);
  const zero = parseDecimal('0');
  return decimal !== null && zero !== null && compareDecimals(decimal, zero) > 0;
}

/** How a finding stands: nothing to say, something to look at, or a reason why the batch cannot be released. */
export type Standing = 'fine' | 'notice' | 'stop' | 'open';

export function optionsHeading({ options }: CheckReport): { standing: Standing; text: string } {
  const { distinct, checked, missing } = options;
  const rows = missing.reduce((sum, { rows: count }) => sum + count, 0);
  if (missing.length > 0)
    return {
      standing: 'notice',
      text: `The gateway does not offer what ${counted(rows, 'row asks', 'rows ask')} for.`,
    };
  if (checked < distinct)
    return {
      standing: 'open',
      text: `${checked} of ${counted(distinct, 'amount')} looked up${options.stoppedBecause === null ? '' : `: ${options.stoppedBecause}`}.`,
    };
  return { standing: 'fine', text: 'The gateway offers the method and operator of every row.' };
}

export function fundsHeading({ funds }: CheckReport): { standing: Standing; text: string } {
  const lacking = funds.filter(({ gap }) => isLacking(gap)).map(({ currencyCode }) => currencyCode);
  if (lacking.length > 0)
    return { standing: 'notice', text: `The balance does not cover the batch in ${lacking.join(', ')}.` };
  const unknown = funds.filter(({ available }) => available === null).map(({ currencyCode }) => currencyCode);
  if (unknown.length > 0)
    return { standing: 'open', text: `No balance is known in ${unknown.join(', ')}. Check asks for it.` };
  return { standing: 'fine', text: 'The balance covers the batch.' };
}

export function duplicatesHeading(report: CheckReport): { standing: Standing; text: string } {
  const { sameFileAs, rows, hasMore } = report.duplicates;
  if (sameFileAs !== null)
    return { standing: 'stop', text: 'The same rows were released before, as a whole batch.' };
  if (rows.length > 0)
    return {
      standing: 'stop',
      text: `${hasMore ? 'More than ' : ''}${counted(rows.length, 'payout equals another one', 'payouts equal others')}.`,
    };
  return { standing: 'fine', text: 'No payout equals an earlier one.' };
}

export function payeesHeading({ firstTimePayees }: CheckReport): { standing: Standing; text: string } {
  const { count } = firstTimePayees;
  if (count === 0) return { standing: 'fine', text: 'Every payee was paid before.' };
  return {
    standing: 'notice',
    text: `${counted(count, 'row pays someone', 'rows pay someone')} for the first time.`,
  };
}

export function limitsHeading({ limits }: CheckReport): { standing: Standing; text: string } {
  if (limits.length === 0) return { standing: 'fine', text: 'Within the limits that were set.' };
  return { standing: 'stop', text: 'Over a limit that was set: it cannot be released like this.' };
}
